"""Lets programs take turns and prints one table in Markdown: tests/bench/run.sh calls it.

    run.py KERNEL-PROGRAM [RUNS]

Everything is timed RUNS times (9), one program after the other in every round, so that what the
machine does beside hits all alike; the medians are compared. What is not installed is said so.
"""
import glob
import os
import subprocess
import sys
import tempfile
from statistics import median

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
KERNEL = sys.argv[1]
RUNS = max(7, int(sys.argv[2]) if len(sys.argv) > 2 else 9)


class Runner:
    """A program that does one run for each line it is sent."""

    def __init__(self, command, threads=1, **more):
        environment = dict(os.environ, **more)
        for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
            environment[name] = str(threads)
        environment.pop("OPENBLAS_CORETYPE", None)  # its own choice of kernel
        self.process = subprocess.Popen(
            command, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.times, self.last = [], None

    def run(self, keep=True):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        words = self.process.stdout.readline().split()
        if not words:
            sys.exit(f"{self.process.args} stopped")
        if keep:
            self.times.append(float(words[0]))
        self.last = float(words[1]) if len(words) > 1 else None

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        return median(self.times)


def kernel(folder, what, threads):
    return Runner([KERNEL, folder, what, str(threads)], threads)


# Debian's PyTorch brings the reference BLAS with it; OpenBLAS takes its place once installed.
PLAIN_BLAS = [os.path.dirname(path) for path in glob.glob("/usr/lib/*/blas/libblas.so.3")]
OTHERS = ("NumPy", "PyTorch", "PyTorch, OpenBLAS")


def other(folder, name, threads):
    library = "numpy" if name == "NumPy" else "torch"
    more = {"LD_LIBRARY_PATH": PLAIN_BLAS[0]} if name == "PyTorch" and PLAIN_BLAS else {}
    command = [sys.executable, f"{HERE}/others.py", folder, library, str(threads)]
    return Runner(command, threads, **more)


def take_turns(runners):
    """Medians in milliseconds; the first run of each warms up and is not counted."""
    for n in range(RUNS + 1):
        for runner in runners:
            runner.run(keep=n > 0)
    results = [runner.last for runner in runners if runner.last is not None]
    if results and max(results) - min(results) > 1e-12:
        sys.exit(f"they do not agree: {results}")
    return [runner.close() for runner in runners]


def write_tensors(folder, heads, positions, width):
    os.makedirs(folder)
    random = np.random.default_rng(5)
    for name in "qkv":
        random.standard_normal((heads, positions, width)).tofile(f"{folder}/{name}")
    with open(f"{folder}/shape", "w") as file:
        file.write(f"{heads} {positions} {width}\n")
    return folder


def has_torch():
    probe = subprocess.run([sys.executable, "-c", "import torch"], capture_output=True)
    return probe.returncode == 0


def row(what, *cells):
    print("| " + " | ".join((what,) + cells) + " |", flush=True)


def of(threads):
    return f"{threads} thread" + "s" * (threads > 1)


def full_pass(folder):
    names = OTHERS if has_torch() else OTHERS[:1]
    for threads in (1, 2):
        runners = [kernel(folder, "full", threads)]
        runners += [other(folder, name, threads) for name in names]
        own, *times = take_turns(runners)
        ratios = [f"{time:.0f} ms, **{time / own:.1f}×**" for time in times]
        ratios += ["not installed"] * (len(OTHERS) - len(names))
        row(f"full causal pass, T=1024 H=12 d=64, {of(threads)}", f"{own:.1f} ms", *ratios)


def shown(what, folder, name):
    for threads in (1, 2):
        own = take_turns([kernel(folder, name, threads)])[0]
        row(f"{what}, {of(threads)}", f"{own:.2f} ms", *[""] * len(OTHERS))


def main():
    row("what", "attnscope", *OTHERS)
    row(*["---"] + ["---:"] * (1 + len(OTHERS)))
    with tempfile.TemporaryDirectory() as place:
        small = write_tensors(f"{place}/1024", 12, 1024, 64)
        full_pass(small)
        shown("one mask cell flipped, 45 rows of a head and of y, T=1024 H=12", small, "flip")
        tiny = write_tensors(f"{place}/64", 8, 64, 16)
        shown("causal toggled, 45 rows of a head and of y, T=64 H=8 d=16", tiny, "toggle")
        wide = write_tensors(f"{place}/8192", 12, 8192, 64)
        shown("the same, T=8192 H=12 d=64", wide, "toggle")
        wide = write_tensors(f"{place}/131072", 1, 131072, 64)
        shown("the last 40 rows under causal, T=131072 H=1 d=64", wide, "end")


main()
