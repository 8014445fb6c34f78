#!/usr/bin/python3
"""Writes scene files whose expects are the oracle's numbers.

    make_cases.py                     all of ../cases/*.csv and ../cases/random/*.csv
    make_cases.py --random N SEED DIR N random scenes into DIR, for comparison in bulk

Deterministic: the same script writes the same bytes."""
import os
import sys

import numpy as np

sys.dont_write_bytecode = True

from case import Case, EVERY, FLOW, LOSS, MIDDLE  # noqa: E402
from random_case import random_case  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, "..", "cases")
ORDERS = "before zero after renorm values finite add".split()
FAMILIES = []


def family(function):
    FAMILIES.append(function)
    return function


def numbers(seed, *shape, low=-20, high=21, unit=10):
    """Numbers of one decimal: legible, and not symmetric by chance."""
    return np.random.default_rng(seed).integers(low, high, shape) / unit


def letters(count):
    return "ABCDEFGHIJ"[:count]


def plain(name, title, seed, queries=3, keys=None, heads=1, width=2, base=1):
    """Scores per head (all heads side by side in v): the quickest way to a rule's numbers."""
    keys = keys or queries
    case = Case(name, title, base)
    if heads > 1:
        case.row("heads", heads)
    case.row("tokens", *letters(keys))
    for h in range(heads):
        kind = "scores.%d" % (h + 1) if heads > 1 else "scores"
        case.matrix(kind, numbers(seed + h, queries, keys))
    case.matrix("v", numbers(seed + 50, keys, heads * width, unit=4))
    return case


def projected(name, title, seed, count=3, width=4, heads=2, kv=None, d=2, dv=2, base=1, wo=True):
    """x and all the weights."""
    case, kv = Case(name, title, base), kv or heads
    case.row("heads", heads, kv)
    case.row("tokens", *letters(count))
    case.matrix("x", numbers(seed, count, width))
    case.matrix("wq", numbers(seed + 1, width, heads * d, low=-9, high=10))
    case.matrix("wk", numbers(seed + 2, width, kv * d, low=-9, high=10))
    case.matrix("wv", numbers(seed + 3, width, kv * dv, low=-9, high=10))
    if wo:
        case.matrix("wo", numbers(seed + 4, heads * dv, width, low=-9, high=10))
    return case


def all_orders(case, *grids, fill="-1000"):
    case.do("set fill " + fill)
    for order in ORDERS:
        case.step("order " + order)
        case.do("set order " + order)
        case.expect_all(*grids)


# ---- the pipeline ---------------------------------------------------------------------------

@family
def pipeline():
    case = projected("pipeline", "Every grid of two heads under every order", 100)
    case.row("targets", "B", "C", "-")
    case.step("as it starts")
    case.expect_all("x", *EVERY, "wo", "reach")
    case.step("causal")
    case.do("set causal on")
    case.expect_all("x", *EVERY, "wo", "reach")
    all_orders(case, "masked", "weights", "sums", "out", "concat", "y", "reach")
    return case


@family
def value_width():
    case = projected("value-width", "dv is not d, W_O is not square", 110, count=4, width=3, heads=3,
                     d=2, dv=1)
    case.do("set causal on")
    case.step("three heads of one value each")
    case.expect_all(*EVERY)
    case.step("values masked late")
    case.do("set order after")
    case.expect_all("weights", "sums", "out", "concat", "y")
    return case


@family
def no_output_projection():
    case = projected("no-wo", "Without W_O y is the concatenation", 120, wo=False, base=0)
    for rule in ("off", "on"):
        case.step("causal " + rule)
        case.do("set causal " + rule)
        case.expect_all(*EVERY)
    case.step("heads the other way round")
    case.do("set head-order 2,1")
    case.expect_all("concat", "y")
    return case


@family
def parts_by_head():
    case = Case("parts-by-head", "Parts given head by head beside common ones", base=0)
    case.row("heads", 2)
    case.row("tokens", *letters(3))
    case.matrix("q.1", numbers(130, 3, 2))
    case.matrix("q.2", numbers(131, 3, 2))
    case.matrix("k", numbers(132, 3, 4))
    case.matrix("k.2", numbers(133, 3, 2))
    case.matrix("v.1", numbers(134, 3, 1))
    case.matrix("v.2", numbers(135, 3, 1))
    case.matrix("wo", numbers(136, 2, 3))
    case.step("a suffixed part replaces the common one")
    case.expect_all(*EVERY)
    case.step("causal")
    case.do("set causal on")
    case.expect_all(*FLOW)
    return case


@family
def weights_by_head():
    case = Case("projections-by-head", "Projections given head by head, two keys' heads for four")
    case.row("heads", 4, 2)
    case.matrix("x", numbers(140, 3, 2))
    case.matrix("wq", numbers(141, 2, 4))
    case.matrix("wq.3", numbers(142, 2, 1))
    case.matrix("wk.1", numbers(143, 2, 1))
    case.matrix("wk.2", numbers(144, 2, 1))
    case.matrix("wv", numbers(145, 2, 4))
    case.step("repeat")
    case.do("set causal on")
    case.expect_all(*EVERY)
    case.step("tile")
    case.do("set kv-map tile")
    case.expect_all("k", "v", "scores", "weights", "out", "y")
    return case


@family
def cross_attention():
    case = Case("cross", "Queries of their own, more keys than queries")
    case.row("tokens", "s1", "s2", "PAD", "s4")
    case.row("query-tokens", "t1", "t2")
    case.row("query-padding", 0, 0)
    case.matrix("x", numbers(150, 4, 3))
    case.matrix("q", numbers(151, 2, 2))
    case.matrix("wk", numbers(152, 3, 2))
    case.matrix("wv", numbers(153, 3, 2))
    case.step("everything")
    case.expect_all(*EVERY)
    case.step("padding keys away")
    case.do("set pad-keys on")
    case.expect_all(*FLOW)
    case.step("a triangle does not belong here")
    case.do("set causal on", "set align top-left")
    case.expect_all(*FLOW)
    return case


@family
def no_source():
    case = Case("no-scores", "Tokens and values alone: every score is 0")
    case.row("tokens", *letters(4))
    case.matrix("v", numbers(160, 4, 2))
    for rule in ("off", "on", "strict", "reversed"):
        case.step("causal " + rule)
        case.do("set causal " + rule, "set empty-row zero")
        case.expect_all(*FLOW)
    return case


@family
def no_values():
    case = Case("no-values", "x with W_Q and W_K, and nothing to mix")
    case.row("heads", 2)
    case.row("tokens", *letters(4))
    case.matrix("x", numbers(165, 4, 3))
    case.matrix("wq", numbers(166, 3, 4, low=-9, high=10))
    case.matrix("wk", numbers(167, 3, 4, low=-9, high=10))
    for rule in ("off", "on", "reversed"):
        case.step("causal " + rule)
        case.do("set causal " + rule)
        case.expect_all("q", "k", "scores", "visible", "masked", "weights", "sums")
    return case


# ---- visibility -----------------------------------------------------------------------------

@family
def causal():
    case = plain("causal", "Four triangles", 200, queries=4, base=0)
    for rule in ("on", "strict", "reversed", "off"):
        case.step("causal " + rule)
        case.do("set causal " + rule)
        case.expect_all(*FLOW, "drop", "additive", "reach")
    case.step("toggled")
    case.do("toggle causal")
    case.expect_all("visible", "weights", "out")
    case.step("cycled")
    case.do("cycle causal", "cycle causal")
    case.expect_all("visible", "weights", "out")
    case.step("and back")
    case.do("cycle causal back", "cycle causal back", "cycle causal back")
    case.expect_all("visible", "weights", "out")
    return case


def aligned(name, title, seed, queries, keys, offset=None):
    case = plain(name, title, seed, queries=queries, keys=keys)
    if offset is not None:
        case.row("offset", offset)
    case.do("set empty-row zero")
    for rule in ("on", "strict", "reversed"):
        for corner in ("bottom-right", "top-left"):
            case.step("causal %s, %s" % (rule, corner))
            case.do("set causal " + rule, "set align " + corner)
            case.expect_all("visible", "weights", "sums", "out")
    case.step("distances")
    case.do("set causal off", "set window 2", "set bias alibi", "set align bottom-right")
    case.expect_all("scores", "visible", "weights", "out")
    case.step("distances from the other corner")
    case.do("set align top-left")
    case.expect_all("scores", "visible", "weights", "out")
    return case


@family
def wide():
    return aligned("align-wide", "Two queries, five keys, both corners", 210, 2, 5)


@family
def tall():
    return aligned("align-tall", "Five queries, two keys, both corners", 215, 5, 2)


@family
def one_query():
    return aligned("align-one", "One query with a cache", 220, 1, 4)


@family
def offset_zero():
    return aligned("offset-zero", "offset 0 replaces the corner", 225, 2, 4, 0)


@family
def offset_middle():
    return aligned("offset-one", "offset 1 lies between the corners", 230, 2, 4, 1)


@family
def offset_negative():
    return aligned("offset-negative", "A negative offset: the first query stands before every key",
                   235, 3, 3, -1)


@family
def offset_far():
    return aligned("offset-far", "An offset beyond the keys", 240, 2, 3, 4)


@family
def window():
    case = plain("window", "Windows, with and without a triangle", 250, queries=5)
    for rule in ("on", "off", "reversed"):
        for width in ("1", "2", "4"):
            case.step("causal %s, window %s" % (rule, width))
            case.do("set causal " + rule, "set window " + width)
            case.expect_all("visible", "weights", "out")
    case.step("sinks")
    case.do("set causal on", "set window 2", "set sink 1")
    case.expect_all("visible", "weights", "out", "reach")
    case.step("a prefix is no sink")
    case.do("set prefix 3", "set sink off")
    case.expect_all("visible", "weights", "out")
    case.step("both")
    case.do("set sink 2")
    case.expect_all("visible", "weights", "out")
    return case


@family
def prefix():
    case = plain("prefix", "Prefix language models", 260, queries=4, base=0)
    for rule in ("on", "strict", "reversed", "off"):
        for width in ("1", "2", "4"):
            case.step("causal %s, prefix %s" % (rule, width))
            case.do("set causal " + rule, "set prefix " + width)
            case.expect_all("visible", "weights", "out")
    return case


@family
def padding():
    case = plain("padding", "Padding keys and queries", 270, queries=4)
    case.row("padding", 0, 1, 0, 1)
    for causal in ("off", "on"):
        for keys in ("on", "off"):
            for queries in ("on", "off"):
                case.step("causal %s, pad-keys %s, pad-queries %s" % (causal, keys, queries))
                case.do("set causal " + causal, "set pad-keys " + keys,
                        "set pad-queries " + queries)
                case.expect_all("visible", "masked", "weights", "sums", "out", "y")
    return case


@family
def padding_orders():
    case = projected("padding-orders", "Unused rows are zero in every order", 280, count=4)
    case.row("padding", 1, 0, 0, 1)
    case.do("set causal on", "set pad-keys on")
    all_orders(case, *MIDDLE)
    case.step("with a residual")
    case.do("set residual on", "set order before")
    case.expect_all("out", "concat", "y")
    case.step("padding queries computed")
    case.do("set pad-queries off", "set empty-row zero")
    case.expect_all("weights", "sums", "out", "y")
    return case


@family
def padding_rectangular():
    case = plain("padding-slots", "A query's padding is that of its own slot", 290, queries=2, keys=4)
    case.row("padding", 0, 0, 0, 1)
    case.step("the last query is padding")
    case.do("set pad-keys on")
    case.expect_all("visible", "weights", "sums", "out")
    case.step("whatever align says")
    case.do("set align top-left", "set causal on")
    case.expect_all("visible", "weights", "sums", "out")
    return case


@family
def padding_tall():
    case = plain("padding-no-slot", "A query without a slot is no padding", 295, queries=4, keys=2)
    case.row("padding", 0, 1)
    case.step("the last query is padding, the first two have no slot")
    case.do("set pad-keys on")
    case.expect_all("visible", "weights", "sums", "out")
    return case


@family
def pad_tokens():
    case = Case("pad-tokens", "PAD as a label, and the row that replaces it")
    case.matrix("scores", numbers(298, 3, 3))
    case.matrix("v", numbers(299, 3, 1))
    case.row("record", "label")
    case.row("tokens", "PAD", "A", "B")
    case.row("record", "row")
    case.row("tokens", "PAD", "A", "B")
    case.row("padding", 0, 0, 1)
    case.step("two records, two paddings")
    case.do("set pad-keys on")
    case.expect_all(*MIDDLE)
    return case


@family
def query_rows():
    case = plain("query-rows", "The query rows replace the slots'", 300, queries=3, keys=3)
    case.row("padding", 0, 0, 1)
    case.row("query-padding", 1, 0, 0)
    case.row("segments", 1, 1, 2)
    case.row("query-segments", 1, 2, 1)
    case.step("segments")
    case.expect_all(*MIDDLE)
    case.step("padding too")
    case.do("set pad-keys on", "set empty-row zero")
    case.expect_all(*MIDDLE)
    case.step("segments off")
    case.do("set segments off")
    case.expect_all(*MIDDLE)
    return case


@family
def segments():
    case = plain("segments", "Documents that share a row", 310, queries=5)
    case.row("segments", 7, 7, 2, 2, 7)
    for causal in ("off", "on", "strict"):
        case.step("causal " + causal)
        case.do("set causal " + causal, "set empty-row uniform")
        case.expect_all("visible", "weights", "sums", "out")
    case.step("with a window and a prefix")
    case.do("set causal on", "set window 2", "set prefix 4")
    case.expect_all("visible", "weights", "sums", "out")
    case.step("off")
    case.do("set segments off")
    case.expect_all("visible", "weights", "sums", "out", "reach")
    return case


@family
def segment_slots():
    case = plain("segment-slots", "Fewer queries than keys: segments by slot", 315, queries=2, keys=4)
    case.row("segments", 1, 2, 1, 2)
    case.step("slots 3 and 4")
    case.expect_all("visible", "weights", "out")
    case.step("and causal from the other corner")
    case.do("set causal on", "set align top-left", "set empty-row zero")
    case.expect_all("visible", "weights", "out")
    return case


@family
def mask_grid():
    case = plain("mask", "The scene's own mask, read both ways", 320, queries=3)
    case.matrix("mask", [[1, 0, 1], [0, 1, 1], [1, 1, 0]])
    for sense in ("keep", "drop"):
        for causal in ("off", "on"):
            case.step("sense %s, causal %s" % (sense, causal))
            case.do("set mask-sense " + sense, "set causal " + causal, "set empty-row zero")
            case.expect_all(*MIDDLE, "drop", "additive")
    case.step("off")
    case.do("set mask off")
    case.expect_all("visible", "weights")
    return case


@family
def mask_by_head():
    case = plain("mask-by-head", "A mask and a bias for some heads", 330, queries=3, heads=3)
    case.matrix("mask", [[1, 1, 0], [1, 1, 1], [0, 1, 1]])
    case.matrix("mask.2", [[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    case.matrix("bias", numbers(336, 3, 3))
    case.matrix("bias.3", numbers(337, 3, 3))
    case.step("as given")
    case.expect_all(*EVERY, "reach")
    case.step("causal")
    case.do("set causal on", "set empty-row zero")
    case.expect_all(*MIDDLE, "reach")
    case.step("read the other way round")
    case.do("set mask-sense drop", "set causal off")
    case.expect_all(*MIDDLE)
    return case


@family
def mask_one_head():
    case = plain("mask-one-head", "A mask and a bias for one head alone", 340, queries=3, heads=2)
    case.matrix("mask.2", [[1, 0, 0], [0, 1, 0], [1, 1, 1]])
    case.matrix("bias.1", numbers(345, 3, 3))
    case.step("the other head has neither")
    case.expect_all(*FLOW)
    case.raw_expect("size", "visible", 18, 144)
    return case


@family
def forced():
    case = plain("forced", "Cells forced by hand", 350, queries=3)
    case.do("set causal on")
    case.step("allow and forbid")
    case.do("allow 1 3", "forbid 3 1")
    case.expect_all(*FLOW, "drop", "additive", "reach")
    case.step("a column")
    case.do("forbid * 2", "allow 2 2")
    case.expect_all("visible", "weights")
    case.step("a row")
    case.do("allow 1 *")
    case.expect_all("visible", "weights")
    case.step("flip twice is as before")
    case.do("flip 3 3", "flip 3 3")
    case.expect_all("visible", "weights")
    case.step("a flip that the rule alone gives is dropped")
    case.do("flip 1 3", "set causal off")
    case.expect_all("visible", "weights")
    case.step("clear")
    case.do("clear-mask", "set causal strict", "set empty-row nan")
    case.expect_all("visible", "weights", "sums")
    case.step("every rule gives way")
    case.do("set window 1", "allow 2 1", "allow 1 1", "forbid 3 *", "allow 3 3")
    case.expect_all("visible", "weights", "out")
    return case


@family
def forced_everywhere():
    case = plain("forced-heads", "A forced cell holds for all heads and records, padding included",
                 360, queries=3, heads=2)
    case.row("padding", 0, 0, 1)
    case.row("record", "one")
    case.matrix("mask", [[1, 1, 1], [1, 0, 1], [1, 1, 1]])
    case.row("record", "two")
    case.step("forced")
    case.do("set pad-keys on", "allow 2 2", "allow 1 3", "forbid 2 1", "forbid 3 2")
    case.expect_all(*MIDDLE)
    case.step("in every order the unused row stays zero")
    case.do("set order after", "allow 3 3")
    case.expect_all(*MIDDLE)
    return case


# ---- orders and empty rows ------------------------------------------------------------------

@family
def orders():
    case = plain("orders", "Seven orders on one triangle, three fills", 400, queries=4)
    case.do("set causal on")
    all_orders(case, "masked", "weights", "sums", "out", fill="-99")
    for fill in ("0", "-2.5", "3"):
        for order in ("finite", "add"):
            case.step("order %s, fill %s" % (order, fill))
            case.do("set order " + order, "set fill " + fill)
            case.expect_all("masked", "weights", "sums", "out")
    return case


@family
def huge_fill():
    case = plain("fill-start", "The fill as it starts", 410, queries=3)
    case.matrix("mask", [[1, 0, 0], [0, 0, 0], [1, 1, 0]])
    case.step("finite: the empty row is uniform")
    case.do("set order finite")
    case.expect_all("masked", "weights", "sums", "out")
    case.step("add: the shift cancels, but for the digits that -1e9 eats")
    case.do("set order add")
    case.tolerance("5e-7")
    case.expect_all("masked", "weights", "sums", "out")
    case.step("minus infinity: nothing is left to share")
    case.tolerance("1e-12")
    case.do("set fill -inf")
    case.expect_all("masked", "weights", "sums", "out")
    case.step("the same, finite")
    case.do("set order finite")
    case.expect_all("masked", "weights", "sums", "out")
    return case


@family
def empty_rows():
    case = plain("empty-rows", "Rows without a key, in every order and of every kind", 420, queries=3)
    case.matrix("mask", [[1, 0, 1], [0, 0, 0], [0, 1, 0]])
    case.row("padding", 0, 0, 1)
    case.do("set fill -64")
    for order in ORDERS:
        for kind in ("error", "zero", "uniform", "nan"):
            if kind != "error" and order not in ("before", "renorm"):
                continue
            case.step("order %s, empty-row %s" % (order, kind))
            case.do("set order " + order, "set empty-row " + kind)
            case.expect_all("visible", "masked", "weights", "sums", "out", "y")
    case.step("the padding query is empty too, and no error")
    case.do("set order before", "set empty-row uniform", "set pad-keys on", "forbid 3 2")
    case.expect_all("visible", "weights", "sums", "out")
    case.step("unless it is to be computed")
    case.do("set pad-queries off", "set empty-row error")
    case.expect_all("visible", "masked", "weights", "sums", "out")
    return case


@family
def minus_infinity():
    case = Case("minus-infinity", "A row whose visible keys all score minus infinity is empty")
    case.row("tokens", *letters(3))
    case.matrix("scores", [["-inf", "-inf", "2"], ["-inf", "0", "1"], ["1", "-inf", "-inf"]])
    case.matrix("v", numbers(431, 3, 2))
    for order in ("before", "renorm"):
        for kind in ("error", "zero", "uniform", "nan"):
            case.step("order %s, empty-row %s" % (order, kind))
            case.do("set causal on", "set order " + order, "set empty-row " + kind)
            case.expect_all("visible", "masked", "weights", "sums", "out")
    return case


@family
def empty_heads():
    case = plain("empty-heads", "One head empty, one record empty: the others stand", 440, queries=2,
                 heads=2)
    case.matrix("wo", numbers(445, 4, 2))
    case.row("record", "whole")
    case.row("record", "holed")
    case.matrix("mask.2", [[0, 0], [1, 1]])
    for kind in ("error", "zero", "uniform", "nan"):
        case.step("empty-row " + kind)
        case.do("set empty-row " + kind)
        case.expect_all("visible", "weights", "sums", "out", "concat", "y")
    case.step("merged raw, the hole moves")
    case.do("set empty-row error", "set merge raw")
    case.expect_all("weights", "concat", "y")
    case.step("no hole")
    case.do("set mask off")
    case.expect_all("weights", "concat", "y")
    return case


@family
def softmax_axis():
    case = plain("softmax-queries", "Columns that sum to 1, in every order", 450, queries=4)
    case.row("padding", 0, 0, 0, 1)
    case.do("set softmax queries", "set fill -50")
    for rule in ("off", "on"):
        for order in ORDERS:
            case.step("causal %s, order %s" % (rule, order))
            case.do("set causal " + rule, "set order " + order)
            case.expect_all("masked", "weights", "sums", "out")
    case.step("a column nobody sees")
    case.do("set order before", "set pad-keys on", "forbid * 2")
    case.expect_all("masked", "weights", "sums", "out")
    case.step("padding queries computed")
    case.do("set pad-queries off")
    case.expect_all("weights", "sums", "out")
    case.step("with a null logit in every denominator")
    case.do("set null-logit 0.5")
    case.expect_all("weights", "sums", "out")
    return case


@family
def null_logit():
    case = plain("null-logit", "One more term in the denominator", 460, queries=3)
    case.do("set fill -64")
    for null in ("0", "-2", "3", "800"):
        case.step("null-logit " + null)
        case.do("set null-logit " + null, "set causal on")
        case.expect_all("weights", "sums", "out")
    case.do("set null-logit 1")
    all_orders(case, "masked", "weights", "sums", "out", fill="-64")
    case.step("an empty row is lawfully zero before the softmax")
    case.do("set order before", "forbid 2 *")
    case.expect_all("visible", "weights", "sums", "out", "y")
    case.step("and an error under renorm")
    case.do("set order renorm")
    case.expect_all("visible", "weights", "sums", "out", "y")
    case.step("off")
    case.do("set null-logit off", "set order before", "clear-mask")
    case.expect_all("weights", "sums")
    return case


@family
def underflow():
    case = Case("underflow", "Large scores: renorm underflows, before does not")
    case.row("tokens", *letters(3))
    case.matrix("scores", [[0, 2000, 1], [5, 3, 4], [1000, 999, 2000]])
    case.matrix("v", numbers(471, 3, 2))
    case.do("set causal on", "forbid 3 3")
    case.step("before: the largest visible score is taken off")
    case.expect_all("masked", "weights", "sums", "out")
    case.step("after: nothing is left")
    case.do("set order after")
    case.expect_all("weights", "sums", "out")
    case.step("renorm: 0/0, marked and no error")
    case.do("set order renorm")
    case.raw_expect("weights", 1, "nan")
    case.raw_expect("weights", 3, "nan", "nan")
    case.raw_expect("sums", 1, "nan")
    case.raw_expect("out", 1, "nan", "nan")
    case.expect_row("weights", 2)
    case.expect_row("out", 2)
    return case


@family
def garbage():
    case = Case("garbage", "What stands behind the mask does not matter, whatever it is")
    case.row("tokens", *letters(3))
    case.matrix("scores", [["0", "inf", "nan"], ["0", "ln(3)", "-inf"], ["0", "1", "0"]])
    case.matrix("v", [["1", "2"], ["4", "8"], ["nan", "inf"]])
    case.step("causal, and the last key padding")
    case.do("set causal on", "forbid 3 3")
    case.expect_all("scores", "masked", "weights", "sums", "out")
    case.step("let in, it spoils the row that sees it")
    case.do("clear-mask")
    case.expect_all("masked", "weights", "sums")
    case.raw_expect("out", 2, 3.25, 6.5)
    case.raw_expect("out", 3, "nan", "inf")
    case.step("plus infinity, visible: NaN, and a number like any other")
    case.do("set causal off")
    case.raw_expect("weights", 1, "nan", "nan", "nan")
    case.raw_expect("sums", 1, "nan")
    return case


@family
def unused_garbage():
    case = Case("unused-garbage", "An unused row is zero even where what it would mix is not a number")
    case.row("tokens", "A", "B", "PAD")
    case.matrix("scores", [["1", "0", "2"], ["0", "1", "-1"], ["nan", "inf", "0"]])
    case.matrix("v", [["1", "2"], ["3", "-1"], ["nan", "inf"]])
    for order in ("before", "zero", "finite", "add"):
        case.step("order " + order)
        case.do("set pad-keys on", "set order " + order, "set fill -8")
        case.expect_row("weights", 3)
        case.expect_row("sums", 3)
        case.expect_row("out", 3)
        case.expect_row("y", 3)
    case.step("the others never met it")
    case.do("set order before")
    case.expect_all("weights", "sums", "out", "y")
    return case


@family
def softmax_axis_infinite():
    case = Case("softmax-queries-infinite", "A column of minus infinities has no weight to give")
    case.row("tokens", *letters(3))
    case.matrix("scores", [["1", "-inf", "2"], ["0", "-inf", "-inf"], ["-1", "-inf", "1"]])
    case.matrix("v", numbers(475, 3, 2))
    case.do("set softmax queries")
    for order in ("before", "after", "values"):
        case.step("order " + order)
        case.do("set causal on", "set order " + order)
        case.expect_all("masked", "weights", "sums", "out")
    return case


@family
def entered():
    case = plain("entered", "What must hold before the first step", 480, queries=3)
    case.do("set causal on", "forbid 3 1")
    case.expect_all(*FLOW)
    case.step("the scene's actions still hold")
    case.do("set window 2")
    case.expect_all("visible", "weights", "out")
    return case


# ---- scores ---------------------------------------------------------------------------------

@family
def scale():
    case = projected("scale", "What divides q·k", 500, width=4, heads=2, d=2)
    for value in ("auto", "width", "none", "0.25", "1/sqrt(3)", "-1", "0"):
        case.step("scale " + value)
        case.do("set scale " + value)
        case.expect_all("scores", "weights", "y")
    return case


@family
def alibi():
    for heads in range(1, 9):
        if heads == 7:
            continue
        case = plain("alibi-%d" % heads, "ALiBi slopes of %d heads" % heads, 510 + 10 * heads,
                     queries=3, heads=heads, width=1)
        case.do("set bias alibi")
        case.step("signed: later keys get a bonus")
        case.expect_all("scores", "weights")
        case.step("causal")
        case.do("set causal on")
        case.expect_all("weights", "out")
        yield case


@family
def softcap():
    case = projected("softcap", "Capped scores, before bias and mask", 600)
    case.matrix("bias", numbers(606, 3, 3))
    for cap in ("2", "0.5", "30"):
        case.step("softcap " + cap)
        case.do("set softcap " + cap, "set causal on")
        case.expect_all("scores", "masked", "weights", "out")
    case.step("with ALiBi: outside the cap, as the bias is")
    case.do("set bias alibi", "set softcap 1")
    case.expect_all("scores", "weights")
    case.step("given a fill that is not capped")
    case.do("set order finite", "set fill -7")
    case.expect_all("scores", "masked", "weights", "sums")
    case.step("off")
    case.do("set softcap off")
    case.expect_all("scores")
    return case


@family
def given_scores():
    case = Case("given-scores", "Given scores stand for scale·q·k: cap and bias apply, scale does not")
    case.row("tokens", *letters(3))
    case.matrix("scores", [["1/sqrt(2)", "-3", "2"], ["inf", "0", "-1"], ["4", "-inf", "1e3"]])
    case.matrix("bias", numbers(611, 3, 3))
    case.matrix("v", numbers(612, 3, 1))
    case.step("scale is nobody's")
    case.do("set scale 17")
    case.expect_all("scores")
    case.step("a cap makes infinities finite")
    case.do("set softcap 3")
    case.expect_all("scores", "weights", "out")
    case.step("ALiBi")
    case.do("set bias alibi", "set causal on")
    case.expect_all("scores", "masked", "weights", "out")
    return case


@family
def given_weights():
    case = Case("given-weights", "A finished weight matrix, masked anew")
    case.row("heads", 2)
    case.row("tokens", *letters(3))
    case.matrix("weights", [[0.5, 0.25, 0.25], [0.2, 0.3, 0.5], [0.1, 0.6, 0.3]])
    case.matrix("weights.2", [[2, 1, 1], [0, 3, 1], [0.25, 0.5, 0]])
    case.matrix("v", numbers(620, 3, 2))
    case.step("as dumped; head 2's rows are divided by their sums")
    case.expect_all(*FLOW)
    case.step("causal: exactly what renormalising gives")
    case.do("set causal on")
    case.expect_all("weights", "sums", "out")
    case.raw_expect("weights.1", 2, 0.4, 0.6, 0)
    case.raw_expect("weights.2", 3, "1/3", "2/3", 0)
    case.step("strict: head 2's second query sees nothing that weighs")
    case.do("set causal strict", "set empty-row zero")
    case.expect_all("weights", "sums", "out")
    case.step("softcap works on the logarithms")
    case.do("set causal off", "set softcap 2")
    case.expect_all("scores", "weights")
    return case


@family
def expressions():
    case = Case("expressions", "Numbers as they may be written")
    case.matrix("scores", [["1/sqrt(2)", "ln(99)", "exp(1)"], ["-2^2", "2^3^2", "(1+2)*3"],
                           ["2*e/(2*e+1)", "1e-9", ".5"]])
    case.matrix("v", [["-inf", "1.5e3"], ["pi", "-(2-5)"], ["1 / 3", "+4"]])
    case.step("all of them")
    case.do("forbid * 1", "allow 3 1", "forbid 3 2")
    case.expect_all("scores", "v", "weights")
    case.raw_expect("scores", 1, "0.7071067811865475", "4.59511985013459", "2.718281828459045")
    case.raw_expect("scores", 2, "-4", "512", "9")
    return case


# ---- heads ----------------------------------------------------------------------------------

@family
def grouped():
    for heads, kv in ((4, 2), (4, 1), (6, 3), (3, 1)):
        name = "grouped-%d-%d" % (heads, kv)
        case = projected(name, "%d query heads share %d key heads" % (heads, kv), 700 + heads + kv,
                         width=3, heads=heads, kv=kv, d=1, dv=2)
        case.do("set causal on")
        for value in ("repeat", "tile"):
            case.step("kv-map " + value)
            case.do("set kv-map " + value)
            case.expect_all("k", "v", "scores", "weights", "out", "y")
        yield case


@family
def split_raw():
    case = projected("split-raw", "Memory cut into heads without moving an axis", 720, width=4)
    case.step("heads")
    case.expect_all("q", "k", "v", "out", "y")
    case.step("split raw")
    case.do("set split raw")
    case.expect_all("q", "k", "v", "scores", "weights", "out", "y")
    case.step("merge raw too")
    case.do("set merge raw")
    case.expect_all("concat", "y")
    case.step("merge raw alone, the heads put in another order first")
    case.do("set split heads", "set head-order 2,1")
    case.expect_all("concat", "y")
    case.step("causal")
    case.do("set causal on", "set split raw")
    case.expect_all("weights", "concat", "y")
    return case


@family
def split_raw_grouped():
    case = Case("split-raw-grouped", "The wrong reshape with fewer key heads; dv is not d")
    case.row("heads", 4, 2)
    case.matrix("q", numbers(730, 3, 8))
    case.matrix("k", numbers(731, 3, 4))
    case.matrix("v", numbers(732, 3, 6))
    case.matrix("wo", numbers(733, 12, 2))
    for value in ("heads", "raw"):
        case.step("split and merge " + value)
        case.do("set split " + value, "set merge " + value)
        case.expect_all("q", "k", "v", "scores", "weights", "out", "concat", "y")
    return case


@family
def head_order():
    case = projected("head-order", "Heads concatenated in another order, W_O's blocks too", 740,
                     width=3, heads=3, d=1, dv=2)
    for order in ("2,1,3", "3,1,2", "2,3,1"):
        case.step("head-order " + order)
        case.do("set head-order " + order, "set wo-order 1,2,3")
        case.expect_all("concat", "y")
        case.step("W_O in the same order: y is as it was")
        case.do("set wo-order " + order)
        case.expect_all("concat", "y")
    case.step("W_O alone")
    case.do("set head-order 1,2,3")
    case.expect_all("concat", "y")
    case.step("swapped")
    case.do("set wo-order 1,2,3", "swap-heads 1 3", "swap-wo 2 3")
    case.expect_all("concat", "y")
    case.step("swapped on")
    case.do("swap-heads 1 2")
    case.expect_all("concat", "y")
    case.step("and back")
    case.do("swap-heads 1 2", "swap-heads 1 3", "swap-wo 2 3")
    case.expect_all("concat", "y")
    return case


# ---- layers and records ---------------------------------------------------------------------

def layered(name, title, seed, layers, count=3, width=2):
    case = Case(name, title)
    case.row("tokens", *letters(count))
    case.matrix("x", numbers(seed, count, width))
    for n in range(layers):
        case.row("layer", n + 1)
        heads = 2 if n == 1 else 1
        case.row("heads", heads)
        for kind in ("wq", "wk", "wv"):
            case.matrix(kind, numbers(seed + 10 * n + len(case.rows), width, heads * 2, low=-9,
                                      high=10))
        case.matrix("wo", numbers(seed + 10 * n + 5, heads * 2, width, low=-9, high=10))
    return case


@family
def two_layers():
    case = layered("layers-two", "Two layers, options apart", 800, 2)
    case.step("as they start")
    case.expect_all("x", *EVERY, "reach")
    case.step("the first causal")
    case.do("set causal on 1")
    case.expect_all("x", *MIDDLE, "reach")
    case.step("the second, too")
    case.do("set causal on 2")
    case.expect_all("x", *MIDDLE, "reach")
    case.step("the first in a wrong order")
    case.do("set order after 1")
    case.expect_all("x", *MIDDLE, "reach")
    case.step("a cell forced in the second layer only")
    case.do("set order before", "layer 2", "allow 1 3", "layer 1")
    case.expect_all("x", *MIDDLE, "reach")
    case.step("heads swapped in the second, toggled in the first")
    case.do("set head-order 2,1 2", "toggle causal 1", "toggle residual 2")
    case.expect_all("x", "concat", "y", "reach")
    return case


@family
def three_layers():
    case = layered("layers-three", "Three layers with a residual, and what reaches what", 830, 3,
                   count=4)
    case.do("set residual on")
    for window in ("1", "2", "off"):
        case.step("causal, window " + window)
        case.do("set causal on", "set window " + window)
        case.expect_all("x", "weights", "out", "y", "reach")
    case.step("one layer lets the future in")
    case.do("set causal off 2")
    case.expect_all("weights", "y", "reach")
    case.step("through a denominator")
    case.do("set causal on", "set window 2", "set order values 3")
    case.expect_all("weights", "y", "reach")
    case.step("without the residual")
    case.do("set residual off", "set order before")
    case.expect_all("weights", "y", "reach")
    return case


@family
def shared_parameters():
    case = Case("layers-shared", "Parameters before the first layer row hold for all")
    case.matrix("x", numbers(860, 3, 2))
    for n, kind in enumerate(("wq", "wk", "wv")):
        case.matrix(kind, numbers(861 + n, 2, 2, low=-9, high=10))
    case.row("layer", 3)
    case.matrix("wo", numbers(865, 2, 2, low=-9, high=10))
    case.step("three layers, W_O in the last")
    case.do("set causal on")
    case.expect_all("x", "q", "weights", "out", "y", "reach")
    case.step("scale and cap apart")
    case.do("set scale none 2", "set softcap 1 3")
    case.expect_all("x", "scores", "weights", "y")
    return case


@family
def records():
    case = Case("records", "Three records of different content, some of it shared")
    case.row("heads", 2)
    case.row("tokens", *letters(3))
    case.matrix("wq", numbers(870, 2, 4))
    case.matrix("wk", numbers(871, 2, 4))
    case.matrix("wv", numbers(872, 2, 2))
    case.matrix("bias", numbers(873, 3, 3))
    for n, name in enumerate(("first", "second", "third")):
        case.row("record", name)
        case.matrix("x", numbers(875 + n, 3, 2))
        if n == 1:
            case.row("tokens", "A", "PAD", "B")
            case.matrix("mask", [[1, 0, 1], [1, 1, 1], [0, 1, 1]])
        if n == 2:
            case.row("offset", 1)
            case.matrix("bias", numbers(879, 3, 3))
    case.step("as given")
    case.expect_all("x", *EVERY, "reach")
    case.step("causal, padding keys away")
    case.do("set causal on", "set pad-keys on")
    case.expect_all(*MIDDLE, "reach")
    case.step("by name and by number")
    case.do("record second", "set order zero")
    case.expect(*MIDDLE)
    case.do("record 3")
    case.expect(*MIDDLE)
    case.do("record 1")
    return case


@family
def record_lengths():
    case = Case("record-lengths", "Records of different lengths")
    case.matrix("wq", numbers(880, 2, 2))
    case.matrix("wk", numbers(881, 2, 2))
    case.matrix("wv", numbers(882, 2, 1))
    for n, count in enumerate((2, 4, 1)):
        case.row("record", "of %d" % count)
        case.row("tokens", *letters(count))
        case.matrix("x", numbers(885 + n, count, 2))
    case.step("causal")
    case.do("set causal on")
    case.expect_all("x", *FLOW)
    return case


@family
def residual():
    case = projected("residual", "y with and without its input", 890, count=4, width=3, heads=1)
    case.row("padding", 0, 0, 0, 1)
    for order in ("before", "after"):
        for value in ("off", "on"):
            case.step("order %s, residual %s" % (order, value))
            case.do("set causal on", "set order " + order, "set residual " + value)
            case.expect_all("out", "concat", "y", "reach")
    return case


@family
def known():
    case = projected("known", "Positions that exist so far", 900, count=4, width=3, heads=2, d=1)
    case.row("padding", 0, 0, 0, 1)
    case.do("set causal on", "set pad-keys on")
    for count in ("1", "2", "3", "4", "all"):
        case.step("known " + count)
        case.do("set known " + count)
        case.expect_all("x", *FLOW, "reach")
    case.step("uniform rows count the keys that exist")
    case.do("set known 3", "set causal strict", "set empty-row uniform")
    case.expect_all("weights", "sums", "out")
    case.step("softmax over the queries that exist")
    case.do("set known 2", "set causal on", "set softmax queries")
    case.expect_all("weights", "sums", "out")
    return case


@family
def known_layers():
    case = layered("known-layers", "Generation through two layers", 920, 2)
    case.do("set causal on")
    for count in ("1", "2", "3"):
        case.step("known " + count)
        case.do("set known " + count)
        case.expect_all("x", "weights", "y", "reach")
    return case


@family
def reach_residual():
    case = layered("reach-residual", "A residual passes on its own input, too", 910, 2)
    case.do("set causal strict", "set empty-row zero", "set residual on")
    case.step("each layer")
    case.expect_all("weights", "y", "reach")
    case.step("without")
    case.do("set residual off")
    case.expect_all("weights", "y", "reach")
    return case


# ---- loss -----------------------------------------------------------------------------------

@family
def loss_probs():
    case = Case("loss-probs", "y's rows are distributions")
    case.row("candidates", "red", "blue")
    case.row("loss", "probs")
    case.matrix("scores", [["0", "ln(99)"], ["0", "0"]])
    case.row("record", "one")
    case.row("tokens", "BOS", "red")
    case.row("targets", "red", "-")
    case.matrix("v", [[0.5, 0.5], [1, 0]])
    case.row("record", "two")
    case.row("tokens", "BOS", "blue")
    case.row("targets", "blue", "red")
    case.matrix("v", [[0.5, 0.5], [0, 1]])
    for rule in ("off", "on", "reversed"):
        case.step("causal " + rule)
        case.do("set causal " + rule)
        case.expect_all("weights", "y", *LOSS)
    case.step("after: the probabilities shrink")
    case.do("set causal on", "set order after")
    case.expect_all("weights", "y", *LOSS)
    return case


@family
def loss_logits():
    case = Case("loss-logits", "y's rows are logits; padding targets are not scored", base=0)
    case.row("candidates", "a", "b", "c")
    case.row("loss", "logits")
    case.row("record", "one")
    case.row("tokens", "w", "x", "PAD", "z")
    case.row("targets", "a", "c", "b")
    case.matrix("scores", numbers(930, 4, 4))
    case.matrix("v", numbers(931, 4, 3))
    case.row("record", "two")
    case.row("targets", "", "b", "-", "c")
    case.row("padding", 0, 0, 0, 0)
    case.matrix("scores", numbers(932, 4, 4))
    case.matrix("v", numbers(933, 4, 3, unit=1))
    for rule in ("off", "on"):
        for masked in ("on", "off"):
            case.step("causal %s, loss-mask %s" % (rule, masked))
            case.do("set causal " + rule, "set loss-mask " + masked)
            case.expect_all("y", *LOSS)
    case.step("padding queries computed")
    case.do("set pad-queries off")
    case.expect_all("y", *LOSS)
    case.step("only two positions exist yet")
    case.do("set known 2")
    case.expect_all("y", *LOSS)
    case.step("only one: no more than one target")
    case.do("set known 1")
    case.expect_all(*LOSS)
    return case


@family
def loss_certain():
    case = Case("loss-certain", "Certain, impossible and not a number")
    case.row("candidates", "a", "b")
    case.row("tokens", "s", "t", "u")
    case.row("targets", "a", "b", "a")
    case.matrix("scores", [["0", "0", "0"], ["0", "0", "0"], ["0", "0", "0"]])
    case.matrix("v", [["1", "0"], ["1", "0"], ["0.5", "0.5"]])
    case.step("a certainty's loss is 0, an impossibility's infinite")
    case.do("set causal on")
    case.expect_all("y", *LOSS)
    case.step("an empty row's target has no loss")
    case.do("forbid 1 1")
    case.expect_all("y", *LOSS)
    case.step("nan by request")
    case.do("set empty-row nan")
    case.expect_all("y", *LOSS)
    case.step("as logits")
    case.do("set empty-row zero", "set softmax queries")
    case.expect_all("y", *LOSS)
    return case


@family
def loss_layers():
    case = layered("loss-layers", "The loss is the last layer's", 940, 2)
    case.row("candidates", "p", "q")
    case.row("loss", "logits")
    case.row("targets", "p", "q", "p")
    for rule in ("off", "on"):
        case.step("causal " + rule)
        case.do("set causal " + rule)
        case.expect_all("y", *LOSS)
    return case


@family
def no_target():
    case = Case("no-target", "Nothing to score: an error while it lasts")
    case.row("candidates", "a", "b")
    case.row("tokens", "s", "PAD")
    case.row("targets", "-", "a")
    case.matrix("scores", numbers(950, 2, 2))
    case.matrix("v", [[0.25, 0.75], [0.5, 0.5]])
    case.step("the only target stands on padding")
    case.do("set causal on")
    case.expect_all("weights", "scored", "prob", "loss")
    case.step("scored all the same; the unused row gives it nothing")
    case.do("set loss-mask off")
    case.expect_all("weights", "y", *LOSS)
    case.step("computed")
    case.do("set pad-queries off")
    case.expect_all("weights", "y", *LOSS)
    case.step("two errors at once")
    case.do("set loss-mask on", "set causal strict")
    case.expect_all("weights", "scored")
    return case


# ---- changing numbers -----------------------------------------------------------------------

@family
def edits():
    case = projected("edit", "Numbers changed by hand", 960)
    case.do("set causal on")
    case.step("x")
    case.do("edit x 2 1 3.5", "edit x 3 4 -1/3")
    case.expect_all("x", "weights", "y")
    case.step("a projection")
    case.do("edit wq 1 3 2", "edit wo 4 1 -2")
    case.expect_all("q", "weights", "wo", "y")
    case.step("a whole row")
    case.do("replace x 1 1 0 -1 0.5")
    case.expect_all("x", "weights", "y")
    case.step("a score, whatever q and k say")
    case.do("edit scores 3 1 ln(3)", "head 2", "edit scores 2 2 -1", "head 1")
    case.expect_all("scores", "weights", "y")
    case.step("which holds when q changes")
    case.do("edit x 3 1 2")
    case.expect_all("scores", "weights", "y")
    return case


@family
def shared_edits():
    case = Case("edit-shared", "A number given before the first record changes for all of them",
                base=0)
    case.row("candidates", "a", "b")
    case.matrix("scores", numbers(970, 2, 2))
    case.row("record", "one")
    case.row("targets", "a", "b")
    case.matrix("v", [[0.5, 0.5], [0.25, 0.75]])
    case.row("record", "two")
    case.row("targets", "b", "b")
    case.row("padding", 0, 1)
    case.matrix("v", [[0.125, 0.875], [1, 0]])
    case.step("a shared score")
    case.do("edit scores 0 1 2")
    case.expect_all("scores", "weights", "y", *LOSS)
    case.step("a record's own value")
    case.do("record two", "edit v 0 1 0.5", "edit v 0 0 0.5", "record one")
    case.expect_all("v", "weights", "y", *LOSS)
    case.step("targets and padding")
    case.do("edit targets 0 -", "record two", "edit padding 1 0", "edit targets 1 a", "record one")
    case.expect_all("weights", "y", *LOSS)
    return case


@family
def perturbed():
    case = projected("perturb", "One input row changed, the parameters held", 980, count=4, width=2,
                     heads=2, d=1, dv=1)
    case.step("causal: nothing before it moves")
    case.do("set causal on", "perturb 3 4 -2", "focus y")
    case.expect_all("x", "weights", "y")
    case.raw_expect("leak", 0)
    case.raw_expect("same", "y", 1, 2)
    case.raw_expect("same", "weights", 1, 2)
    case.raw_expect("differ", "y", 1, 4)
    for order in ("after", "zero", "values"):
        case.step("order " + order)
        case.do("set order " + order, "focus y")
        case.raw_expect("leak", case.scene.leak())
        case.expect("delta")
    case.step("no triangle")
    case.do("set order before", "set causal off", "focus y")
    case.raw_expect("leak", case.scene.leak())
    case.raw_expect("differ", "y", 1, 2)
    case.expect("delta")
    return case


@family
def pinned():
    case = plain("pin", "A baseline of numbers and rule", 990, queries=3)
    case.step("pinned without a triangle")
    case.do("pin", "set causal on", "focus weights")
    case.expect("delta")
    case.raw_expect("same", "weights", 3, 3)
    case.raw_expect("differ", "weights", 1, 2)
    case.raw_expect("same", "scores", 1, 3)
    case.step("another grid has the focus")
    case.do("focus out")
    case.expect("delta")
    case.step("pinned anew")
    case.do("pin", "set order after")
    case.raw_expect("differ", "out", 1, 2)
    case.raw_expect("same", "out", 3, 3)
    return case


@family
def sizes():
    case = projected("size", "How many numbers an array holds", 995, count=4, width=3, heads=4, kv=2,
                     d=2, dv=3)
    case.row("record", "one")
    case.row("record", "two")
    case.step("all records and heads")
    for grid, count in (("x", 2 * 4 * 3), ("q", 2 * 4 * 8), ("k", 2 * 4 * 4),
                        ("v", 2 * 4 * 6), ("scores", 2 * 4 * 16),
                        ("visible", 2 * 16), ("weights", 2 * 4 * 16), ("out", 2 * 4 * 12), ("concat", 2 * 4 * 12),
                        ("y", 2 * 4 * 3)):
        case.raw_expect("size", grid, count, 8 * count)
    return case


# ---- all of it ------------------------------------------------------------------------------

def made():
    for function in FAMILIES:
        result = function()
        for case in result if hasattr(result, "__next__") else [result]:
            yield case


def main(arguments):
    if arguments and arguments[0] == "--random":
        count, seed, folder = int(arguments[1]), int(arguments[2]), arguments[3]
        os.makedirs(folder, exist_ok=True)
        for n in range(count):
            random_case(seed + n).write(folder)
        return 0
    for case in made():
        case.write(CASES)
    os.makedirs(os.path.join(CASES, "random"), exist_ok=True)
    for seed in range(1, 41):
        random_case(seed).write(os.path.join(CASES, "random"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
