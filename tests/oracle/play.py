#!/usr/bin/python3
"""Plays scene files with the oracle and judges their expects, as `attnscope --check` does.

    play.py SCENE…     prints what fails; ends with 'N passed, N failed'

It serves to check hand-written expects (of shipped scenes, too) against the oracle."""
import csv
import math
import sys

import numpy as np

sys.dont_write_bytecode = True

from expression import number  # noqa: E402
from oracle import ACTIONS, LAYER_MATRICES, Scene, grid_row  # noqa: E402


def read(path):
    """[(line, fields)] without comments, empty rows and trailing empty fields."""
    rows = []
    with open(path, encoding="utf-8-sig", newline="") as file:
        reader = csv.reader(file)
        for fields in reader:
            while fields and fields[-1] == "":
                fields.pop()
            if fields and not fields[0].startswith("#"):
                rows.append((reader.line_num, fields))
    return rows


class Player:
    def __init__(self, path):
        self.path, self.scene, self.passed, self.failures = path, Scene(), 0, []
        self.result, self.errors_named, self.in_steps = None, [], False

    def judge(self, good, line, text):
        if good:
            self.passed += 1
        else:
            self.failures.append("%s:%d: %s" % (self.path, line, text))

    def now(self):
        if self.result is None:
            self.result = self.scene.compute()
        return self.result

    def end_step(self, line):
        for error in self.now().errors if self.in_steps else []:
            if not any(text in error for text in self.errors_named):
                self.judge(False, line, "an error stands that is not named: " + error)
        self.errors_named = []

    def expect(self, line, fields):
        kind, rest = fields[1], fields[2:]
        result = self.now()
        if kind == "error":
            self.errors_named.append(rest[0])
            self.judge(any(rest[0] in error for error in result.errors), line, "no such error")
        elif kind in ("same", "differ"):
            self.judge(self.compare(kind, *rest), line, "not " + kind)
        elif kind == "leak":
            self.values(line, [self.scene.leak()], rest)
        elif kind == "size":
            count = self.size(rest[0])
            self.values(line, [count, 8 * count], rest[1:])
        elif kind == "loss" and rest[0] == "mean":
            self.values(line, [] if result.mean is None else [result.mean], rest[1:])
        else:
            row = grid_row(self.scene, result, kind, int(rest[0]))
            self.values(line, [] if row is None else row, rest[1:])

    def values(self, line, found, wanted):
        wanted = [number(word) for word in wanted]
        good = len(found) >= len(wanted)
        for a, b in zip(found, wanted):
            if not (a == b or (math.isnan(a) and math.isnan(b))
                    or abs(a - b) <= self.scene.tolerance):
                good = False
        self.judge(good, line, "found %s, expected %s" % (list(map(float, found)), wanted))

    def compare(self, kind, grid, first, last):
        """With a little room: NumPy promises no bits."""
        record, layer, _ = self.scene.shown
        old = self.scene.before_change().layers[record][layer][grid]
        new = self.now().layers[record][layer][grid]
        rows = slice(int(first) - self.scene.base, int(last) - self.scene.base + 1)
        pairs = zip(new, old) if isinstance(new, list) else [(new, old)]
        def both(a, b):
            """The rows and columns that both have."""
            shape = tuple(slice(0, min(m, n)) for m, n in zip(a.shape, b.shape))
            return a[shape][rows], b[shape][rows]

        equal = all(np.allclose(*both(a, b), 0, 1e-14, equal_nan=True) for a, b in pairs)
        return equal == (kind == "same")

    def size(self, grid):
        layer = self.scene.shown[1]
        if grid in LAYER_MATRICES:
            return self.scene.layer_row(layer, grid).size
        total = 0
        for record, layers in enumerate(self.now().layers):
            value = layers[layer][grid]
            if grid in ("k", "v"):      # one a kv head, however many heads read it
                value = value[:self.scene.heads(layer)[1]]
            if grid in ("visible", "drop", "additive") and not any(
                    self.scene.record_row(record, "mask.%d" % (h + 1)) is not None
                    for h in range(len(value))):
                value = value[:1]       # one mask serves all heads
            total += sum(v.size for v in value) if isinstance(value, list) else value.size
        return total

    def play(self):
        rows = read(self.path)
        first = next((n for n, (_, f) in enumerate(rows) if f[0] == "step"), len(rows))
        later = []
        for line, fields in rows[:first]:
            if fields[0] == "expect" or (fields[0] in ACTIONS
                                         and fields[0] not in ("record", "layer")):
                later.append((line, fields))
            else:
                self.scene.data(fields)
        line, before = 0, None
        for line, fields in later + rows[first:]:
            same, before = before == "step" and fields[0] == "step", fields[0]
            if same:                # the same step in another language
                continue
            if fields[0] == "step":
                if self.in_steps:
                    self.end_step(line)
                self.in_steps, self.errors_named = True, []
            elif fields[0] == "say":
                pass
            elif fields[0] == "tolerance":
                self.scene.tolerance = number(fields[1])
            elif fields[0] == "expect":
                self.expect(line, fields)
            else:
                self.scene.perform(fields)
                self.result = None
        self.end_step(line)
        return self


def main(paths):
    passed = failed = 0
    for path in paths:
        player = Player(path).play()
        passed, failed = passed + player.passed, failed + len(player.failures)
        for failure in player.failures:
            print(failure)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
