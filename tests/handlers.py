#!/usr/bin/python3
"""Finds what signal handlers of src call: tests/handlers.py BUILD, after make.

A handler may interrupt malloc or printf, so it may call nothing that is not safe then. Follows the
calls in the disassembled objects from each handler on, and prints those that lead to a function of
the C library that POSIX does not list as safe. Files that take signals have to be in HANDLERS. The
rule is tried on a made-up object first."""
import os
import pathlib
import re
import subprocess
import sys

# The files that take signals, and their handlers.
HANDLERS = {"src/output/signals": ["handle_fatal", "handle_noted"], "src/base/guard": ["handle"],
            "src/main": []}  # which only ignores one

# From signal-safety(7), as far as it is needed; mmap is a bare system call on Linux.
SAFE = set("clock_gettime fcntl memcpy memset mmap poll raise sigaction sigaddset sigemptyset"
           " sigfillset signal sigprocmask tcsetattr unlink write __errno_location"
           " __stack_chk_fail".split())
SANITIZERS = ("__asan_", "__ubsan_", "__sanitizer_")


def read_code(listing):
    """{file: {function: names that it mentions}} from the lines of `objdump -dr`."""
    files, functions, names = {}, {}, set()
    for line in listing.splitlines():
        file = re.match(r"(.+)\.o: +file format", line)
        begun = re.match(r"[0-9a-f]+ <(.+)>:$", line)
        if file:
            functions = files.setdefault(file[1], {})
        elif begun:
            names = functions.setdefault(begun[1], set())
        else:
            names.update(re.findall(r"(?:<|\sR_\w+\s+)([\w.]+)", line))
    return files


def read_symbols(listing):
    """What each file needs, {file: names}, and who has it, {name: file}, from `nm -A`."""
    needed, homes = {}, {}
    for line in listing.splitlines():
        file, symbol = line.split(".o:")
        *_, kind, name = symbol.split()
        needed.setdefault(file, set()).update({name} if kind == "U" else ())
        if kind == "T":
            homes[name] = file
    return needed, homes


def unsafe_calls(code, needed, homes, start):
    """Texts about all that is reached from start, (file, function), and is not safe."""
    found, left, texts = set(), [(*start, start[1])], []
    while left:
        file, name, way = left.pop()
        if (file, name) in found:
            continue
        found.add((file, name))
        for callee in sorted(code[file].get(name, ())):
            home = file if callee in code[file] else homes.get(callee)
            if home:
                left.append((home, callee, f"{way} -> {callee}"))
            elif callee in needed[file] and callee not in SAFE \
                    and not callee.startswith(SANITIZERS):
                texts.append(f"{file}: {way} calls {callee}, which is not safe in a handler")
    return texts


def judge(disassembly, symbols, handlers):
    """Texts about all handlers, and about files that take signals without being listed."""
    code, (needed, homes) = read_code(disassembly), read_symbols(symbols)
    texts = [f"{file}: takes signals, but is no file of HANDLERS"
             for file, names in sorted(needed.items())
             if names & {"sigaction", "signal"} and file not in handlers]
    for file, names in handlers.items():
        for name in names:
            texts += unsafe_calls(code, needed, homes, (file, name)) if name in code[file] \
                else [f"{file}: there is no handler {name}"]
    return texts


def try_made_up():
    """The rule on a handler that calls a function two calls away: (tried, failed)."""
    disassembly = "a.o:     file format elf\n0 <handle>:\n 1: call 2 <own+0x0>\n" \
                  "2 <own>:\n 2: R_X86_64_PLT32\tother-0x4\nb.o: file format elf\n" \
                  "9 <other>:\n a: R_X86_64_PLT32\t{0}-0x4\n a: R_X86_64_PC32\t.rodata+0x1c\n"
    symbols = "a.o: U other\na.o:0 t own\na.o:0 t handle\nb.o:0 T other\nb.o: U {0}\n"
    cases = [("write", {"a": ["handle"]}, 0), ("printf", {"a": ["handle"]}, 1),
             ("sigaction", {"a": ["handle"]}, 1), ("write", {"a": ["gone"]}, 1)]
    failed = 0
    for callee, handlers, expected in cases:
        found = judge(disassembly.format(callee), symbols.format(callee), handlers)
        failed += len(found) != expected
        if len(found) != expected:
            print(f"tests/handlers.py: made up with {callee}: expected {expected} texts, not", *found)
    return len(cases), failed


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    os.chdir(pathlib.Path(__file__).resolve().parent.parent)
    objects = sorted(str(path.with_suffix(".o")) for path in pathlib.Path("src").rglob("*.c"))
    disassembly, symbols = (subprocess.run([*command, *objects], check=True, cwd=build,
                                           stdout=subprocess.PIPE, universal_newlines=True).stdout
                            for command in (("objdump", "-dr", "--no-show-raw-insn"), ("nm", "-A")))
    tried, failed = try_made_up()
    texts = judge(disassembly, symbols, HANDLERS)
    print(*texts, sep="\n", end="\n" if texts else "")
    print(f"tests/handlers.py: {tried - failed + (not texts)} passed, {failed + len(texts)} failed")
    return failed + len(texts) > 0


sys.exit(main())
