"""Random scenes: shapes, sources and options drawn together, so that they meet.

Left out are the few meetings whose meaning is not laid down: `known` with a raw reshape or with
Tq != Tk, renorm over the queries of a row that sees nothing, a huge fill that is added (it eats
the digits that are compared)."""
import numpy as np

from case import Case, FLOW

GRIDS = FLOW + ("q", "k", "v", "drop", "additive", "reach", "x", "scored", "prob", "loss")


class Draw:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def chance(self, probability):
        return self.rng.random() < probability

    def pick(self, *values):
        return values[self.rng.integers(len(values))]

    def whole(self, low, high):
        return int(self.rng.integers(low, high + 1))

    def numbers(self, *shape):
        return self.rng.integers(-20, 21, shape) / 10

    def bits(self, *shape, ones=0.7):
        return (self.rng.random(shape) < ones).astype(int)

    def permutation(self, count):
        return ",".join(str(n + 1) for n in self.rng.permutation(count))


class Shape:
    """What kind of scene it is to be."""

    def __init__(self, draw):
        self.source = draw.pick("x", "x", "qkv", "scores", "scores", "weights", "cross")
        self.layers = draw.pick(1, 1, 2, 3) if self.source == "x" else 1
        self.kv = draw.whole(1, 2)
        self.heads = self.kv * draw.whole(1, 2)
        self.keys = draw.whole(1, 5)
        self.queries = self.keys
        if self.source in ("qkv", "scores", "weights", "cross") and draw.chance(0.5):
            self.queries = draw.whole(1, 5)
        self.width, self.d, self.dv = draw.whole(1, 3), draw.whole(1, 3), draw.whole(1, 2)
        self.columns = self.width if self.layers > 1 or draw.chance(0.5) else draw.whole(1, 3)
        self.wo = self.layers > 1 or draw.chance(0.6)
        self.square = self.queries == self.keys
        self.residual = self.source == "x" and self.wo and self.columns == self.width
        self.candidates = draw.chance(0.5)


def parameters(case, draw, shape):
    case.row("heads", shape.heads, shape.kv)
    if shape.source == "x":
        case.matrix("wq", draw.numbers(shape.width, shape.heads * shape.d))
    if shape.source in ("x", "cross"):
        case.matrix("wk", draw.numbers(shape.width, shape.kv * shape.d))
        case.matrix("wv", draw.numbers(shape.width, shape.kv * shape.dv))
    if shape.wo:
        case.matrix("wo", draw.numbers(shape.heads * shape.dv, shape.columns))


def by_head(case, draw, kind, shape, make):
    """The common one, or common with some head's own."""
    case.matrix(kind, make())
    if shape.heads > 1 and draw.chance(0.4):
        case.matrix("%s.%d" % (kind, draw.whole(1, shape.heads)), make())


def record_data(case, draw, shape):
    queries, keys = shape.queries, shape.keys
    if shape.source in ("x", "cross"):
        case.matrix("x", draw.numbers(keys, shape.width))
    if shape.source in ("qkv", "cross"):
        case.matrix("q", draw.numbers(queries, shape.heads * shape.d))
    if shape.source == "qkv":
        case.matrix("k", draw.numbers(keys, shape.kv * shape.d))
    if shape.source in ("qkv", "scores", "weights"):
        case.matrix("v", draw.numbers(keys, shape.kv * shape.dv))
    if shape.source == "scores":
        by_head(case, draw, "scores", shape, lambda: draw.numbers(queries, keys))
    if shape.source == "weights":
        by_head(case, draw, "weights", shape, lambda: np.abs(draw.numbers(queries, keys)) + 0.1)
    if draw.chance(0.3):
        by_head(case, draw, "mask", shape, lambda: draw.bits(queries, keys))
    if draw.chance(0.3):
        by_head(case, draw, "bias", shape, lambda: draw.numbers(queries, keys))
    if draw.chance(0.5):
        case.row("padding", *draw.bits(keys, ones=0.3))
        if draw.chance(0.2):
            case.row("query-padding", *draw.bits(queries, ones=0.3))
    if draw.chance(0.3):
        case.row("segments", *[draw.whole(1, 2) for _ in range(keys)])
        if queries > keys or draw.chance(0.2):
            case.row("query-segments", *[draw.whole(1, 2) for _ in range(queries)])
    if draw.chance(0.2):
        case.row("offset", draw.whole(-2, keys))
    if case.scene.candidates:
        names = case.scene.candidates + ["-"]
        case.row("targets", *[draw.pick(*names) for _ in range(queries)])


def some_option(draw, shape):
    """One setting, without its layer."""
    most = max(shape.keys, 1)
    name = draw.pick("causal", "causal", "order", "order", "order", "pad-keys", "pad-queries",
                     "loss-mask", "mask", "mask-sense", "empty-row", "softmax", "scale",
                     "head-order", "wo-order", "split", "merge", "kv-map", "known", "residual",
                     "window", "prefix", "sink", "segments", "bias", "softcap", "null-logit",
                     "align", "fill")
    choices = {
        "causal": ("off", "on", "on", "strict", "reversed"),
        "order": ("before", "zero", "after", "renorm", "values", "finite", "add"),
        "empty-row": ("error", "zero", "uniform", "nan"), "softmax": ("keys", "queries"),
        "scale": ("auto", "none", "width", "0.3", "1/sqrt(5)"), "split": ("heads", "raw"),
        "merge": ("heads", "raw"), "kv-map": ("repeat", "tile"), "bias": ("none", "alibi"),
        "softcap": ("off", "1.5", "4"), "null-logit": ("off", "0", "-1.5", "2"),
        "align": ("bottom-right", "top-left"), "fill": ("-1000", "-8", "-3", "1"),
        "window": ("off", str(draw.whole(1, most))), "prefix": ("off", str(draw.whole(1, most))),
        "sink": ("off", str(draw.whole(1, most))), "known": ("all", str(draw.whole(1, most))),
        "head-order": (draw.permutation(shape.heads),), "wo-order": (draw.permutation(shape.heads),),
        "mask-sense": ("keep", "drop"),
    }
    if name == "known" and not shape.square:
        name = "align"
    if name == "residual" and not shape.residual:
        name = "causal"
    return name, draw.pick(*choices.get(name, ("on", "off")))


def settle(case, shape):
    """Takes back what should not meet."""
    for layer in range(case.scene.layer_count):
        options = case.scene.options[layer]
        where = [] if case.scene.layer_count == 1 else [str(layer + 1)]
        if options["known"] != "all" and "raw" in (options["split"], options["merge"]):
            case.act("set", "split", "heads", *where)
            case.act("set", "merge", "heads", *where)
        if options["softmax"] == "queries" and options["order"] == "renorm":
            case.act("set", "softmax", "keys", *where)


def tolerance(case):
    """1e-12 of the largest number that takes part, where several layers have let them grow."""
    largest = 1.0
    for layers in case.now().layers:
        for one in layers:
            for part in one.scores + one.out + [one.y]:
                finite = np.abs(part[np.isfinite(part)])
                largest = max(largest, finite.max(initial=0.0))
    return "1e%d" % (-12 + int(np.ceil(np.log10(largest / 20))) if largest > 20 else -12)


def grids_to_show(case):
    """reach only where nothing but visibility decides it."""
    grids = list(GRIDS)
    for layers in case.now().layers:
        for layer, one in enumerate(layers):
            options = case.scene.options[layer]
            odd = (options["softmax"] == "queries" or "raw" in (options["split"], options["merge"])
                   or one.unused.any() or any(empty.any() for empty in one.empty))
            if odd and "reach" in grids:
                grids.remove("reach")
    return grids


def random_case(seed):
    draw = Draw(seed)
    shape = Shape(draw)
    case = Case("random-%06d" % seed, "Drawn at random", base=draw.whole(0, 1))
    if shape.candidates:
        count = shape.columns if shape.wo else shape.heads * shape.dv
        case.row("candidates", *["c%d" % (n + 1) for n in range(count)])
        case.row("loss", "logits")
    if shape.layers == 1 or draw.chance(0.3):
        parameters(case, draw, shape)
        if shape.layers > 1:
            case.row("layer", shape.layers)
    else:
        for n in range(shape.layers):
            case.row("layer", n + 1)
            parameters(case, draw, shape)
    for n in range(draw.pick(1, 1, 2, 3)):
        case.row("record", "r" + "abc"[n])
        record_data(case, draw, shape)
    case.do("set fill -1000")
    for n in range(draw.whole(2, 4)):
        case.begin()
        actions = []
        for _ in range(draw.whole(1, 4)):
            name, value = some_option(draw, shape)
            layer = []
            if shape.layers > 1 and name != "known" and draw.chance(0.5):
                layer = [str(draw.whole(1, shape.layers))]
            actions.append(["set", name, value] + layer)
        case.step("step %d" % (n + 1))
        for words in actions:
            case.act(*words)
        if draw.chance(0.3):
            known = [min(int(o["known"]), shape.keys) if o["known"] != "all" else 99
                     for o in case.scene.options]
            base = case.scene.base
            i = draw.whole(1, min([shape.queries] + known)) - 1 + base
            j = draw.whole(1, min([shape.keys] + known)) - 1 + base
            case.act(draw.pick("allow", "forbid"), i, j)
        settle(case, shape)
        if tolerance(case) != case.held:
            case.tolerance(tolerance(case))
        case.expect_all(*grids_to_show(case))
    return case
