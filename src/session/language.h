/* The words of the interface, by message id, in the session's language (assets/messages.def). */
#ifndef SESSION_LANGUAGE_H
#define SESSION_LANGUAGE_H

#include <stddef.h>

/* The message in a language (LANG_EN, LANG_ZH). A missing id gives the id itself. Messages with
 * arguments are printf formats with numbered arguments (%1$s). */
const char *message(int lang, const char *id);

/* Every id there is, for the table tests: NULL past the last. */
const char *message_id(size_t index);

#endif
