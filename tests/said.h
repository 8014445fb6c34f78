/* An Error in English, for assertions: one of four texts in turn, valid until the fifth call. */
#ifndef SAID_H
#define SAID_H

#include "base/text.h"

static inline const char *said_in(int lang, const Error *error) {
    static Text texts[4];
    static unsigned turn;
    Text *text = &texts[turn++ % 4];
    text_clear(text);
    error_text(error, lang, text);
    return text_string(text);
}

static inline const char *said(const Error *error) {
    return said_in(LANG_EN, error);
}

#endif
