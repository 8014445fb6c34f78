/* See tty.h. */
#define _GNU_SOURCE /* memfd_create; NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#include "output/tty.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory.h"

/* Larger windows are used in part, because ncurses takes 80 bytes and more for a cell. */
enum { WIDEST = 1000, TALLEST = 500 };

const char *tty_setting(const char *category) {
    const char *const variables[] = {"LC_ALL", category, "LANG"};
    const char *value = NULL;
    for (size_t i = 0; i < 3 && !(value && *value); i++)
        value = getenv(variables[i]);
    return value ? value : "";
}

/* Returns true if the user's setting names UTF-8, installed or not, and if there is no
 * setting. */
static bool names_utf8(void) {
    static const char *const spellings[] = {"UTF-8", "UTF8", "utf-8", "utf8"};
    const char *value = tty_setting("LC_CTYPE");
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (strstr(value, spellings[i]))
            return true;
    return !*value;
}

bool tty_locale(void) {
    if (setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
        return true;
    setlocale(LC_CTYPE, "C.UTF-8");
    return names_utf8();
}

bool tty_size(int tty, int *width, int *height) {
    struct winsize size;
    if (ioctl(tty, TIOCGWINSZ, &size) != 0 || !size.ws_col || !size.ws_row)
        return false;
    *width = size.ws_col < WIDEST ? size.ws_col : WIDEST;
    *height = size.ws_row < TALLEST ? size.ws_row : TALLEST;
    return true;
}

bool tty_like_xterm(const char *name) {
    static const char *const families[] = {"xterm", "foot", "alacritty", "wezterm",
                                           "ghostty"};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strncmp(name, families[i], strlen(families[i])) == 0)
            return true;
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

/* abort() does not heed the mask. */
void hold_signals(sigset_t *mask) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    sigset_t others;
    sigfillset(&others);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&others, faults[i]);
    sigprocmask(SIG_BLOCK, &others, mask);
}

/* ---- frames that are sent at once ---- */

/* For the time of a frame, dup2 points the descriptor that ncurses writes to at a file in
 * memory. Systems without such files, or that limit them, write as ncurses does. */

void batch_open(Batch *batch, int terminal) {
    int own = dup(terminal);
    *batch = (Batch){.terminal = terminal, .sink = -1};
    batch->file = own < 0 ? NULL : fdopen(own, "w");
    if (!batch->file) {
        batch->file = stdout;
        return;
    }
#ifdef MFD_CLOEXEC
    struct rlimit limit; /* of files, that in memory as well */
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY)
        batch->sink = memfd_create("frame", MFD_CLOEXEC);
#endif
}

void batch_close(Batch *batch) {
    if (batch->sink >= 0)
        close(batch->sink);
    if (batch->file && batch->file != stdout)
        fclose(batch->file);
    *batch = (Batch){.sink = -1};
}

void batch_begin(Batch *batch) {
    if (batch->sink < 0)
        return;
    hold_signals(&batch->mask);
    dup2(batch->sink, fileno(batch->file));
}

void batch_send(int terminal, const char *bytes, size_t length) {
    while (length) {
        ssize_t sent = write(terminal, bytes, length);
        if (sent < 0 && errno == EAGAIN)
            poll(&(struct pollfd){.fd = terminal, .events = POLLOUT}, 1, -1);
        else if (sent < 0 && errno != EINTR)
            return; /* the terminal is gone: whoever waits for a key will see it */
        bytes += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
    }
}

void batch_end(Batch *batch) {
    if (batch->sink < 0)
        return;
    while (dup2(batch->terminal, fileno(batch->file)) < 0 && errno == EINTR)
        continue;
    sigprocmask(SIG_SETMASK, &batch->mask, NULL);
    off_t length = lseek(batch->sink, 0, SEEK_END);
    char *bytes = memory_new(length > 0 ? (size_t)length : 1, 1);
    ssize_t got = length > 0 ? pread(batch->sink, bytes, (size_t)length, 0) : 0;
    if (ftruncate(batch->sink, 0) == 0 && lseek(batch->sink, 0, SEEK_SET) == 0 && got > 0)
        batch_send(batch->terminal, bytes, (size_t)got);
    free(bytes);
}
