/* Words that several parts of the screen write. */
#ifndef VIEW_SCREEN_WORDS_H
#define VIEW_SCREEN_WORDS_H

#include "view/screen/screen.h"

/* The key of an action (as the binding table has it) as the screen writes it, "" without one. */
void key_of_action(int lang, const char *action, char out[64]);

/* A value of an option in the language, as it is typed where the language has no other word. */
void value_word(int lang, const char *option, const char *value, char *out, size_t size);

#endif
