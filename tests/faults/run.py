#!/usr/bin/env python3
"""Injects faults into the program: the n-th allocation fails (once, or all from it on), and the n-th
system call of each kind, with strace. tests/faults/run.py PROGRAM LIBRARY MOST SCENARIO... tries at
most MOST faults of a kind, spread over all there are.

Whatever fails, the program ends by itself; with status 0 it did and wrote what it does without a
fault; else there is a sentence. Files are as they were or as they should become, none is left over,
and the terminal is given back, screen, cursor and modes."""
import concurrent.futures
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import termios
import time

PROGRAM, LIBRARY = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
MOST = int(sys.argv[3])
WAIT = 20  # seconds, for a program that hangs

SCENE = """attnscope,1
title,en,Faults
heads,2
tokens,a,b,c
x,1,0
x,0,1
x,1,1
wq,1,0,2,1
wq,0,1,1,0
wk,1,0,1,0
wk,0,1,0,1
wv,1,0,1,0
wv,0,2,0,1
wo,1,0
wo,0,1
wo,1,0
wo,0,1
say,en,One.
step,en,Two
set,causal,on
expect,visible,1,1,0,0
"""
OLD = "the old file\n"

# Arguments and keys (None: no terminal); %s is the folder.
SCENARIOS = {
    "print": (["--print", "%s/scene.csv", "--size", "80x24"], None),
    "check": (["--check", "%s/scene.csv"], None),
    "dump": (["--dump", "weights", "%s/scene.csv"], None),
    "save": (["--print", "%s/scene.csv", "--do", "edit x 1 1 5", "--do", "save %s/new.csv"], None),
    "over": (["--print", "%s/scene.csv", "--do", "edit x 1 1 5", "--do", "save %s/old.csv over"],
             None),
    "export": (["--print", "%s/scene.csv", "--do", "export %s/new.svg", "--do",
                "export %s/old.npy over"], None),
    "start": (["%s/scene.csv"], "cq"),
    "session": (["%s/scene.csv"], "c l\x1b:edit x 1 1 5\r:save %s/old.csv over\r:export "
                "%s/new.npy\rZzF\x1b?\x1b:find\t\x1bEuv\x1b\x0cqq"),
}

# The errors with which each kind of system call may fail.
ERRORS = {
    "openat": "EMFILE EACCES", "read": "EIO EINTR", "write": "ENOSPC EIO EINTR EAGAIN",
    "pread64": "EIO", "close": "EIO", "newfstatat": "EIO", "fstat": "EIO", "lseek": "EIO",
    "mmap": "ENOMEM", "munmap": "ENOMEM", "fsync": "EIO ENOSPC", "rename": "EIO",
    "linkat": "EIO EMLINK", "unlink": "EIO", "fchmod": "EPERM", "ftruncate": "EIO",
    "flock": "ENOLCK", "ioctl": "EIO", "poll": "EINTR ENOMEM", "pipe2": "EMFILE", "pipe": "EMFILE",
    "dup": "EMFILE", "dup2": "EINTR", "memfd_create": "EMFILE", "rt_sigaction": "EINVAL",
    "rt_sigprocmask": "EINVAL", "sigaltstack": "ENOMEM", "clone3": "EAGAIN", "getdents64": "EIO",
    "readlink": "EIO", "access": "EIO", "fcntl": "EIO", "prlimit64": "EPERM",
    "fallocate": "ENOSPC", "madvise": "ENOMEM", "umask": "EIO", "pselect6": "EINTR",
    "fchown": "EPERM", "getcwd": "ENOENT",
}

ENVIRONMENT = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
               "XDG_STATE_HOME": "/dev/null", "HOME": "/", "ATTNSCOPE_THREADS": "1"}


class Run:
    """One run in a folder of its own."""

    def __init__(self, scenario, before=(), environment=None):
        words, keys = SCENARIOS[scenario]
        self.folder = tempfile.mkdtemp(prefix="attnscope-fault-")
        for name, text in (("scene.csv", SCENE), ("old.csv", OLD), ("old.npy", OLD)):
            pathlib.Path(self.folder, name).write_text(text, encoding="utf-8")
        command = [*before, PROGRAM, *(word.replace("%s", self.folder) for word in words)]
        environment = {**ENVIRONMENT, **(environment or {}), "NCURSES": self.folder + "/ncurses"}
        self.trouble, self.out, self.err = [], b"", b""
        if keys is None:
            self.plainly(command, environment)
        else:
            self.on_terminal(command, environment, keys.replace("%s", self.folder).encode())
        self.files = {path.name: path.read_bytes() for path in pathlib.Path(self.folder).iterdir()}
        shutil.rmtree(self.folder)
        self.out = self.out.replace(self.folder.encode(), b"")

    def plainly(self, command, environment):
        """Without a terminal."""
        with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
            try:
                self.out, self.err = child.communicate(timeout=WAIT)
            except subprocess.TimeoutExpired:
                child.kill()
                self.trouble.append("hangs")
        self.status = child.returncode

    def on_terminal(self, command, environment, keys):
        """Types the keys when the screen is there, q when nothing comes any more."""
        master, slave = pty.openpty()
        before = termios.tcgetattr(slave)
        with subprocess.Popen(command, env=environment, stdin=slave, stdout=slave, stderr=slave,
                              start_new_session=True,
                              preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR))
                              ) as child:
            end, quiet = time.monotonic() + WAIT, 0
            while time.monotonic() < end:
                if select.select([master], [], [], 0.01)[0]:
                    self.out += os.read(master, 65536)
                    quiet = 0
                elif child.poll() is not None:
                    break
                else:
                    quiet += 1
                if (keys and b"\x1b[?1049h" in self.out) or quiet > 50:
                    os.write(master, keys or b"\x1b\x1bqq")
                    keys, quiet = b"", 0
            while select.select([master], [], [], 0)[0]:  # written between that look and its end
                self.out += os.read(master, 65536)
            if child.poll() is None:
                child.kill()
                self.trouble.append("hangs")
        self.status = child.returncode
        if termios.tcgetattr(slave) != before:
            self.trouble.append("the modes stay")
        os.close(master)
        os.close(slave)
        self.look_at_screen()

    def look_at_screen(self):
        """The alternate screen is left, the cursor shown; what is said stands after it."""
        for on, off, what in ((rb"\x1b\[\?1049h", rb"\x1b\[\?1049l", "the alternate screen stays"),
                              (rb"\x1b\[\?25l", rb"\x1b\[\?25h", "the hidden cursor stays"),
                              (rb"\x1b\[\?1000h", rb"\x1b\[\?1000l", "the mouse stays")):
            last = re.findall(on + b"|" + off, self.out)
            if last and last[-1][-1:] == on[-1:]:
                self.trouble.append(what)
        said = self.out.split(b"\x1b[?1049l")[-1]
        self.err, self.out = re.sub(rb"\x1b\[[^A-Za-z]*[A-Za-z]", b"", said), b""


def judge(run, good, kind=""):
    """What is wrong with a run, held against one without a fault. A terminal that refuses bytes is
    not given back by bytes; ncurses may crash without memory."""
    if run.files.pop("ncurses", None) and run.status == -11:
        run.status, run.err = 2, b"ncurses crashes"
    gone = kind in ("write EIO", "write ENOSPC")
    trouble = [what for what in run.trouble if not (gone and what.endswith(" stays"))]
    if run.status not in (0, 1, 2):
        trouble.append(f"status {run.status}")
    for name in {*run.files, *good.files}:
        before = OLD.encode() if name.startswith("old") else None
        before = SCENE.encode() if name == "scene.csv" else before
        if run.files.get(name) not in (before, good.files.get(name)):
            trouble.append(f"{name} is neither old nor new")
    if run.status == 0 and run.out != good.out and not run.err.strip():
        trouble.append("another output without a word")
    if run.status == 0 and good.out and run.files != good.files and not run.err.strip():
        trouble.append("other files without a word")
    if run.status and not re.search(rb"[a-z]{3,}\W+[a-z]{2,}", run.err):
        trouble.append("no sentence")
    return trouble


def spread(count):
    """At most MOST of 1..count, with both ends."""
    if count <= MOST:
        return range(1, count + 1)
    return sorted({1 + i * (count - 1) // max(MOST - 1, 1) for i in range(MOST)})


def allocations(scenario):
    """The faults of allocations: names, numbers, commands before and environments."""
    with tempfile.NamedTemporaryFile("r") as file:
        Run(scenario, environment={"LD_PRELOAD": LIBRARY, "COUNT": file.name})
        count = int(file.read())
    for number in spread(count):
        for more in ({}, {"FAIL_ON": "1"}):
            yield ("every allocation from" if more else "allocation", number, (),
                   {"LD_PRELOAD": LIBRARY, "FAIL_AT": str(number), **more})


def calls(scenario):
    """The faults of system calls, from the program's first one on."""
    with tempfile.NamedTemporaryFile("r") as file:
        Run(scenario, before=("strace", "-f", "-o", file.name))
        lines = [line.split(maxsplit=1)[1] for line in file if "resumed>" not in line]
    first = next(i for i, line in enumerate(lines) if "SIGXFSZ" in line)
    names = [line.split("(")[0] for line in lines]
    for name in sorted({*names[first:]} & {*ERRORS}):
        skipped = names[:first].count(name)
        for number in spread(names.count(name) - skipped):
            for error in ERRORS[name].split():
                yield (f"{name} {error}", number,
                       ("strace", "-f", "--seccomp-bpf", "-qqq", "-o", "/dev/null", "-e",
                        f"trace={name}", "-e",
                        f"inject={name}:error={error}:when={skipped + number}"), {})


def has_strace():
    """Whether strace is here and may trace."""
    return shutil.which("strace") and subprocess.run(
        ["strace", "-qqq", "-o", "/dev/null", "true"], check=False,
        capture_output=True).returncode == 0


def main():
    """Tries all faults, and prints each that is not lived through."""
    counts, failed, strace = {}, 0, has_strace()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for scenario in sys.argv[4:] or SCENARIOS:
            good = Run(scenario)
            assert not judge(good, good) and good.status == 0, (scenario, good.trouble, good.err)
            faults = [*allocations(scenario), *(calls(scenario) if strace else ())]
            runs = pool.map(
                lambda fault, name=scenario, good=good:
                judge(Run(name, fault[2], fault[3]), good, fault[0]), faults)
            for (kind, number, _, _), trouble in zip(faults, runs):
                counts[kind.split()[0]] = counts.get(kind.split()[0], 0) + 1
                if trouble:
                    failed += 1
                    print(f"tests/faults: {scenario}: {kind} {number}: {'; '.join(trouble)}")
    print("; ".join(f"{kind} {count}" for kind, count in sorted(counts.items())))
    if not strace:
        print("tests/faults: no strace here, so no system call failed")
    print(f"{sum(counts.values()) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
