/* See terminal.h. */
#include "terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <vterm.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/key.h"
#include "terminal_child.h"

struct Pty {
    int master, report; /* report: the program's process number, then its wait status */
    pid_t child, program;
    bool job, ended, alternate, hidden, mouse;
    char last;    /* byte that was read */
    bool control; /* it belongs to a control sequence */
    int status;
    int width, height, cursor_x, cursor_y;
    VTerm *vterm;
    VTermScreen *screen;
    Text output, text;
};

static long long now_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static int on_property(VTermProp property, VTermValue *value, void *user) {
    Pty *pty = user;
    if (property == VTERM_PROP_ALTSCREEN)
        pty->alternate = value->boolean;
    if (property == VTERM_PROP_CURSORVISIBLE)
        pty->hidden = !value->boolean;
    if (property == VTERM_PROP_MOUSE)
        pty->mouse = value->number != VTERM_PROP_MOUSE_NONE;
    return 1;
}

static int on_cursor(VTermPos position, VTermPos old, int visible, void *user) {
    Pty *pty = user;
    (void)old;
    (void)visible;
    pty->cursor_x = position.col;
    pty->cursor_y = position.row;
    return 1;
}

/* What libvterm answers and the keys that it encodes. */
static void on_output(const char *bytes, size_t length, void *user) {
    pty_send_n(user, bytes, length);
}

static int open_slave(int master, int width, int height) {
    grantpt(master);
    unlockpt(master);
    int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    struct winsize size = {.ws_row = (unsigned short)height,
                           .ws_col = (unsigned short)width};
    ioctl(slave, TIOCSWINSZ, &size);
    return slave;
}

static void set_screen(Pty *pty) {
    static const VTermScreenCallbacks callbacks = {.movecursor = on_cursor,
                                                   .settermprop = on_property};
    pty->vterm = vterm_new(pty->height, pty->width);
    vterm_set_utf8(pty->vterm, 1);
    vterm_output_set_callback(pty->vterm, on_output, pty);
    pty->screen = vterm_obtain_screen(pty->vterm);
    vterm_screen_enable_altscreen(pty->screen, 1);
    vterm_screen_set_callbacks(pty->screen, &callbacks, pty);
    vterm_screen_reset(pty->screen, 1);
}

Pty *pty_start(const PtyOptions *options) {
    Pty *pty = memory_new(1, sizeof *pty);
    pty->width = options->width ? options->width : 80;
    pty->height = options->height ? options->height : 24;
    pty->job = options->job;
    set_screen(pty);
    pty->master = posix_openpt(O_RDWR | O_NOCTTY);
    fcntl(pty->master, F_SETFD, FD_CLOEXEC);
    int slave = open_slave(pty->master, pty->width, pty->height), report[2];
    if (pty->master < 0 || slave < 0 || pipe(report) != 0)
        abort();
    fflush(NULL);
    pty->child = fork();
    if (pty->child == 0) {
        close(pty->master);
        close(report[0]);
        child_run(options, slave, report[1]);
    }
    close(slave);
    close(report[1]);
    pty->report = report[0];
    pty->program = pty->child;
    if (pty->job && read(pty->report, &pty->program, sizeof pty->program) < 0)
        abort();
    return pty;
}

void pty_free(Pty *pty) {
    if (!pty->ended) {
        kill(pty->program, SIGKILL);
        kill(pty->child, SIGKILL);
        waitpid(pty->child, NULL, 0);
    }
    if (pty->master >= 0)
        close(pty->master);
    close(pty->report);
    vterm_free(pty->vterm);
    text_release(&pty->output);
    text_release(&pty->text);
    free(pty);
}

/* libvterm reads colors whose parts are separated by semicolons alone. */
static void write_vterm(Pty *pty, const char *bytes, size_t length) {
    Text plain = {0};
    for (size_t i = 0; i < length; i++) {
        char byte = bytes[i];
        bool colon = pty->control && byte == ':';
        if (!(colon && pty->last == ':'))
            text_append_n(&plain, colon ? ";" : &byte, 1);
        pty->control = (pty->last == '\033' && byte == '[') ||
                       (pty->control && strchr("0123456789:;?", byte));
        pty->last = byte;
    }
    vterm_input_write(pty->vterm, text_string(&plain), plain.length);
    text_release(&plain);
}

/* Reads what has come within that time; false where nothing has, or nothing more will. */
static bool read_some(Pty *pty, int milliseconds) {
    char bytes[65536];
    struct pollfd source = {.fd = pty->master, .events = POLLIN};
    if (pty->master < 0 || poll(&source, 1, milliseconds) <= 0)
        return false;
    ssize_t length = read(pty->master, bytes, sizeof bytes);
    if (length <= 0)
        return false;
    write_vterm(pty, bytes, (size_t)length);
    for (ssize_t i = 0; i < length; i++) {
        if (!bytes[i])
            bytes[i] = '?';
    }
    text_append_n(&pty->output, bytes, (size_t)length);
    return true;
}

/* What was written before now: the kernel hands it on a little later. */
static void read_rest(Pty *pty) {
    while (read_some(pty, 20))
        continue;
}

bool pty_wait_until(Pty *pty, bool (*holds)(const Pty *, void *), void *data,
                    int milliseconds) {
    long long end = now_milliseconds() + milliseconds;
    while (!holds(pty, data)) {
        long long left = end - now_milliseconds();
        if (left <= 0)
            return false;
        if (!read_some(pty, left < 20 ? (int)left : 20) && pty->master >= 0)
            poll(NULL, 0, 1); /* read_some returns at once on an ended program */
    }
    return true;
}

static bool shows(const Pty *pty, void *text) {
    return strstr(pty_text((Pty *)pty), text) != NULL;
}

static bool shows_not(const Pty *pty, void *text) {
    return !shows(pty, text);
}

bool pty_wait(Pty *pty, const char *text, int milliseconds) {
    return pty_wait_until(pty, shows, (void *)text, milliseconds);
}

bool pty_wait_gone(Pty *pty, const char *text, int milliseconds) {
    return pty_wait_until(pty, shows_not, (void *)text, milliseconds);
}

void pty_send_n(Pty *pty, const char *bytes, size_t length) {
    while (length > 0 && pty->master >= 0) {
        ssize_t sent = write(pty->master, bytes, length);
        if (sent <= 0)
            return;
        bytes += sent;
        length -= (size_t)sent;
    }
}

void pty_send(Pty *pty, const char *bytes) {
    pty_send_n(pty, bytes, strlen(bytes));
}

static void press(Pty *pty, int key) {
    static const struct {
        int key;
        VTermKey vterm;
    } special[] = {
        {KEY_ARROW_UP, VTERM_KEY_UP},     {KEY_ARROW_DOWN, VTERM_KEY_DOWN},
        {KEY_ARROW_LEFT, VTERM_KEY_LEFT}, {KEY_ARROW_RIGHT, VTERM_KEY_RIGHT},
        {KEY_FIRST, VTERM_KEY_HOME},      {KEY_LAST, VTERM_KEY_END},
        {KEY_PAGE_UP, VTERM_KEY_PAGEUP},  {KEY_PAGE_DOWN, VTERM_KEY_PAGEDOWN},
        {KEY_DELETE, VTERM_KEY_DEL},      {KEY_F5_KEY, VTERM_KEY_FUNCTION(5)},
    };
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        if (special[i].key == key) {
            vterm_keyboard_key(pty->vterm, special[i].vterm, VTERM_MOD_NONE);
            return;
        }
    }
    if (key == KEY_BACK_TAB) {
        vterm_keyboard_key(pty->vterm, VTERM_KEY_TAB, VTERM_MOD_SHIFT);
        return;
    }
    char bytes[5];
    pty_send_n(pty, bytes, utf8_encode((uint32_t)key, bytes));
}

void pty_press(Pty *pty, const char *names) {
    int key;
    while (key_parse(&names, &key, NULL))
        press(pty, key);
}

void pty_mouse(Pty *pty, int x, int y, int button, bool pressed) {
    vterm_mouse_move(pty->vterm, y, x, VTERM_MOD_NONE);
    if (button)
        vterm_mouse_button(pty->vterm, button, pressed, VTERM_MOD_NONE);
}

void pty_resize(Pty *pty, int width, int height) {
    struct winsize size = {.ws_row = (unsigned short)height,
                           .ws_col = (unsigned short)width};
    if (width > 0 && height > 0) {
        pty->width = width;
        pty->height = height;
        vterm_set_size(pty->vterm, height, width);
    }
    ioctl(pty->master, TIOCSWINSZ, &size);
}

void pty_signal(Pty *pty, int signal) {
    kill(pty->program, signal);
}

void pty_hang_up(Pty *pty) {
    close(pty->master);
    pty->master = -1;
}

/* Whether the program has ended; then its status is known. */
static bool has_ended(Pty *pty) {
    if (pty->ended)
        return true;
    int status = 0;
    if (waitpid(pty->child, &status, WNOHANG) != pty->child)
        return false;
    pty->ended = true;
    if (pty->job && read(pty->report, &status, sizeof status) != sizeof status)
        status = SIGKILL;
    pty->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return true;
}

int pty_status(Pty *pty, int milliseconds) {
    long long end = now_milliseconds() + milliseconds;
    while (!has_ended(pty)) {
        if (now_milliseconds() >= end)
            return -1;
        if (!read_some(pty, 5))
            poll(NULL, 0, 1);
    }
    read_rest(pty);
    return pty->status;
}

/* A field of /proc/PID/stat, counted from 3, which is the first after the name. */
static const char *stat_field(const Pty *pty, int field, char *line, int size) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pty->program);
    FILE *file = fopen(path, "r");
    const char *found = NULL;
    if (file && fgets(line, size, file))
        found = strrchr(line, ')');
    if (file)
        fclose(file);
    for (; found && field > 2; field--)
        found = strchr(found + 1, ' ');
    return found ? found + 1 : "";
}

static bool is_stopped(const Pty *pty, void *data) {
    char line[1024];
    (void)data;
    return *stat_field(pty, 3, line, sizeof line) == 'T' &&
           tcgetpgrp(pty->master) == pty->child;
}

bool pty_wait_stopped(Pty *pty, int milliseconds) {
    bool stopped = pty_wait_until(pty, is_stopped, NULL, milliseconds);
    read_rest(pty);
    return stopped;
}

void pty_continue(Pty *pty, bool foreground) {
    kill(pty->child, foreground ? SIGUSR1 : SIGUSR2);
}

double pty_seconds(const Pty *pty) {
    char line[1024];
    const char *field = stat_field(pty, 14, line, sizeof line);
    long user = 0, system = 0;
    sscanf(field, "%ld %ld", &user, &system);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

bool pty_modes(const Pty *pty, struct termios *modes) {
    return pty->master >= 0 && tcgetattr(pty->master, modes) == 0;
}

static PtyColor color_of(VTermColor color) {
    if (VTERM_COLOR_IS_DEFAULT_FG(&color) || VTERM_COLOR_IS_DEFAULT_BG(&color))
        return (PtyColor){.kind = PTY_DEFAULT};
    if (VTERM_COLOR_IS_INDEXED(&color))
        return (PtyColor){.kind = PTY_INDEX, .value = color.indexed.idx};
    uint32_t rgb =
        (uint32_t)color.rgb.red << 16 | (uint32_t)color.rgb.green << 8 | color.rgb.blue;
    return (PtyColor){.kind = PTY_RGB, .value = rgb};
}

PtyCell pty_screen_cell(VTermScreen *screen, int x, int y) {
    VTermScreenCell cell;
    vterm_screen_get_cell(screen, (VTermPos){.row = y, .col = x}, &cell);
    uint32_t glyph = cell.chars[0] == 0 ? ' ' : cell.chars[0];
    return (PtyCell){
        .glyph = glyph == UINT32_MAX ? 0 : glyph,
        .mark = {cell.chars[0] ? cell.chars[1] : 0,
                 cell.chars[0] && cell.chars[1] ? cell.chars[2] : 0},
        .fore = color_of(cell.fg),
        .back = color_of(cell.bg),
        .bold = cell.attrs.bold,
        .underline = cell.attrs.underline,
        .reverse = cell.attrs.reverse,
    };
}

PtyCell pty_cell(const Pty *pty, int x, int y) {
    return pty_screen_cell(pty->screen, x, y);
}

const char *pty_text(Pty *pty) {
    text_clear(&pty->text);
    for (int y = 0; y < pty->height; y++) {
        size_t end = pty->text.length;
        for (int x = 0; x < pty->width; x++) {
            PtyCell cell = pty_cell(pty, x, y);
            uint32_t codes[] = {cell.glyph, cell.mark[0], cell.mark[1]};
            for (int i = 0; i < 3; i++) {
                char bytes[5];
                text_append_n(&pty->text, bytes, utf8_encode(codes[i], bytes));
            }
            if (cell.glyph != ' ')
                end = pty->text.length;
        }
        if (pty->text.length > end) {
            pty->text.length = end;
            pty->text.bytes[end] = '\0';
        }
        text_append(&pty->text, "\n");
    }
    return text_string(&pty->text);
}

const char *pty_output(const Pty *pty) {
    return text_string(&pty->output);
}

bool pty_alternate(const Pty *pty) {
    return pty->alternate;
}

bool pty_reports_mouse(const Pty *pty) {
    return pty->mouse;
}

bool pty_cursor(const Pty *pty, int *x, int *y) {
    *x = pty->cursor_x;
    *y = pty->cursor_y;
    return !pty->hidden;
}
