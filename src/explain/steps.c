/* Numbers, words, sums and cells of an explanation. See steps.h. */
#include "explain/steps.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "session/language.h"

void steps_release(Steps *steps) {
    for (size_t i = 0; i < steps->count; i++) {
        ExplainStep *step = &steps->step[i];
        for (size_t k = 0; k < KEYS_SHOWN; k++)
            free(step->cell[k]);
        free(step->label);
        free(step->text);
    }
    free(steps->step);
    steps->step = NULL;
    steps->count = 0;
}

/* ---- numbers ---- */

static bool out_of_range(double number, int digits) {
    double size = fabs(number);
    return size >= 1e7 || size < 0.5 * pow(10, -digits);
}

Written steps_number(const Steps *steps, double number) {
    Written out;
    if (isnan(number))
        snprintf(out.text, sizeof out.text, "NaN");
    else if (isinf(number))
        snprintf(out.text, sizeof out.text, "%s", number < 0 ? "-∞" : "+∞");
    else if (number == floor(number) && fabs(number) < 1e7)
        snprintf(out.text, sizeof out.text, "%.0f", number == 0 ? 0.0 : number);
    else if (out_of_range(number, steps->digits))
        snprintf(out.text, sizeof out.text, "%.*g", steps->digits, number);
    else
        snprintf(out.text, sizeof out.text, "%.*f", steps->digits, number);
    return out;
}

Written written_factor(Written number) {
    Written out;
    snprintf(out.text, sizeof out.text, *number.text == '-' ? "(%.60s)" : "%s",
             number.text);
    return out;
}

Written steps_factor(const Steps *steps, double number) {
    return written_factor(steps_number(steps, number));
}

void steps_vector(const Steps *steps, const double *numbers, size_t count, Text *out) {
    text_append(out, "[");
    for (size_t i = 0; i < count && i < VECTOR_SHOWN; i++)
        text_format(out, "%s%s", i ? " " : "", steps_number(steps, numbers[i]).text);
    if (count > VECTOR_SHOWN)
        text_format(out, " … +%zu", count - VECTOR_SHOWN);
    text_append(out, "]");
}

/* ---- words ---- */

void explain_words(const Session *session, Text *out, const char *id, ...) {
    va_list arguments;
    va_start(arguments, id);
    text_format_list(out, message(session->look.lang, id), arguments);
    va_end(arguments);
}

long steps_count(const Steps *steps, Axis axis, size_t index) {
    return session_number_of(steps->session, axis, index);
}

void explain_place(const Session *session, GridCell of, Text *out) {
    const GridSpec *spec = &grid_table[of.grid];
    text_format(out, "[%ld", session_number_of(session, spec->rows, of.row));
    if (spec->cols != AXIS_SINGLE)
        text_format(out, ",%ld", session_number_of(session, spec->cols, of.col));
    text_append(out, "]");
}

void steps_name(const Steps *steps, GridCell cell, Text *out) {
    const GridSpec *spec = &grid_table[cell.grid];
    text_append(out, grid_title(steps->lang, cell.grid));
    if (spec->per_head && steps->model->layers[cell.place.layer].heads > 1)
        text_format(out, ".%zu", cell.place.head + 1);
    explain_place(steps->session, cell, out);
}

/* ---- steps of words ---- */

static ExplainStep *step_new(Steps *steps) {
    steps->step = memory_resize(steps->step, steps->count + 1, sizeof *steps->step);
    ExplainStep *step = &steps->step[steps->count++];
    *step = (ExplainStep){.role = ROLE_BASE};
    return step;
}

static char *text_take(Text *text) {
    char *bytes = memory_string(text_string(text));
    text_release(text);
    return bytes;
}

void steps_say(Steps *steps, int role, const char *label, Text *text) {
    ExplainStep *step = step_new(steps);
    step->label = memory_string(label);
    step->role = role;
    step->text = text_take(text);
}

void steps_tell(Steps *steps, int role, const char *label, const char *id, ...) {
    Text text = {0};
    va_list arguments;
    va_start(arguments, id);
    text_format_list(&text, message(steps->lang, id), arguments);
    va_end(arguments);
    steps_say(steps, role, label, &text);
}

void steps_head(Steps *steps, Text *text) {
    ExplainStep *step = step_new(steps);
    step->label = text_take(text);
    step->head = true;
}

double steps_value(const Steps *steps, GridCell cell, RowState *state) {
    return grid_cell(steps->sheet, cell.grid, cell.place, cell.row, cell.col, state);
}

void steps_answer(const Steps *steps, GridCell cell, Text *out) {
    const Model *model = steps->model;
    RowState state;
    double value = steps_value(steps, cell, &state);
    if (state == ROWSTATE_UNDEFINED)
        explain_words(steps->session, out, "explain.undefined");
    else if ((cell.grid == GRID_PROB || cell.grid == GRID_LOSS) &&
             (model->loss == LOSS_NONE ||
              !query_scored(model, cell.place.record, cell.row)))
        text_append(out, "-");
    else
        text_append(out, steps_number(steps, value).text);
}

void steps_result(Steps *steps, GridCell cell) {
    Text name = {0}, text = {0};
    steps_name(steps, cell, &name);
    text_append(&text, "= ");
    steps_answer(steps, cell, &text);
    steps_say(steps, ROLE_TITLE, text_string(&name), &text);
    text_release(&name);
}

/* ---- sums ---- */

static bool has_column(const Steps *steps, size_t key) {
    for (size_t n = 0; n < steps->shown; n++)
        if (steps->key[n] == key)
            return true;
    return false;
}

/* Appends a product or a number; the first of a sum needs no parentheses if negative. */
static void append_term(const Steps *steps, Text *text, double left,
                        const double *right) {
    text_append(text, text->length ? " + " : "");
    text_append(text, text->length ? steps_factor(steps, left).text
                                   : steps_number(steps, left).text);
    if (right)
        text_format(text, "·%s", steps_factor(steps, *right).text);
}

void steps_sum(Steps *steps, const char *label, Terms terms, bool by_key,
               const double *extra, double result) {
    Text text = {0};
    bool *shown = memory_new(terms.count, sizeof *shown);
    size_t rest = terms.count;
    for (size_t n = 0; n < terms.count; n++) {
        shown[n] = by_key && terms.count > TERMS_SHOWN ? has_column(steps, terms.index[n])
                                                       : n < TERMS_SHOWN;
        rest -= shown[n];
        if (shown[n])
            append_term(steps, &text, terms.left[n],
                        terms.right ? &terms.right[n] : NULL);
    }
    if (extra)
        append_term(steps, &text, *extra, NULL);
    if (rest) {
        text_format(&text, "%s%s ", text.length ? " + " : "",
                    steps_factor(steps, terms_sum(&terms, shown)).text);
        explain_words(steps->session, &text, "explain.terms", rest);
    }
    Written number = steps_number(steps, result);
    if (strcmp(text_string(&text), number.text) == 0)
        text_clear(&text);
    text_format(&text, "%s= %s", text.length ? " " : "", number.text);
    steps_say(steps, ROLE_NUMBER, label, &text);
    terms_release(&terms);
    free(shown);
}

void steps_cell_sum(Steps *steps, GridCell cell, Terms terms, bool by_key,
                    const double *extra) {
    Text label = {0};
    steps_name(steps, cell, &label);
    steps_sum(steps, text_string(&label), terms, by_key, extra,
              steps_value(steps, cell, NULL));
    text_release(&label);
}

/* ---- steps of cells ---- */

ExplainStep *steps_cells(Steps *steps, long value, const char *id, ...) {
    Text label = {0};
    va_list arguments;
    va_start(arguments, id);
    text_format_list(&label, message(steps->lang, id), arguments);
    va_end(arguments);
    ExplainStep *step = step_new(steps);
    step->label = text_take(&label);
    for (size_t n = 0; n < steps->shown; n++) {
        step->cell[n] = memory_string("");
        const char *made = (const char *)&steps->made[n];
        if (value != NO_VALUE)
            step_number(steps, step, n, ROLE_NUMBER, *(const double *)(made + value));
    }
    return step;
}

void step_cell(const Steps *steps, ExplainStep *step, size_t column, int role,
               const char *text) {
    free(step->cell[column]);
    step->cell[column] = memory_string(text);
    step->style[column] = style_over(role, steps->back);
}

void step_number(const Steps *steps, ExplainStep *step, size_t column, int role,
                 double number) {
    step_cell(steps, step, column, role, steps_number(steps, number).text);
}

void step_note(ExplainStep *step, int role, Text *note) {
    step->role = role;
    free(step->text);
    step->text = text_take(note);
}

void step_note_sum(const Steps *steps, ExplainStep *step, double sum) {
    Text note = {0};
    explain_words(steps->session, &note, "explain.sum", steps_number(steps, sum).text);
    step_note(step, ROLE_BASE, &note);
}

/* ---- the row, and its keys with a column ---- */

/* Rates each key by its largest weight; the explained key comes first. */
static void key_merits(Steps *steps, const HeadRow *rows, size_t count, double *merit,
                       size_t keys) {
    for (size_t n = 0; n < count; n++) {
        const Row *row = pass_weights(steps->pass, rows[n].place, rows[n].query);
        for (size_t j = 0; j < keys && j < row->keys; j++)
            if (row->weights[j] > merit[j])
                merit[j] = row->weights[j];
    }
    if (steps->cursor_key >= 0 && (size_t)steps->cursor_key < keys)
        merit[steps->cursor_key] = INFINITY;
}

static void take_best(Steps *steps, double *merit, size_t keys) {
    size_t best = 0;
    for (size_t j = 1; j < keys; j++)
        if (merit[j] > merit[best])
            best = j;
    merit[best] = -1;
    size_t at = steps->shown++;
    for (; at > 0 && steps->key[at - 1] > best; at--)
        steps->key[at] = steps->key[at - 1];
    steps->key[at] = best;
}

void steps_choose(Steps *steps, const HeadRow *rows, size_t count) {
    size_t keys = model_keys(steps->model, rows->place);
    size_t most = steps->limit < keys ? steps->limit : keys;
    double *merit = memory_new(keys, sizeof *merit);
    key_merits(steps, rows, count, merit, keys);
    steps->shown = 0;
    while (steps->shown < most)
        take_best(steps, merit, keys);
    free(merit);
}

void steps_trace(Steps *steps, HeadRow row) {
    steps->trace = trace_open(steps->pass, row.place, row.query);
    trace_weigh(&steps->trace);
    for (size_t n = 0; n < steps->shown; n++)
        steps->made[n] = trace_key(&steps->trace, steps->key[n]);
}
