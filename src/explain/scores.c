/* From q·k to what enters the softmax: scale, soft cap, ALiBi, bias, the rule that decided, and what
 * the order makes of hidden keys. */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "explain/parts.h"
#include "session/language.h"

/* ---- vectors, as steps ---- */

static const double *vector_at(const Steps *steps, VectorOf *of, size_t column) {
    return of(steps->pass, steps->trace.place, steps->key[column], NULL);
}

static bool whole_vectors(Steps *steps, const char *name, VectorOf *of, size_t width) {
    enum { LABEL_ROOM = 24 };
    Text text[KEYS_SHOWN] = {{0}};
    int room = (steps->width - LABEL_ROOM) / (int)steps->shown - 2;
    bool fits = width <= VECTOR_SHOWN;
    for (size_t n = 0; n < steps->shown; n++) {
        steps_vector(steps, vector_at(steps, of, n), width, &text[n]);
        fits = fits && (int)text[n].length <= room;
    }
    ExplainStep *step = fits ? steps_cells(steps, "explain.vector", name) : NULL;
    for (size_t n = 0; n < steps->shown; n++) {
        if (fits)
            step_cell(steps, step, n, ROLE_NUMBER, text_string(&text[n]));
        text_release(&text[n]);
    }
    return fits;
}

void component_steps(Steps *steps, const char *name, VectorOf *of, size_t c,
                     size_t width) {
    ExplainStep *step = width == 1 ? steps_cells(steps, "explain.vector", name)
                                   : steps_cells(steps, "explain.component", name,
                                                 steps_count(steps, AXIS_COMPONENT, c));
    for (size_t n = 0; n < steps->shown; n++)
        step_number(steps, step, n, ROLE_NUMBER, vector_at(steps, of, n)[c]);
}

void vector_steps(Steps *steps, const char *name, VectorOf *of, size_t width) {
    enum { COMPONENTS_MAX = 4 };
    if (width > 1 && whole_vectors(steps, name, of, width))
        return;
    for (size_t c = 0; width <= COMPONENTS_MAX && c < width; c++)
        component_steps(steps, name, of, c, width);
}

/* ---- scores, as steps ---- */

/* " / √2", " × 0.5", or nothing. */
static void scale_words(const Steps *steps, Text *out) {
    const Options *options = steps->trace.options;
    size_t width = steps->trace.width;
    char number[NUMBER_TEXT];
    switch (options->scale.kind) {
    case SCALE_AUTO:
        text_format(out, " / √%zu", width);
        return;
    case SCALE_WIDTH:
        text_format(out, " / √%zu",
                    steps->model->layers[steps->trace.place.layer].heads * width);
        return;
    case SCALE_NUMBER:
        text_format(out, " × %s", steps_number(steps, options->scale.value, number));
        return;
    case SCALE_NONE:
        return;
    }
}

/* "0·1 = 0" in every cell, where vectors have one component and that is short enough. */
static bool short_products(Steps *steps, const char *id, const char *by) {
    enum { SHORT = 12 };
    char cell[KEYS_SHOWN][140], q[NUMBER_TEXT], k[NUMBER_TEXT], product[NUMBER_TEXT];
    for (size_t n = 0; n < steps->shown; n++) {
        double of_key = pass_k(steps->pass, steps->trace.place, steps->key[n], NULL)[0];
        snprintf(cell[n], sizeof cell[n], "%s·%s = %s",
                 steps_number(steps, steps->trace.q[0], q),
                 steps_factor(steps, of_key, k),
                 steps_number(steps, steps->made[n].product, product));
        if (utf8_columns(cell[n]) > SHORT)
            return false;
    }
    ExplainStep *step = steps_cells(steps, id, by);
    for (size_t n = 0; n < steps->shown; n++)
        step_cell(steps, step, n, ROLE_NUMBER, cell[n]);
    return true;
}

static void scaled_product_steps(Steps *steps, bool more) {
    const Trace *trace = &steps->trace;
    const char *id = more ? "explain.product" : "explain.score-product";
    Text by = {0};
    scale_words(steps, &by);
    if (trace->width != 1 || trace->scale != 1 ||
        !short_products(steps, id, text_string(&by))) {
        vector_steps(steps, "k", pass_k, trace->width);
        if (trace->scale != 1)
            steps_values(steps, VALUE(product), "explain.product", "");
        steps_values(steps, VALUE(raw), id, text_string(&by));
    }
    text_release(&by);
}

/* Whether something comes after the raw score. */
static bool score_goes_on(const Steps *steps) {
    const Trace *trace = &steps->trace;
    bool edited = false;
    for (size_t n = 0; n < steps->shown; n++)
        edited = edited || steps->made[n].edited;
    return edited || trace->options->softcap.on || trace->options->bias == BIAS_ALIBI ||
           matrix_present(trace->bias);
}

static void raw_steps(Steps *steps, bool more) {
    const Trace *trace = &steps->trace;
    if (matrix_present(trace->given)) {
        steps_values(steps, VALUE(raw), "explain.score-given");
    } else if (matrix_present(trace->weights)) {
        ExplainStep *step = steps_values(steps, VALUE(given), "explain.weight-given");
        step_note_sum(steps, step, trace->weight_sum);
        steps_values(steps, VALUE(raw), "explain.score-log");
    } else if (trace->q) {
        scaled_product_steps(steps, more);
    } else {
        steps_tell(steps, ROLE_BASE, "", "explain.no-scores");
    }
}

static void final_score_step(Steps *steps) {
    Text note = {0};
    ExplainStep *step = steps_values(steps, VALUE(score), "explain.score");
    for (size_t n = 0; n < steps->shown; n++) {
        if (!steps->made[n].edited)
            continue;
        step->style[n] = style_over(ROLE_CHANGED, steps->back);
        explain_words(steps->session, &note,
                      note.length ? "explain.and-key" : "explain.by-hand",
                      steps_count(steps, AXIS_KEY, steps->key[n]));
    }
    if (note.length)
        step_note(step, ROLE_CHANGED, &note);
}

void score_steps(Steps *steps) {
    const Trace *trace = &steps->trace;
    bool more = score_goes_on(steps);
    char number[NUMBER_TEXT];
    raw_steps(steps, more);
    if (trace->options->softcap.on)
        steps_values(steps, VALUE(capped), "explain.softcap",
                     steps_number(steps, trace->options->softcap.value, number));
    if (trace->options->bias == BIAS_ALIBI)
        steps_values(steps, VALUE(alibi), "explain.alibi",
                     steps_number(steps, trace->slope, number));
    if (matrix_present(trace->bias))
        steps_values(steps, VALUE(bias), "explain.bias");
    if (more)
        final_score_step(steps);
}

void product_steps(Steps *steps) {
    const Trace *trace = &steps->trace;
    Text label = {0};
    if (steps->cursor_key < 0 || !trace->q || trace->width < 2)
        return;
    size_t key = (size_t)steps->cursor_key;
    Terms terms = trace_product(trace, key);
    explain_words(steps->session, &label, "explain.dot",
                  steps_count(steps, AXIS_KEY, key));
    steps_sum(steps, text_string(&label), &terms, false, NULL,
              trace_score(trace, key).product);
    terms_release(&terms);
    text_release(&label);
}

/* ---- visible and masked, as steps ---- */

static bool hides(const Steps *steps, size_t column) {
    return !reason_visible(steps->made[column].reason);
}

/* Which column's rule is put into words: of the key asked for if it is hidden, else the first hidden
 * one; shown where none is. */
static size_t spoken_column(const Steps *steps) {
    size_t first = steps->shown;
    for (size_t n = steps->shown; n-- > 0;)
        if (hides(steps, n))
            first = n;
    for (size_t n = 0; n < steps->shown; n++)
        if (hides(steps, n) && steps->cursor_key == (long)steps->key[n])
            return n;
    return first;
}

void visible_steps(Steps *steps) {
    const Trace *trace = &steps->trace;
    ExplainStep *step = steps_cells(steps, "explain.visible");
    for (size_t n = 0; n < steps->shown; n++) {
        Reason reason = steps->made[n].reason;
        int role = reason_forced(reason)    ? ROLE_FORCED
                   : reason_visible(reason) ? ROLE_NUMBER
                                            : ROLE_HIDDEN;
        char letter[] = {rule_table[reason].letter, '\0'};
        step_cell(steps, step, n, role, letter);
    }
    size_t spoken = spoken_column(steps);
    Text note = {0};
    if (spoken == steps->shown)
        return;
    explain_reason(steps->session, "explain.reason", trace->place, trace->query,
                   steps->key[spoken], &note);
    step_note(step, ROLE_BASE, &note);
}

void masked_steps(Steps *steps) {
    static const char *const ids[] = {
        [HIDDEN_MINUS_INFINITY] = "explain.masked.before",
        [HIDDEN_ZERO] = "explain.masked.zero",
        [HIDDEN_KEPT] = "explain.masked.kept",
        [HIDDEN_FILL] = "explain.masked.finite",
        [HIDDEN_PLUS_FILL] = "explain.masked.add",
    };
    const Options *options = steps->trace.options;
    char number[NUMBER_TEXT];
    ExplainStep *step =
        steps_values(steps, VALUE(masked), ids[order_of(options)->hidden_score],
                     steps_number(steps, options->fill, number));
    for (size_t n = 0; n < steps->shown; n++)
        if (hides(steps, n))
            step->style[n] = style_over(ROLE_HIDDEN, steps->back);
}

/* ---- in one line ---- */

static void scaled_product_line(Formula *formula, const Trace *trace) {
    const Options *options = trace->options;
    ScaleKind kind = options->scale.kind;
    char number[CELL_TEXT];
    if (kind == SCALE_NUMBER)
        text_format(formula->text, "%s·",
                    formula_factor(formula, options->scale.value, number));
    text_append(formula->text, kind == SCALE_NONE ? "" : "(");
    Sum sum = sum_begin(formula, " + ", 6);
    Terms terms = trace_product(trace, formula->col);
    sum_terms(&sum, &terms);
    sum_end(&sum);
    terms_release(&terms);
    text_append(formula->text, kind == SCALE_NONE ? "" : ")");
    size_t heads = formula->session->now->model.layers[trace->place.layer].heads;
    if (kind == SCALE_AUTO || kind == SCALE_WIDTH)
        text_format(formula->text, "/√%zu",
                    trace->width * (kind == SCALE_WIDTH ? heads : 1));
}

static void raw_line(Formula *formula, const Trace *trace, const KeyTrace *key) {
    char number[CELL_TEXT];
    if (matrix_present(trace->given))
        text_append(formula->text, formula_number(formula, key->raw, number));
    else if (matrix_present(trace->weights))
        text_format(formula->text, "ln(%s)", formula_number(formula, key->given, number));
    else if (trace->q)
        scaled_product_line(formula, trace);
    else
        text_append(formula->text, "0");
}

static void added_line(Formula *formula, const Trace *trace, const KeyTrace *key) {
    char number[CELL_TEXT];
    if (trace->options->bias == BIAS_ALIBI) {
        long distance = trace->position - (long)formula->col;
        text_format(formula->text, distance < 0 ? " - %s·(%ld)" : " - %s·%ld",
                    formula_number(formula, trace->slope, number), distance);
    }
    if (matrix_present(trace->bias))
        text_format(formula->text, " + %s", formula_factor(formula, key->bias, number));
}

/* Words for a score that is no more than what the scene gives, or than nothing; else NULL. */
static const char *plainly_given(const Trace *trace) {
    bool given = matrix_present(trace->given);
    bool none = !given && !matrix_present(trace->weights) && !trace->q;
    if (trace->options->softcap.on || trace->options->bias == BIAS_ALIBI ||
        matrix_present(trace->bias))
        return NULL;
    return none ? "screen.no-scores" : given ? "screen.given" : NULL;
}

void scores_line(Formula *formula) {
    Trace trace = trace_open(formula_pass(formula), formula->place, formula->row);
    KeyTrace key = trace_score(&trace, formula->col);
    char cap[CELL_TEXT];
    if (key.edited || plainly_given(&trace)) {
        formula_say(formula, key.edited ? "screen.by-hand" : plainly_given(&trace));
        return;
    }
    formula_number(formula, trace.options->softcap.value, cap);
    text_append(formula->text, " = ");
    if (trace.options->softcap.on)
        text_format(formula->text, "%s·tanh(", cap);
    raw_line(formula, &trace, &key);
    if (trace.options->softcap.on)
        text_format(formula->text, "/%s)", cap);
    added_line(formula, &trace, &key);
}

void masked_line(Formula *formula) {
    Trace trace = trace_open(formula_pass(formula), formula->place, formula->row);
    KeyTrace key = trace_score(&trace, formula->col);
    char score[CELL_TEXT], fill[CELL_TEXT];
    formula_number(formula, key.score, score);
    if (reason_visible(key.reason)) {
        formula_say(formula, "screen.kept");
        return;
    }
    switch (order_of(trace.options)->hidden_score) {
    case HIDDEN_MINUS_INFINITY:
    case HIDDEN_ZERO:
    case HIDDEN_FILL:
        explain_words(formula->session, formula->text, "screen.instead", score);
        break;
    case HIDDEN_PLUS_FILL:
        text_format(formula->text, " = %s + %s", score,
                    formula_factor(formula, trace.options->fill, fill));
        break;
    case HIDDEN_KEPT:
        formula_say(formula, "screen.kept-yet");
        formula_why_hidden(formula, formula->text);
        return;
    }
    formula_hidden(formula);
}
