/* Words that several parts of the screen write. */
#ifndef VIEW_SCREEN_WORDS_H
#define VIEW_SCREEN_WORDS_H

#include "view/screen/screen.h"

/* Writes the key of an action (as in the binding table) by its name on the screen, or
 * "". */
void key_of_action(int lang, const char *action, char out[64]);

/* Returns the value of an option in the language, or as it is typed if the language has
 * no word for it. */
const char *value_word(int lang, const char *option, const char *value);

/* Words with keys between backquotes ("`/` find"), over a background; both return
 * columns. */
int key_words_columns(const char *hint);
int key_words_draw(Frame *frame, int x, int y, int columns, int back, const char *hint);

#endif
