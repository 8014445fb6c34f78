/* Numbers, words and steps of an explanation. See writer.h. */
#include "explain/writer.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scene/number.h"
#include "session/language.h"

/* ---- numbers ---- */

static Written page_number(double number, int digits) {
    double size = fabs(number);
    Written out;
    if (isnan(number))
        snprintf(out.text, sizeof out.text, "NaN");
    else if (isinf(number))
        snprintf(out.text, sizeof out.text, "%s", number < 0 ? "-∞" : "+∞");
    else if (number == floor(number) && size < 1e7)
        snprintf(out.text, sizeof out.text, "%.0f", number == 0 ? 0.0 : number);
    else if (size >= 1e7)
        out = number_text(number, digits, false);
    else if (size < 0.5 * pow(10, -digits))
        snprintf(out.text, sizeof out.text, "%.*g", digits, number);
    else
        snprintf(out.text, sizeof out.text, "%.*f", digits, number);
    text_trim_exponent(out.text);
    return out;
}

static Written formula_number(double number, int decimals) {
    enum { SHORT = 6 };
    static const double largest_written = 1e12;
    char exact[CELL_TEXT];
    Written out = number_text(number, decimals, false);
    number_write(number, exact);
    bool tiny = *out.text == '~' && strlen(exact) <= SHORT;
    bool rounded = strchr(out.text, 'e') && fabs(number) < largest_written &&
                   number == rint(number) && strtod(out.text, NULL) != number;
    if (tiny)
        snprintf(out.text, sizeof out.text, "%s", exact);
    else if (rounded)
        snprintf(out.text, sizeof out.text, "%.0f", number);
    return out;
}

Written number_in(const Writer *writer, double number) {
    if (writer->formula && writer->formula->telling == TELL_FORM)
        return (Written){"▒"};
    return writer->formula ? formula_number(number, writer->digits)
                           : page_number(number, writer->digits);
}

Written factor_in(const Writer *writer, double number) {
    Written plain = number_in(writer, number), out;
    snprintf(out.text, sizeof out.text, *plain.text == '-' ? "(%.60s)" : "%s",
             plain.text);
    return out;
}

void say_vector(Writer *writer, const double *numbers, size_t count) {
    text_append(writer->text, "[");
    for (size_t i = 0; i < count && i < VECTOR_SHOWN; i++)
        text_format(writer->text, "%s%s", i ? " " : "",
                    number_in(writer, numbers[i]).text);
    if (count > VECTOR_SHOWN)
        text_format(writer->text, " … +%zu", count - VECTOR_SHOWN);
    text_append(writer->text, "]");
}

/* ---- words ---- */

void say_words(Writer *writer, const char *id, ...) {
    va_list arguments;
    va_start(arguments, id);
    text_format_list(writer->text, message(writer->lang, id), arguments);
    va_end(arguments);
}

void say_colon(Writer *writer, const char *id) {
    say_words(writer, "screen.colon");
    say_words(writer, id);
}

long counted(const Writer *writer, Axis axis, size_t index) {
    return session_number_of(writer->session, axis, index);
}

/* ---- cells of grids ---- */

double cell_value(const Writer *writer, GridCell cell, RowState *state) {
    return grid_cell(writer->session->now, cell.grid, cell.place, cell.row, cell.col,
                     state);
}

void explain_place(const Session *session, GridCell of, Text *out) {
    const GridSpec *spec = &grid_table[of.grid];
    text_format(out, "[%ld", session_number_of(session, spec->rows, of.row));
    if (spec->cols != AXIS_SINGLE)
        text_format(out, ",%ld", session_number_of(session, spec->cols, of.col));
    text_append(out, "]");
}

void cell_name(const Writer *writer, GridCell cell, Text *out) {
    const char *name = grid_title(writer->lang, cell.grid);
    if (grid_table[cell.grid].per_head &&
        writer->model->layers[cell.place.layer].heads > 1)
        text_format(out, message(writer->lang, "explain.of-head"), name,
                    cell.place.head + 1);
    else
        text_append(out, name);
    explain_place(writer->session, cell, out);
}

RowState say_value(Writer *writer, GridCell cell) {
    RowState state;
    double value = cell_value(writer, cell, &state);
    if (state == ROWSTATE_UNDEFINED)
        say_words(writer, "explain.undefined");
    else if ((cell.grid == GRID_PROB || cell.grid == GRID_LOSS) &&
             (writer->model->loss == LOSS_NONE ||
              !query_scored(writer->model, cell.place.record, cell.row)))
        text_append(writer->text, "-");
    else
        text_append(writer->text, number_in(writer, value).text);
    return state;
}

/* ---- steps of words ---- */

static ExplainStep *step_new(Writer *steps, int role) {
    steps->step = memory_resize(steps->step, steps->count + 1, sizeof *steps->step);
    ExplainStep *step = &steps->step[steps->count++];
    *step = (ExplainStep){.role = role};
    steps->text = &step->text;
    return step;
}

ExplainStep *step_begin(Writer *steps, int role, const char *label, ...) {
    ExplainStep *step = step_new(steps, role);
    va_list arguments;
    va_start(arguments, label);
    text_format_list(&step->label, label, arguments);
    va_end(arguments);
    return step;
}

void step_drop(Writer *steps) {
    ExplainStep *step = &steps->step[--steps->count];
    for (size_t k = 0; k < KEYS_SHOWN; k++)
        text_release(&step->cell[k]);
    text_release(&step->label);
    text_release(&step->text);
}

void steps_release(Writer *steps) {
    while (steps->count)
        step_drop(steps);
    free(steps->step);
    steps->step = NULL;
}

void steps_tell(Writer *steps, int role, const char *label, const char *id, ...) {
    va_list arguments;
    step_begin(steps, role, "%s", label);
    va_start(arguments, id);
    text_format_list(steps->text, message(steps->lang, id), arguments);
    va_end(arguments);
}

void step_of_cell(Writer *steps, int role, GridCell cell) {
    cell_name(steps, cell, &step_new(steps, role)->label);
}

void steps_result(Writer *steps, GridCell cell) {
    step_of_cell(steps, ROLE_TITLE, cell);
    text_append(steps->text, "= ");
    say_value(steps, cell);
}

/* ---- steps of cells ---- */

ExplainStep *steps_cells(Writer *steps, long value, const char *id, ...) {
    ExplainStep *step = step_new(steps, ROLE_BASE);
    va_list arguments;
    va_start(arguments, id);
    text_format_list(&step->label, message(steps->lang, id), arguments);
    va_end(arguments);
    step->cells = true;
    for (size_t n = 0; value != NO_VALUE && n < steps->shown; n++) {
        const char *made = (const char *)&steps->made[n];
        step_cell(steps, n, ROLE_NUMBER, "%s",
                  number_in(steps, *(const double *)(made + value)).text);
    }
    return step;
}

void step_cell(Writer *steps, size_t column, int role, const char *format, ...) {
    ExplainStep *step = &steps->step[steps->count - 1];
    va_list arguments;
    va_start(arguments, format);
    text_clear(&step->cell[column]);
    text_format_list(&step->cell[column], format, arguments);
    va_end(arguments);
    step->style[column] = style_over(role, steps->back);
}

/* ---- the row, and its keys with a column ---- */

static void take_best(Writer *steps, double *merit, size_t keys) {
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

/* Rates each key by its largest weight; the explained key comes first, then the query's
 * own. */
void steps_choose(Writer *steps, const GridCell *cells, size_t count) {
    size_t keys = model_keys(steps->model, cells->place);
    double *merit = memory_new(keys, sizeof *merit);
    for (size_t n = 0; n < count; n++) {
        const Row *row = pass_weights(steps->pass, cells[n].place, cells[n].row);
        for (size_t j = 0; j < keys && j < row->keys; j++)
            if (row->weights[j] > merit[j])
                merit[j] = row->weights[j];
    }
    long own = query_slot(&steps->model->records[cells->place.record], cells->row);
    if (own >= 0 && (size_t)own < keys)
        merit[own] = DBL_MAX;
    if (steps->cursor_key >= 0 && (size_t)steps->cursor_key < keys)
        merit[steps->cursor_key] = INFINITY;
    steps->shown = 0;
    while (steps->shown < steps->limit && steps->shown < keys)
        take_best(steps, merit, keys);
    free(merit);
}

void steps_trace(Writer *steps, GridCell cell) {
    steps->trace = trace_open(steps->pass, cell.place, cell.row);
    trace_weigh(&steps->trace);
    for (size_t n = 0; n < steps->shown; n++)
        steps->made[n] = trace_key(&steps->trace, steps->key[n]);
}
