/* See small_program.h. */
#include "said.h"
#include "small_program.h"

#include <check.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/save.h"
#include "helpers.h"
#include "output/terminal.h"
#include "output/signals.h"

/* The linker calls these for newterm and newpad. NOLINTBEGIN(bugprone-reserved-identifier) */
void *__real_newterm(const char *type, FILE *output, FILE *input);
void *__wrap_newterm(const char *type, FILE *output, FILE *input);
void *__real_newpad(int height, int width);
void *__wrap_newpad(int height, int width);

void *__wrap_newterm(const char *type, FILE *output, FILE *input) {
    return getenv("NO_SCREEN") ? NULL : __real_newterm(type, output, input);
}

void *__wrap_newpad(int height, int width) {
    return getenv("NO_PAD") ? NULL : __real_newpad(height, width);
}
/* NOLINTEND(bugprone-reserved-identifier) */

Style small_dot(int dot) {
    int above = dot % ENTRY_COUNT, round = dot / ENTRY_COUNT;
    return style_pixels(above, (above * 7 + 3 + round * 31) % ENTRY_COUNT);
}

/* What the small program shows: its size and depth, all entries, and on the last line the keys so
 * far. ncurses paints from top to bottom, so a test that sees a new key sees all of the frame. */
static void draw(Frame *frame, const Terminal *terminal, const char *keys) {
    TerminalShape shape = terminal_shape(terminal);
    int width = shape.width, height = shape.height;
    frame_resize(frame, width, height);
    frame->ascii = !shape.utf8;
    Pen first = {frame, 0, 0, width}, last = {frame, 0, height - 1, width};
    pen_format(&first, ROLE_TITLE, "ready %dx%d depth %d", width, height,
               (int)shape.depth);
    if (height > 1)
        pen_format(&last, ROLE_LABEL, "keys%s.", keys);
    frame_text(frame, 0, 2, width, style_of(ROLE_LABEL),
               "我们 e\u0301 ·∞ 😀 \xe2\x80\xae\xe2\x80\xac");
    for (int entry = 0; entry < ENTRY_COUNT; entry++)
        frame_text(frame, entry % 40 * 2, 4 + entry / 40, 2, style_of(entry), "7x");
    for (int dot = 0; dot < SMALL_DOTS; dot++)
        frame_text(frame, dot % 80, 9 + dot / 80, 1, small_dot(dot), "▀");
    frame->cursor_x = 3;
    frame->cursor_y = 2;
}

/* Until it is interrupted. That it has begun is told by the title of the window. */
static void work_long(void) {
    if (write(STDOUT_FILENO, "\033]0;busy\007", 9) < 0)
        abort();
    while (signals_take() != NOTE_STOP)
        continue;
}

/* Until nothing goes in for a while; one that is read meanwhile is never full. */
static void fill(void) {
    enum { PART = 4096, PARTS = 256 };
    char blanks[PART];
    memset(blanks, '\r', PART);
    fcntl(STDOUT_FILENO, F_SETFL, O_WRONLY | O_NONBLOCK);
    for (int full = 0, parts = 0; full < 20 && parts < PARTS; parts++) {
        full = write(STDOUT_FILENO, blanks, PART) > 0 ? 0 : full + 1;
        poll(NULL, 0, full > 0);
    }
}

/* Keys that do something; the others are only listed. */
static bool act(Terminal *terminal, int key, Theme *theme) {
    if (key == 'a')
        abort();
    if (key == 's')
        raise(SIGSEGV);
    if (key == 'x')
        exit(5);
    if (key == 'f') {
        fill();
        raise(SIGTERM);
    }
    if (key == 'w') {
        Save save;
        files_need_names(true);
        save_open(&save, "save", getenv("WRITE"), SAVE_NEW, NULL);
        raise(SIGTERM);
    }
    if (key == 'm')
        memory_resize(NULL, SIZE_MAX, 2);
    if (key == 'z')
        terminal_suspend(terminal);
    if (key == 'r')
        terminal_repaint(terminal);
    if (key == 't')
        *theme = (Theme)((*theme + 1) % THEME_COUNT);
    if (key == 'b')
        work_long();
    return key != 'q' && key != KEY_GONE;
}

static void list_key(char *keys, size_t size, int key, MouseEvent event) {
    static const char *const kinds[] = {"press", "drag", "release", "up",
                                        "down",  "left", "right"};
    static const char *const events[] = {" other", " size", " redraw", " stop", " gone"};
    char name[16];
    key_name(key, name);
    size_t length = strlen(keys);
    if (key == KEY_MOUSE_EVENT)
        snprintf(keys + length, size - length, " %s@%d,%d", kinds[event.kind], event.x,
                 event.y);
    else if (key >= KEY_OTHER)
        snprintf(keys + length, size - length, "%s", events[key - KEY_OTHER]);
    else
        snprintf(keys + length, size - length, " %s", name);
}

static int small_program(void) {
    Error plain = {0}, error = {0};
    Terminal *terminal =
        terminal_open(TERMINAL_AUTO, !getenv("NO_MOUSE"), &plain, &error);
    if (!terminal || error_is_set(&plain)) {
        fprintf(stderr, "no terminal: %s\n", said(terminal ? &plain : &error));
        terminal_close(terminal);
        return 2;
    }
    char keys[4096] = "";
    Theme theme = THEME_DARK;
    Frame frame;
    frame_init(&frame, 1, 1);
    int key = KEY_NONE;
    do {
        if (key != KEY_NONE)
            list_key(keys, sizeof keys, key, terminal_mouse(terminal));
        draw(&frame, terminal, strlen(keys) < 60 ? keys : keys + strlen(keys) - 60);
        terminal_show(terminal, &frame, theme);
        key = terminal_key(terminal, -1);
    } while (act(terminal, key, &theme));
    frame_release(&frame);
    terminal_close(terminal);
    return key == KEY_GONE ? 6 : 0;
}

int small_wrapped(void) {
    pid_t child = fork();
    if (child == 0)
        exit(small_program());
    int status = -1;
    signal(SIGHUP, SIG_IGN);
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}

Pty *small_start(PtyOptions options) {
    if (!options.body)
        options.body = small_program;
    return pty_start(&options);
}

Pty *small_start_ready(PtyOptions options) {
    Pty *pty = small_start(options);
    if (!pty_wait(pty, "ready", SOON) || !pty_wait(pty, "keys.", SOON))
        ck_abort_msg("not ready: %s", pty_text(pty));
    return pty;
}

void small_check(Pty *pty, const char *shown) {
    if (!pty_wait(pty, shown, SOON))
        ck_abort_msg("no '%s' in:\n%s", shown, pty_text(pty));
}

char *small_picture(Pty *pty) {
    char *text = memory_string(pty_text(pty));
    *strstr(text, "keys") = '\0';
    return text;
}
