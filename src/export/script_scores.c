/* The first half of a layer, in NumPy: x -> q k v -> scores -> visible. script_layer.c goes on. */
#include <string.h>

#include "export/script_inside.h"

const char *script_option_of(Writing *writing, const char *name) {
    return script_option(writing->options, name, writing->option_text);
}

bool script_has(const Writing *writing, LayerPart part) {
    return part_present(&writing->layer->part[part]);
}

/* ---- x, q, k, v ---- */

void script_write_x(Writing *writing) {
    bool first = writing->number == 1;
    bool read = script_has(writing, PART_WQ) || script_has(writing, PART_WK) ||
                script_has(writing, PART_WV) || writing->options->residual;
    if (first && read)
        script_line(writing->script, 1, "x = record[\"x\"]%s", writing->rows);
    else if (!first && *writing->rows)
        script_line(writing->script, 1, "x = x%s", writing->rows);
}

/* q = split(…, heads), from x or from the record. */
void script_write_projection(Writing *writing, int level, const char *name,
                             LayerPart part, size_t heads) {
    char from[80];
    if (script_has(writing, part))
        snprintf(from, sizeof from, "product(x, w%s_%zu)", name, writing->number);
    else
        snprintf(from, sizeof from, "record[\"%s\"]%s", name, writing->rows);
    if (writing->options->split == RESHAPE_HEADS) {
        script_line(writing->script, level, "%s = split(%s, %zu)", name, from, heads);
        return;
    }
    script_line(writing->script, level, "%s = %s", name, from);
    script_line(writing->script, level, "%s = %s.reshape(%zu, len(%s), -1)  # %s", name,
                name, heads, name, script_option_of(writing, "split"));
}

/* A kv head for each head. */
void script_write_kv_map(Writing *writing, int level, const char *name) {
    const Layer *layer = writing->layer;
    FILE *file = writing->script->file;
    if (layer->kv_heads == layer->heads)
        return;
    fprintf(file, "%*s%s = %s[[", 4 * level, "", name, name);
    for (size_t h = 0; h < layer->heads; h++)
        fprintf(file, "%s%zu", h ? ", " : "", kv_head_of(layer, h));
    fprintf(file, "]]  # %s\n", script_option_of(writing, "kv-map"));
}

/* ---- scores ---- */

static void write_scale(Writing *writing, int level) {
    char number[40];
    switch (writing->options->scale.kind) {
    case SCALE_AUTO:
        script_line(writing->script, level, "scale = 1 / np.sqrt(q.shape[-1])");
        return;
    case SCALE_WIDTH:
        script_line(writing->script, level,
                    "scale = 1 / np.sqrt(%zu * q.shape[-1])  # scale=width",
                    writing->layer->heads);
        return;
    case SCALE_NONE:
        script_line(writing->script, level, "scale = 1.0  # scale=none");
        return;
    case SCALE_NUMBER:
        script_number(writing->options->scale.value, number);
        script_line(writing->script, level, "scale = %s  # scale", number);
        return;
    }
}

static void write_product(Writing *writing, int level) {
    const Layer *layer = writing->layer;
    script_write_projection(writing, level, "q", PART_WQ, layer->heads);
    script_write_projection(writing, level, "k", PART_WK, layer->kv_heads);
    script_write_kv_map(writing, level, "k");
    write_scale(writing, level);
    script_line(writing->script, level,
                "scores = scale * product(q, k.swapaxes(-1, -2))  # [H, Tq, Tk]");
}

static void write_source(Writing *writing, int level, unsigned source) {
    const Script *script = writing->script;
    size_t heads = writing->layer->heads;
    if (source == FROM_PRODUCT) {
        write_product(writing, level);
    } else if (source == FROM_SCORES) {
        script_line(script, level,
                    "scores = record[\"scores\"]%s + np.zeros((%zu, 1, 1))",
                    writing->square, heads);
    } else if (source == FROM_WEIGHTS) {
        script_line(script, level,
                    "given = record[\"weights\"]  # finished weights: their"
                    " logarithm serves as scores");
        script_line(script, level, "total = given.sum(axis=-1, keepdims=True)");
        script_line(script, level,
                    "scores = np.log(given / np.where(total == 0, 1, total))%s"
                    " + np.zeros((%zu, 1, 1))",
                    writing->square, heads);
    } else if (writing->number == 1) {
        script_line(script, level, "scores = np.zeros((%zu, *record[\"shape\"]))%s",
                    heads, writing->square);
    } else {
        script_line(script, level, "scores = np.zeros((%zu, len(x), len(x)))", heads);
    }
}

/* Where records differ in what they give, each is asked. */
void script_write_sources(Writing *writing) {
    static const struct {
        unsigned source;
        const char *name;
    } asked[] = {{FROM_SCORES, "scores"},
                 {FROM_WEIGHTS, "weights"},
                 {FROM_PRODUCT, "q"},
                 {FROM_NOTHING, ""}};
    const unsigned sources = writing->traits->sources;
    unsigned left = sources;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        const char *word = left == sources ? "if" : "elif";
        if (!(left & asked[i].source))
            continue;
        left &= ~asked[i].source;
        if (asked[i].source == sources) {
            write_source(writing, 1, sources);
            return;
        }
        if (left)
            script_line(writing->script, 1, "%s \"%s\" in record:", word, asked[i].name);
        else
            script_line(writing->script, 1, "else:");
        write_source(writing, 2, asked[i].source);
    }
}

/* Where some heads have a matrix of their own, or some records none. */
static void write_by_head(Writing *writing, const char *name, const char *before,
                          const char *after) {
    const Script *script = writing->script;
    script_line(script, 1, "for h in range(%zu):", writing->layer->heads);
    script_line(script, 2, "own = of_head(record, \"%s\", h + 1)", name);
    script_line(script, 2, "if own is not None:");
    script_line(script, 3, "%s own%s%s", before, writing->square, after);
}

static void write_alibi(Writing *writing) {
    FILE *file = writing->script->file;
    fputs("    slopes = np.array([", file);
    for (size_t h = 0; h < writing->layer->heads; h++) {
        char number[40];
        script_number(alibi_slope(h, writing->layer->heads), number);
        fprintf(file, "%s%s", h ? ", " : "", number);
    }
    fputs("])[:, None, None]\n", file);
    script_line(writing->script, 1,
                "scores = scores + -slopes * (position - key)  # bias=alibi");
}

void script_write_score_rules(Writing *writing) {
    const Options *options = writing->options;
    const Traits *traits = writing->traits;
    const Script *script = writing->script;
    char cap[40];
    if (options->softcap.on) {
        script_number(options->softcap.value, cap);
        script_line(script, 1, "scores = %s * np.tanh(scores / %s)  # softcap", cap, cap);
    }
    if (options->bias == BIAS_ALIBI)
        write_alibi(writing);
    if (traits->bias && traits->bias_all)
        script_line(script, 1, "scores = scores + record[\"bias\"]%s", writing->square);
    else if (traits->bias)
        write_by_head(writing, "bias", "scores[h] +=", "");
    if (traits->edits)
        script_line(script, 1, "put(scores, record.get(\"edits.%zu\", []))  # by hand",
                    writing->number);
}

/* ---- visible ---- */

/* A rule's line, and what lifts it. The test is True where the key may be read. */
static void write_test(Writing *writing, Reason rule, const char *test) {
    Text line = {0}, note = {0};
    bool lifted = false;
    text_append(&note, script_option_of(writing, rule_table[rule].name));
    for (size_t n = 0; n < LIFTS; n++) {
        Count keys = lift_count(&lift_table[n], writing->options, rule);
        if (!keys.on)
            continue;
        lifted = true;
        text_format(&line, " | (key < %zu)", keys.value);
        text_format(&note, " %s=%zu", lift_table[n].name, keys.value);
    }
    script_line(writing->script, 1,
                lifted ? "visible &= (%s)%s  # %s" : "visible &= %s%s  # %s", test,
                text_string(&line), text_string(&note));
    text_release(&line);
    text_release(&note);
}

static void write_causal(Writing *writing) {
    static const char *const tests[] = {[CAUSAL_OFF] = "True",
                                        [CAUSAL_ON] = "key <= position",
                                        [CAUSAL_STRICT] = "key < position",
                                        [CAUSAL_REVERSED] = "key >= position"};
    write_test(writing, REASON_CAUSAL, tests[writing->options->causal]);
}

static void write_window(Writing *writing) {
    char test[80];
    snprintf(test, sizeof test, "abs(position - key) < %zu",
             writing->options->window.value);
    write_test(writing, REASON_WINDOW, test);
}

static void write_padding(Writing *writing) {
    if (writing->script->padding)
        script_line(writing->script, 1,
                    "visible &= ~record[\"padding\"]%s  # pad-keys=on", writing->rows);
}

static void write_segments(Writing *writing) {
    bool all = writing->traits->segments_all;
    if (!all)
        script_line(writing->script, 1, "if \"segments\" in record:");
    script_line(writing->script, all ? 1 : 2,
                "visible &= record[\"query_segments\"]%s[:, None] == "
                "record[\"segments\"]%s",
                writing->rows, writing->rows);
}

static void write_mask(Writing *writing) {
    const Options *options = writing->options;
    const Script *script = writing->script;
    const char *test = options->mask_sense == MASK_KEEP ? "!= 0"
                       : writing->traits->additive      ? "== record.get(\"sees\", 0)"
                                                        : "== 0";
    char text[120];
    if (writing->traits->mask_all) {
        script_line(script, 1, "visible &= record[\"mask\"]%s %s  # %s", writing->square,
                    test, script_option_of(writing, "mask-sense"));
        return;
    }
    snprintf(text, sizeof text, " %s  # %s", test,
             script_option_of(writing, "mask-sense"));
    write_by_head(writing, "mask", "visible[h] &=", text);
}

/* How each rule is written; positions: its line speaks of `position` and `key`. */
static const struct {
    void (*write)(Writing *writing);
    bool positions;
} rules[REASONS] = {
    [REASON_CAUSAL] = {write_causal, true},
    [REASON_WINDOW] = {write_window, true},
    [REASON_PADDING] = {write_padding, false},
    [REASON_SEGMENTS] = {write_segments, false},
    [REASON_MASK] = {write_mask, false},
};

/* Whether the rule is in force in some head of some record. */
static bool rule_asked(const Model *model, size_t layer, Reason rule) {
    Place place = {.layer = layer};
    for (; place.record < model->record_count; place.record++)
        for (place.head = 0; place.head < model->layers[layer].heads; place.head++) {
            RuleInput in = rule_input(model, place, 0);
            if (rule_in_force(&in, rule))
                return true;
        }
    return false;
}

bool script_reads_positions(const Model *model, size_t layer) {
    bool reads = model->layers[layer].options.bias == BIAS_ALIBI;
    for (Reason rule = 0; rule < REASONS; rule++)
        reads = reads || (rules[rule].positions && rule_asked(model, layer, rule));
    return reads;
}

static void write_forces(Writing *writing) {
    const Layer *layer = writing->layer;
    if (!layer->force_count)
        return;
    script_line(writing->script, 1, "put(visible, [  # forced, for all heads");
    for (size_t f = 0; f < layer->force_count; f++)
        script_line(writing->script, 2, "(..., %zu, %zu, %s),", layer->forces[f].query,
                    layer->forces[f].key, layer->forces[f].open ? "True" : "False");
    script_line(writing->script, 1, "])");
}

void script_write_visible(Writing *writing) {
    const Script *script = writing->script;
    script_line(script, 1, "visible = np.ones(scores.shape, bool)  # True: may read");
    for (Reason rule = 0; rule < REASONS; rule++)
        if (rules[rule].write && rule_asked(script->model, writing->number - 1, rule))
            rules[rule].write(writing);
    write_forces(writing);
}
