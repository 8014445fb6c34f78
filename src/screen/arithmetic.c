/* The line of arithmetic: name, value and formula of the cell under the cursor, and its
 * value before the last action. If columns are short, the formula leaves first, the
 * value last. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/minmax.h"
#include "base/utf8.h"
#include "session/language.h"
#include "screen/screen.h"

enum { TINY_DECIMALS = 4 };

/* The pieces of the line, in the order in which they are written. */
enum {
    PIECE_BAND,  /* "head 2 " */
    PIECE_NAME,  /* "weights" */
    PIECE_PLACE, /* "[2,2] " */
    PIECE_VALUE,
    PIECE_FORMULA,
    PIECE_WAS,
    PIECE_NOTE,
    PIECES
};

static void undefined_text(const Screen *screen, Text *text) {
    const GridCell *at = &screen->at;
    bool direct = grid_table[at->grid].per_head || screen->merged_out;
    bool infinite =
        order_of(&screen->layer->options)->hidden_score == HIDDEN_MINUS_INFINITY;
    if (direct && grid_table[at->grid].rows == AXIS_QUERY &&
        pass_weights(sheet_pass(screen->now), at->place, at->row)->status == ROW_EMPTY)
        text_format(
            text, say(screen, infinite ? "screen.empty.infinite" : "screen.empty.error"),
            number_of(screen, AXIS_QUERY, at->row));
    else
        text_append(text, say(screen, "screen.undefined.follows"));
}

/* Returns true for p and loss of a query without a target that counts. */
static bool unscored(const Model *model, const GridCell *at) {
    return (at->grid == GRID_PROB || at->grid == GRID_LOSS) &&
           !query_scored(model, at->place.record, at->row);
}

static void was_text(const Screen *screen, Text *text) {
    const Session *session = screen->session;
    const GridCell *at = &screen->at;
    double was = 0;
    if (session_covers_change(session, at->grid) ||
        !session_changed(session, at->grid, at->place, at->row, at->col))
        return;
    bool defined = session_was(session, at->grid, at->place, at->row, at->col, &was);
    text_append(text, "   ");
    if (unscored(&session_reference(session)->model, at))
        text_append(text, say(screen, "screen.was-unscored"));
    else
        text_format(text, say(screen, "screen.was"),
                    defined ? written(screen, was).text
                            : say(screen, "screen.undefined"));
}

/* Writes the number in the baseline, the present one, and how far it moved. Returns false
 * if it did not move, or if one of them is no number. */
static bool judged_text(const Screen *screen, double now, Text *text) {
    const Session *session = screen->session;
    const GridCell *at = &screen->at;
    double was = NAN;
    if (!session->against || grid_table[at->grid].rule ||
        session_covers_change(session, at->grid) ||
        !session_changed(session, at->grid, at->place, at->row, at->col) ||
        !session_was(session, at->grid, at->place, at->row, at->col, &was) ||
        !isfinite(now - was))
        return false;
    text_format(text, say(screen, "screen.judged"), written(screen, was).text,
                written(screen, now).text, written(screen, now - was).text);
    return true;
}

/* Writes the change against the baseline, and the two numbers that it is between. */
static void change_text(const Screen *screen, Text *value, Text *formula) {
    const Session *session = screen->session;
    const GridCell *at = &screen->at;
    bool pinned = session->baseline.kind == BASELINE_PIN;
    double change;
    GridSpan span = {at->col, 1, &change};
    if (!session_delta_span(session, at->grid, at->place, at->row, span) ||
        at->col >= grid_cols(session->against, at->grid, at->place)) {
        text_append(value, say(screen, "screen.delta.none"));
        return;
    }
    double number = cursor_value(screen, screen->now, NULL);
    if (judged_text(screen, number, value))
        return;
    Written now = written(screen, number);
    Written then = written(screen, cursor_value(screen, session->against, NULL));
    text_append(value, written(screen, change).text);
    text_format(formula, *then.text == '-' ? " = %s - (%s)   %s" : " = %s - %s   %s",
                now.text, then.text,
                say(screen, pinned ? "screen.delta.pinned" : "screen.delta.before"));
}

/* Notes that the key under the cursor is the target that the query has to name. */
static void note_text(const Screen *screen, Text *text) {
    const GridCell *at = &screen->at;
    char **tokens = screen->session->scene.labels[at->place.record].tokens;
    if (!grid_is_square(at->grid) || at->grid == GRID_REACH ||
        !holds_answer(screen, at->place, at->row, at->col))
        return;
    text_format(text, say(screen, "screen.is-target"),
                number_of(screen, AXIS_KEY, at->col), tokens[at->col],
                number_of(screen, AXIS_QUERY, at->row));
}

static void names_text(const Screen *screen, Text pieces[PIECES]) {
    const GridCell *at = &screen->at;
    const GridSpec *spec = &grid_table[at->grid];
    bool heads = spec->per_head && screen->layer->heads > 1;
    if (heads || (screen->records && spec->rows == AXIS_QUERY)) {
        text_format(&pieces[PIECE_BAND],
                    say(screen, heads ? "screen.head" : "screen.record"),
                    (int)(heads ? at->place.head : at->place.record) + 1);
        text_append(&pieces[PIECE_BAND], " ");
    }
    if (screen->delta)
        text_format(&pieces[PIECE_NAME], "%s ", grid_title(screen->lang, GRID_DELTA));
    text_append(&pieces[PIECE_NAME], grid_title(screen->lang, at->grid));
    explain_place(screen->session, *at, &pieces[PIECE_PLACE]);
    text_append(&pieces[PIECE_PLACE], " ");
}

/* Returns the columns of the first pieces. */
static int pieces_columns(const Text pieces[PIECES], int count) {
    int columns = 0;
    for (int i = 0; i < count; i++)
        columns += utf8_columns(text_string(&pieces[i]));
    return columns;
}

static void formula_make(const Screen *screen, int room, Telling telling,
                         Text pieces[PIECES]) {
    explain_formula(&(Formula){.session = screen->session,
                               .of = screen->at,
                               .merged = screen->merged_out,
                               .telling = telling,
                               .decimals = screen->layout.decimals,
                               .room = room,
                               .text = &pieces[PIECE_FORMULA],
                               .note = &pieces[PIECE_NOTE]});
}

/* Returns true if numbers of a grid from which the cell is calculated are covered. Of a row
 * of the same query, cells that were answered right are not. */
static bool covers_operand(const Screen *screen, GridCell of, GridId grid) {
    const GridSpec *spec = &grid_table[grid];
    GridCell cell = {grid, of.place, of.row, 0};
    size_t cols = grid_cols(screen->now, grid, of.place);
    bool same = spec->rows == grid_table[of.grid].rows &&
                spec->per_head == grid_table[of.grid].per_head;
    if (!same || !session_covered(screen->session, grid))
        return session_covered(screen->session, grid);
    while (cell.col < cols && !session_covers(screen->session, cell))
        cell.col++;
    return cell.col < cols;
}

static bool operands_covered(const Screen *screen) {
    GridCell of = screen->at;
    of.grid = session_alone(screen->session, of.grid);
    for (unsigned g = 0; g < GRID_COUNT; g++)
        if (grid_table[of.grid].made_of & GRID_BIT(g) &&
            covers_operand(screen, of, (GridId)g))
            return true;
    return false;
}

/* Returns true for a grid whose formula says which keys are visible. */
static bool tells_rule(GridId grid) {
    return grid_table[grid].signs || grid == GRID_ADDITIVE || grid == GRID_MASKED;
}

/* Writes the formula of a covered cell, or of a cell that is made of covered ones, without
 * its numbers; with them if a hint has told them. Of visible a hint tells the rules. */
static void covered_make(const Screen *screen, int room, Text pieces[PIECES]) {
    const Session *session = screen->session;
    Text *formula = &pieces[PIECE_FORMULA];
    static const Telling telling[][HINT_ALL + 1] = {
        {TELL_FORM, TELL_NUMBERS, TELL_RESULTS, TELL_NUMBERS},
        {TELL_NUMBERS, TELL_FORM, TELL_RESULTS, TELL_NUMBERS}}; /* of visible */
    GridId grid = screen->at.grid;
    bool visible = grid == GRID_VISIBLE;
    bool rule = tells_rule(grid) || session_covered(session, GRID_VISIBLE);
    int hint = session_hint(session, screen->at) - (session->question.asks == 0);
    if (operands_covered(screen))
        hint = min_int(hint, HINT_FORM);
    if (!screen->delta && (visible ? hint > HINT_FORM : hint >= HINT_FORM && !rule))
        formula_make(screen, room, telling[visible][hint], pieces);
    text_clear(&pieces[PIECE_NOTE]);
    if (strncmp(text_string(formula), " = ", 3) == 0)
        return;
    text_clear(formula);
    if (screen->delta || session_covers(session, screen->at))
        text_append(formula, say(screen, "screen.covered"));
}

static void guess_text(const Screen *screen, Text *value) {
    Answer answer = session_answer(screen->session, screen->at);
    if (answer.guess)
        text_format(value, answer.state == ANSWER_WRONG ? "✗%s" : "?%s", answer.guess);
    else
        text_append(value, screen->session->question.asks ? "▒" : "????");
}

static void pieces_make(const Screen *screen, int room, Text pieces[PIECES]) {
    const GridCell *at = &screen->at;
    Text *value = &pieces[PIECE_VALUE], *formula = &pieces[PIECE_FORMULA];
    RowState state;
    names_text(screen, pieces);
    if (!explain_exists(screen->session, *at)) { /* a lane may lack it */
        text_append(value, say(screen, "explain.not-there"));
        return;
    }
    if (session_covers(screen->session, *at) ||
        (screen->delta && session_covers_change(screen->session, at->grid))) {
        guess_text(screen, value);
        covered_make(screen, room - pieces_columns(pieces, PIECES), pieces);
        return;
    }
    if (screen->delta) {
        change_text(screen, value, formula);
        return;
    }
    double number = cursor_value(screen, screen->now, &state);
    bool undefined = state == ROWSTATE_UNDEFINED;
    bool operands = operands_covered(screen);
    bool judged = !operands && judged_text(screen, number, value);
    if (session_answer(screen->session, *at).state == ANSWER_RIGHT)
        text_append(value, "✓");
    if (!judged) {
        text_append(value, unscored(screen->model, at) ? "-"
                           : undefined                 ? say(screen, "screen.undefined")
                                                       : written(screen, number).text);
        if (!session_asks(screen->session, *at))
            was_text(screen, &pieces[PIECE_WAS]);
    }
    room -= pieces_columns(pieces, PIECES);
    text_append(formula, judged ? say(screen, "screen.judged.now") : "");
    if (undefined)
        undefined_text(screen, formula);
    else if (operands)
        covered_make(screen, room, pieces);
    else
        formula_make(screen, room, TELL_NUMBERS, pieces);
    if (judged && utf8_columns(text_string(formula)) > room)
        text_clear(formula);
    if (pieces[PIECE_NOTE].length == 0)
        note_text(screen, &pieces[PIECE_NOTE]);
}

/* Cuts a formula that does not fit at its end, if at least LEAST_KEPT columns remain. */
static void cut_formula(Text pieces[PIECES], int columns) {
    enum { LEAST_KEPT = 12 };
    Text *formula = &pieces[PIECE_FORMULA];
    int room = columns - 1 - pieces_columns(pieces, PIECE_FORMULA); /* without the dots */
    if (pieces[PIECE_WAS].length > 0 || room < LEAST_KEPT ||
        utf8_columns(text_string(formula)) <= room + 1)
        return;
    while (utf8_columns(text_string(formula)) > room) {
        while ((formula->bytes[--formula->length] & 0xc0) == 0x80)
            continue;
        formula->bytes[formula->length] = '\0';
    }
    text_append(formula, "…");
}

/* Writes the first of the forms that fits. A form has 1 for each piece that it keeps. */
static void arithmetic_text(const Screen *screen, int columns, Text *text) {
    static const bool forms[][PIECES] = {
        {1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 0}, {1, 1, 1, 1, 1, 0, 0},
        {1, 1, 1, 1, 0, 1, 0}, {0, 1, 1, 1, 0, 1, 0}, {0, 0, 1, 1, 0, 1, 0},
        {0, 1, 1, 1, 0, 0, 0}, {0, 0, 1, 1, 0, 0, 0}, {0, 0, 0, 1, 0, 0, 0},
    };
    Text pieces[PIECES] = {{0}};
    pieces_make(screen, columns, pieces);
    cut_formula(pieces, columns);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        text_clear(text);
        for (int p = 0; p < PIECES; p++) {
            bool has = forms[i][p] && pieces[p].length > 0;
            text_append(text, has && p == PIECE_NOTE ? "   " : "");
            frame_spell(screen->ascii, has ? text_string(&pieces[p]) : "", text);
        }
        if (utf8_columns(text_string(text)) <= columns)
            break;
    }
    for (int i = 0; i < PIECES; i++)
        text_release(&pieces[i]);
}

/* Appends how the question was answered, and whether the goal is met. */
static void answers_text(const Screen *screen, bool full, Text *text) {
    Score score = session_score(screen->session);
    size_t judged = score.right + score.wrong, actions;
    size_t open = score.asked - judged - score.looked_up;
    bool met;
    if (score.asked && judged && !score.guessed) {
        text_format(text, say(screen, "screen.score"), score.right, judged);
        if (open && full)
            text_format(text, say(screen, "screen.score.open"), open);
        if (score.tried > score.wrong && full)
            text_format(text, say(screen, "screen.score.tried"),
                        score.tried - score.wrong);
    } else if (score.asked && !screen->session->question.shown) {
        text_format(text, say(screen, "screen.answered"), score.guessed + judged,
                    score.asked);
    }
    if (score.asked && score.looked_up && full)
        text_format(text, say(screen, "screen.score.looked-up"), score.looked_up);
    if (!session_goal(screen->session, &met, &actions))
        return;
    text_append(text, text->length ? "   " : "");
    text_format(text,
                say(screen, !met           ? "screen.goal.open"
                            : actions == 1 ? "screen.goal.met-one"
                                           : "screen.goal.met"),
                actions);
}

/* Writes the answers at the right end of the line; returns the column where they begin. */
static int answers_draw(Screen *screen, int end, int y) {
    Text text = {0};
    answers_text(screen, true, &text);
    int columns = utf8_columns(text_string(&text));
    if (columns > end / 2) {
        text_clear(&text);
        answers_text(screen, false, &text);
        columns = utf8_columns(text_string(&text));
    }
    Pen pen = screen_pen(screen, end - columns, y);
    if (columns == 0 || columns > end / 2) {
        text_release(&text);
        return end;
    }
    pen_spell(&pen, ROLE_ARITHMETIC, text_string(&text));
    text_release(&text);
    return end - columns - 2;
}

void arithmetic_draw(Screen *screen, const char *before) {
    const Layout *layout = &screen->layout;
    bool alone = !layout->merged_bottom;
    Pen pen = screen_pen(screen, alone, layout->arithmetic);
    Text text = {0};
    pen.end = screen->width - (alone ? 1 : 10);
    if (alone)
        frame_fill(pen.frame, 0, pen.y, screen->width, 1, style_of(ROLE_ARITHMETIC));
    if (alone)
        pen.end = answers_draw(screen, pen.end, pen.y);
    pen_text(&pen, ROLE_ARITHMETIC, before);
    arithmetic_text(screen, pen.end - pen.x, &text);
    pen_text(&pen, ROLE_ARITHMETIC, text_string(&text));
    screen->content.merged_from = pen.x + 2;
    text_release(&text);
}

/* Writes the longest that fits of "w[2,2] 0.5000", the number, and nothing. */
void value_alone_draw(Screen *screen) {
    const GridCell *at = &screen->at;
    RowState state;
    Written number = {"????"};
    Pen pen = screen_pen(screen, 0, 0);
    double value = cursor_value(screen, screen->now, &state);
    if (!session_covers(screen->session, *at))
        number = state == ROWSTATE_UNDEFINED
                     ? (Written){"∅"}
                     : number_text(value, TINY_DECIMALS, screen->ascii);
    if (!pen_whole(&pen, ROLE_NUMBER, "%.1s[%ld,%ld] %s", grid_table[at->grid].name,
                   number_of(screen, grid_table[at->grid].rows, at->row),
                   number_of(screen, grid_table[at->grid].cols, at->col), number.text))
        pen_whole(&pen, ROLE_NUMBER, "%s", number.text);
}
