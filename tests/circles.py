#!/usr/bin/python3
"""Finds files of src that call each other in a circle: tests/circles.py BUILD, after make.

One file calls another where its object needs a symbol that the other's object defines, as nm lists
them. Files that can all reach each other by such calls are a group. No group may span folders; inside
folders GROUPS groups of at most FILES files are allowed. Prints each group that is too many or too
large with one call for each arrow in it. The rules are tried on made-up symbols first."""
import collections
import os
import pathlib
import subprocess
import sys

GROUPS, FILES = 4, 4  # the bar of the restructuring is 3 groups of 3 files


def read_calls(listing):
    """{caller: {callee: a symbol}} from the lines of `nm -A`, which begin with the object's path."""
    defined, needed = {}, []
    for line in listing.splitlines():
        path, symbol = line.rsplit(":", 1)
        file = path.removesuffix(".o")
        *_, kind, name = symbol.split()
        if kind == "U":
            needed.append((file, name))
        elif kind.isupper():
            defined[name] = file
    calls = collections.defaultdict(dict)
    for file, name in needed:
        if defined.get(name, file) != file:
            calls[file][defined[name]] = name
    return calls


def reachable(calls, start):
    """All that can be reached from start by one call or more."""
    found, left = set(), [start]
    while left:
        new = set(calls.get(left.pop(), ())) - found
        found |= new
        left += new
    return found


def find_groups(calls):
    """The sets of two or more that can all reach each other, sorted."""
    reach = {one: reachable(calls, one) for one in list(calls)}
    groups = {frozenset(two for two in reach[one] if one in reach.get(two, ())) for one in reach}
    return sorted(sorted(group) for group in groups if len(group) > 1)


def between_folders(calls):
    """The calls from folder to folder, with one symbol each."""
    folders = collections.defaultdict(dict)
    for caller, callees in calls.items():
        for callee, name in callees.items():
            if os.path.dirname(caller) != os.path.dirname(callee):
                folders[os.path.dirname(caller)][os.path.dirname(callee)] = name
    return folders


def describe(group, calls):
    lines = [f"{len(group)} call each other in a circle: {' '.join(group)}"]
    lines += [f"  {one} -> {two}: {calls[one][two]}"
              for one in group for two in group if two in calls[one]]
    return "\n".join(lines)


def judge(listing, groups_most, files_most):
    """(number of rules that hold, texts about those that do not)."""
    calls = read_calls(listing)
    folders = between_folders(calls)
    inside = find_groups(calls)
    if len(inside) <= groups_most:
        inside = [group for group in inside if len(group) > files_most]
    rules = [[describe(group, folders) for group in find_groups(folders)],
             [describe(group, calls) for group in inside]]
    return sum(not rule for rule in rules), sum(rules, [])


def try_made_up():
    """The rules on three files that call a, b, c in turn: (symbols, texts expected)."""
    made_up = "src/x/a.o: 0 T a\nsrc/x/a.o: U b\nsrc/x/b.o: 0 D b\nsrc/x/b.o: U c\n" \
              "src/x/b.o: 0 t own\nsrc/x/c.o: 0 T c\nsrc/x/c.o: U printf\nsrc/x/c.o: U own\n"
    circle = made_up + "src/x/c.o: U a\n"
    cases = [(made_up, 1, 3, 0), (circle, 1, 3, 0), (circle, 1, 2, 1), (circle, 0, 3, 1),
             (circle.replace("src/x/c.o", "src/y/c.o"), 1, 3, 1),
             (made_up.replace("src/x/c.o", "src/y/c.o") + "src/y/d.o: 0 T d\nsrc/y/d.o: U a\n", 0, 0, 1)]
    passed = 0
    for number, (listing, groups, files, expected) in enumerate(cases, 1):
        found = judge(listing, groups, files)[1]
        passed += len(found) == expected
        if len(found) != expected:
            print(f"tests/circles.py: made-up case {number}: expected {expected} texts, not", *found)
    return passed, len(cases) - passed


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    os.chdir(pathlib.Path(__file__).resolve().parent.parent)
    sources = [path.with_suffix(".o") for path in pathlib.Path("src").rglob("*.c")]
    listing = subprocess.run(["nm", "-A", "-g", *sorted(map(str, sources))], check=True, cwd=build,
                             stdout=subprocess.PIPE, universal_newlines=True).stdout
    passed, failed = try_made_up()
    held, texts = judge(listing, GROUPS, FILES)
    print(*texts, sep="\n", end="\n" if texts else "")
    passed, failed = passed + held, failed + 2 - held
    print(f"tests/circles.py: {passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
