/* An Error as a sentence, in English or by assets/errors.def in Chinese. */
#ifndef BASE_ERROR_TEXT_H
#define BASE_ERROR_TEXT_H

#include <stdio.h>

#include "base/error.h"
#include "base/text.h"

enum { LANG_EN, LANG_ZH, LANG_COUNT };

/* Appends "FILE:LINE: message", or "message" alone where no file was named. A format
 * without a row in the table stays English. */
void error_text(const Error *error, int lang, Text *out);

/* Whether the English has `part` in it. */
bool error_says(const Error *error, const char *part);

/* Writes a line of English: `before`, then the error. */
void error_print(FILE *file, const char *before, const Error *error);

#endif
