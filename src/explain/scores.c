/* Explains scores and masked scores: q·k, scale, soft cap, ALiBi, bias, the rule that
 * decides, and the number that the order gives to hidden keys. */
#include <stdio.h>
#include <string.h>

#include "base/minmax.h"
#include "base/utf8.h"
#include "explain/parts.h"
#include "session/language.h"

/* ---- vectors, as steps ---- */

static const double *vector_at(const Writer *steps, VectorOf *of, size_t column) {
    return of(steps->pass, steps->trace.place, steps->key[column], NULL);
}

/* Adds a step of whole vectors; false if they do not fit. */
static bool whole_vectors(Writer *steps, const char *name, VectorOf *of, size_t width) {
    enum { LABEL_ROOM = 24 };
    size_t room = (size_t)max_int((steps->width - LABEL_ROOM) / (int)steps->shown - 2, 0);
    if (width > VECTOR_SHOWN)
        return false;
    ExplainStep *step = steps_cells(steps, NO_VALUE, "explain.vector", name);
    bool fits = true;
    for (size_t n = 0; fits && n < steps->shown; n++) {
        step_cell(steps, n, ROLE_NUMBER, "%s", "");
        steps->text = &step->cell[n];
        say_vector(steps, vector_at(steps, of, n), width);
        fits = step->cell[n].length <= room;
    }
    steps->text = &step->text;
    if (!fits)
        step_drop(steps);
    return fits;
}

void component_steps(Writer *steps, const char *name, VectorOf *of, size_t c,
                     size_t width) {
    if (width == 1)
        steps_cells(steps, NO_VALUE, "explain.vector", name);
    else
        steps_cells(steps, NO_VALUE, "explain.component", name,
                    counted(steps, AXIS_COMPONENT, c));
    for (size_t n = 0; n < steps->shown; n++)
        step_cell(steps, n, ROLE_NUMBER, "%s",
                  number_in(steps, vector_at(steps, of, n)[c]).text);
}

void vector_steps(Writer *steps, const char *name, VectorOf *of, size_t width) {
    enum { COMPONENTS_MAX = 4 };
    if (width > 1 && whole_vectors(steps, name, of, width))
        return;
    for (size_t c = 0; width <= COMPONENTS_MAX && c < width; c++)
        component_steps(steps, name, of, c, width);
}

/* ---- scores, as steps ---- */

/* The number whose root divides q·k; 0: q·k is not divided by a root. */
static size_t scale_root(const Writer *writer, const Trace *trace) {
    ScaleKind kind = trace->options->scale.kind;
    size_t heads = writer->model->layers[trace->place.layer].heads;
    return kind == SCALE_AUTO    ? trace->width
           : kind == SCALE_WIDTH ? trace->width * heads
                                 : 0;
}

/* Appends " / √2", " × 0.5", or nothing. */
static void scale_words(const Writer *steps, Text *out) {
    const Scale *scale = &steps->trace.options->scale;
    size_t root = scale_root(steps, &steps->trace);
    if (root)
        text_format(out, " / √%zu", root);
    if (scale->kind == SCALE_NUMBER)
        text_format(out, " × %s", number_in(steps, scale->value).text);
}

/* Shows vectors of one component as "0·1 = 0" in every cell; false if that is too
 * long. */
static bool short_products(Writer *steps, const char *id, const char *by) {
    enum { SHORT = 12 };
    ExplainStep *step = steps_cells(steps, NO_VALUE, id, by);
    bool fits = true;
    for (size_t n = 0; fits && n < steps->shown; n++) {
        double of_key = vector_at(steps, pass_k, n)[0];
        step_cell(steps, n, ROLE_NUMBER, "%s·%s = %s",
                  number_in(steps, steps->trace.q[0]).text, factor_in(steps, of_key).text,
                  number_in(steps, steps->made[n].product).text);
        fits = utf8_columns(text_string(&step->cell[n])) <= SHORT;
    }
    if (!fits)
        step_drop(steps);
    return fits;
}

static void scaled_product_steps(Writer *steps, bool more) {
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

/* Whether numbers are made of the raw score before it is the score. */
static bool changes_raw(const Trace *trace) {
    return trace->options->softcap.on || trace->options->bias == BIAS_ALIBI ||
           matrix_present(trace->bias);
}

static void raw_steps(Writer *steps, bool more) {
    const Trace *trace = &steps->trace;
    if (matrix_present(trace->given)) {
        steps_cells(steps, VALUE(raw), "explain.score-given");
    } else if (matrix_present(trace->weights)) {
        steps_cells(steps, VALUE(given), "explain.weight-given");
        say_words(steps, "explain.sum", number_in(steps, trace->weight_sum).text);
        steps_cells(steps, VALUE(raw), "explain.score-log");
    } else if (trace->q) {
        scaled_product_steps(steps, more);
    } else {
        steps_tell(steps, ROLE_BASE, "", "explain.no-scores");
    }
}

static void final_score_step(Writer *steps) {
    ExplainStep *step = steps_cells(steps, VALUE(score), "explain.score");
    for (size_t n = 0; n < steps->shown; n++) {
        if (!steps->made[n].edited)
            continue;
        step->style[n] = style_over(ROLE_CHANGED, steps->back);
        say_words(steps, step->text.length ? "explain.and-key" : "explain.by-hand",
                  counted(steps, AXIS_KEY, steps->key[n]));
        step->role = ROLE_CHANGED;
    }
}

void score_steps(Writer *steps) {
    const Trace *trace = &steps->trace;
    bool more = changes_raw(trace); /* more steps follow the raw score */
    for (size_t n = 0; n < steps->shown; n++)
        more = more || steps->made[n].edited;
    raw_steps(steps, more);
    if (trace->options->softcap.on)
        steps_cells(steps, VALUE(capped), "explain.softcap",
                    number_in(steps, trace->options->softcap.value).text);
    if (trace->options->bias == BIAS_ALIBI)
        steps_cells(steps, VALUE(alibi), "explain.alibi",
                    number_in(steps, trace->slope).text);
    if (matrix_present(trace->bias))
        steps_cells(steps, VALUE(bias), "explain.bias");
    if (more)
        final_score_step(steps);
}

void product_steps(Writer *steps) {
    const Trace *trace = &steps->trace;
    if (steps->cursor_key < 0 || !trace->q || trace->width < 2)
        return;
    size_t key = (size_t)steps->cursor_key;
    step_begin(steps, ROLE_NUMBER, message(steps->lang, "explain.dot"),
               counted(steps, AXIS_KEY, key));
    say_sum(steps, trace_product(trace, key), false, NULL,
            trace_score(trace, key).product);
}

/* ---- visible and masked, as steps ---- */

/* Puts a rule into words: that of the explained key if it is hidden, else that of the
 * first hidden one. */
void visible_steps(Writer *steps) {
    const Trace *trace = &steps->trace;
    GridCell spoken = {GRID_VISIBLE, trace->place, trace->query, trace->keys};
    steps_cells(steps, NO_VALUE, "explain.visible");
    for (size_t n = 0; n < steps->shown; n++) {
        Reason reason = steps->made[n].reason;
        int role = reason_forced(reason)    ? ROLE_FORCED
                   : reason_visible(reason) ? ROLE_NUMBER
                                            : ROLE_HIDDEN;
        step_cell(steps, n, role, "%c", rule_table[reason].letter);
        if (!reason_visible(reason) &&
            (spoken.col == trace->keys || steps->cursor_key == (long)steps->key[n]))
            spoken.col = steps->key[n];
    }
    if (spoken.col < trace->keys)
        explain_reason(steps->session, spoken, "explain.forced", "explain.reason",
                       steps->text);
}

Written masked_in(const Writer *writer, const Trace *trace, const KeyTrace *key) {
    Written sum = number_in(writer, key->masked), out;
    if (reason_visible(key->reason) || !strchr(sum.text, 'e') || key->score == 0 ||
        order_of(trace->options)->hidden_score != HIDDEN_PLUS_FILL)
        return sum;
    snprintf(out.text, sizeof out.text, "%.20s + %.30s",
             number_in(writer, trace->options->fill).text,
             factor_in(writer, key->score).text);
    return out;
}

void masked_steps(Writer *steps) {
    static const char *const ids[] = {
        [HIDDEN_MINUS_INFINITY] = "explain.masked.before",
        [HIDDEN_ZERO] = "explain.masked.zero",
        [HIDDEN_KEPT] = "explain.masked.kept",
        [HIDDEN_FILL] = "explain.masked.finite",
        [HIDDEN_PLUS_FILL] = "explain.masked.add",
    };
    const Trace *trace = &steps->trace;
    steps_cells(steps, NO_VALUE, ids[order_of(trace->options)->hidden_score],
                number_in(steps, trace->options->fill).text);
    for (size_t n = 0; n < steps->shown; n++)
        step_cell(steps, n,
                  reason_visible(steps->made[n].reason) ? ROLE_NUMBER : ROLE_HIDDEN, "%s",
                  masked_in(steps, trace, &steps->made[n]).text);
}

/* ---- in one line ---- */

static void scaled_product_line(Writer *line, const Trace *trace) {
    const Scale *scale = &trace->options->scale;
    size_t root = scale_root(line, trace);
    if (scale->kind == SCALE_NUMBER)
        text_format(line->text, "%s·", factor_in(line, scale->value).text);
    text_append(line->text, scale->kind == SCALE_NONE ? "" : "(");
    Sum sum = sum_begin(line, " + ", 6);
    sum_terms(&sum, trace_product(trace, line->of.col));
    text_append(line->text, scale->kind == SCALE_NONE ? "" : ")");
    if (root)
        text_format(line->text, "/√%zu", root);
}

static void raw_line(Writer *line, const Trace *trace, const KeyTrace *key) {
    if (matrix_present(trace->given))
        text_append(line->text, number_in(line, key->raw).text);
    else if (matrix_present(trace->weights))
        text_format(line->text, trace->weight_sum == 1 ? "ln(%s)" : "ln(%s/%s)",
                    number_in(line, key->given).text,
                    number_in(line, trace->weight_sum).text);
    else if (trace->q)
        scaled_product_line(line, trace);
    else
        text_append(line->text, "0");
}

static void added_line(Writer *line, const Trace *trace, const KeyTrace *key) {
    if (trace->options->bias == BIAS_ALIBI) {
        long distance = trace->position - (long)line->of.col;
        text_format(line->text, distance < 0 ? " - %s·(%ld)" : " - %s·%ld",
                    number_in(line, trace->slope).text, distance);
    }
    if (matrix_present(trace->bias))
        text_format(line->text, " + %s", factor_in(line, key->bias).text);
}

/* The message for a score that the scene gives as it is, or that nothing makes; else
 * NULL. */
static const char *plainly_given(const Trace *trace) {
    bool given = matrix_present(trace->given);
    bool made = matrix_present(trace->weights) || trace->q;
    if ((made && !given) || changes_raw(trace))
        return NULL;
    return given ? "screen.given" : "screen.no-scores";
}

void scores_line(Writer *line) {
    Trace trace = trace_open(line->pass, line->of.place, line->of.row);
    KeyTrace key = trace_score(&trace, line->of.col);
    const Amount *cap = &trace.options->softcap;
    const char *words = key.edited ? "screen.by-hand" : plainly_given(&trace);
    if (words) {
        say_colon(line, words);
        return;
    }
    text_append(line->text, " = ");
    if (cap->on)
        text_format(line->text, "%s·tanh(", number_in(line, cap->value).text);
    raw_line(line, &trace, &key);
    if (cap->on)
        text_format(line->text, "/%s)", number_in(line, cap->value).text);
    added_line(line, &trace, &key);
}

void masked_line(Writer *line) {
    Trace trace = trace_open(line->pass, line->of.place, line->of.row);
    KeyTrace key = trace_score(&trace, line->of.col);
    HiddenScore hidden = order_of(trace.options)->hidden_score;
    Written score = number_in(line, key.score);
    if (reason_visible(key.reason)) {
        say_colon(line, "screen.kept");
        return;
    }
    if (hidden == HIDDEN_KEPT) {
        say_colon(line, "screen.kept-yet");
        explain_hidden(line->session, line->of, line->text);
        return;
    }
    if (hidden == HIDDEN_PLUS_FILL)
        text_format(line->text, " = %s + %s", score.text,
                    factor_in(line, trace.options->fill).text);
    else
        say_words(line, "screen.instead", score.text);
    hidden_line(line);
}
