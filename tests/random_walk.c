/* See random_walk.h. */
#include "random_walk.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "viewer.h"
#include "session/action.h"
#include "base/key.h"
#include "view/view.h"

enum { LINE = 4000 };

static unsigned next_random(Walker *walker) {
    walker->state = walker->state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(walker->state >> 33);
}

size_t below(Walker *walker, size_t count) {
    return count ? next_random(walker) % count : 0;
}

static const char *any(Walker *walker, const char *const *words, size_t count) {
    return words[below(walker, count)];
}
#define ANY(walker, words) any(walker, words, sizeof(words) / sizeof *(words))

/* ---- lines that fit ---- */

/* What a letter stands for is in put_letter; all else is as it is. */
static const char *const forms[] = {
    "set @O",
    "set @O",
    "set @O",
    "set @O @l",
    "toggle @C",
    "cycle @C",
    "cycle @C back",
    "edit @I @v",
    "edit @I @v",
    "edit @I @v",
    "edit @I @v",
    "replace @W",
    "perturb @P",
    "perturb @k",
    "edit targets @q @t",
    "edit padding @k @b",
    "edit segments @k @n",
    "flip @q @k",
    "flip @q @k",
    "allow @q @k",
    "forbid @q @k",
    "allow * @k",
    "forbid @q *",
    "flip * @k",
    "clear-mask",
    "swap-heads @h @h",
    "swap-wo @h @h",
    "pin",
    "pin",
    "unpin",
    "compare @C",
    "compare off",
    "compare \"as it is:\" \"two: flip @q @k; set @O\"",
    "compare 'a: edit @I @v; perturb @k' 'b: record @r; swap-wo @h @h'",
    "lane next",
    "lane prev",
    "hide",
    "hide @G",
    "reveal",
    "ask @G",
    "ask @G @q",
    "guess @q @k @v",
    "guess @G @q @k @v",
    "hint",
    "goal @G @q @v",
    "focus @G @q @k",
    "focus @G",
    "focus next",
    "head @h",
    "record @r",
    "layer @l",
    "head next",
    "layer prev",
    "delta",
    "delta on",
    "zoom out",
    "zoom in",
    "digits next",
    "lang next",
    "theme next",
    "step @s",
    "reset",
    "findings",
    "search @t",
    "move down far",
    "explain",
    "origin",
    "text",
    "ledger",
    "prompt \"edit scores 1 \"",
};

static const char *const values[] = {"0",    "1",      "-3",      "ln(99)", "1/3",   "2",
                                     "0.25", "nan",    "-inf",    "inf",    "1e308", "-0",
                                     "5",    "1e-320", "sqrt(2)", "e"};
static const char *const settings[] = {"off", "all", "none", "1",   "2",     "3",
                                       "0.5", "-99", "2,1",  "1,2", "1e308", "-1e9"};

static const Model *model_of(const Walker *walker) {
    return &walker->session->now->model;
}

static const Record *record_of(const Walker *walker) {
    return &model_of(walker)->records[walker->session->look.record];
}

static void put_based(Walker *walker, Text *line, size_t count) {
    long base = walker->session->scene.base;
    text_format(line, "%ld", base + (long)below(walker, count));
}

static void put_option(Walker *walker, Text *line, bool with_value) {
    const OptionSpec *option;
    size_t count = 0;
    do
        option = &option_table[below(walker, option_count)];
    while (!with_value && option->kind != OPTION_CHOICE);
    text_append(line, option->name);
    while (option->values && option->values[count])
        count++;
    if (with_value)
        text_format(line, " %s",
                    count > 1 || (count && below(walker, 3) == 0)
                        ? option->values[below(walker, count)]
                        : ANY(walker, settings));
}

/* An input that is there, with a row and, but for a whole row, a column. */
static void put_input(Walker *walker, Text *line, bool whole) {
    static const GridId inputs[] = {GRID_X,      GRID_Q,       GRID_K,   GRID_V,
                                    GRID_SCORES, GRID_WEIGHTS, GRID_WQ,  GRID_WK,
                                    GRID_WV,     GRID_WO,      GRID_BIAS};
    const Session *session = walker->session;
    Place place = session_place(session);
    GridId grid = GRID_SCORES;
    for (int i = 0; i < 4; i++) {
        GridId other = inputs[below(walker, sizeof inputs / sizeof *inputs)];
        if (grid_exists(session->now, other, place, NULL))
            grid = other;
    }
    size_t cols = grid_cols(session->now, grid, place);
    text_format(line, "%s ", grid_table[grid].name);
    put_based(walker, line, grid_rows(session->now, grid, place));
    if (!whole) {
        text_append(line, " ");
        put_based(walker, line, cols);
    }
    for (size_t c = 0; whole && c < cols; c++)
        text_format(line, " %s", ANY(walker, values));
}

/* A row of x, or of v. */
static void put_perturbed(Walker *walker, Text *line) {
    const Record *record = record_of(walker);
    const Part *part = &record->part[PART_X];
    if (!matrix_present(&part->common))
        part = &record->part[PART_V];
    put_based(walker, line, record->keys);
    for (size_t c = 0; c < part->common.cols; c++)
        text_format(line, " %s", ANY(walker, values));
}

static void put_target(Walker *walker, Text *line) {
    const Scene *scene = &walker->session->scene;
    size_t pick = below(walker, scene->model.candidates + 1);
    text_append(line, pick ? scene->candidates.word[pick - 1] : "-");
}

static void put_letter(Walker *walker, char letter, Text *line) {
    const Session *session = walker->session;
    const Model *model = model_of(walker);
    switch (letter) {
    case 'O':
        put_option(walker, line, true);
        return;
    case 'C':
        put_option(walker, line, false);
        return;
    case 'I':
    case 'W':
        put_input(walker, line, letter == 'W');
        return;
    case 'P':
        put_perturbed(walker, line);
        return;
    case 'G':
        text_append(line, grid_table[below(walker, GRID_COUNT)].name);
        return;
    case 'q':
        put_based(walker, line, record_of(walker)->queries);
        return;
    case 'k':
        put_based(walker, line, record_of(walker)->keys);
        return;
    case 't':
        put_target(walker, line);
        return;
    case 'v':
        text_append(line, ANY(walker, values));
        return;
    case 'h':
        text_format(line, "%zu",
                    1 + below(walker, model->layers[session->look.layer].heads));
        return;
    case 'r':
        text_format(line, "%zu", 1 + below(walker, model->record_count));
        return;
    case 'l':
        text_format(line, "%zu", 1 + below(walker, model->layer_count));
        return;
    case 's':
        text_format(line, "%zu", below(walker, session->scene.step_count + 1));
        return;
    default:
        text_format(line, "%zu", below(walker, letter == 'b' ? 2 : 4));
    }
}

static void fitting_line(Walker *walker, Text *line) {
    for (const char *at = ANY(walker, forms); *at; at++)
        if (*at == '@')
            put_letter(walker, *++at, line);
        else
            text_append_n(line, at, 1);
}

/* ---- lines that make some sense, or none ---- */

static const char *const scraps[] = {
    "1",     "2",      "3",      "*",      "0",  "-1",   "on",  "off",       "next",
    "prev",  "far",    "x",      "scores", "y",  "v",    "wo",  "weights.2", "ln(99)",
    "1/0",   "nan",    "-inf",   "2,1",    "up", "left", "all", "delta",     "order",
    "known", "causal", "strict", "\"",     "果", "1e308"};

static void any_line(Walker *walker, Text *line) {
    /* Files are written by the test alone, and the walk goes on. */
    static const char *const kept_out[] = {"suspend", "quit", "save", "export"};
    const ActionSpec *spec = &action_table[below(walker, action_count)];
    size_t words = below(walker, 5);
    for (size_t i = 0; i < sizeof kept_out / sizeof *kept_out; i++)
        if (strcmp(spec->name, kept_out[i]) == 0)
            return;
    text_append(line, spec->name);
    for (size_t i = 0; i < words; i++)
        text_format(line, " %s", ANY(walker, scraps));
}

static void do_line(Walker *walker, bool fitting) {
    Text line = {0};
    Error error = {0};
    if (fitting)
        fitting_line(walker, &line);
    else
        any_line(walker, &line);
    if (!session_do(walker->session, text_string(&line), &error))
        ck_assert_msg(error_is_set(&error), "%s fails without a word",
                      text_string(&line));
    text_release(&line);
}

/* ---- keys ---- */

static void press_key(Walker *walker) {
    Session *session = walker->session;
    const Binding *binding = &binding_table[below(walker, binding_count)];
    const char *keys = binding->keys;
    int key;
    if (session->prompt.open && below(walker, 3) == 0)
        key = below(walker, 4) == 0 ? KEY_TAB : ' ' + (int)below(walker, 95);
    else if (!key_parse(&keys, &key, NULL))
        return;
    if (strchr(binding->keys, 'q') && !session->prompt.open)
        return;
    session_key(session, key);
}

/* A line through the prompt, with Tab now and then, and Enter or Esc at its end. Nothing there is
 * kept from writing a file or ending the session but that no line asks for it. */
static void type_line(Walker *walker) {
    Session *session = walker->session;
    Text line = {0};
    fitting_line(walker, &line);
    session->prompt.open = false;
    session->look.overlay = OVERLAY_NONE;
    session->look.blank = false;
    session_key(session, ':');
    for (size_t i = 0; i < line.length; i++) {
        if (below(walker, 12) == 0)
            session_key(session, KEY_TAB);
        if (((unsigned char)text_string(&line)[i] & 0x80) == 0)
            session_key(session, text_string(&line)[i]);
    }
    session_key(session, below(walker, 8) ? KEY_RETURN : KEY_ESCAPE);
    session_key(session, KEY_ESCAPE);
    text_release(&line);
}

/* ---- the screen and the mouse ---- */

void check_frame(const Frame *frame) {
    for (int y = 0; y < frame->height; y++)
        for (int x = 0; x < frame->width; x++) {
            const Cell *cell = frame_cell(frame, x, y);
            if (cell->glyph == 0)
                ck_assert(x > 0 && utf8_width(frame_cell(frame, x - 1, y)->glyph) == 2);
            else if (cell->glyph >= 0x7F || cell->glyph < 0x20)
                ck_assert(!frame->ascii && utf8_safe(cell->glyph) == cell->glyph);
            if (cell->style.fore >= ENTRY_COUNT || cell->style.back >= ENTRY_COUNT)
                ck_abort_msg("no such color at %d,%d", x, y);
        }
    ck_assert_msg(frame->cursor_x < frame->width && frame->cursor_y < frame->height,
                  "the cursor is at %d,%d of %dx%d", frame->cursor_x, frame->cursor_y,
                  frame->width, frame->height);
}

/* The terminal is of another size from now on. */
static void resize(Walker *walker) {
    static const int usual[][2] = {{80, 24}, {100, 30}, {160, 45},
                                   {40, 12}, {20, 6},   {1, 1}};
    size_t pick = below(walker, 12);
    walker->session->width = pick < 6 ? usual[pick][0] : (int)below(walker, 200) + 1;
    walker->session->height = pick < 6 ? usual[pick][1] : (int)below(walker, 60) + 1;
}

static void draw(Walker *walker) {
    Session *session = walker->session;
    Frame frame;
    frame_init(&frame, session->width, session->height);
    frame.ascii = below(walker, 5) == 0;
    view_draw(session, &frame);
    check_frame(&frame);
    view_measure(session, &frame);
    frame_release(&frame);
    walker->drawn++;
}

static void use_mouse(Walker *walker) {
    static const MouseKind kinds[] = {MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN, MOUSE_WHEEL_LEFT,
                                      MOUSE_WHEEL_RIGHT};
    Session *session = walker->session;
    Viewer viewer;
    size_t drags = below(walker, 4);
    viewer_open(&viewer, session, session->width, session->height);
    for (size_t i = 0; i < drags + 2; i++) {
        MouseEvent event = {MOUSE_DRAG, (int)below(walker, (size_t)session->width),
                            (int)below(walker, (size_t)session->height)};
        if (i == 0)
            event.kind = below(walker, 3) ? MOUSE_PRESS : kinds[below(walker, 4)];
        else if (i == drags + 1)
            event.kind = MOUSE_RELEASE;
        viewer_mouse(&viewer, event);
    }
    viewer_close(&viewer);
}

unsigned long long frame_digest(const Session *session, int width, int height) {
    unsigned long long sum = 14695981039346656037ULL;
    Frame frame;
    frame_init(&frame, width, height);
    view_draw(session, &frame);
    check_frame(&frame);
    for (int i = 0; i < width * height; i++) {
        const Cell *cell = &frame.cells[i];
        const unsigned parts[] = {cell->glyph,      cell->mark[0],    cell->mark[1],
                                  cell->style.fore, cell->style.back, cell->style.flags};
        for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
            sum = (sum ^ parts[p]) * 1099511628211ULL;
    }
    frame_release(&frame);
    return sum;
}

/* ---- walking ---- */

static void travel(Walker *walker) {
    const char *way = below(walker, 5) < 3 ? "undo" : "redo";
    for (size_t n = 1 + below(walker, 12); n > 0; n--, walker->actions++)
        ck_assert(session_do(walker->session, way, NULL));
}

void walk_on(Walker *walker) {
    size_t pick = below(walker, 100);
    walker->actions++;
    if (pick < 48)
        do_line(walker, true);
    else if (pick < 60)
        do_line(walker, false);
    else if (pick < 82)
        press_key(walker);
    else if (pick < 85)
        type_line(walker);
    else if (pick < 91)
        use_mouse(walker);
    else if (pick < 95)
        travel(walker);
    else
        resize(walker);
    if (below(walker, (size_t)walker->frames) == 0)
        draw(walker);
}
