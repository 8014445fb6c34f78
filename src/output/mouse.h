/* The mouse as terminals report it: what asks for reports, what ends them, and what they say. */
#ifndef OUTPUT_MOUSE_H
#define OUTPUT_MOUSE_H

#include <stdbool.h>

#include "base/key.h"

/* Buttons, the wheel, and motion while a button is held (1002), in decimal numbers (1006). */
#define MOUSE_ON  "\033[?1002h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1002l"

/* A report without its ESC, "[<0;12;5M". False where it is none, or of another button. */
bool mouse_parse(const char *text, MouseEvent *event);

/* The three bytes after "[M": reports of terminals that do not know 1006. */
bool mouse_parse_bytes(const int bytes[3], MouseEvent *event);

#endif
