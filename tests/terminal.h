/* A program on a pty, read by libvterm: what a person would see, and what the kernel knows.
 *
 * Nothing here sleeps for a guessed time: pty_wait… read what comes until the screen is as asked
 * for, or the time is over. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

typedef struct Pty Pty;

enum { SOON = 10000 }; /* milliseconds that are enough for anything */

typedef struct PtyOptions {
    const char *const *arguments; /* the program and its arguments, ending with NULL */
    int (*body)(void);            /* or a function that is run instead of a program */
    const char *const
        *environment;  /* NAME=VALUE sets, NAME alone unsets; ends with NULL */
    const char *term;  /* TERM; NULL: xterm-256color */
    const char *input; /* stdin is this file instead of the pty */
    int width, height; /* 0: 80 × 24 */
    bool job;          /* a job of a shell, which Ctrl-Z stops */
    bool no_hangup;    /* started with SIGHUP ignored, as nohup does */
} PtyOptions;

/* What stands in one place of the screen. Colors are as the program sent them. */
typedef enum PtyColorKind { PTY_DEFAULT, PTY_INDEX, PTY_RGB } PtyColorKind;

typedef struct PtyColor {
    PtyColorKind kind;
    uint32_t value; /* an index, or 0xRRGGBB */
} PtyColor;

typedef struct PtyCell {
    uint32_t
        glyph; /* ' ' where nothing was written; 0: the right half of a wide character */
    uint32_t mark[2];
    PtyColor fore, back;
    bool bold, underline, reverse;
} PtyCell;

Pty *pty_start(const PtyOptions *options);
void pty_free(Pty *pty); /* kills what still runs */

/* Waits until the screen contains the text (in one line), or the predicate holds. */
bool pty_wait(Pty *pty, const char *text, int milliseconds);
bool pty_wait_gone(Pty *pty, const char *text,
                   int milliseconds); /* contains it no more */
bool pty_wait_until(Pty *pty, bool (*holds)(const Pty *, void *), void *data,
                    int milliseconds);

void pty_send(Pty *pty, const char *bytes);
void pty_send_n(Pty *pty, const char *bytes, size_t length);
void pty_press(Pty *pty, const char *names); /* keys by the names of session/key.h */
/* Moves the mouse there, then presses or releases a button (1 left, 4 and 5 the wheel, 0 none):
 * the program hears of it as far as it has asked to. */
void pty_mouse(Pty *pty, int x, int y, int button, bool pressed);
void pty_resize(Pty *pty, int width, int height);
void pty_signal(Pty *pty, int signal); /* to the program alone */
void pty_hang_up(Pty *pty);            /* the terminal is gone */

/* Reads what the program writes until it ends; its exit status, 128 + N where signal N killed it,
 * -1 where it still runs after that time. */
int pty_status(Pty *pty, int milliseconds);

bool pty_wait_stopped(Pty *pty, int milliseconds);
void pty_continue(Pty *pty, bool foreground); /* fg, bg: of a stopped job */
double pty_seconds(const Pty *pty); /* of processor time that the program used */

bool pty_modes(const Pty *pty, struct termios *modes);
const char *pty_text(
    Pty *pty); /* the screen, a line a line, without blanks at the ends */
const char *pty_output(
    const Pty *pty); /* all that was ever written; a NUL is shown as '?' */
PtyCell pty_cell(const Pty *pty, int x, int y);
bool pty_alternate(const Pty *pty); /* on the alternate screen */
bool pty_reports_mouse(const Pty *pty);
bool pty_cursor(const Pty *pty, int *x, int *y); /* false where it is hidden */

/* Reads one place of a libvterm screen: for those who have their own. */
struct VTermScreen;
PtyCell pty_screen_cell(struct VTermScreen *screen, int x, int y);

#endif
