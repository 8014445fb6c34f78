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

static void layer_step(Writer *steps, int role, size_t layer) {
    step_begin(steps, role, message(steps->lang, "explain.layer"), layer + 1);
}

static void hop_step(Writer *steps, const Hop *hop) {
    Place place = {
        .record = steps->of.place.record, .layer = hop->layer, .head = hop->head};
    long from = counted(steps, AXIS_QUERY, hop->query);
    long to = counted(steps, AXIS_KEY, hop->key);
    bool leaks = !hop->residual &&
                 !reason_visible(visibility(steps->model, place, hop->query, hop->key));
    layer_step(steps, leaks ? ROLE_TROUBLE : ROLE_BASE, hop->layer);
    if (hop->residual)
        say_words(steps, "explain.way-residual", from);
    else
        say_words(steps, leaks ? "explain.way-leak" : "explain.way", from, to,
                  hop->head + 1);
}

/* Lists the keys that the query reads in the layer, none of which leads to the input. */
static void no_way_steps(Writer *steps, Place place, size_t query) {
    size_t keys = model_keys(steps->model, place), count = 0;
    layer_step(steps, ROLE_BASE, place.layer);
    say_words(steps, "explain.reads", counted(steps, AXIS_QUERY, query));
    for (size_t j = 0; j < keys; j++)
        if (reads(steps->model, place, query, j) && count++ < TERMS_SHOWN)
            text_format(steps->text, " %ld", counted(steps, AXIS_KEY, j));
    if (count > TERMS_SHOWN)
        text_format(steps->text, " … +%zu", count - TERMS_SHOWN);
    if (!count)
        text_append(steps->text, " -");
    steps_tell(steps, ROLE_BASE, "", "explain.no-way",
               counted(steps, AXIS_KEY, steps->of.col),
               counted(steps, AXIS_QUERY, query));
}

void reach_steps(Writer *steps, GridCell of) {
    Hop *hops = memory_new(of.place.layer + 1, sizeof *hops);
    if (pass_reach_path(steps->pass, of.place, of.row, of.col, hops))
        for (size_t n = of.place.layer + 1; n-- > 0;)
            hop_step(steps, &hops[n]);
    else
        no_way_steps(steps, of.place, of.row);
    free(hops);
}

/* ---- in one line ---- */

/* Writes the hops that move on to another position, or the last one if none does. */
static void hops_line(Writer *line, const Hop *hops, size_t count) {
    bool told = false;
    for (size_t n = 0; n < count; n++) {
        const Hop *hop = &hops[n];
        bool moves = hop->query != hop->key;
        if (!moves && (told || n + 1 < count))
            continue;
        say_words(line,
                  hop->residual ? "screen.reached-residual"
                  : told        ? "screen.reached-then"
                                : "screen.reached-through",
                  hop->layer + 1, hop->head + 1);
        told = true;
    }
}

void reach_line(Writer *line) {
    GridCell of = line->of;
    size_t layers = of.place.layer + 1;
    Hop *hops = memory_new(layers, sizeof *hops);
    bool reached = pass_reach_path(line->pass, of.place, of.row, of.col, hops);
    say_words(line, reached ? "screen.reached" : "screen.unreached",
              counted(line, AXIS_QUERY, of.row), counted(line, AXIS_KEY, of.col));
    if (reached)
        hops_line(line, hops, layers);
    free(hops);
}
