/* Errors in the language of the screen. Everything that fails says why in English, which is what
 * stderr, --do and --check show; where such a text comes onto the screen it is put into Chinese
 * by the table in assets/errors.def. */
#ifndef SESSION_TRANSLATE_H
#define SESSION_TRANSLATE_H

#include "base/text.h"

/* Appends the text in a language (LANG_EN: as it is). A location "FILE:LINE: " is kept, and a text
 * that the table does not know stays English. */
void translate(int lang, const char *english, Text *out);

/* The same in place. */
void translate_error(int lang, Error *error);

#endif
