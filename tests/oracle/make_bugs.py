#!/usr/bin/python3
"""Turns a collection of reported masking mistakes (JSON) into scenes with its numbers as expects.

    make_bugs.py CASES.json      writes ../cases/bugs/KEY.csv, and names what it left out

The collection's numbers were worked out apart from this oracle and from the program; nothing
here computes. Its conventions: positions from 0, padding 1 = real, `visible` before padding,
rows without a lawful answer null. BUGS below says how a case's right and wrong rules are set."""
import json
import math
import os
import sys

sys.dont_write_bytecode = True

from case import text  # noqa: E402
from play import Player  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
BUGS_FOLDER = os.path.join(HERE, "..", "cases", "bugs")
WRONG, MORE0, MORE1, MORE2 = "wrong", 0, 1, 2


class Bug:
    """title; right: actions; wrong: [(heading, actions, which numbers)]; mask: the collection's
    `visible` becomes a mask grid; records: rows of one more record each, where the wrong
    numbers are looked for; rows: rows of the scene; before: actions before the first step;
    skip: arrays that mean something else."""

    def __init__(self, title, right=(), wrong=(), mask=False, records=(), rows=(), skip=(),
                 before=(), tolerance=None):
        self.title, self.right, self.wrong = title, right, wrong
        self.mask, self.records, self.rows, self.skip = mask, records, rows, skip
        self.before, self.tolerance = before, tolerance


CAUSAL = ["set causal on"]
NAN = "set empty-row nan"
ALL_OFF = ["set pad-keys off", "set pad-queries off"]
TRIANGLE_ADDED = ["bias,1,0,0", "bias,1,1,0", "bias,1,1,1"]

BUGS = {
    "band-pad": Bug("A band and padding leave a padding query without a key", CAUSAL +
                    ["set window 2"], [("computed all the same", ["set pad-queries off", NAN], WRONG)]),
    "real-empty": Bug("Four answers to a question without one", [], [
        ("not a number", [NAN], WRONG), ("zero", ["set empty-row zero"], MORE0),
        ("uniform", ["set empty-row uniform"], MORE1), ("read as something to add: nothing hidden", ["allow 1 *"], MORE2)],
        mask=True),
    "head-off": Bug("A head switched off by its mask", [],
                    [("the head's NaN is in every y", [NAN], WRONG)], mask=True,
                    before=["set empty-row zero"]),
    "len-zero": Bug("A record of length 0 under a finite fill", [], [
        ("-1e6 written over", ["set order finite", "set fill -1e6", "set pad-queries off"], WRONG)]),
    "add-sentinel": Bug("A large number added to a whole row hides nothing", CAUSAL, [
        ("-1e9 added", ["set order add", "set pad-queries off"], WRONG)], tolerance="5e-7"),
    "more-queries": Bug("More queries than keys, two corners", CAUSAL + ["set empty-row zero"],
                        [("the other corner", ["set align top-left"], WRONG)]),
    "hidden-garbage": Bug("Overflow behind the mask", [], [
        ("minus infinity added", ["set order add", "set fill -inf"], WRONG)], mask=True),
    "true-keeps": Bug("1 meant hidden, 1 was read as visible", ["set mask-sense keep"], [
        ("the other sense", ["set mask-sense drop", NAN], WRONG),
        ("and a fill over the empty row", ["set order finite", "tolerance 1e-6"], MORE0)], mask=True),
    "count-flags": Bug("Flags counted the wrong way round: one key too few", [],
                       [("one real key", ["forbid * 1"], WRONG)]),
    "pads-only": Bug("Real queries read padding only", [], [
        ("inverted", ["forbid * 0", "forbid * 1", "allow * 2", "allow * 3"], WRONG)]),
    "additive-into-binary": Bug("An additive mask where 0 and 1 were wanted (the right numbers)",
                                CAUSAL),
    "plus-one": Bug("One added to every visible score: no harm", CAUSAL,
                    [("as good", [], WRONG)], records=[TRIANGLE_ADDED]),
    "bool-added": Bug("True and False added to the scores", CAUSAL, [
        ("nothing is hidden", ["set causal off"], WRONG)], records=[TRIANGLE_ADDED]),
    "float-pad": Bug("A 1.0 at the padding key, added: a bonus", [], [
        ("padding weighs most", ["set pad-keys off"], WRONG)], records=[["bias,0,0,1"]]),
    "mask-times-tril": Bug("Two additive masks multiplied are no mask", CAUSAL + ["set window 2"],
                           [("all visible", ["set causal off", "set window off"], WRONG)]),
    "bias-scaled": Bug("The bias divided by the scale's root as well", [],
                       [("half the bias", [], WRONG)], records=[["bias,-1,0"]],
                       skip=("scores",)),  # the collection's are those before the bias
    "fill-too-weak": Bug("A score below the fill", CAUSAL, [
        ("-1e4 written over", ["set order finite", "set fill -1e4"], WRONG)]),
    "zero-is-not-hidden": Bug("A zero score is still a share", CAUSAL, [
        ("zero", ["set order zero"], WRONG),
        ("a billionth", ["set order finite", "set fill 1e-9"], MORE0)]),
    "min-plus-min": Bug("A fill that overflowed to minus infinity", CAUSAL, [
        ("what is left of it", ["set order finite", "set fill -inf", "set pad-queries off"], WRONG)]),
    "plus-infinity": Bug("The fill with the wrong sign", CAUSAL, [
        ("plus infinity", ["set order finite", "set fill inf"], WRONG)]),
    "max-first": Bug("The largest score is a hidden one", [], [
        ("taken off all the same", ["set order renorm"], MORE0)], mask=True),
    "first-block-hidden": Bug("The first keys are padding (the right numbers)"),
    "after-softmax": Bug("Masked after the softmax", CAUSAL, [
        ("after", ["set order after"], WRONG)]),
    "dropout-eval": Bug("Without dropout the rows sum to 1 (the right numbers)"),
    "pad-rows": Bug("Padding on the query axis empties rows", CAUSAL, [
        ("rows away", ALL_OFF + ["forbid 3 *", "forbid 4 *", NAN], WRONG)]),
    "pad-axis": Bug("Padding rows hidden where columns were meant", [], [
        ("rows away", ALL_OFF + ["forbid 2 *", "forbid 3 *", NAN], WRONG),
        ("a triangle covers it up", CAUSAL, MORE0)]),
    "cross-mask": Bug("The target's mask over the source's keys", [], [
        ("a triangle", CAUSAL + ["set align top-left"], WRONG),
        ("padding read", ["set causal off", "set pad-keys off"], MORE0)]),
    "pad-invariance": Bug("Padding appended must change nothing", [], [
        ("no padding mask", ALL_OFF, WRONG)]),
    "read-last": Bug("The last row is a padding row (its attention)", CAUSAL),
    "count-minus-one": Bug("Padding left and right in one batch (its attention)", CAUSAL),
    "mean-pool": Bug("Rows that a mean must leave out (their attention)", mask=True),
    "tilde-int": Bug("A NOT that is always true", [], [("padding read", ["set pad-keys off"], WRONG)]),
    "batch-as-head": Bug("A record's mask used as a head's", [], [
        ("the same masks, head by head", [], WRONG)], mask=True,
        records=[["mask.1,1,0", "mask.1,1,1", "mask.2,1,1", "mask.2,1,1"]] * 2),
    "b-equals-t": Bug("A padding table that happens to be a triangle", [], [
        ("read as a triangle", CAUSAL + ALL_OFF, WRONG)]),
    "stride": Bug("Ones written past their record", [], [("as written", [], WRONG)], before=[NAN],
                  records=[["padding,0,0,0,0,1"], ["padding,1,1,1,1,1"]]),
    "batch-first": Bug("Attention across records", [], [("time by time", [], WRONG)], records=[
        ["q,1", "q,5", "k,1", "k,5", "v,1", "v,5"], ["q,2", "q,0", "k,2", "k,0", "v,2", "v,0"]]),
    "decode-one": Bug("One new query that sees the first key only", CAUSAL, [
        ("the other corner", ["set align top-left"], WRONG)]),
    "two-by-five": Bug("Two queries, five keys: where the diagonal ends", CAUSAL, [
        ("the other corner", ["set align top-left"], WRONG)]),
    "chunk-leak": Bug("A chunk that reads its own future", CAUSAL, [
        ("no rule", ["set causal off"], WRONG)]),
    "chunk-equals-full": Bug("A chunk's rows are the full run's", CAUSAL, [
        ("the other corner", ["set align top-left"], WRONG)]),
    "unwritten-slot": Bug("A slot that nobody has written", ["set scale none"], [
        ("read as a key", ["set mask off"], WRONG)], mask=True),
    "diagonal": Bug("The diagonal hidden, too", CAUSAL, [
        ("strict", ["set causal strict", NAN], WRONG)]),
    "transposed": Bug("The triangle upside down", CAUSAL, [
        ("reversed", ["set causal reversed"], WRONG)]),
    "window-plus-one": Bug("A window of three that shows four", CAUSAL + ["set window 3"], [
        ("one more", ["set window 4"], WRONG)]),
    "right-window": Bug("Looking ahead by two, or by one", [], [
        ("one", ["set mask off", "set window 2"], WRONG)], mask=True),
    "window-sign": Bug("A window with the wrong sign is none", CAUSAL + ["set window 2"], [
        ("no window", ["set window off"], WRONG)]),
    "window-no-right": Bug("A window open to the right", CAUSAL + ["set window 2"], [
        ("open", ["set causal off", "allow 0 2", "allow 0 3", "allow 1 3"], WRONG)]),
    "window-zero": Bug("A window of nothing", CAUSAL, [
        ("nothing", ["forbid 0 *", "forbid 1 *", "forbid 2 *", NAN], WRONG)]),
    "shared-cells": Bug("Two conversations in one cache", CAUSAL, [
        ("one time line", ["set segments off"], WRONG)],
        rows=["segments,0,1,0,1", "query-segments,0,1"]),
    "packed": Bug("Two documents in one row", CAUSAL, [
        ("one document", ["set segments off"], WRONG)], rows=["segments,1,1,1,2,2"]),
    "prefix-off": Bug("A prefix one too long", CAUSAL + ["set prefix 2"], [
        ("three", ["set prefix 3"], WRONG), ("none", ["set prefix off"], MORE0)]),
    "prefix-reversed": Bug("A prefix of queries instead of keys", CAUSAL + ["set prefix 2"], [
        ("rows", ["allow 0 *", "allow 1 *", "forbid 2 0", "forbid 2 1", "forbid 3 0",
                  "forbid 3 1"], WRONG)]),
    "image-window": Bug("A picture's tokens inside a window", [], [
        ("the window forgotten", ["allow 2 0"], WRONG),
        ("the picture forgotten", ["clear-mask"] + CAUSAL, MORE0)], mask=True),
    "tree": Bug("Siblings of a draft tree", [], [
        ("a triangle", CAUSAL + ["set mask off"], WRONG)], mask=True),
    "view-heads": Bug("Cut into heads without a transpose", [], [
        ("raw", ["set split raw"], WRONG)]),
    "merge-heads": Bug("Put together without a transpose", [], [
        ("raw", ["set merge raw"], WRONG)], mask=True),
    "batch-head-swap": Bug("Heads of two records put together", [], [("mixed", [], WRONG)],
                           mask=True, records=[
        ["v.1,1", "v.1,3", "v.2,10", "v.2,30"], ["v.1,2", "v.1,4", "v.2,20", "v.2,40"]]),
    "fused-qkv": Bug("A fused projection cut in three", [], [("three parts", [], WRONG)], records=[
        ["q.1,1", "q.1,1", "q.2,0", "q.2,ln(2)", "k.1,10", "k.1,20", "k.2,1", "k.2,1",
         "v.1,ln(3)", "v.1,0", "v.2,1", "v.2,2"]]),
    "label-maps": Bug("Maps with their labels exchanged", [], [("exchanged", [], WRONG)], records=[
        ["scores.1,0,0", "scores.1,0,0", "scores.2,ln(3),0", "scores.2,ln(3),0"],
        ["scores.1,0,ln(3)", "scores.1,0,ln(3)", "scores.2,ln(9),0", "scores.2,ln(9),0"]]),
    "wo-transposed": Bug("W_O transposed", [], [
        ("transposed", ["edit wo 0 1 3", "edit wo 1 0 2"], WRONG)]),
    "average-heads": Bug("Two heads that read differently (the right numbers)", CAUSAL),
    "softmax-axis": Bug("Columns instead of rows", [], [
        ("over the queries", ["set softmax queries"], WRONG)]),
    "scale-width": Bug("The root of the model's width", CAUSAL, [
        ("width", ["set scale width"], WRONG)]),
    "scale-twice": Bug("Scaled twice, or not at all", [], [
        ("twice", ["set scale 1/4"], WRONG), ("none", ["set scale none"], MORE0)]),
    "half-overflow": Bug("Dot products beyond half precision (the right numbers)",
                         tolerance="1e-11"),
    "alibi-row": Bug("One row of distances for all queries", [], [
        ("both directions", [], WRONG), ("a triangle hides it", CAUSAL, MORE0)],
        rows=["bias,0,-1,-2", "bias,-1,0,-1", "bias,-2,-1,0"], records=[["bias,-2,-1,0"] * 3]),
    "cap-formula": Bug("A cap that does not cap", ["set softcap 2"], [
        ("x where the cap belongs", ["set softcap off"], WRONG)],
        records=[["scores,3.856110320303267,0.46211715726000973,0"]]),
    "softmax-one": Bug("One more in the denominator, unshifted", ["set null-logit 0"], [
        ("as large as the largest score", ["set null-logit 3"], WRONG)]),
    "lengths-ignored": Bug("Lengths given and not used", [], [
        ("not used", ["set pad-keys off"], WRONG)]),
    "pad-id": Bug("The wrong number for padding", [], [
        ("a real key hidden", ["set pad-keys off", "forbid * 0"], WRONG)]),
    "sum-zero": Bug("A vector that sums to zero is no padding", [], [
        ("taken for padding", ["forbid * 0"], WRONG)]),
    "zero-vectors": Bug("Zero vectors still vote", ["set scale none"], [
        ("not hidden", ["set pad-keys off"], WRONG)]),
    "all-ignored": Bug("No target at all"),
    "denominator": Bug("A record without targets beside one with four (the right numbers)"),
    "no-shift": Bug("Graded on copying", [], [
        ("targets are inputs", ["edit targets 0 c0", "edit targets 1 c1", "edit targets 2 c2"],
         WRONG)]),
    "double-shift": Bug("Shifted twice", [], [
        ("twice", ["edit targets 0 c2", "edit targets 1 c3", "edit targets 2 -"], WRONG)]),
    "row-cross": Bug("A target from the next record", [], [("one too many", ["edit targets 1 c0"],
                                                             WRONG)]),
    "pad-is-eos": Bug("The end is taken for padding", [], [
        ("its target left out", ["edit targets 1 -"], WRONG)]),
    "flag-dropped": Bug("The triangle dropped on one path", CAUSAL, [
        ("dropped", ["set causal off"], WRONG)]),
}
LEFT_OUT = {"dropout-sum"}

GRID_OF = {"weights": "weights", "outputs": "out", "scores": "scores", "capped": "scores",
           "concat": "concat", "y": "y", "row_sums": "sums", "effective_visible": "visible",
           "visible": "visible", "k": "k", "v": "v"}
PER_HEAD = ("weights", "out", "scores", "visible", "sums", "k", "v")


def word(value):
    """A number of the collection as a scene writes it; logarithms by name."""
    if isinstance(value, str):
        return value
    for n in range(2, 10):
        if value == math.log(n):
            return "ln(%d)" % n
    return text(value)


def depth(value):
    return 1 + depth(value[0]) if isinstance(value, list) and value else 0


class Writer:
    def __init__(self, case, bug):
        self.case, self.bug, self.lines, self.shown = case, bug, [], 1
        self.failed = None

    def line(self, *words):
        out = ['"%s"' % w.replace('"', '""') if any(c in w for c in ',"') else w for w in words]
        self.lines.append(",".join(out))

    def matrix(self, kind, rows):
        for row in rows:
            self.line(kind, *[word(v) for v in row])

    def act(self, action):
        self.line(*action.split())

    # -- the scene's numbers

    def head(self):
        case, bug = self.case, self.bug
        self.line("attnscope", "1")
        self.line("id", case["key"])
        self.line("source", case["source"])
        self.line("title", "en", bug.title)
        self.line("base", "0")
        self.line("tolerance", bug.tolerance or "1e-12")
        if case["H"] > 1:
            self.line("heads", str(case["H"]), str(case["Hkv"]))
        if "logits" in case["options"]:
            self.line("candidates", *["c%d" % n for n in range(case["d_logits"])])
            self.line("loss", "logits")
        for row in bug.rows:
            self.lines.append(row)
        if case["wo"]:
            self.matrix("wo", case["wo"])

    def by_head(self, kind, heads):
        if len(heads) == 1:
            self.matrix(kind, heads[0])
        elif kind in ("scores", "mask"):
            for h, rows in enumerate(heads):
                self.matrix("%s.%d" % (kind, h + 1), rows)
        else:
            self.matrix(kind, [sum((heads[h][t] for h in range(len(heads))), [])
                               for t in range(len(heads[0]))])

    def record(self, b, wrong_rows=None):
        """One record; `wrong_rows` replace what they name."""
        case, options = self.case, self.case["options"]
        b_data = min(b, case["B"] - 1)
        replaced = {row.split(",")[0].split(".")[0] for row in wrong_rows or []}
        queries = case["tokens"][b_data]
        keys = options.get("key_tokens", [queries])[0] if case["Tq"] == case["Tk"] or \
            "key_tokens" in options else None
        if case["Tq"] != case["Tk"]:
            if len(queries) == case["Tk"]:
                keys, queries = queries, None
            if keys is None:
                keys = ["k%d" % j for j in range(case["Tk"])]
            self.line("tokens", *keys)
            if queries is not None:
                self.line("query-tokens", *queries)
        else:
            self.line("tokens", *keys)
        padding = case["padding"]
        if padding and "padding" not in replaced:
            self.line("padding", *[str(1 - bit) for bit in padding["key"][b_data]])
        if padding and (case["Tq"] != case["Tk"] or case["key"] == "count-flags"):
            self.line("query-padding", *[str(1 - bit) for bit in padding["query"][b_data]])
        if "logits" in options:
            self.matrix("v", options["logits"][b_data])
            count = len(options["logits"][b_data])
            self.matrix("mask", [[int(i == j) for j in range(count)] for i in range(count)])
            labels = options["labels"][b_data]
            self.line("targets", *["-" if n < 0 else "c%d" % n for n in labels])
        for kind in ("scores", "q", "k", "v"):
            if case[kind] and kind not in replaced:
                heads = case[kind][b_data]
                if case["key"] == "flag-dropped":
                    continue
                self.by_head(kind, heads)
        if case["key"] == "flag-dropped":
            self.lines += ["x,1,0", "x,0,1", "x,1,1", "wq,1,0", "wq,0,1", "wk,1,0", "wk,0,1",
                           "wv,1,0", "wv,0,2"]
        if self.bug.mask and "mask" not in replaced:
            visible = case["visible"]
            shape = depth(visible)
            own = visible if shape == 2 else visible[b_data]
            self.by_head("mask", own if shape == 4 else [own])
        bias = options.get("bias")
        if bias and "bias" not in replaced and not any(r.startswith("bias") for r in self.bug.rows):
            self.matrix("bias", bias)
        self.lines += wrong_rows or []

    def data(self):
        case, bug = self.case, self.bug
        self.head()
        if case["B"] == 1 and not bug.records:
            self.record(0)
        else:
            for b in range(case["B"]):
                self.line("record", "right %d" % b if bug.records else "record %d" % b)
                self.record(b)
            for b, rows in enumerate(bug.records):
                self.line("record", "wrong %d" % b)
                self.record(b, rows)

    # -- what must hold

    def go(self, record):
        if record != self.shown:
            self.line("record", str(record))
            self.shown = record

    def expects(self, numbers, first_record):
        case = self.case
        for name, grid in GRID_OF.items():
            value = numbers.get(name)
            if value is None or name in self.bug.skip:
                continue
            for b, array in enumerate(self.shaped(grid, value)):
                if array is None:
                    continue
                self.go(first_record + b)
                for suffix, rows in array:
                    for i, row in enumerate(rows):
                        if row is None or (isinstance(row, list) and None in row):
                            continue
                        row = row if isinstance(row, list) else [row]
                        if case["key"] == "max-first" and "nan" in row:
                            row = row[:2]       # hidden cells of a 0/0 row are nobody's promise
                        self.line("expect", grid + suffix, str(i), *[word(v) for v in row])
        self.go(1)

    def shaped(self, grid, value):
        """[[(suffix, rows)]] by record, whatever axes of length 1 were left out."""
        case = self.case
        if grid not in PER_HEAD:
            return [[("", rows)] for rows in (value if depth(value) == 3 else [value])]
        wanted = 3 if grid == "sums" else 4
        while depth_full(value) < wanted:
            value = [value]
        if grid == "visible" and len(value[0]) < case["H"]:
            value = [[heads[0]] * case["H"] for heads in value]
        if len(value[0]) != case["H"]:
            raise ValueError("%s: %s of another shape" % (case["key"], grid))
        return [[(".%d" % (h + 1) if case["H"] > 1 else "", rows) for h, rows in enumerate(heads)]
                for heads in value]

    def losses(self, numbers):
        """The loss of every position, where the collection has 0 for what is not scored."""
        options, per_token = self.case["options"], numbers.get("per_token")
        if per_token is not None:
            rows = per_token if depth(per_token) == 2 else [per_token]
            for b, row in enumerate(rows):
                self.go(1 + b)
                for i, value in enumerate(row):
                    scored = value != 0
                    self.line("expect", "scored", str(i), "1" if scored else "0")
                    self.line("expect", "loss", str(i), word(value) if scored else "nan")
            self.go(1)
        if "loss" in numbers and isinstance(numbers["loss"], (int, float)):
            self.line("expect", "loss", "mean", word(numbers["loss"]))

    def step(self, heading):
        self.lines.append("")
        self.line("step", "en", heading)

    def standing_error(self):
        """`expect,error` where the right rule leaves no lawful answer."""
        code = self.case["expect"].get("error", {}).get("code")
        return {"no_visible_key": "a valid query has no visible key",
                "no_scored_target": "no target is scored"}.get(code)

    def write(self):
        case, bug = self.case, self.bug
        self.data()
        for action in bug.before:
            self.act(action)
        error = self.standing_error()
        if error:
            self.line("expect", "error", error)
        self.step("the right rule")
        if case["padding"]:
            self.act("set pad-keys on")
        for action in bug.right:
            self.act(action)
        self.expects(case["expect"], 1)
        self.losses(case["expect"])
        if error:
            self.line("expect", "error", error)
        self.more_right()
        for heading, actions, which in bug.wrong:
            self.step(heading)
            for action in actions:
                self.act(action)
            numbers = case["wrong"] if which == WRONG else case["wrong_more"][which]
            self.expects(numbers, case["B"] + 1 if bug.records else 1)
            self.losses(numbers)
            self.more_wrong(numbers)
        path = os.path.join(BUGS_FOLDER, case["key"] + ".csv")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(self.lines) + "\n")
        return path

    def more_right(self):
        case, expect = self.case, self.case["expect"]
        if case["key"] == "pad-invariance":
            self.step("without the padding: the same rows")
            self.act("set known 2")
            self.expects(expect["unpadded"], 1)
            self.act("set known all")
        if case["key"] == "alibi-row":
            self.step("causal")
            self.act("set causal on")
            self.expects({"weights": expect["causal_weights"]}, 1)
            self.act("set causal off")
        if case["key"] == "read-last":
            self.step("had the padding row been computed")
            self.act("set pad-queries off")
            for b, row in enumerate(case["wrong"]["read_output_if_pad_row_computed"]):
                self.go(1 + b)
                self.line("expect", "out", "2", *[word(v) for v in row])
            self.go(1)

    def more_wrong(self, numbers):
        """The prefix test: a later input changes, under the right rule and under the wrong."""
        if self.case["key"] != "flag-dropped":
            return
        right = self.case["expect"]
        self.step("a later input changes")
        self.act("set causal on")
        self.line("perturb", "2", "4", "0")
        self.expects(right["after_change"], 1)
        self.line("expect", "leak", "0")
        self.line("expect", "same", "y", "0", "1")
        self.step("and the rule is dropped")
        self.act("set causal off")
        self.expects(numbers["after_change"], 1)
        self.line("expect", "leak", word(numbers["prefix_difference"]))
        self.line("expect", "differ", "y", "0", "1")


def depth_full(value):
    """Depth by the deepest element: a row may be null."""
    if not isinstance(value, list):
        return 0
    return 1 + max((depth_full(one) for one in value), default=0)


def main(path):
    with open(path, encoding="utf-8") as file:
        cases = json.load(file)
    os.makedirs(BUGS_FOLDER, exist_ok=True)
    for case in cases:
        if case["key"] in LEFT_OUT:
            print("left out: " + case["key"])
            continue
        if "logits" in case["options"]:
            case["d_logits"] = len(case["options"]["logits"][0][0])
        writer = Writer(case, BUGS[case["key"]])
        failures = Player(writer.write()).play().failures
        for failure in failures:
            print(failure)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
