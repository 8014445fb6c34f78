/* See tty.h. */
#include "output/tty.h"

#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Larger windows are used in part, because ncurses takes 80 bytes and more for a cell. */
enum { WIDEST = 1000, TALLEST = 500 };

/* Returns true if the user's setting names UTF-8, installed or not, and if there is no
 * setting. */
static bool names_utf8(void) {
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    static const char *const spellings[] = {"UTF-8", "UTF8", "utf-8", "utf8"};
    const char *value = NULL;
    for (size_t i = 0; i < 3 && !(value && *value); i++)
        value = getenv(variables[i]);
    if (!value || !*value)
        return true;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        if (strstr(value, spellings[i]))
            return true;
    }
    return false;
}

bool tty_locale(void) {
    if (setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
        return true;
    setlocale(LC_CTYPE, "C.UTF-8");
    return names_utf8();
}

bool tty_size(int tty, int *width, int *height, bool *cut) {
    struct winsize size;
    if (ioctl(tty, TIOCGWINSZ, &size) != 0 || !size.ws_col || !size.ws_row)
        return false;
    *width = size.ws_col < WIDEST ? size.ws_col : WIDEST;
    *height = size.ws_row < TALLEST ? size.ws_row : TALLEST;
    *cut = *width != size.ws_col || *height != size.ws_row;
    return true;
}

bool tty_like_xterm(const char *name) {
    static const char *const families[] = {"xterm", "foot", "alacritty", "wezterm",
                                           "ghostty"};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        if (strncmp(name, families[i], strlen(families[i])) == 0)
            return true;
    }
    return false;
}

bool keyboard_open(Keyboard *keyboard, Error *error) {
    keyboard->input = isatty(STDIN_FILENO) ? stdin : fopen("/dev/tty", "r");
    if (keyboard->input && isatty(STDOUT_FILENO) &&
        tcgetattr(fileno(keyboard->input), &keyboard->modes) == 0)
        return true;
    keyboard_close(keyboard);
    return error_set(error, "there is no terminal here; attnscope --print needs none");
}

void keyboard_close(Keyboard *keyboard) {
    if (keyboard->input && keyboard->input != stdin)
        fclose(keyboard->input);
    keyboard->input = NULL;
}

void keyboard_give_back(const Keyboard *keyboard) {
    tcsetattr(fileno(keyboard->input), TCSADRAIN, &keyboard->modes);
}

void keyboard_take(const Keyboard *keyboard) {
    struct termios modes;
    int tty = fileno(keyboard->input);
    if (tcgetattr(tty, &modes) != 0)
        return;
    modes.c_iflag &= ~(tcflag_t)(IXON | IXOFF | ICRNL | INLCR | IGNCR | ISTRIP);
    modes.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    modes.c_lflag |= ISIG | NOFLSH; /* a flush would lose part of a frame on its way */
    tcsetattr(tty, TCSADRAIN, &modes);
}

TtyState tty_wait(int tty, int wake, int milliseconds) {
    struct pollfd sources[] = {{.fd = tty, .events = POLLIN},
                               {.fd = wake, .events = POLLIN}};
    int ready = poll(sources, 2, milliseconds);
    if (ready > 0 && sources[0].revents & (POLLHUP | POLLERR | POLLNVAL))
        return TTY_GONE;
    if (ready > 0 && sources[0].revents & POLLIN)
        return TTY_READY;
    return ready != 0 ? TTY_WOKEN : TTY_QUIET; /* a signal wakes as well */
}
