/* The words of the interface in each language, by message id (assets/messages.def). */
#ifndef SESSION_LANGUAGE_H
#define SESSION_LANGUAGE_H

#include "base/text.h"
#include "sheet/grid.h"

/* Returns the message in a language (LANG_EN, LANG_ZH), or the id if there is none. A
 * message with arguments is a printf format with numbered arguments (%1$s). */
const char *message(int lang, const char *id);

/* Returns the message whose id has printf's format, or `other` if there is none. */
const char *message_or(int lang, const char *other, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Appends names of keys as the language has them: "<C-r> <Space>" is "Ctrl-R Space". */
void key_words(int lang, const char *keys, Text *out);
/* Returns the grid's name in a language. */
const char *grid_title(int lang, GridId grid);

/* Returns the value of an option in a language, or as it is typed if the language has no
 * word for it. */
const char *value_word(int lang, const char *option, const char *value);

#endif
