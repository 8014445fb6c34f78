/* Explains scores and masked scores: q·k, scale, soft cap, ALiBi, bias, the rule that
 * decides, and the number that the order gives to hidden keys. */
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
    ExplainStep *step =
        fits ? steps_cells(steps, NO_VALUE, "explain.vector", name) : NULL;
    for (size_t n = 0; n < steps->shown; n++) {
        if (fits)
            step_cell(steps, step, n, ROLE_NUMBER, text_string(&text[n]));
        text_release(&text[n]);
    }
    return fits;
}

void component_steps(Steps *steps, const char *name, VectorOf *of, size_t c,
                     size_t width) {
    ExplainStep *step = width == 1
                            ? steps_cells(steps, NO_VALUE, "explain.vector", name)
                            : steps_cells(steps, NO_VALUE, "explain.component", name,
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

/* The number whose root divides q·k; 0: q·k is not divided by a root. */
static size_t scale_root(const Session *session, const Trace *trace) {
    const Layer *layer = &session->now->model.layers[trace->place.layer];
    switch (layer->options.scale.kind) {
    case SCALE_AUTO:
        return trace->width;
    case SCALE_WIDTH:
        return trace->width * layer->heads;
    case SCALE_NONE:
    case SCALE_NUMBER:
        return 0;
    }
    return 0;
}

/* Appends " / √2", " × 0.5", or nothing. */
static void scale_words(const Steps *steps, Text *out) {
    const Scale *scale = &steps->trace.options->scale;
    size_t root = scale_root(steps->session, &steps->trace);
    if (root)
        text_format(out, " / √%zu", root);
    if (scale->kind == SCALE_NUMBER)
        text_format(out, " × %s", steps_number(steps, scale->value).text);
}

/* Shows vectors of one component as "0·1 = 0" in every cell; false if that is too
 * long. */
static bool short_products(Steps *steps, const char *id, const char *by) {
    enum { SHORT = 12 };
    char cell[KEYS_SHOWN][3 * CELL_TEXT + 8];
    for (size_t n = 0; n < steps->shown; n++) {
        double of_key = pass_k(steps->pass, steps->trace.place, steps->key[n], NULL)[0];
        snprintf(cell[n], sizeof cell[n], "%s·%s = %s",
                 steps_number(steps, steps->trace.q[0]).text,
                 steps_factor(steps, of_key).text,
                 steps_number(steps, steps->made[n].product).text);
        if (utf8_columns(cell[n]) > SHORT)
            return false;
    }
    ExplainStep *step = steps_cells(steps, NO_VALUE, id, by);
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
            steps_cells(steps, VALUE(product), "explain.product", "");
        steps_cells(steps, VALUE(raw), id, text_string(&by));
    }
    text_release(&by);
}

/* Whether more steps follow the raw score. */
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
        steps_cells(steps, VALUE(raw), "explain.score-given");
    } else if (matrix_present(trace->weights)) {
        ExplainStep *step = steps_cells(steps, VALUE(given), "explain.weight-given");
        step_note_sum(steps, step, trace->weight_sum);
        steps_cells(steps, VALUE(raw), "explain.score-log");
    } else if (trace->q) {
        scaled_product_steps(steps, more);
    } else {
        steps_tell(steps, ROLE_BASE, "", "explain.no-scores");
    }
}

static void final_score_step(Steps *steps) {
    Text note = {0};
    ExplainStep *step = steps_cells(steps, VALUE(score), "explain.score");
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
    raw_steps(steps, more);
    if (trace->options->softcap.on)
        steps_cells(steps, VALUE(capped), "explain.softcap",
                    steps_number(steps, trace->options->softcap.value).text);
    if (trace->options->bias == BIAS_ALIBI)
        steps_cells(steps, VALUE(alibi), "explain.alibi",
                    steps_number(steps, trace->slope).text);
    if (matrix_present(trace->bias))
        steps_cells(steps, VALUE(bias), "explain.bias");
    if (more)
        final_score_step(steps);
}

void product_steps(Steps *steps) {
    const Trace *trace = &steps->trace;
    Text label = {0};
    if (steps->cursor_key < 0 || !trace->q || trace->width < 2)
        return;
    size_t key = (size_t)steps->cursor_key;
    explain_words(steps->session, &label, "explain.dot",
                  steps_count(steps, AXIS_KEY, key));
    steps_sum(steps, text_string(&label), trace_product(trace, key), false, NULL,
              trace_score(trace, key).product);
    text_release(&label);
}

/* ---- visible and masked, as steps ---- */

static bool hides(const Steps *steps, size_t column) {
    return !reason_visible(steps->made[column].reason);
}

/* The column whose rule is put into words: that of the explained key if it is hidden,
 * else the first hidden one; `shown` if none is hidden. */
static size_t spoken_column(const Steps *steps) {
    size_t spoken = steps->shown;
    for (size_t n = steps->shown; n-- > 0;)
        if (hides(steps, n) &&
            (spoken == steps->shown || steps->cursor_key != (long)steps->key[spoken]))
            spoken = n;
    return spoken;
}

void visible_steps(Steps *steps) {
    const Trace *trace = &steps->trace;
    ExplainStep *step = steps_cells(steps, NO_VALUE, "explain.visible");
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
    ExplainStep *step =
        steps_cells(steps, VALUE(masked), ids[order_of(options)->hidden_score],
                    steps_number(steps, options->fill).text);
    for (size_t n = 0; n < steps->shown; n++)
        if (hides(steps, n))
            step->style[n] = style_over(ROLE_HIDDEN, steps->back);
}

/* ---- in one line ---- */

static void scaled_product_line(Formula *formula, const Trace *trace) {
    const Scale *scale = &trace->options->scale;
    size_t root = scale_root(formula->session, trace);
    if (scale->kind == SCALE_NUMBER)
        text_format(formula->text, "%s·", formula_factor(formula, scale->value).text);
    text_append(formula->text, scale->kind == SCALE_NONE ? "" : "(");
    Sum sum = sum_begin(formula, " + ", 6);
    sum_terms(&sum, trace_product(trace, formula->of.col));
    text_append(formula->text, scale->kind == SCALE_NONE ? "" : ")");
    if (root)
        text_format(formula->text, "/√%zu", root);
}

static void raw_line(Formula *formula, const Trace *trace, const KeyTrace *key) {
    if (matrix_present(trace->given))
        text_append(formula->text, formula_number(formula, key->raw).text);
    else if (matrix_present(trace->weights))
        text_format(formula->text, "ln(%s)", formula_number(formula, key->given).text);
    else if (trace->q)
        scaled_product_line(formula, trace);
    else
        text_append(formula->text, "0");
}

static void added_line(Formula *formula, const Trace *trace, const KeyTrace *key) {
    if (trace->options->bias == BIAS_ALIBI) {
        long distance = trace->position - (long)formula->of.col;
        text_format(formula->text, distance < 0 ? " - %s·(%ld)" : " - %s·%ld",
                    formula_number(formula, trace->slope).text, distance);
    }
    if (matrix_present(trace->bias))
        text_format(formula->text, " + %s", formula_factor(formula, key->bias).text);
}

/* The message for a score that the scene gives as it is, or that nothing makes; else
 * NULL. */
static const char *plainly_given(const Trace *trace) {
    bool given = matrix_present(trace->given);
    bool none = !given && !matrix_present(trace->weights) && !trace->q;
    if (trace->options->softcap.on || trace->options->bias == BIAS_ALIBI ||
        matrix_present(trace->bias))
        return NULL;
    return none ? "screen.no-scores" : given ? "screen.given" : NULL;
}

void scores_line(Formula *formula) {
    Trace trace = trace_open(formula_pass(formula), formula->of.place, formula->of.row);
    KeyTrace key = trace_score(&trace, formula->of.col);
    const Amount *cap = &trace.options->softcap;
    if (key.edited || plainly_given(&trace)) {
        formula_say(formula, key.edited ? "screen.by-hand" : plainly_given(&trace));
        return;
    }
    text_append(formula->text, " = ");
    if (cap->on)
        text_format(formula->text, "%s·tanh(", formula_number(formula, cap->value).text);
    raw_line(formula, &trace, &key);
    if (cap->on)
        text_format(formula->text, "/%s)", formula_number(formula, cap->value).text);
    added_line(formula, &trace, &key);
}

void masked_line(Formula *formula) {
    Trace trace = trace_open(formula_pass(formula), formula->of.place, formula->of.row);
    KeyTrace key = trace_score(&trace, formula->of.col);
    Written score = formula_number(formula, key.score);
    if (reason_visible(key.reason)) {
        formula_say(formula, "screen.kept");
        return;
    }
    switch (order_of(trace.options)->hidden_score) {
    case HIDDEN_MINUS_INFINITY:
    case HIDDEN_ZERO:
    case HIDDEN_FILL:
        explain_words(formula->session, formula->text, "screen.instead", score.text);
        break;
    case HIDDEN_PLUS_FILL:
        text_format(formula->text, " = %s + %s", score.text,
                    formula_factor(formula, trace.options->fill).text);
        break;
    case HIDDEN_KEPT:
        formula_say(formula, "screen.kept-yet");
        formula_why_hidden(formula, formula->text);
        return;
    }
    formula_hidden(formula);
}
