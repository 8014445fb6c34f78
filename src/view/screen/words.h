/* Words that several parts of the screen write. */
#ifndef VIEW_SCREEN_WORDS_H
#define VIEW_SCREEN_WORDS_H

#include "view/screen/screen.h"

/* The key of an action (as the binding table has it) as the screen writes it, "" without one. */
void key_of_action(int lang, const char *action, char out[64]);

/* A value of an option in the language, as it is typed where the language has no other word. */
void value_word(int lang, const char *option, const char *value, char *out, size_t size);

/* Words with keys between backquotes ("`/` find"), over a background; both return columns. */
int key_words_columns(const char *hint);
int key_words_draw(Frame *frame, int x, int y, int columns, int back, const char *hint);

#endif
