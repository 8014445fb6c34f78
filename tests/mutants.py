#!/usr/bin/env python3
"""Mutation testing: does a test notice when the calculation is changed?

tests/mutants.py COUNT SEED [FILE[:LINE]...] changes one operator, bound, constant, branch or
statement of the files at a time (COUNT in all, drawn with SEED), builds, and runs the tests, those
first that take the least time, and at last the fast ones under the sanitizers. A change with which
the compiler makes the same program is none. It prints each mutant that no test kills, and how many
there are of each end. Each processor works in a copy of the sources of its own, below
.build/mutants."""
import collections
import concurrent.futures
import hashlib
import os
import pathlib
import queue
import random
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLACE = ROOT / ".build" / "mutants"
DEFAULT = sorted([*(ROOT / "src/math").glob("*.[ch]"), ROOT / "src/explain/scores.c"])

TOKEN = re.compile(r"""
    (?P<skip>/\*.*?\*/|//[^\n]*|^[ \t]*\#(?:[^\n\\]|\\.)*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\s+)
  | (?P<number>\.?\d(?:[eE][+-]|[\w.])*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<operator><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
""", re.X | re.S | re.M)

BINARY = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "&": "|", "|": "&", "<<": ">>", ">>": "<<"}
OPERATORS = {"+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "|=": "&=", "&=": "|=", "==": "!=",
             "!=": "==", "&&": "||", "||": "&&", "++": "--", "--": "++"}
BOUNDS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
CONSTANTS = {"true": "false", "false": "true", "INFINITY": "-INFINITY", "NAN": "0.0", "NULL": None}
TYPE = re.compile(r"(?:const |static |unsigned |enum |struct )*[A-Za-z_]\w*[ *]+\**\w+(?:\[[^]]*\])* *[=;,]")

SANITIZED = ("make -s BUILD=.build/asan PROGRAM=.build/asan/attnscope CFLAGS=-O1 all "
             ".build/asan/tests/attnscope-test "
             "SANITIZE='-fsanitize=address,undefined -fno-sanitize-recover=all'")
FAST = 10  # as many commands are also run under the sanitizers, the first ones

Site = collections.namedtuple("Site", "file start end new kind")


def tokens(text):
    """The tokens of C that are no blank, comment, directive or string: (kind, text, start, end)."""
    return [(match.lastgroup, match[0], match.start(), match.end())
            for match in TOKEN.finditer(text) if match.lastgroup != "skip"]


def closing(found, at):
    """The index of the bracket that closes the one at an index."""
    depth = 0
    for i in range(at, len(found)):
        depth += (found[i][1] in "([{") - (found[i][1] in ")]}")
        if not depth:
            return i
    return None


def sites(file):
    """All places of a file where something can be changed, inside of functions."""
    text = file.read_text(encoding="utf-8")
    found = tokens(text)
    depth = 0
    for i, (kind, word, start, end) in enumerate(found):
        depth += (word == "{") - (word == "}")
        before = found[i - 1] if i else ("operator", ";", 0, 0)
        ends_value = before[0] in ("number", "name") and before[1] not in ("return", "case") or \
            before[1] in (")", "]")
        if not depth:
            continue
        if word in BINARY and ends_value:
            yield Site(file, start, end, BINARY[word], "operator")
        if word in OPERATORS:
            yield Site(file, start, end, OPERATORS[word], "operator")
        if word == "!":
            yield Site(file, start, end, "", "operator")
        if word in BOUNDS:
            yield Site(file, start, end, BOUNDS[word], "bound")
        if kind == "number" and before[1] not in (".", "case"):
            yield Site(file, start, end, f"({word} + 1)", "constant")
            if word not in ("0", "0.0"):
                yield Site(file, start, end, f"({word} - 1)", "constant")
        if CONSTANTS.get(word):
            yield Site(file, start, end, CONSTANTS[word], "constant")
        if word in ("if", "while") and found[i + 1][1] == "(":
            yield from branch(file, text, found, i + 1)
        if word == "?":
            yield Site(file, start, end, "&& 0 ?", "branch")
            yield Site(file, start, end, "|| 1 ?", "branch")
        if before[1] in (";", "{", "}", ")", "else") and (kind == "name" or word in ("*", "++", "--")):
            yield from statement(file, text, found, i)


def branch(file, text, found, opening):
    """A condition that is turned over, always true or always false."""
    last = closing(found, opening)
    inside = text[found[opening][3]:found[last][2]]
    for new in (f"!({inside})", f"1 || ({inside})", f"0 && ({inside})"):
        yield Site(file, found[opening][3], found[last][2], new, "branch")


def statement(file, text, found, first):
    """A statement that is left out: an assignment, a call, a continue or break."""
    last = first
    while last < len(found) and found[last][1] != ";":
        if found[last][1] in (")", "{", "}", "if", "for", "while", "switch", "else", "do", "case", "return"):
            return
        last = closing(found, last) + 1 if found[last][1] in "([" else last + 1
        if last is None:
            return
    words = text[found[first][2]:found[last][2]] + ";" if last < len(found) else ""
    whole = found[first][1] in ("continue", "break")
    if whole or (re.search(r"[=(]|\+\+|--", words) and not TYPE.match(words)):
        yield Site(file, found[first][2], found[last][2], "", "statement")


def line_of(site):
    """The number of the line in which a site begins."""
    return site.file.read_text(encoding="utf-8").count("\n", 0, site.start) + 1


def draw(names, count, seed):
    """COUNT sites, of all kinds alike, each at most once."""
    chance = random.Random(seed)
    kinds = collections.defaultdict(list)
    for name in names:
        file, _, line = str(name).partition(":")
        for site in sites(pathlib.Path(file).resolve()):
            if not line or line_of(site) == int(line):
                kinds[site.kind].append(site)
    for found in kinds.values():
        chance.shuffle(found)
    while any(kinds.values()) and count:
        for kind in sorted(kinds):
            if kinds[kind] and count:
                count -= 1
                yield kinds[kind].pop()


# ---- building and judging ----

def checks():
    """Commands of the shell, each of which fails when it notices something. Suites of files, of the
    terminal and of the command line do not look at the calculation and are left out."""
    yield "./attnscope --check"
    yield "find tests/cases -name '*.csv' -print0 | xargs -0 ./attnscope --check"
    for suite in "laws session survey matrix question tables explain".split():
        yield f"CK_RUN_SUITE={suite} .build/tests/attnscope-test"
    yield "/usr/bin/python3 tests/arrays.py ./attnscope"
    for suite in "exponential history save layout golden work scenes kernel".split():
        yield f"CK_RUN_SUITE={suite} .build/tests/attnscope-test"
    yield "CK_RUN_SUITE=trace CK_RUN_CASE=bits .build/tests/attnscope-test"
    for suite in "overlays lessons frames export trace".split():
        yield f"CK_RUN_SUITE={suite} .build/tests/attnscope-test"


class Copy:
    """A copy of the sources, with what is built of them."""

    def __init__(self, place, source=ROOT):
        self.place = place
        shutil.copytree(source, place, dirs_exist_ok=True, symlinks=True,
                        ignore=shutil.ignore_patterns(".git", "mutants", "attnscope-test"))
        (place / "home").mkdir(exist_ok=True)

    def run(self, command, wait):
        """The status of a command; one that takes too long is killed, and failed."""
        environment = {**os.environ, "ATTNSCOPE": "./attnscope", "CK_DEFAULT_TIMEOUT": "30",
                       "HOME": str(self.place / "home"), "XDG_STATE_HOME": str(self.place / "home")}
        environment.pop("MAKEFLAGS", None)
        with subprocess.Popen(["sh", "-c", command], cwd=self.place, env=environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, start_new_session=True) as child:
            try:
                return child.wait(wait)
            except subprocess.TimeoutExpired:
                # Check gives each test a process group of its own, in the same session.
                subprocess.run(["pkill", "-KILL", "-s", str(child.pid)], check=False)
                return 1

    def build(self):
        """Whether it can be built, and a hash of the program."""
        good = self.run("make -s all .build/tests/attnscope-test CFLAGS=-O2", 600) == 0
        return good and hashlib.sha1((self.place / "attnscope").read_bytes()).hexdigest()

    def killer(self, times, setting="", slower=1):
        """The first command that fails, or None."""
        return next((command for command, seconds in times.items()
                     if self.run(setting + command, 20 + 6 * slower * seconds)), None)

    def sanitized(self, times):
        """What fails under the sanitizers, of the first commands."""
        if self.run(SANITIZED, 1200):
            return "the sanitizers' build"
        fast = {command.replace("./attnscope", ".build/asan/attnscope").replace(
            ".build/tests", ".build/asan/tests"): seconds
                for command, seconds in list(times.items())[:FAST]}
        return self.killer(fast, "export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1 "
                           "ATTNSCOPE=.build/asan/attnscope CK_TIMEOUT_MULTIPLIER=5; ", 10)


def judge(copy, site, same, times):
    """How a mutant ends: 'does not compile', 'the same program', 'survives', or what killed it."""
    file = copy.place / site.file.relative_to(ROOT)
    text = file.read_text(encoding="utf-8")
    file.write_text(text[:site.start] + site.new + text[site.end:], encoding="utf-8")
    try:
        built = copy.build()
        if not built:
            return "does not compile"
        if built == same:
            return "the same program"
        return copy.killer(times) or copy.sanitized(times) or "survives"
    finally:
        file.write_text(text, encoding="utf-8")


def shown(site):
    """FILE:LINE: what the mutant changes."""
    text = site.file.read_text(encoding="utf-8")
    line = line_of(site)
    old = " ".join(text[site.start:site.end].split())
    whole = " ".join(text.splitlines()[line - 1].split())
    return (f"{site.file.relative_to(ROOT)}:{line}: {site.kind}: {old or '(nothing)'} → "
            f"{site.new or '(nothing)'}    in: {whole}")


def main():
    """Draws mutants, judges them side by side, and prints those that survive."""
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    files = sys.argv[3:] or DEFAULT
    shutil.rmtree(PLACE, ignore_errors=True)
    copies = queue.Queue()
    first = Copy(PLACE / "0")
    same = first.build()
    assert same and first.run(SANITIZED, 1200) == 0, "it does not build"
    times = {}
    for command in checks():
        begun = time.monotonic()
        assert first.run(command, 600) == 0, f"fails without a mutant: {command}"
        times[command] = time.monotonic() - begun
    assert not first.sanitized(times), "fails under the sanitizers without a mutant"
    copies.put(first)
    for number in range(1, os.cpu_count()):
        copies.put(Copy(PLACE / str(number), first.place))

    def work(site):
        copy = copies.get()
        try:
            return site, judge(copy, site, same, times)
        finally:
            copies.put(copy)

    ends = collections.Counter()
    killers = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        # pool.map hands results on in the order of the draw: a seed prints the same twice.
        for site, end in pool.map(work, draw(files, count, seed)):
            if end == "survives":
                print(shown(site), flush=True)
            elif end not in ("does not compile", "the same program"):
                killers[end] += 1
                end = "killed"
            ends[end] += 1
            print(f"{sum(ends.values())} of {count}", end="\r", file=sys.stderr, flush=True)
    for command, number in killers.most_common():
        print(f"{number:5} killed by: {command}")
    print("; ".join(f"{number} {end}" for end, number in sorted(ends.items())))


main()
