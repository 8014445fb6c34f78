"""The mathematics of attnscope in NumPy float64, written from its description alone.

A Scene is made of the rows of a scene file; `perform` takes one action, `compute` answers with
every grid of every record, layer and head. Nothing here is fast, and nothing is shared with the
C program: it exists to disagree with it.

    Scene.compute() -> Result
      result.layers[record][layer]   a Grids: q k v scores visible masked weights sums out,
                                     each [H, ...]; x concat y wo, and what is undefined
      result.loss[record]            prob, loss, scored: each [Tq]
"""
import copy

import numpy as np

from expression import number

RECORD_MATRICES = ("x", "q", "k", "v", "scores", "weights", "mask", "bias")
LAYER_MATRICES = ("wq", "wk", "wv", "wo")
RECORD_ROWS = ("tokens", "targets", "padding", "segments", "offset",
               "query-tokens", "query-padding", "query-segments")
ACTIONS = ("set toggle cycle edit replace allow forbid flip clear-mask swap-heads swap-wo compare "
           "hide reveal pin unpin perturb focus head record layer delta digits zoom").split()

EMPTY = "a valid query has no visible key"
NO_TARGET = "no target is scored"

VALUES = {
    "causal": ["off", "on", "strict", "reversed"], "align": ["bottom-right", "top-left"],
    "pad-keys": ["off", "on"], "pad-queries": ["on", "off"], "loss-mask": ["on", "off"],
    "mask": ["on", "off"], "mask-sense": ["keep", "drop"],
    "order": ["before", "zero", "after", "renorm", "values", "finite", "add"],
    "empty-row": ["error", "zero", "uniform", "nan"], "softmax": ["keys", "queries"],
    "split": ["heads", "raw"], "merge": ["heads", "raw"], "kv-map": ["repeat", "tile"],
    "residual": ["off", "on"], "segments": ["on", "off"], "bias": ["none", "alibi"],
}
OTHERS = {"fill": "-1e9", "scale": "auto", "head-order": None, "wo-order": None, "known": "all",
          "window": "off", "prefix": "off", "sink": "off", "softcap": "off", "null-logit": "off"}


def default_options():
    return {**{name: values[0] for name, values in VALUES.items()}, **OTHERS}


class Grids(dict):
    """The grids of one record in one layer."""

    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(name)


class Result:
    def __init__(self):
        self.layers, self.loss, self.errors, self.mean = [], [], [], None


# ---- one row, one column of softmax ---------------------------------------------------------

def softmax(scores, part, null):
    """exp(score) over the sum of the participating ones' and of exp(null), if there is one.

    scores [n], part [n] bool. The largest participating score is taken off first. What does
    not take part has the weight 0, whatever it is.
    """
    weights = np.zeros(len(scores))
    if not part.any():
        return weights
    terms = scores[part]
    largest = terms.max() if null is None else max(terms.max(), null)
    shares = np.exp(terms - largest)
    total = shares.sum() + (0.0 if null is None else np.exp(null - largest))
    weights[part] = shares / total
    return weights


def mask_scores(scores, visible, order, fill):
    """What enters softmax: [Tq, Tk], other than scores only where a key is not visible."""
    hidden = {"before": np.full_like(scores, -np.inf), "zero": np.zeros_like(scores),
              "finite": np.full_like(scores, fill), "add": scores + fill}.get(order, scores)
    return np.where(visible, scores, hidden)


def weights_by_key(masked, visible, order, null, empty_row, unused):
    """weights [Tq, Tk] and which rows are undefined [Tq], which are empty [Tq]."""
    queries, keys = masked.shape
    weights = np.zeros((queries, keys))
    undefined, empty = np.zeros(queries, bool), np.zeros(queries, bool)
    everything = np.ones(keys, bool)
    for i in range(queries):
        if unused[i]:
            continue
        sees_nothing = not np.any(visible[i] & (masked[i] != -np.inf))
        if order in ("before", "renorm") and sees_nothing:
            if order == "before" and null is not None:
                continue  # lawfully zero: all of the row's weight is the null logit's
            empty[i] = True
            undefined[i] = empty_row == "error"
            weights[i] = {"uniform": 1.0 / keys, "nan": np.nan}.get(empty_row, 0.0)
            continue
        part = visible[i] if order == "before" else everything
        weights[i] = softmax(masked[i], part, null)
        if order in ("after", "renorm"):
            weights[i] = np.where(visible[i], weights[i], 0.0)
        if order == "renorm":
            weights[i] = weights[i] / weights[i].sum()
    return weights, undefined, empty


def weights_by_query(masked, visible, order, null, unused):
    """The wrong axis: every column is shared out over the queries, padding ones included."""
    queries, keys = masked.shape
    weights = np.zeros((queries, keys))
    for j in range(keys):
        if np.all(masked[:, j] == -np.inf):
            continue
        part = visible[:, j] if order == "before" else np.ones(queries, bool)
        weights[:, j] = softmax(masked[:, j], part, null)
    if order in ("after", "renorm"):
        weights = np.where(visible, weights, 0.0)
    if order == "renorm":
        weights = weights / weights.sum(axis=1, keepdims=True)
    weights[unused] = 0.0
    return weights


def mix(weights, visible, values, order, whole_rows):
    """out [Tq, dv]: hidden values count in the orders that let them in, and in `whole_rows`."""
    out = np.zeros((weights.shape[0], values.shape[1]))
    for i in range(weights.shape[0]):
        for j in range(weights.shape[1]):
            if visible[i, j] or order in ("zero", "finite", "add") or whole_rows[i]:
                out[i] += weights[i, j] * values[j]
    return out


def alibi_slopes(heads):
    power = 1
    while power * 2 <= heads:
        power *= 2
    slopes = [2.0 ** (-8.0 * k / power) for k in range(1, power + 1)]
    k = 1
    while len(slopes) < heads:
        slopes.append(2.0 ** (-4.0 * k / power))
        k += 2
    return slopes


# ---- the scene ------------------------------------------------------------------------------

class Scene:
    def __init__(self, rows=()):
        self.base, self.tolerance = 1, 5e-7
        self.candidates, self.loss_kind = None, "probs"
        self.common, self.records, self.names = {}, [], []
        self.params, self.layer_rows = {}, {}
        self.place = self.common       # where record rows go now
        self.layer_place = self.params
        self.last_kind = None
        self.options = self.forced = None
        self.shown = [0, 0, 0]         # record, layer, head
        self.score_edits = {}          # (record, layer, head, i, j) -> number
        self.baseline = None
        self.perturbed = None
        self.focus = None
        for row in rows:
            self.data(row)

    # -- reading ------------------------------------------------------------------------------

    def data(self, row):
        """One row that stands before the first step and is neither an action nor an expect."""
        kind, rest = row[0], list(row[1:])
        if kind in ("attnscope", "id", "source", "title", "say"):
            pass
        elif kind == "base":
            self.base = int(rest[0])
        elif kind == "tolerance":
            self.tolerance = number(rest[0])
        elif kind == "candidates":
            self.candidates = rest
        elif kind == "loss":
            self.loss_kind = rest[0]
        elif kind == "record":
            self.place = {}
            self.records.append(self.place)
            self.names.append(rest[0])
        elif kind == "layer":
            self.layer_place = self.layer_rows.setdefault(int(rest[0]), {})
        elif kind == "heads":
            self.layer_place["heads"] = [int(word) for word in rest]
        elif kind in RECORD_ROWS:
            self.place[kind] = rest
        elif kind.split(".")[0] in RECORD_MATRICES + LAYER_MATRICES:
            where = self.place if kind.split(".")[0] in RECORD_MATRICES else self.layer_place
            if kind == self.last_kind:
                where[kind] = np.vstack([where[kind], [number(word) for word in rest]])
            else:
                where[kind] = np.array([[number(word) for word in rest]])
        else:
            raise ValueError("unknown row: " + kind)
        self.last_kind = kind

    def begin(self):
        """After the last data row."""
        if self.options is not None:
            return
        if not self.records:
            self.records.append({})
            self.names.append("")
        self.layer_count = max(self.layer_rows, default=1)
        self.options = [default_options() for _ in range(self.layer_count)]
        self.forced = [{} for _ in range(self.layer_count)]

    def record_row(self, record, kind):
        return self.records[record].get(kind, self.common.get(kind))

    def layer_row(self, layer, kind):
        return self.layer_rows.get(layer + 1, {}).get(kind, self.params.get(kind))

    def heads(self, layer):
        given = self.layer_row(layer, "heads") or [1]
        return given[0], given[-1]

    def option(self, layer, name):
        return self.options[layer][name]

    def amount(self, layer, name):
        value = self.option(layer, name)
        return None if value in ("off", "all") else number(value)

    def permutation(self, layer, name):
        value = self.option(layer, name)
        heads = self.heads(layer)[0]
        return list(range(heads)) if value is None else [int(w) - 1 for w in value.split(",")]

    # -- sizes and slots ----------------------------------------------------------------------

    def sizes(self, record):
        """Tq, Tk of the first layer, before `known`."""
        queries = keys = None
        for kind in ("scores", "weights", "mask", "bias"):
            part = self.any_part(record, kind)
            if part is not None:
                queries, keys = part.shape
        for kind in ("tokens", "padding", "segments"):
            if self.record_row(record, kind) is not None:
                keys = len(self.record_row(record, kind))
        for kind in ("query-tokens", "query-padding", "query-segments"):
            if self.record_row(record, kind) is not None:
                queries = len(self.record_row(record, kind))
        for kind in ("k", "v", "x"):
            part = self.any_part(record, kind)
            if part is not None:
                keys = part.shape[0]
        part = self.any_part(record, "q")
        if part is not None:
            queries = part.shape[0]
        elif self.record_row(record, "x") is not None:
            queries = self.record_row(record, "x").shape[0]
        return (keys if queries is None else queries), keys

    def any_part(self, record, kind):
        """The common matrix of a kind or some head's own, for its shape."""
        for place in (self.records[record], self.common):
            for key, value in place.items():
                if key.split(".")[0] == kind:
                    return value
        return None

    def key_padding(self, record, keys):
        given = self.record_row(record, "padding")
        if given is not None:
            return np.array([word == "1" for word in given])[:keys]
        tokens = self.record_row(record, "tokens") or []
        return np.array([j < len(tokens) and tokens[j] == "PAD" for j in range(keys)])

    def query_padding(self, record, queries, keys, slot):
        given = self.record_row(record, "query-padding")
        if given is not None:
            return np.array([word == "1" for word in given])[:queries]
        tokens = self.record_row(record, "query-tokens")
        if tokens is not None:
            return np.array([word == "PAD" for word in tokens])[:queries]
        padding = self.key_padding(record, keys)
        return np.array([i + slot >= 0 and padding[i + slot] for i in range(queries)])

    def segment_rows(self, record, queries, keys, slot):
        """Segments of queries and of keys, or None."""
        given = self.record_row(record, "segments")
        if given is None:
            return None
        own = self.record_row(record, "query-segments")
        if own is None:
            own = [given[i + slot] for i in range(queries)]
        return ([int(word) for word in own][:queries], [int(word) for word in given][:keys])

    # -- one record through one layer ---------------------------------------------------------

    def projected(self, record, layer, x, kind, count):
        """q, k or v of one layer: a list of matrices, one for each of `count` heads, or None."""
        given = lambda name: self.record_row(record, name) if layer == 0 else None
        weights = lambda name: self.layer_row(layer, name)
        whole = given(kind)
        if whole is None and x is not None and weights("w" + kind) is not None:
            whole = x @ weights("w" + kind)
        heads = []
        for h in range(count):
            own = given("%s.%d" % (kind, h + 1))
            if own is None and x is not None and weights("w%s.%d" % (kind, h + 1)) is not None:
                own = x @ weights("w%s.%d" % (kind, h + 1))
            if own is None and whole is not None:
                width = whole.shape[1] // count
                if self.option(layer, "split") == "raw":
                    own = np.ascontiguousarray(whole).reshape(count, -1, width)[h]
                else:
                    own = whole[:, h * width:(h + 1) * width]
            heads.append(own)
        return None if any(head is None for head in heads) else heads

    def kv_head(self, layer, h):
        heads, kv_heads = self.heads(layer)
        if self.option(layer, "kv-map") == "tile":
            return h % kv_heads
        return -(-(h + 1) * kv_heads // heads) - 1     # ceil(h * Hkv / H), from 1

    def per_head(self, record, kind, h):
        own = self.record_row(record, "%s.%d" % (kind, h + 1))
        return own if own is not None else self.record_row(record, kind)

    def raw_scores(self, record, layer, h, q, k, shape):
        """scale·q·k, or what the scene gives in its place."""
        queries, keys = shape
        given = self.per_head(record, "scores", h) if layer == 0 else None
        dump = self.per_head(record, "weights", h) if layer == 0 else None
        if given is not None:
            scores = given[:queries, :keys].copy()
        elif dump is not None:
            scores = np.log(dump / dump.sum(axis=1, keepdims=True))[:queries, :keys]
        elif q is not None and k is not None:
            width, heads = q.shape[1], self.heads(layer)[0]
            scale = {"auto": 1 / np.sqrt(width), "width": 1 / np.sqrt(heads * width),
                     "none": 1.0}.get(self.option(layer, "scale"))
            if scale is None:
                scale = number(self.option(layer, "scale"))
            scores = np.array([[scale * np.sum(q[i] * k[j]) for j in range(keys)]
                               for i in range(queries)]).reshape(queries, keys)
        else:
            scores = np.zeros(shape)
        for (r, l, head, i, j), value in self.score_edits.items():
            if (r, l, head) == (record, layer, h) and i < queries and j < keys:
                scores[i, j] = value
        return scores

    def positions(self, record, layer, queries, keys):
        given = self.record_row(record, "offset")
        if given is not None:
            offset = int(given[0])
        else:
            offset = keys - queries if self.option(layer, "align") == "bottom-right" else 0
        return [i + offset for i in range(queries)]

    def visibility(self, record, layer, h, position, shape, padding, segments):
        queries, keys = shape
        causal = self.option(layer, "causal")
        window, prefix, sink = (self.amount(layer, n) for n in ("window", "prefix", "sink"))
        grid = self.per_head(record, "mask", h) if self.option(layer, "mask") == "on" else None
        keep = self.option(layer, "mask-sense") == "keep"
        visible = np.ones(shape, bool)
        for i in range(queries):
            for j in range(keys):
                p = position[i]
                passes = {"off": True, "on": j <= p, "strict": j < p, "reversed": j >= p}[causal]
                if prefix is not None and j < prefix:
                    passes = True
                near = window is None or abs(p - j) < window or (sink is not None and j < sink)
                see = passes and near
                if self.option(layer, "pad-keys") == "on" and padding[j]:
                    see = False
                if segments and self.option(layer, "segments") == "on":
                    see = see and segments[0][i] == segments[1][j]
                if grid is not None:
                    see = see and (grid[i, j] == 1) == keep
                visible[i, j] = self.forced[layer].get((i, j), see)
        return visible

    def layer_grids(self, record, layer, x, x_undefined):
        options = self.options[layer]
        heads, kv_heads = self.heads(layer)
        if layer == 0:
            queries, keys = self.sizes(record)
        else:
            queries = keys = x.shape[0]
        known = self.amount(layer, "known")
        if known is not None:
            queries, keys = min(queries, int(known)), min(keys, int(known))
        if x is not None:
            x = x[:keys]
        slot = keys - queries
        q = self.projected(record, layer, x, "q", heads)
        k = self.projected(record, layer, x, "k", kv_heads)
        v = self.projected(record, layer, x, "v", kv_heads)
        cut = lambda part, rows: None if part is None else [one[:rows] for one in part]
        q, k, v = cut(q, queries), cut(k, keys), cut(v, keys)
        padding = self.key_padding(record, keys)
        query_padding = self.query_padding(record, queries, keys, slot)
        unused = query_padding if options["pad-queries"] == "on" else np.zeros(queries, bool)
        segments = self.segment_rows(record, queries, keys, slot)
        position = self.positions(record, layer, queries, keys)
        distance = np.array([[p - j for j in range(keys)] for p in position], float)
        null, cap = self.amount(layer, "null-logit"), self.amount(layer, "softcap")
        names = "q k v scores visible masked weights sums out undefined empty drop additive"
        lists = {name: [] for name in names.split()}
        for h in range(heads):
            kv = self.kv_head(layer, h)
            q_h, k_h, v_h = (p and p[n] for p, n in ((q, h), (k, kv), (v, kv)))
            scores = self.raw_scores(record, layer, h, q_h, k_h, (queries, keys))
            if cap is not None:
                scores = cap * np.tanh(scores / cap)
            if options["bias"] == "alibi":
                scores = scores - alibi_slopes(heads)[h] * distance
            bias = self.per_head(record, "bias", h)
            if bias is not None:
                scores = scores + bias[:queries, :keys]
            visible = self.visibility(record, layer, h, position, (queries, keys), padding,
                                      segments)
            masked = mask_scores(scores, visible, options["order"], number(options["fill"]))
            if options["softmax"] == "queries":
                weights = weights_by_query(masked, visible, options["order"], null, unused)
                undefined = empty = np.zeros(queries, bool)
            else:
                weights, undefined, empty = weights_by_key(
                    masked, visible, options["order"], null, options["empty-row"], unused)
            whole = empty & (options["empty-row"] in ("uniform", "nan"))
            if v_h is None:         # a matrix of weights alone: nothing to mix
                v_h = np.zeros((keys, 0))
            out = mix(weights, visible, v_h, options["order"], whole)
            out[unused] = 0.0
            for name, value in (("q", q_h), ("k", k_h), ("v", v_h), ("scores", scores),
                                ("visible", visible.astype(float)), ("masked", masked),
                                ("weights", weights), ("sums", weights.sum(axis=1)),
                                ("out", out), ("undefined", undefined), ("empty", empty),
                                ("drop", 1.0 - visible),
                                ("additive", np.where(visible, 0.0, -np.inf))):
                lists[name].append(value)
        grids = Grids(lists)
        grids.update(x=x, unused=unused, query_padding=query_padding)
        order = self.permutation(layer, "head-order")
        raw = options["merge"] == "raw"
        grids["concat"] = merge([grids.out[h] for h in order], raw)
        bad = [np.repeat(grids.undefined[h][:, None], grids.out[h].shape[1], 1) for h in order]
        rows_undefined = merge(bad, raw).any(axis=1)
        wo = self.layer_row(layer, "wo")
        if wo is None:
            y = grids.concat.copy()
        else:
            block = wo.shape[0] // heads
            pieces = [wo[h * block:(h + 1) * block] for h in self.permutation(layer, "wo-order")]
            y = grids.concat @ np.vstack(pieces)
        if options["residual"] == "on":
            y = y + x
        grids.update(wo=wo, y=y, rows_undefined=rows_undefined,
                     tainted=x_undefined, y_undefined=rows_undefined)
        grids["reach"] = self.pass_on(grids, options, layer)
        return grids

    def pass_on(self, grids, options, layer):
        """What one layer alone passes on: [Tq, Tk]."""
        if options["order"] in ("zero", "after", "values"):
            passes = np.ones_like(grids.visible[0])
        else:
            passes = np.max(grids.visible, axis=0)
        if options["residual"] == "on":
            passes = np.maximum(passes, np.eye(len(passes)))
        return passes

    # -- the whole ----------------------------------------------------------------------------

    def compute(self):
        self.begin()
        result = Result()
        with np.errstate(all="ignore"):
            for record in range(len(self.records)):
                x, tainted, reach, layers = self.record_row(record, "x"), False, None, []
                for layer in range(self.layer_count):
                    grids = self.layer_grids(record, layer, x, tainted)
                    if reach is not None:
                        grids["reach"] = (grids.reach @ reach > 0).astype(float)
                    reach, x = grids.reach, grids.y
                    tainted = tainted or bool(grids.y_undefined.any())
                    layers.append(grids)
                    if any(undefined.any() for undefined in grids.undefined):
                        result.errors = [EMPTY]
                result.layers.append(layers)
                result.loss.append(self.losses(record, layers[-1]))
            self.mean(result)
        return result

    def losses(self, record, last):
        """prob, loss [Tq], nan where nothing is scored; scored [Tq]; undefined [Tq]."""
        y, queries = last.y, last.y.shape[0]
        targets = list(self.record_row(record, "targets") or [])
        targets += [""] * (queries - len(targets))
        prob, loss = np.full(queries, np.nan), np.full(queries, np.nan)
        scored = np.zeros(queries)
        for i in range(queries):
            masked = self.option(self.layer_count - 1, "loss-mask") == "on"
            if targets[i] in ("", "-") or (masked and last.query_padding[i]):
                continue
            scored[i] = 1
            if self.candidates is None:
                continue
            row = y[i]
            if self.loss_kind == "logits":
                row = softmax(row, np.ones(len(row), bool), None)
            prob[i] = row[self.candidates.index(targets[i])]
            loss[i] = 0.0 if prob[i] == 1 else -np.log(prob[i])
            if self.loss_kind == "logits" and prob[i] != 1:     # without the detour
                top = y[i].max()
                total = np.log(np.sum(np.exp(y[i] - top)))
                loss[i] = total - (y[i][self.candidates.index(targets[i])] - top)
        undefined = last.y_undefined | last.tainted
        return Grids(prob=prob, loss=loss, scored=scored, undefined=undefined)

    def mean(self, result):
        if self.candidates is None:
            return
        total, count, defined = 0.0, 0, True
        for part in result.loss:
            total += np.sum(part.loss[part.scored == 1])
            count += int(part.scored.sum())
            defined = defined and not np.any(part.undefined & (part.scored == 1))
        if count == 0:
            result.errors = result.errors + [NO_TARGET]
        elif defined:
            result.mean = total / count

    # -- actions ------------------------------------------------------------------------------

    def perform(self, words):
        self.begin()
        name, rest = words[0], list(words[1:])
        if name == "set":
            layers = [int(rest[2]) - 1] if len(rest) > 2 else range(self.layer_count)
            for layer in layers:
                value = rest[1]
                if rest[0] not in VALUES and rest[0] not in OTHERS:
                    raise ValueError("no such option: " + rest[0])
                self.options[layer][rest[0]] = value
        elif name == "toggle":
            layers = [int(rest[1]) - 1] if len(rest) > 1 else range(self.layer_count)
            for layer in layers:
                first, second = VALUES[rest[0]][:2]
                now = self.options[layer][rest[0]]
                self.options[layer][rest[0]] = second if now == first else first
        elif name == "cycle":
            for layer in range(self.layer_count):
                values = VALUES[rest[0]]
                step = -1 if rest[1:] == ["back"] else 1
                now = values.index(self.options[layer][rest[0]])
                self.options[layer][rest[0]] = values[(now + step) % len(values)]
        elif name in ("allow", "forbid", "flip", "clear-mask"):
            self.force(name, rest)
        elif name in ("swap-heads", "swap-wo"):
            option = "head-order" if name == "swap-heads" else "wo-order"
            order = self.permutation(self.shown[1], option)
            a, b = int(rest[0]) - 1, int(rest[1]) - 1
            order[a], order[b] = order[b], order[a]
            self.options[self.shown[1]][option] = ",".join(str(n + 1) for n in order)
        elif name in ("record", "layer", "head"):
            place = ("record", "layer", "head").index(name)
            self.shown[place] = (self.names.index(rest[0]) if rest[0] in self.names
                                 and name == "record" else int(rest[0]) - 1)
        elif name == "edit":
            self.edit(rest)
        elif name == "replace":
            matrix = self.writable(rest[0])
            matrix[int(rest[1]) - self.base] = [number(word) for word in rest[2:]]
        elif name == "perturb":
            self.perturb(int(rest[0]) - self.base, [number(word) for word in rest[1:]])
        elif name == "pin":
            self.baseline, self.perturbed = self.compute(), None
        elif name == "unpin":
            self.baseline = self.perturbed = None
        elif name == "focus":
            self.focus = rest[0]
        elif name not in ACTIONS:
            raise ValueError("no such action: " + name)

    def force(self, name, rest):
        layer = self.shown[1]
        forced = self.forced[layer]
        if name == "clear-mask":
            forced.clear()
            return
        grids = self.compute().layers[self.shown[0]][layer]
        queries, keys = grids.visible[0].shape
        ahead = dict(forced)
        forced.clear()
        rule = self.compute().layers[self.shown[0]][layer].visible[self.shown[2]]
        forced.update(ahead)
        rows = range(queries) if rest[0] == "*" else [int(rest[0]) - self.base]
        columns = range(keys) if rest[1] == "*" else [int(rest[1]) - self.base]
        for i in rows:
            for j in columns:
                if name != "flip":
                    forced[i, j] = name == "allow"
                    continue
                wanted = not grids.visible[self.shown[2]][i, j]
                if bool(rule[i, j]) == wanted:
                    forced.pop((i, j), None)
                else:
                    forced[i, j] = wanted

    def writable(self, kind):
        """The matrix that an edit of this grid changes, in the shown record and layer."""
        if kind.split(".")[0] in LAYER_MATRICES:
            own = self.layer_rows.get(self.shown[1] + 1, {})
            return own[kind] if kind in own else self.params[kind]
        own = self.records[self.shown[0]]
        return own[kind] if kind in own else self.common[kind]

    def edit(self, rest):
        if rest[0] in ("targets", "padding", "segments"):
            own = self.records[self.shown[0]]
            if rest[0] not in own and rest[0] not in self.common:
                own[rest[0]] = ["%d" % bit for bit in
                                self.key_padding(self.shown[0], self.sizes(self.shown[0])[1])]
            row = own[rest[0]] if rest[0] in own else self.common[rest[0]]
            place = int(rest[1]) - self.base
            row.extend([""] * (place + 1 - len(row)))
            row[place] = rest[2]
            return
        kind, i, j = rest[0], int(rest[1]) - self.base, int(rest[2]) - self.base
        if kind.split(".")[0] == "scores":
            head = int(kind.split(".")[1]) - 1 if "." in kind else self.shown[2]
            names = ("scores", "scores.%d" % (head + 1))
            own = any(name in self.records[self.shown[0]] for name in names)
            shared = self.shown[1] == 0 and not own and any(n in self.common for n in names)
            for record in range(len(self.records)) if shared else [self.shown[0]]:
                self.score_edits[record, self.shown[1], head, i, j] = number(rest[3])
        else:
            self.writable(kind)[i, j] = number(rest[3])

    # -- the baseline -------------------------------------------------------------------------

    def before_change(self):
        """What `same`, `differ`, `leak` and `delta` compare with."""
        if self.perturbed is None:
            return self.baseline
        other = copy.deepcopy(self.perturbed[2])
        other.options, other.forced = copy.deepcopy(self.options), copy.deepcopy(self.forced)
        return other.compute()

    def perturb(self, row, numbers):
        """Keeps the numbers as they are, the rule not; then replaces a row of x, or of v and
        given as more words of q and k before it."""
        self.perturbed = None
        self.perturbed = (self.shown[0], row, copy.deepcopy(self))
        kinds = ("x",) if self.any_part(self.shown[0], "x") is not None else ("v", "q", "k")
        for kind in kinds:
            if not numbers:
                break
            matrix = self.writable(kind)
            matrix[row], numbers = numbers[:matrix.shape[1]], numbers[matrix.shape[1]:]

    def leak(self):
        """The largest change of y of the last layer in the rows before the perturbed one."""
        record, row, _ = self.perturbed
        now = self.compute().layers[record][-1].y[:row]
        old = self.before_change().layers[record][-1].y[:row]
        return float(np.max(np.abs(now - old), initial=0.0))


def merge(heads, raw):
    """[H][Tq, dv] -> [Tq, H·dv]."""
    stacked = np.stack(heads)
    if raw:
        return stacked.reshape(stacked.shape[1], -1)
    return np.concatenate(list(stacked), axis=1)


PER_HEAD = "q k v scores visible masked weights sums out drop additive".split()


def grid_row(scene, result, grid, row):
    """One row of a grid as an expect reads it, or None where it is undefined."""
    record, layer, head = scene.shown
    grids = result.layers[record][layer]
    name, _, suffix = grid.partition(".")
    if suffix:
        head = int(suffix) - 1
    i = row - scene.base
    if name in ("prob", "loss", "scored"):
        part = result.loss[record]
        if name != "scored" and part.undefined[i] and part.scored[i]:
            return None
        return np.atleast_1d(part[name][i])
    if name == "delta":
        old = scene.before_change()
        a, b = (grid_row(scene, r, scene.focus, row) for r in (result, old))
        width = min(len(a), len(b))
        return a[:width] - b[:width]
    if name == "wo":                # as it stands beside concat: its blocks in their order
        block = grids.wo.shape[0] // len(grids.out)
        part = scene.permutation(layer, "wo-order")[i // block]
        return grids.wo[part * block + i % block]
    if name in LAYER_MATRICES:
        return scene.layer_row(layer, grid)[i]
    if name in PER_HEAD:
        if name in ("weights", "sums", "out") and grids.undefined[head][i]:
            return None
        return np.atleast_1d(grids[name][head][i])
    if name in ("concat", "y") and grids.y_undefined[i]:
        return None
    return np.atleast_1d(grids[name][i])
