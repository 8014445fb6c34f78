/* The mouse as terminals report it: sequences that turn reports on and off, and their
 * parser. */
#ifndef OUTPUT_MOUSE_H
#define OUTPUT_MOUSE_H

#include <stdbool.h>

#include "base/key.h"

/* Buttons, the wheel, and motion while a button is held (1002), in decimal numbers
 * (1006). */
#define MOUSE_ON  "\033[?1002h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1002l"

/* Parses a report without its ESC, as "[<0;12;5M". Returns false for any other text and
 * for another button than the left one. */
bool mouse_parse(const char *text, MouseEvent *event);

/* Parses the three bytes after "[M", in reports of terminals that do not know 1006. */
bool mouse_parse_bytes(const int bytes[3], MouseEvent *event);

#endif
