/* See curses.h. Only this file knows ncurses and works around its faults: it cannot tell
 * a dead terminal from no key, crashes on colors if there are none, takes small direct
 * colors for indices, and gives the terminal back on few of the ways out (signals.c does
 * that). */
#include "output/curses.h"

#define key_name                                                                         \
    curses_key_name /* curses.h declares a function of the name of one of ours */
#include <curses.h>
#undef key_name
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "output/sequence.h"
#include "output/tty.h"

enum { ESCAPE_WAIT = 25 }; /* milliseconds for the rest of an escape sequence */

struct Curses {
    const char *type; /* the name of its description */
    SCREEN *screen;
    WINDOW *keys; /* a pad: reading from it never repaints */
    Depth depth;
    bool colored; /* a theme with colors was shown */
    bool mouse;   /* events are asked for */
    bool paste;   /* marks around pasted text are */
    cchar_t *line;
    Batch batch;
    Frame shown; /* the content of ncurses' window; no cells: it is unknown */
    Theme shown_theme;
};

/* A terminfo string, NULL where there is none. */
static const char *capability(const char *name) {
    const char *value = tigetstr(name);
    return value == (char *)-1 ? NULL : value;
}

/* Appends a terminfo string without its padding, which is of the form $<5>. */
static void append_capability(Text *bytes, const char *value) {
    while (value && *value) {
        const char *end = value[0] == '$' && value[1] == '<' ? strchr(value, '>') : NULL;
        if (!end)
            text_append_n(bytes, value, 1);
        value = end ? end + 1 : value + 1;
    }
}

/* Collects the bytes that give the screen back. On a terminal without an alternate screen
 * the cursor goes below the frame. sgr0 also ends colors, of which there may be none. */
static void prepare_bytes(const Curses *curses, Text *bytes) {
    static const char *const names[] = {"cnorm", "sgr0", "rmkx", "rmcup"};
    text_append(bytes, curses->mouse ? MOUSE_OFF : "");
    text_append(bytes, curses->paste ? PASTE_OFF : "");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        append_capability(bytes, capability(names[i]));
    if (!capability("rmcup")) {
        append_capability(bytes, tiparm(capability("cup"), 998, 0));
        text_append(bytes, "\r\n");
    }
}

/* Asks the terminal that is set up. tmux and screen have kmous. */
static bool reports_mouse(const char *type) {
    return capability("XM") || capability("kmous") || tty_like_xterm(type);
}

/* Writes past ncurses, which would keep the bytes until the next frame. */
static void set_modes(const Curses *curses, bool on) {
    const char *mouse = on ? MOUSE_ON : MOUSE_OFF, *paste = on ? PASTE_ON : PASTE_OFF;
    if (curses->mouse)
        batch_send(STDOUT_FILENO, mouse, strlen(mouse));
    if (curses->paste)
        batch_send(STDOUT_FILENO, paste, strlen(paste));
}

static bool describes(const char *name) {
    int result;
    return setupterm(name, STDOUT_FILENO, &result) == OK && result == 1;
}

/* Finds the description to use and sets it up, because prepare_bytes needs it. */
static bool find_type(const char **type, Error *error) {
    const char *name = getenv("TERM");
    if (!name || !*name)
        return error_set(error, "TERM is not set, so nothing is known of this terminal; "
                                "attnscope --print needs none");
    *type = describes(name) ? name : "xterm-256color";
    if (*type != name && !(tty_like_xterm(name) && describes(*type)))
        return error_set(error,
                         "TERM=%.60s is unknown here; try TERM=xterm-256color, or "
                         "attnscope --print, which needs no terminal",
                         name);
    if (!capability("cup"))
        return error_set(
            error,
            "TERM=%.60s cannot place its cursor; attnscope --print needs no such thing",
            *type);
    if (*type != name) {
        Error note;
        error_set(&note, "TERM=%.60s is unknown here, taking it for %s", name, *type);
        error_print(stderr, "attnscope: ", &note);
    }
    return true;
}

/* Finds the depth of the terminal, but no more than is wanted. */
static Depth depth_of(int wanted) {
    int colors = tigetnum("colors");
    if (!has_colors() || colors < 8)
        return DEPTH_NONE;
    Depth depth = colors >= 256 ? DEPTH_256 : colors >= 16 ? DEPTH_16 : DEPTH_8;
    if (colors >= 1 << 24 &&
        (tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || capability("RGB")))
        depth = DEPTH_TRUE;
    return wanted >= 0 && wanted < (int)depth ? (Depth)wanted : depth;
}

/* newterm asks the system for the size, which may be a huge one, unless the environment
 * gives it. */
static SCREEN *new_screen(const char *type, FILE *output, FILE *input) {
    int width, height;
    char wide[16], high[16];
    if (tty_size(STDOUT_FILENO, &width, &height)) {
        snprintf(wide, sizeof wide, "%d", width);
        snprintf(high, sizeof high, "%d", height);
        setenv("COLUMNS", wide, 1);
        setenv("LINES", high, 1);
    }
    SCREEN *screen = newterm(type, output, input);
    unsetenv("COLUMNS");
    unsetenv("LINES");
    return screen;
}

static void follow_size(void) {
    int width, height;
    if (tty_size(STDOUT_FILENO, &width, &height) && (width != COLS || height != LINES))
        resizeterm(height, width);
}

Curses *curses_find(bool *mouse, Text *bytes, Error *error) {
    const char *type;
    if (!find_type(&type, error))
        return NULL;
    Curses *curses = memory_new(1, sizeof *curses);
    curses->type = type;
    curses->mouse = *mouse = *mouse && reports_mouse(type);
    curses->paste = capability("BE") || tty_like_xterm(type);
    prepare_bytes(curses, bytes);
    del_curterm(cur_term);
    fflush(stdout);
    batch_open(&curses->batch, STDOUT_FILENO);
    return curses;
}

bool curses_begin(Curses *curses, const Keyboard *keyboard, int wanted, Error *error) {
    curses->screen = new_screen(curses->type, curses->batch.file, keyboard->input);
    curses->keys = curses->screen ? newpad(1, 1) : NULL;
    if (!curses->keys)
        return error_set(error, "this terminal (TERM=%.60s) could not be opened",
                         curses->type);
    cbreak();
    noecho();
    nonl();
    keyboard_take(keyboard);
    def_prog_mode();
    if (!getenv("ESCDELAY"))
        set_escdelay(ESCAPE_WAIT);
    keypad(curses->keys, TRUE);
    define_key(NULL, KEY_MOUSE); /* reports are read as any sequence is */
    curs_set(1);                 /* sends what leads to the other screen, too */
    set_modes(curses, true);
    follow_size();
    curses->depth = depth_of(wanted);
    return true;
}

void curses_leave(const Curses *curses) {
    set_modes(curses, false);
    endwin();
}

void curses_return(Curses *curses) {
    reset_prog_mode();
    set_modes(curses, true);
    curses_follow_size(curses);
}

void curses_end(Curses *curses) {
    if (!curses)
        return;
    if (curses->screen) {
        curses_leave(curses);
        delwin(curses->keys);
        delscreen(curses->screen);
    }
    batch_close(&curses->batch);
    free(curses->line);
    frame_release(&curses->shown);
    free(curses);
}

TerminalShape curses_shape(const Curses *curses, bool utf8) {
    return (TerminalShape){COLS, LINES, curses->depth, utf8};
}

/* The cells are unknown after a resize, even one that was undone meanwhile. */
void curses_follow_size(Curses *curses) {
    follow_size();
    curses_repaint(curses);
}

/* ---- frames ---- */

/* ncurses takes direct colors 0 to 7 for indices. */
static int color_number(const Curses *curses, uint32_t color) {
    return curses->depth == DEPTH_TRUE && color < 8 ? 0x010101 : (int)color;
}

/* Returns the number of a pair of colors, which ncurses keeps. All palettes together have
 * fewer pairs than there are numbers: 26 in 8 colors, 123 in 16, 34,113 in true ones. */
static int pair_of(const Curses *curses, Paint paint) {
    int pair =
        alloc_pair(color_number(curses, paint.fore), color_number(curses, paint.back));
    return pair > 0 ? pair : 0;
}

/* How the cells from here on are drawn. */
typedef struct Brush {
    Style style;
    bool ready;
    attr_t attributes;
    int pair;
    Paint paint;
} Brush;

static void take_brush(const Curses *curses, Brush *brush, Theme theme, Style style) {
    if (brush->ready && brush->style.fore == style.fore &&
        brush->style.back == style.back && brush->style.flags == style.flags)
        return;
    Depth depth = theme == THEME_MONO ? DEPTH_NONE : curses->depth;
    Paint paint = palette_paint(theme, depth, style);
    *brush = (Brush){.style = style, .ready = true, .paint = paint};
    brush->pair = depth == DEPTH_NONE ? 0 : pair_of(curses, paint);
    brush->attributes = (paint.bold ? A_BOLD : 0) | (paint.underline ? A_UNDERLINE : 0) |
                        (paint.reverse ? A_REVERSE : 0);
}

/* Returns true if the C library, and so ncurses, gives a character the width that the
 * frame gives it. Any other one would shift the rest of its line. */
static bool same_width(uint32_t code) {
    return code < 0x7f || wcwidth((wchar_t)code) == utf8_width(code);
}

/* Appends a cell to the line; returns how many characters that are. */
static int draw_cell(cchar_t *line, const Cell *cell, const Brush *brush) {
    wchar_t text[4] = {(wchar_t)cell->glyph};
    int length = 1, pair = brush->pair;
    for (int i = 0; i < 2; i++) {
        if (cell->mark[i] && same_width(cell->mark[i]))
            text[length++] = (wchar_t)cell->mark[i];
    }
    if (same_width(cell->glyph)) {
        setcchar(line, text, brush->attributes, 0, &pair);
        return 1;
    }
    setcchar(line, L"\xfffd", brush->attributes, 0, &pair);
    if (utf8_width(cell->glyph) == 1)
        return 1;
    setcchar(line + 1, L" ", brush->attributes, 0, &pair);
    return 2;
}

/* Returns true if a cell shows nothing but the color behind it. */
static bool only_ground(const Cell *cell, Paint paint) {
    return cell->glyph == ' ' && !cell->mark[0] && !paint.underline && !paint.reverse;
}

/* A blank is drawn as the cell before it where both have one ground, because each change
 * of boldness or color costs some thirty bytes. */
static void draw_line(Curses *curses, const Frame *frame, Theme theme, int y) {
    const Cell blank = {.glyph = ' ', .style = style_of(ROLE_GROUND)};
    Brush brush = {.ready = false}, last = brush;
    int length = 0;
    for (int x = 0; x < COLS; x++) {
        const Cell *cell = frame_cell(frame, x, y);
        if (!cell)
            cell = &blank;
        if (cell->glyph == 0)
            continue;
        take_brush(curses, &brush, theme, cell->style);
        Cell painted = cell_painted(frame, cell, brush.paint);
        bool as_last = last.ready && last.paint.back == brush.paint.back &&
                       !last.paint.underline && !last.paint.reverse &&
                       only_ground(&painted, brush.paint);
        if (!as_last)
            last = brush;
        length += draw_cell(curses->line + length, &painted, &last);
    }
    mvadd_wchnstr(y, 0, curses->line, length);
}

/* Draws the lines that changed; the window keeps the others, and most keys change few. */
static void draw(Curses *curses, const Frame *frame, Theme theme) {
    Frame *shown = &curses->shown;
    size_t width = (size_t)frame->width;
    bool known = shown->cells && curses->shown_theme == theme &&
                 shown->width == frame->width && shown->height == frame->height;
    if (!known)
        frame_resize(shown, frame->width, frame->height);
    curses->shown_theme = theme;
    for (int y = 0; y < LINES; y++) {
        if (known && frame_line_same(frame, shown, y))
            continue;
        draw_line(curses, frame, theme, y);
        if (y < frame->height)
            memcpy(shown->cells + (size_t)y * width, frame->cells + (size_t)y * width,
                   width * sizeof *frame->cells);
    }
}

/* Before this, ncurses sends no color. Pair 0 is what the terminal has of its own. */
static void start_colors(Curses *curses) {
    if (start_color() == ERR)
        curses->depth = DEPTH_NONE;
    use_default_colors();
    curses->colored = true;
}

void curses_show(Curses *curses, const Frame *frame, Theme theme) {
    curses->line = memory_resize(curses->line, (size_t)COLS + 2, sizeof *curses->line);
    if (theme != THEME_MONO && curses->depth != DEPTH_NONE && !curses->colored)
        start_colors(curses);
    draw(curses, frame, theme);
    bool parked = frame_cell(frame, frame->cursor_x, frame->cursor_y) &&
                  frame->cursor_x < COLS && frame->cursor_y < LINES;
    if (parked)
        move(frame->cursor_y, frame->cursor_x);
    batch_begin(&curses->batch);
    curs_set(parked);
    wnoutrefresh(stdscr);
    doupdate();
    batch_end(&curses->batch);
}

void curses_repaint(Curses *curses) {
    frame_release(&curses->shown);
    clearok(curscr, TRUE);
}

/* ---- keys ---- */

/* Key codes of ncurses, as ours. */
static int key_of_code(int code) {
    static const struct {
        int code;
        int key;
    } table[] = {
        {KEY_UP, KEY_ARROW_UP},     {KEY_DOWN, KEY_ARROW_DOWN},
        {KEY_LEFT, KEY_ARROW_LEFT}, {KEY_RIGHT, KEY_ARROW_RIGHT},
        {KEY_HOME, KEY_FIRST},      {KEY_FIND, KEY_FIRST},
        {KEY_A1, KEY_FIRST},        {KEY_END, KEY_LAST},
        {KEY_SELECT, KEY_LAST},     {KEY_C1, KEY_LAST},
        {KEY_LL, KEY_LAST},         {KEY_PPAGE, KEY_PAGE_UP},
        {KEY_A3, KEY_PAGE_UP},      {KEY_NPAGE, KEY_PAGE_DOWN},
        {KEY_C3, KEY_PAGE_DOWN},    {KEY_BTAB, KEY_BACK_TAB},
        {KEY_ENTER, KEY_RETURN},    {KEY_BACKSPACE, KEY_RUBOUT},
        {KEY_DC, KEY_DELETE},       {KEY_F(5), KEY_F5_KEY},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].code == code)
            return table[i].key;
    return KEY_OTHER;
}

/* get_wch is not used, because it loses a character whose bytes do not come at once, and
 * after an invalid byte the keys that follow. KEY_RESIZE comes from resizeterm. */
int curses_read(const Curses *curses, int milliseconds) {
    int code;
    wtimeout(curses->keys, milliseconds);
    do
        code = wgetch(curses->keys);
    while (code == KEY_RESIZE);
    return code == ERR ? BYTE_NONE : code >= KEY_MIN ? key_of_code(code) : code;
}
