/* Explains whether an output can depend on an input, and by which hops. */
#include <stdlib.h>

#include "base/memory.h"
#include "explain/parts.h"
#include "session/language.h"

/* ---- as steps ---- */

/* Whether some head of the layer lets the query read the key by the rule. */
static bool reads(const Model *model, Place place, size_t query, size_t key) {
    for (place.head = 0; place.head < model->layers[place.layer].heads; place.head++)
        if (reason_visible(visibility(model, place, query, key)))
            return true;
    return false;
}

static void hop_step(Steps *steps, const Hop *hop) {
    Place place = {
        .record = steps->of.place.record, .layer = hop->layer, .head = hop->head};
    long from = steps_count(steps, AXIS_QUERY, hop->query);
    long to = steps_count(steps, AXIS_KEY, hop->key);
    Text label = {0};
    explain_words(steps->session, &label, "explain.layer", hop->layer + 1);
    if (hop->residual)
        steps_tell(steps, ROLE_BASE, text_string(&label), "explain.way-residual", from);
    else if (reason_visible(visibility(steps->model, place, hop->query, hop->key)))
        steps_tell(steps, ROLE_BASE, text_string(&label), "explain.way", from, to,
                   hop->head + 1);
    else
        steps_tell(steps, ROLE_TROUBLE, text_string(&label), "explain.way-leak", from,
                   to);
    text_release(&label);
}

/* Lists the keys that the query reads in the layer, none of which leads to the input. */
static void no_way_steps(Steps *steps, Place place, size_t query) {
    Text label = {0}, text = {0};
    size_t keys = model_keys(steps->model, place), count = 0;
    explain_words(steps->session, &label, "explain.layer", place.layer + 1);
    explain_words(steps->session, &text, "explain.reads",
                  steps_count(steps, AXIS_QUERY, query));
    for (size_t j = 0; j < keys; j++)
        if (reads(steps->model, place, query, j) && count++ < TERMS_SHOWN)
            text_format(&text, " %ld", steps_count(steps, AXIS_KEY, j));
    if (count > TERMS_SHOWN)
        text_format(&text, " … +%zu", count - TERMS_SHOWN);
    if (!count)
        text_append(&text, " -");
    steps_say(steps, ROLE_BASE, text_string(&label), &text);
    text_release(&label);
    steps_tell(steps, ROLE_BASE, "", "explain.no-way",
               steps_count(steps, AXIS_KEY, steps->of.col),
               steps_count(steps, AXIS_QUERY, query));
}

void reach_steps(Steps *steps) {
    GridCell of = steps->of;
    Place place = of.place;
    Hop *hops = memory_new(place.layer + 1, sizeof *hops);
    if (pass_reach_path(steps->pass, place, of.row, of.col, hops))
        for (size_t n = place.layer + 1; n-- > 0;)
            hop_step(steps, &hops[n]);
    else
        no_way_steps(steps, place, of.row);
    steps_result(steps, of);
    free(hops);
}

/* ---- in one line ---- */

/* Writes the hops that move on to another position, or the last one if none does. */
static void hops_line(Formula *formula, const Hop *hops, size_t count) {
    size_t told = 0;
    for (size_t n = 0; n < count; n++) {
        const Hop *hop = &hops[n];
        bool moves = hop->query != hop->key;
        if (!moves && (told || n + 1 < count))
            continue;
        const char *id = hop->residual ? "screen.reached-residual"
                         : told        ? "screen.reached-then"
                                       : "screen.reached-through";
        explain_words(formula->session, formula->text, id, hop->layer + 1, hop->head + 1);
        told++;
    }
}

void reach_line(Formula *formula) {
    const Session *session = formula->session;
    size_t layers = formula->of.place.layer + 1;
    Hop *hops = memory_new(layers, sizeof *hops);
    bool reached = pass_reach_path(formula_pass(formula), formula->of.place,
                                   formula->of.row, formula->of.col, hops);
    explain_words(session, formula->text, reached ? "screen.reached" : "screen.unreached",
                  session_number_of(session, AXIS_QUERY, formula->of.row),
                  session_number_of(session, AXIS_KEY, formula->of.col));
    if (reached)
        hops_line(formula, hops, layers);
    free(hops);
}
