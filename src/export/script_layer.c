/* One layer's calculation as a NumPy function: only the lines that the options in force ask for,
 * each with the option that asks for it, in the order of the formula:
 *
 *   x -> q k v -> scores -> visible -> masked -> weights -> out -> concat -> y */
#include "export/script_parts.h"

#define ROWS(rows) rows, sizeof(rows) / sizeof *(rows)

/* ---- the functions that layers call, each only where one of them does ---- */

static const ScriptRow helpers[] = {
    {"values | from-product",
     "def product(a, b):\n"
     "    \"\"\"a @ b, each sum from left to right, as attnscope adds. A processor with fused\n"
     "    multiply-add rounds a*b + c once there, and twice here.\"\"\"\n"
     "    return sum(a[..., c, None] * b[..., c, None, :] for c in range(a.shape[-1]))"},
    {"values -split=raw | from-product -split=raw",
     "def split(a, heads):\n"
     "    \"\"\"[T, H*d] -> [H, T, d]\"\"\"\n"
     "    return a.reshape(len(a), heads, -1).swapaxes(0, 1)"},
    {"-null-logit -softmax=queries",
     "def softmax(scores, axis=-1):\n"
     "    largest = np.fmax.reduce(scores, axis=axis, keepdims=True, initial=-inf)\n"
     "    share = np.exp(scores - largest)\n"
     "    return share / share.sum(axis=axis, keepdims=True)"},
    {"null-logit | softmax=queries",
     "def softmax_null(scores, axis=-1, null=-inf):\n"
     "    \"\"\"One more term exp(null) below the line; all -inf: weights 0.\"\"\"\n"
     "    largest = np.fmax.reduce(scores, axis=axis, keepdims=True, initial=null)\n"
     "    share = np.exp(scores - largest)\n"
     "    share = share / (share.sum(axis=axis, keepdims=True) + np.exp(null - largest))\n"
     "    return np.where(largest == -inf, 0.0, share)"},
    {"mask=on has-mask mask-differs | has-bias bias-differs",
     "def of_head(record, name, head):\n"
     "    \"\"\"The head's own matrix (heads count from 1), else the common one, else None.\"\"\"\n"
     "    return record.get(f\"{name}.{head}\", record.get(name))"},
    {"edits",
     "def put(array, cells):\n"
     "    \"\"\"Writes (head, query, key, value); cells that do not exist are left out.\"\"\"\n"
     "    for head, query, key, value in cells:\n"
     "        if query < array.shape[-2] and key < array.shape[-1]:\n"
     "            array[head, query, key] = value"},
    {"careful values",
     "def mix(weights, v, takes):\n"
     "    \"\"\"weights @ v, without what is not taken: 0 * nan is nan.\"\"\"\n"
     "    return sum(np.where(takes[..., j, None],\n"
     "                        weights[..., j, None] * v[..., j, None, :], 0.0)\n"
     "               for j in range(v.shape[-2]))"},
};

void script_helpers(const Script *script) {
    for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++)
        if (script_anywhere(script, helpers[i].when))
            script_line(script, 0, "\n\n%s", helpers[i].text);
}

/* ---- the beginning ---- */

static const ScriptRow first_rows[] = {
    {"first", "\n\ndef layer_$n(record):"},
    {"-first", "\n\ndef layer_$n(record, x):"},
    {"cut-rows", "    # known=$known: only the first $known exist yet"},
    {"deeper", "    record = {**record, **record.get(\"layer.$n\", {})}"},
    {"first reads-x", "    x = record[\"x\"]$rows"},
    {"cut-rows -first", "    x = x$rows"},
};

/* ---- scores ---- */

/* Where scores may come from. */
static const struct {
    const char *fact, *name;
    ScriptRow rows[8];
} sources[] = {
    {"from-scores",
     "scores",
     {{"", "scores = record[\"scores\"]$square + np.zeros(($heads, 1, 1))"}}},
    {"from-weights",
     "weights",
     {{"", "given = record[\"weights\"]"
           "  # finished weights: their logarithm serves as scores\n"
           "total = given.sum(axis=-1, keepdims=True)\n"
           "scores = np.log(given / np.where(total == 0, 1, total))$square"
           " + np.zeros(($heads, 1, 1))"}}},
    {"from-product",
     "q",
     {{"-split=raw", "q = split($q, $heads)\nk = split($k, $kv)"},
      {"split=raw", "q = $q\n"
                    "q = q.reshape($heads, len(q), -1)  # $=split\n"
                    "k = $k\n"
                    "k = k.reshape($kv, len(k), -1)  # $=split"},
      {"shared-kv", "k = k[[$kv-map]]  # $=kv-map"},
      {"scale=auto", "scale = 1 / np.sqrt(q.shape[-1])"},
      {"scale=width", "scale = 1 / np.sqrt($heads * q.shape[-1])  # scale=width"},
      {"scale=none", "scale = 1.0  # scale=none"},
      {"-scale=auto -scale=width -scale=none", "scale = $:scale  # scale"},
      {"", "scores = scale * product(q, k.swapaxes(-1, -2))  # [H, Tq, Tk]"}}},
    {"from-nothing",
     "",
     {{"first", "scores = np.zeros(($heads, *record[\"shape\"]))$square"},
      {"-first", "scores = np.zeros(($heads, len(x), len(x)))"}}},
};
enum { SOURCES = sizeof sources / sizeof *sources };

static const ScriptRow score_rows[] = {
    {"positions -moved", "position = np.arange(scores.shape[-2])[:, None]"},
    {"positions moved",
     "position = np.arange(scores.shape[-2])[:, None] + record[\"offset\"]"},
    {"positions", "key = np.arange(scores.shape[-1])"},
    {"softcap", "scores = $:softcap * np.tanh(scores / $:softcap)  # softcap"},
    {"bias=alibi", "slopes = np.array([$slopes])[:, None, None]\n"
                   "scores = scores + -slopes * (position - key)  # bias=alibi"},
    {"has-bias -bias-differs", "scores = scores + record[\"bias\"]$square"},
    {"has-bias bias-differs", "for h in range($heads):\n"
                              "    own = of_head(record, \"bias\", h + 1)\n"
                              "    if own is not None:\n"
                              "        scores[h] += own$square"},
    {"edits", "put(scores, record.get(\"edits.$n\", []))  # by hand"},
    {"", "visible = np.ones(scores.shape, bool)  # True: may read"},
};

/* Records that get their scores in different ways are told apart by the names that they have. */
static void write_sources(const Script *script, size_t layer) {
    const char *word = "if";
    size_t left = 0;
    for (size_t i = 0; i < SOURCES; i++)
        left += script_holds(script, layer, sources[i].fact);
    int level = left > 1 ? 2 : 1;
    for (size_t i = 0; i < SOURCES; i++) {
        if (!script_holds(script, layer, sources[i].fact))
            continue;
        if (--left)
            script_line(script, 1, "%s \"%s\" in record:", word, sources[i].name);
        else if (level > 1)
            script_line(script, 1, "else:");
        script_rows(script, layer, level, ROWS(sources[i].rows));
        word = "elif";
    }
}

/* ---- visible ---- */

/* The lines of a rule: rows, or the test by positions that lets a query read a key, which
 * may be lifted for the first keys. */
static const struct {
    const char *test;
    ScriptRow rows[2];
} rule_rows[REASONS] = {
    [REASON_CAUSAL] = {.test = "key $causal position"},
    [REASON_WINDOW] = {.test = "abs(position - key) < $:window"},
    [REASON_PADDING] =
        {.rows = {{"has-padding",
                   "visible &= ~record[\"padding\"]$rows  # pad-keys=on"}}},
    [REASON_SEGMENTS] =
        {.rows = {{"-lacks-segments",
                   "visible &= record[\"query_segments\"]$rows[:, None]"
                   " == record[\"segments\"]$rows"},
                  {"lacks-segments",
                   "if \"segments\" in record:\n"
                   "    visible &= record[\"query_segments\"]$rows[:, None]"
                   " == record[\"segments\"]$rows"}}},
    [REASON_MASK] =
        {.rows = {{"-mask-differs",
                   "visible &= record[\"mask\"]$square $keeps  # $=mask-sense"},
                  {"mask-differs",
                   "for h in range($heads):\n"
                   "    own = of_head(record, \"mask\", h + 1)\n"
                   "    if own is not None:\n"
                   "        visible[h] &= own$square $keeps  # $=mask-sense"}}},
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
        reads = reads || (rule_rows[rule].test && rule_asked(model, layer, rule));
    return reads;
}

static void write_test(const Script *script, size_t layer, Reason rule) {
    const Options *options = &script->model->layers[layer].options;
    Text line = {0}, lifts = {0}, note = {0};
    text_format(&note, "$=%s", rule_table[rule].name);
    for (size_t n = 0; n < LIFTS; n++) {
        Count keys = lift_count(&lift_table[n], options, rule);
        if (!keys.on)
            continue;
        text_format(&lifts, " | (key < %zu)", keys.value);
        text_format(&note, " $=%s", lift_table[n].name);
    }
    text_format(&line, lifts.length ? "visible &= (%s)%s  # %s" : "visible &= %s%s  # %s",
                rule_rows[rule].test, text_string(&lifts), text_string(&note));
    script_text(script, layer, 1, text_string(&line));
    text_release(&line);
    text_release(&lifts);
    text_release(&note);
}

static void write_force(const Script *script, const Force *force) {
    Text cells = {0};
    text_format(&cells, "[..., %zu:%zu, %zu:%zu]", force->query, force->queries,
                force->key, force->keys);
    if (force->state == FORCE_NONE)
        script_line(script, 1, "visible%s = by_rule%s", text_string(&cells),
                    text_string(&cells));
    else
        script_line(script, 1, "visible%s = %s", text_string(&cells),
                    force->state == FORCE_OPEN ? "True" : "False");
    text_release(&cells);
}

static void write_visible(const Script *script, size_t index) {
    const Layer *layer = &script->model->layers[index];
    for (Reason rule = 0; rule < REASONS; rule++)
        if (!rule_asked(script->model, index, rule))
            continue;
        else if (rule_rows[rule].test)
            write_test(script, index, rule);
        else
            script_rows(script, index, 1, ROWS(rule_rows[rule].rows));
    const Forces *forces = &layer->forces;
    if (forces_any(forces))
        script_line(script, 1, "by_rule = visible.copy()  # then forced, for all heads");
    for (size_t i = 0; i < forces->lines; i++)
        write_force(script, &forces->line[i]);
    for (size_t i = 0; i < forces->runs; i++)
        write_force(script, &forces->run[i]);
}

/* ---- masked, weights, out, concat, y ---- */

static const char *const masked_texts[] = {
    [HIDDEN_MINUS_INFINITY] = "masked = np.where(visible, scores, -inf)",
    [HIDDEN_ZERO] = "masked = np.where(visible, scores, 0.0)  # $=order",
    [HIDDEN_KEPT] = "masked = scores  # $=order",
    [HIDDEN_FILL] = "masked = np.where(visible, scores, $:fill)  # $=order",
    [HIDDEN_PLUS_FILL] = "masked = np.where(visible, scores, scores + $:fill)  # $=order",
};

static const ScriptRow weight_rows[] = {
    {"-softmax=queries -null-logit", "weights = softmax(masked)"},
    {"softmax=queries -null-logit",
     "weights = softmax_null(masked, axis=-2)  # softmax=queries"},
    {"null-logit -softmax=queries",
     "weights = softmax_null(masked, null=$:null-logit)  # null-logit"},
    {"null-logit softmax=queries",
     "weights = softmax_null(masked, axis=-2, null=$:null-logit)"
     "  # null-logit, softmax=queries"},
    {"careful -hidden-count", "weights = np.where(visible, weights, 0.0)"},
    {"cut", "weights = weights * visible  # $=order"},
    {"divided", "weights = weights / weights.sum(axis=-1, keepdims=True)"},
    {"empty", "empty = ~(visible & (scores != -inf)).any(axis=-1)"},
    {"empty empty-row=error", "weights[empty] = nan  # empty-row=error: undefined"},
    {"empty empty-row=zero", "weights[empty] = 0.0  # empty-row=zero"},
    {"empty empty-row=uniform",
     "weights[empty] = 1 / weights.shape[-1]  # empty-row=uniform"},
    {"empty empty-row=nan", "weights[empty] = nan  # empty-row=nan"},
    {"unused", "weights[:, record[\"query_padding\"]$rows] = 0.0  # pad-queries=on"},
    {"-values", "return weights"},
    {"values lacks-values", "if \"v\" not in record:\n    return weights"},
};

static const ScriptRow value_rows[] = {
    {"-split=raw", "v = split($v, $kv)"},
    {"split=raw", "v = $v\nv = v.reshape($kv, len(v), -1)  # $=split"},
    {"shared-kv", "v = v[[$kv-map]]  # $=kv-map"},
    {"-careful -drops", "out = product(weights, v)  # [H, Tq, dv]"},
    {"drops -careful", "out = product(np.where(visible, weights, 0.0), v)  # $=order"},
    {"careful hidden-mix", "takes = np.ones(scores.shape, bool)"},
    {"careful -hidden-mix -drops", "takes = visible.copy()"},
    {"careful drops", "takes = visible.copy()  # $=order"},
    {"careful empty", "takes[empty] = True"},
    {"careful unused", "takes[:, record[\"query_padding\"]$rows] = False"},
    {"careful", "out = mix(weights, v, takes)  # [H, Tq, dv]"},
    {"torch", "rows = visible.any(axis=-1)"},
    {"torch unused", "rows &= ~record[\"query_padding\"]$rows"},
    {"torch", "calls.append((q, k, v, visible, out, rows))"},
    {"head-order", "out = out[[$:head-order]]  # $=head-order"},
    {"-merge=raw",
     "y = out.swapaxes(0, 1).reshape(out.shape[1], -1)  # concat [Tq, H*dv]"},
    {"merge=raw", "y = out.reshape(out.shape[1], -1)  # concat, merge=raw"},
    {"wo wo-order", "blocks = wo_$n.reshape($heads, -1, wo_$n.shape[1])\n"
                    "blocks = blocks[[$:wo-order]]  # $=wo-order\n"
                    "y = product(y, blocks.reshape(wo_$n.shape))"},
    {"wo -wo-order", "y = product(y, wo_$n)"},
    {"residual", "y = y + x  # residual=on"},
    {"", "return y"},
};

/* ---- the layer ---- */

/* Sets the words that are lists of a number for each head. */
static void define_lists(Script *script, const Layer *layer) {
    Text kv_map = {0}, slopes = {0};
    char slope[40];
    for (size_t h = 0; h < layer->heads; h++) {
        script_number(alibi_slope(h, layer->heads), slope);
        text_format(&kv_map, "%s%zu", h ? ", " : "", kv_head_of(layer, h));
        text_format(&slopes, "%s%s", h ? ", " : "", slope);
    }
    script_define(script, "kv-map", "%s", text_string(&kv_map));
    script_define(script, "slopes", "%s", text_string(&slopes));
    text_release(&kv_map);
    text_release(&slopes);
}

static void define_words(Script *script, size_t index) {
    static const char *const signs[] = {[CAUSAL_OFF] = "",
                                        [CAUSAL_ON] = "<=",
                                        [CAUSAL_STRICT] = "<",
                                        [CAUSAL_REVERSED] = ">="};
    static const char *const inputs[] = {"q", "k", "v"};
    const Layer *layer = &script->model->layers[index];
    size_t known = script_known(script->model, index);
    script_define(script, "n", "%zu", index + 1);
    script_define(script, "known", "%zu", known);
    script_define(script, "rows", known ? "[:$known]" : "");
    script_define(script, "square", known ? "[..., :$known, :$known]" : "");
    script_define(script, "heads", "%zu", layer->heads);
    script_define(script, "kv", "%zu", layer->kv_heads);
    define_lists(script, layer);
    for (size_t p = 0; p < 3; p++)
        script_define(script, inputs[p],
                      part_present(&layer->part[PART_WQ + p]) ? "product(x, w%s_$n)"
                                                              : "record[\"%s\"]$rows",
                      inputs[p]);
    script_define(script, "causal", "%s", signs[layer->options.causal]);
    script_define(script, "keeps", "%s",
                  layer->options.mask_sense == MASK_KEEP    ? "!= 0"
                  : script_holds(script, index, "additive") ? "== record.get(\"sees\", 0)"
                                                            : "== 0");
}

void script_layer(Script *script, size_t layer) {
    const OrderTraits *order = order_of(&script->model->layers[layer].options);
    define_words(script, layer);
    script_rows(script, layer, 0, ROWS(first_rows));
    write_sources(script, layer);
    script_rows(script, layer, 1, ROWS(score_rows));
    write_visible(script, layer);
    script_text(script, layer, 1, masked_texts[order->hidden_score]);
    script_rows(script, layer, 1, ROWS(weight_rows));
    if (script_holds(script, layer, "values"))
        script_rows(script, layer, 1, ROWS(value_rows));
}
