/* The words, numbers, sums and columns of an explanation. See steps.h. */
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

const char *steps_number(const Steps *steps, double number, char out[NUMBER_TEXT]) {
    if (isnan(number))
        snprintf(out, NUMBER_TEXT, "NaN");
    else if (isinf(number))
        snprintf(out, NUMBER_TEXT, "%s", number < 0 ? "-∞" : "+∞");
    else if (number == floor(number) && fabs(number) < 1e7)
        snprintf(out, NUMBER_TEXT, "%.0f", number == 0 ? 0.0 : number);
    else if (out_of_range(number, steps->digits))
        snprintf(out, NUMBER_TEXT, "%.*g", steps->digits, number);
    else
        snprintf(out, NUMBER_TEXT, "%.*f", steps->digits, number);
    return out;
}

const char *steps_factor(const Steps *steps, double number, char out[NUMBER_TEXT]) {
    char plain[NUMBER_TEXT];
    steps_number(steps, number, plain);
    snprintf(out, NUMBER_TEXT, plain[0] == '-' ? "(%.36s)" : "%.38s", plain);
    return out;
}

void steps_vector(const Steps *steps, const double *numbers, size_t count, Text *out) {
    char number[NUMBER_TEXT];
    text_append(out, "[");
    for (size_t i = 0; i < count && i < VECTOR_SHOWN; i++)
        text_format(out, "%s%s", i ? " " : "", steps_number(steps, numbers[i], number));
    if (count > VECTOR_SHOWN)
        text_format(out, " … +%zu", count - VECTOR_SHOWN);
    text_append(out, "]");
}

/* ---- words ---- */

static void append_message(const Session *session, Text *out, const char *id,
                           va_list arguments) {
    va_list again;
    const char *format = message(session->look.lang, id);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *words = memory_new((size_t)length + 1, 1);
    vsnprintf(words, (size_t)length + 1, format, arguments);
    text_append(out, words);
    free(words);
}

void explain_words(const Session *session, Text *out, const char *id, ...) {
    va_list arguments;
    va_start(arguments, id);
    append_message(session, out, id, arguments);
    va_end(arguments);
}

const char *explain_grid_name(const Session *session, GridId grid) {
    char id[40];
    snprintf(id, sizeof id, "grid.%s", grid_table[grid].name);
    return message(session->look.lang, id);
}

long steps_count(const Steps *steps, Axis axis, size_t index) {
    return session_number_of(steps->session, axis, index);
}

void steps_name(const Steps *steps, GridId grid, Place place, size_t row, size_t col,
                Text *out) {
    const GridSpec *spec = &grid_table[grid];
    text_append(out, explain_grid_name(steps->session, grid));
    if (spec->per_head && steps->model->layers[place.layer].heads > 1)
        text_format(out, ".%zu", place.head + 1);
    text_format(out, "[%ld", steps_count(steps, spec->rows, row));
    if (spec->cols != AXIS_SINGLE)
        text_format(out, ",%ld", steps_count(steps, spec->cols, col));
    text_append(out, "]");
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
    append_message(steps->session, &text, id, arguments);
    va_end(arguments);
    steps_say(steps, role, label, &text);
}

void steps_head(Steps *steps, Text *text) {
    ExplainStep *step = step_new(steps);
    step->label = text_take(text);
    step->head = true;
}

void steps_result(Steps *steps, GridId grid, Place place, size_t row, size_t col) {
    Text name = {0}, text = {0};
    char number[NUMBER_TEXT];
    RowState state;
    double value = grid_cell(steps->sheet, grid, place, row, col, &state);
    steps_name(steps, grid, place, row, col, &name);
    text_append(&text, "= ");
    if (state == ROWSTATE_UNDEFINED)
        explain_words(steps->session, &text, "explain.undefined");
    else if ((grid == GRID_PROB || grid == GRID_LOSS) &&
             (steps->model->loss == LOSS_NONE ||
              !query_scored(steps->model, place.record, row)))
        text_append(&text, "-");
    else
        text_append(&text, steps_number(steps, value, number));
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

/* The first number of a sum needs no parentheses where it is negative. */
static void append_term(const Steps *steps, Text *text, double left,
                        const double *right) {
    char number[NUMBER_TEXT];
    text_append(text, text->length ? " + " : "");
    text_append(text, text->length ? steps_factor(steps, left, number)
                                   : steps_number(steps, left, number));
    if (right)
        text_format(text, "·%s", steps_factor(steps, *right, number));
}

void steps_sum(Steps *steps, const char *label, const Terms *terms, bool by_key,
               const double *extra, double result) {
    Text text = {0};
    char number[NUMBER_TEXT];
    bool *shown = memory_new(terms->count, sizeof *shown);
    size_t rest = terms->count;
    for (size_t n = 0; n < terms->count; n++) {
        shown[n] = by_key && terms->count > TERMS_SHOWN
                       ? has_column(steps, terms->index[n])
                       : n < TERMS_SHOWN;
        rest -= shown[n];
        if (shown[n])
            append_term(steps, &text, terms->left[n],
                        terms->right ? &terms->right[n] : NULL);
    }
    if (extra)
        append_term(steps, &text, *extra, NULL);
    if (rest) {
        text_format(&text, "%s%s ", text.length ? " + " : "",
                    steps_factor(steps, terms_sum(terms, shown), number));
        explain_words(steps->session, &text, "explain.terms", rest);
    }
    steps_number(steps, result, number);
    if (strcmp(text_string(&text), number) == 0)
        text_clear(&text);
    text_format(&text, "%s= %s", text.length ? " " : "", number);
    steps_say(steps, ROLE_NUMBER, label, &text);
    free(shown);
}

/* ---- steps of cells ---- */

static ExplainStep *cells_new(Steps *steps, const char *id, va_list arguments) {
    Text label = {0};
    append_message(steps->session, &label, id, arguments);
    ExplainStep *step = step_new(steps);
    step->label = text_take(&label);
    for (size_t k = 0; k < steps->shown; k++)
        step->cell[k] = memory_string("");
    return step;
}

ExplainStep *steps_cells(Steps *steps, const char *id, ...) {
    va_list arguments;
    va_start(arguments, id);
    ExplainStep *step = cells_new(steps, id, arguments);
    va_end(arguments);
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
    char out[NUMBER_TEXT];
    step_cell(steps, step, column, role, steps_number(steps, number, out));
}

double step_value(const Steps *steps, size_t value, size_t column) {
    return *(const double *)((const char *)&steps->made[column] + value);
}

ExplainStep *steps_values(Steps *steps, size_t value, const char *id, ...) {
    va_list arguments;
    va_start(arguments, id);
    ExplainStep *step = cells_new(steps, id, arguments);
    va_end(arguments);
    for (size_t n = 0; n < steps->shown; n++)
        step_number(steps, step, n, ROLE_NUMBER, step_value(steps, value, n));
    return step;
}

void step_note(ExplainStep *step, int role, Text *note) {
    step->role = role;
    free(step->text);
    step->text = text_take(note);
}

void step_note_sum(const Steps *steps, ExplainStep *step, double sum) {
    Text note = {0};
    char number[NUMBER_TEXT];
    explain_words(steps->session, &note, "explain.sum", steps_number(steps, sum, number));
    step_note(step, ROLE_BASE, &note);
}

/* ---- the row, and its keys with a column ---- */

/* How much a key matters: its largest weight; the one that is asked for most of all. */
static void key_merits(Steps *steps, const Place *places, const size_t *queries,
                       size_t count, double *merit, size_t keys) {
    for (size_t n = 0; n < count; n++) {
        const Row *row = pass_weights(steps->pass, places[n], queries[n]);
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

void steps_choose(Steps *steps, const Place *places, const size_t *queries,
                  size_t count) {
    size_t keys = model_keys(steps->model, places[0].layer, places[0].record);
    size_t most = steps->limit < keys ? steps->limit : keys;
    double *merit = memory_new(keys, sizeof *merit);
    key_merits(steps, places, queries, count, merit, keys);
    steps->shown = 0;
    while (steps->shown < most)
        take_best(steps, merit, keys);
    free(merit);
}

void steps_trace(Steps *steps, Place place, size_t query) {
    steps->trace = trace_open(steps->pass, place, query);
    trace_weigh(&steps->trace);
    for (size_t n = 0; n < steps->shown; n++)
        steps->made[n] = trace_key(&steps->trace, steps->key[n]);
}
