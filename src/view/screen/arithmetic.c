/* The line of arithmetic: name, value and formula of the cell under the cursor, and its
 * value before the last action. Where columns are short the formula is left out first,
 * the value last. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "explain/explain.h"
#include "session/language.h"
#include "view/screen/screen.h"

enum { VALUE_DECIMALS = 6, TINY_DECIMALS = 4 };

/* The parts of the line, in the order in which they are written. */
typedef struct Parts {
    Text band;  /* "head 2 " */
    Text name;  /* weights */
    Text place; /* [2,2] */
    Text value, formula, was, note;
} Parts;

static Place cursor_place(const Screen *screen) {
    return session_place(screen->session);
}

static void value_text(const Screen *screen, double value, RowState state, Text *text) {
    char number[CELL_TEXT];
    if (state == ROWSTATE_UNDEFINED)
        text_append(text, message(screen->lang, "screen.undefined"));
    else {
        number_text(value, VALUE_DECIMALS, screen->ascii, number);
        text_append(text, number);
    }
}

static void undefined_text(const Screen *screen, Text *text) {
    const Session *session = screen->session;
    GridId grid = screen_focus(screen);
    Place place = cursor_place(screen);
    size_t row = session->look.row;
    bool direct = grid_table[grid].per_head || screen->merged_out;
    if (direct && grid_table[grid].rows == AXIS_QUERY &&
        pass_weights(sheet_pass(session->now), place, row)->status == ROW_EMPTY)
        text_format(
            text,
            message(screen->lang, order_of(session_options(session))->hidden_score ==
                                          HIDDEN_MINUS_INFINITY
                                      ? "screen.empty.infinite"
                                      : "screen.empty.error"),
            session_number_of(session, AXIS_QUERY, row));
    else
        text_append(text, message(screen->lang, "screen.undefined.follows"));
}

/* Whether the grid holds p or loss of a query that is not scored. */
static bool unscored(const Model *model, GridId grid, Place place, size_t row) {
    return (grid == GRID_PROB || grid == GRID_LOSS) &&
           !query_scored(model, place.record, row);
}

static void was_text(const Screen *screen, Text *text) {
    const Session *session = screen->session;
    const Look *look = &session->look;
    GridId grid = screen_focus(screen);
    Place place = cursor_place(screen);
    double was;
    Text value = {0};
    if (!session_changed(session, grid, place, look->row, look->col))
        return;
    bool defined = session_was(session, grid, place, look->row, look->col, &was);
    if (unscored(&session->before->model, grid, place, look->row)) {
        text_format(text, "   %s", message(screen->lang, "screen.was-unscored"));
        return;
    }
    value_text(screen, defined ? was : 0, defined ? ROWSTATE_FINE : ROWSTATE_UNDEFINED,
               &value);
    text_append(text, "   ");
    text_format(text, message(screen->lang, "screen.was"), text_string(&value));
    text_release(&value);
}

/* Notes that the key under the cursor is the target of its query. */
static void note_text(const Screen *screen, Text *text) {
    const Session *session = screen->session;
    Place place = cursor_place(screen);
    const Labels *labels = &session->scene.labels[place.record];
    const Record *record = &screen->model->records[place.record];
    GridId grid = screen_focus(screen);
    size_t row = session->look.row, col = session->look.col;
    if (!grid_is_square(grid) || grid == GRID_REACH || !record->targets ||
        (long)col != query_slot(record, row) + 1 ||
        strcmp(labels->tokens[col], session->now->targets[place.record][row]) != 0)
        return;
    text_format(text, message(screen->lang, "screen.is-target"),
                session_number_of(session, AXIS_KEY, col), labels->tokens[col],
                session_number_of(session, AXIS_QUERY, row));
}

static void names_text(const Screen *screen, Parts *parts) {
    const Session *session = screen->session;
    const Look *look = &session->look;
    GridId grid = screen_focus(screen);
    bool heads =
        grid_table[grid].per_head && screen->model->layers[look->layer].heads > 1;
    bool records = screen->records && grid_table[grid].rows == AXIS_QUERY;
    if (heads || records) {
        text_format(&parts->band,
                    message(screen->lang, heads ? "screen.head" : "screen.record"),
                    (int)(heads ? look->head : look->record) + 1);
        text_append(&parts->band, " ");
    }
    if (screen->delta)
        text_format(&parts->name, "%s ", grid_title(screen, GRID_DELTA));
    text_append(&parts->name, grid_title(screen, grid));
    if (grid_table[grid].cols == AXIS_SINGLE)
        text_format(&parts->place, "[%ld]",
                    session_number_of(session, grid_table[grid].rows, look->row));
    else
        text_format(&parts->place, "[%ld,%ld]",
                    session_number_of(session, grid_table[grid].rows, look->row),
                    session_number_of(session, grid_table[grid].cols, look->col));
}

/* Columns of the parts before the formula. */
static int columns_before(const Parts *parts) {
    return utf8_columns(text_string(&parts->band)) +
           utf8_columns(text_string(&parts->name)) +
           utf8_columns(text_string(&parts->place)) +
           utf8_columns(text_string(&parts->value));
}

static void parts_make(const Screen *screen, int room, Parts *parts) {
    const Session *session = screen->session;
    const Look *look = &session->look;
    GridId grid = screen_focus(screen);
    Place place = cursor_place(screen);
    RowState state;
    names_text(screen, parts);
    if (session_covered(session, grid)) {
        text_append(&parts->value, "????");
        text_append(&parts->formula, message(screen->lang, "screen.covered"));
        return;
    }
    if (screen->delta) {
        delta_arithmetic(screen, &parts->value, &parts->formula);
        return;
    }
    double value = grid_cell(session->now, grid, place, look->row, look->col, &state);
    if (unscored(screen->model, grid, place, look->row))
        text_append(&parts->value, "-");
    else
        value_text(screen, value, state, &parts->value);
    was_text(screen, &parts->was);
    int used = columns_before(parts) + utf8_columns(text_string(&parts->was)) + 1;
    Formula formula = {.session = session,
                       .of = {grid, place, look->row, look->col},
                       .merged = screen->merged_out,
                       .decimals = screen->layout.decimals,
                       .room = room - used,
                       .text = &parts->formula,
                       .note = &parts->note};
    if (state == ROWSTATE_UNDEFINED)
        undefined_text(screen, &parts->formula);
    else
        explain_formula(&formula);
    if (parts->note.length == 0)
        note_text(screen, &parts->note);
}

static void parts_release(Parts *parts) {
    enum { COUNT = 7 };
    Text *texts[COUNT] = {&parts->band,    &parts->name, &parts->place, &parts->value,
                          &parts->formula, &parts->was,  &parts->note};
    for (size_t i = 0; i < COUNT; i++)
        text_release(texts[i]);
}

/* Cuts a formula that does not fit at its end, if at least LEAST_KEPT columns remain. */
static void cut_formula(Parts *parts, int columns) {
    enum { LEAST_KEPT = 12 };
    Text *formula = &parts->formula;
    int room = columns - columns_before(parts) - 2; /* the blank and the dots */
    if (parts->was.length > 0 || room < LEAST_KEPT ||
        utf8_columns(text_string(formula)) <= room + 1)
        return;
    while (utf8_columns(text_string(formula)) > room) {
        while ((formula->bytes[--formula->length] & 0xc0) == 0x80)
            continue;
        formula->bytes[formula->length] = '\0';
    }
    text_append(formula, "…");
}

/* Writes the first of the forms that fits; each leaves out more parts. */
void arithmetic_text(const Screen *screen, int columns, Text *text) {
    enum { BAND = 1, NAME = 2, PLACE = 4, FORMULA = 8, WAS = 16, NOTE = 32 };
    static const int forms[] = {BAND | NAME | PLACE | FORMULA | WAS | NOTE,
                                BAND | NAME | PLACE | FORMULA | WAS,
                                BAND | NAME | PLACE | FORMULA,
                                BAND | NAME | PLACE | WAS,
                                NAME | PLACE | WAS,
                                PLACE | WAS,
                                NAME | PLACE,
                                PLACE,
                                0};
    Parts parts = {{0}, {0}, {0}, {0}, {0}, {0}, {0}};
    parts_make(screen, columns, &parts);
    cut_formula(&parts, columns);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        Text line = {0};
        int form = forms[i];
        text_append(&line, form & BAND ? text_string(&parts.band) : "");
        text_append(&line, form & NAME ? text_string(&parts.name) : "");
        text_append(&line, form & PLACE ? text_string(&parts.place) : "");
        text_append(&line, form & PLACE ? " " : "");
        text_append(&line, text_string(&parts.value));
        text_append(&line, form & FORMULA ? text_string(&parts.formula) : "");
        text_append(&line, form & WAS ? text_string(&parts.was) : "");
        if (form & NOTE && text_string(&parts.note)[0])
            text_format(&line, "   %s", text_string(&parts.note));
        text_clear(text);
        frame_spell(screen->ascii, text_string(&line), text);
        text_release(&line);
        if (utf8_columns(text_string(text)) <= columns)
            break;
    }
    parts_release(&parts);
}

void arithmetic_draw(Screen *screen) {
    const Layout *layout = &screen->layout;
    Text text = {0};
    int y = layout->arithmetic, x = layout->merged_bottom ? 0 : 1;
    int room = layout->merged_bottom ? screen->width - 10 : screen->width - 2;
    Style style = style_of(ROLE_ARITHMETIC);
    arithmetic_text(screen, room, &text);
    if (!layout->merged_bottom)
        frame_fill(screen->frame, 0, y, screen->width, 1, style);
    x += frame_text(screen->frame, x, y, room, style, text_string(&text));
    screen->content.merged_from = x + 2;
    text_release(&text);
}

/* Writes the longest that fits of "w[2,2] 0.5000", the number, and nothing. */
void value_alone_draw(Screen *screen) {
    const Session *session = screen->session;
    const Look *look = &session->look;
    GridId grid = screen_focus(screen);
    RowState state;
    char number[CELL_TEXT] = "????", text[2 * CELL_TEXT];
    double value =
        grid_cell(session->now, grid, cursor_place(screen), look->row, look->col, &state);
    if (!session_covered(session, grid))
        number_text(value, TINY_DECIMALS, screen->ascii, number);
    if (state == ROWSTATE_UNDEFINED)
        snprintf(number, sizeof number, "%s", screen->ascii ? "E" : "∅");
    snprintf(text, sizeof text, "%.1s[%ld,%ld] %s", grid_table[grid].name,
             session_number_of(session, grid_table[grid].rows, look->row),
             session_number_of(session, grid_table[grid].cols, look->col), number);
    const char *shown = utf8_columns(text) <= screen->width ? text : number;
    if (utf8_columns(shown) <= screen->width)
        frame_text(screen->frame, 0, 0, screen->width, style_of(ROLE_NUMBER), shown);
}
