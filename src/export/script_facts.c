/* The facts about the layers of a model that decide which lines its script has. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "export/script_parts.h"

void script_fact(Facts *facts, const char *name, bool holds) {
    size_t i = 0;
    while (i < facts->count && strcmp(facts->fact[i].name, name) != 0)
        i++;
    if (i == facts->count)
        facts->fact[facts->count++] = (Fact){.name = name};
    facts->fact[i].holds = facts->fact[i].holds || holds;
}

/* ---- of a record ---- */

/* Whether there is one matrix, for all heads. */
static bool is_common(const Part *part) {
    return matrix_present(&part->common) && !part_has_own(part);
}

static void judge_slots(Facts *facts, const Record *record, size_t layer) {
    for (size_t j = 0; j < record->keys; j++)
        script_fact(facts, "has-padding", record->padding[j]);
    for (size_t i = 0; i < record->queries; i++)
        script_fact(facts, "has-padding", query_is_padding(record, i));
    script_fact(facts, "edits", false);
    for (size_t e = 0; e < record->scores.count; e++)
        script_fact(facts, "edits", record->scores.edit[e].layer == layer);
}

/* Judges one head by its numbers. */
static void judge_rows(Facts *facts, Session *session, Place place) {
    Pass *pass = sheet_pass(session->now);
    const Model *model = &session->now->model;
    size_t width = model_value_width(model, place);
    bool careful = false; /* 0 × a hidden number may not be 0 */
    for (size_t i = 0; i < model_queries(model, place); i++) {
        const Row *row = pass_scored_row(pass, place, i);
        script_fact(facts, "empty", row->status == ROW_EMPTY);
        script_fact(facts, "unused", row->status == ROW_UNUSED);
        for (size_t j = 0; j < row->keys; j++)
            careful = careful || isnan(row->scores[j]) || row->scores[j] == INFINITY;
    }
    for (size_t j = 0; j < model_keys(model, place); j++) {
        const double *v = pass_v(pass, place, j, NULL);
        for (size_t c = 0; v && c < width; c++)
            careful = careful || !isfinite(v[c]);
    }
    script_fact(facts, "careful", careful);
}

static void judge_record(Facts *facts, Session *session, size_t layer, size_t index) {
    const Model *model = &session->now->model;
    const Record *record = &model->records[index];
    Place place = {.record = index, .layer = layer};
    const Part *mask = given_part(model, place, PART_MASK);
    const Part *bias = given_part(model, place, PART_BIAS);
    bool scores = part_present(given_part(model, place, PART_SCORES));
    bool weights = part_present(given_part(model, place, PART_WEIGHTS));
    bool q = model_has_q(model, place), v = model_has_v(model, place);
    script_fact(facts, "from-scores", scores);
    script_fact(facts, "from-weights", !scores && weights);
    script_fact(facts, "from-product", !scores && !weights && q);
    script_fact(facts, "from-nothing", !scores && !weights && !q);
    script_fact(facts, "values", v);
    script_fact(facts, "lacks-values", !v);
    script_fact(facts, "has-mask", part_present(mask));
    script_fact(facts, "mask-differs", !is_common(mask));
    script_fact(facts, "additive", mask->additive);
    script_fact(facts, "has-bias", part_present(bias));
    script_fact(facts, "bias-differs", !is_common(bias));
    script_fact(facts, "lacks-segments", !record->segments);
    script_fact(facts, "deeper", layer > 0 && layer <= record->deeper_layers);
    script_fact(facts, "moved", query_position(model, (Place){.record = index}, 0) != 0);
    judge_slots(facts, record, layer);
    for (; place.head < model->layers[layer].heads; place.head++)
        judge_rows(facts, session, place);
}

/* ---- of a layer ---- */

size_t script_known(const Model *model, size_t layer) {
    size_t least = 0;
    for (size_t l = 0; l <= layer; l++) {
        const Count *known = &model->layers[l].options.known;
        if (known->on && (!least || known->value < least))
            least = known->value;
    }
    return least;
}

static void judge_layer(Facts *facts, const Model *model, size_t index) {
    const Layer *layer = &model->layers[index];
    const OrderTraits *order = order_of(&layer->options);
    bool reads_x = layer->options.residual;
    for (size_t p = PART_WQ; p <= PART_WV; p++)
        reads_x = reads_x || part_present(&layer->part[p]);
    script_fact(facts, "first", index == 0);
    script_fact(facts, "cut-rows", script_known(model, index) > 0);
    script_fact(facts, "reads-x", reads_x);
    script_fact(facts, "wo", part_present(&layer->part[PART_WO]));
    script_fact(facts, "shared-kv", layer->kv_heads != layer->heads);
    script_fact(facts, "forces", layer->forces.count > 0);
    script_fact(facts, "hidden-count", order->hidden_count);
    script_fact(facts, "hidden-mix", order->hidden_mix);
    script_fact(facts, "drops", order->hidden_count && !order->hidden_mix);
    script_fact(facts, "cut", order->cut);
    script_fact(facts, "divided", order->divided);
}

Facts *script_facts(Session *session) {
    const Model *model = &session->now->model;
    Facts *facts = memory_new(model->layer_count, sizeof *facts);
    for (size_t l = 0; l < model->layer_count; l++) {
        judge_layer(&facts[l], model, l);
        for (size_t r = 0; r < model->record_count; r++)
            judge_record(&facts[l], session, l, r);
    }
    return facts;
}
