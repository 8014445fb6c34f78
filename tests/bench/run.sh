#!/bin/sh
# Measures attnscope against NumPy (OpenBLAS) and PyTorch in one run and prints one table in
# Markdown: tests/bench/run.sh KERNEL-PROGRAM PROGRAM (`make bench` calls it; RUNS=9 is how often).
# `make bench-deps` installs the others from Debian. The machine should have nothing else to do.
set -eu
cd "$(dirname "$0")/../.."

kernel=$1 program=$2
python=/usr/bin/python3

if ! "$python" -c 'import numpy' 2>/dev/null; then
    echo "make bench needs NumPy: make bench-deps" >&2
    exit 1
fi

machine=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
echo "$(date -u +%Y-%m-%d), $machine, $(nproc) processors; medians of ${RUNS:-9} runs taking turns;"
"$python" -c 'import numpy; print("NumPy", numpy.__version__, end="")'
"$python" -c 'import torch; print(", PyTorch", torch.__version__, end="")' 2>/dev/null || true
printf '; load %s\n\n' "$(cut -d' ' -f1 /proc/loadavg)"

"$python" tests/bench/run.py "$kernel" "${RUNS:-9}"
echo
"$python" tests/bench/terminal.py "$program"
