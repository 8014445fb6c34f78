"""The full causal pass in NumPy or PyTorch, for tests/bench/run.sh.

    others.py FOLDER numpy|torch THREADS

Reads q, k, v [H, T, d] as raw float64 from FOLDER; for each line of standard input it makes y of
every row once and prints the milliseconds of real time that took, and the last number of y.
"""
import sys
import time

import numpy as np

FOLDER, LIBRARY, THREADS = sys.argv[1:4]
H, T, D = map(int, open(f"{FOLDER}/shape").read().split())
Q, K, V = (np.fromfile(f"{FOLDER}/{name}").reshape(H, T, D) for name in "qkv")
HIDDEN = np.triu(np.ones((T, T), bool), 1)


def with_numpy():
    scores = Q @ K.transpose(0, 2, 1)
    scores *= 1 / np.sqrt(D)
    scores[:, HIDDEN] = -np.inf
    scores -= scores.max(-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(-1, keepdims=True)
    return (scores @ V).transpose(1, 0, 2).reshape(T, H * D)


def with_torch():
    scores = (q @ k.transpose(1, 2)) / D**0.5
    scores.masked_fill_(hidden, float("-inf"))
    return (torch.softmax(scores, -1) @ v).transpose(0, 1).reshape(T, H * D)


if LIBRARY == "torch":
    import torch

    torch.set_num_threads(int(THREADS))
    q, k, v, hidden = map(torch.from_numpy, (Q, K, V, HIDDEN))
    run = with_torch
else:
    run = with_numpy

for line in sys.stdin:
    start = time.perf_counter()
    y = run()
    took = 1e3 * (time.perf_counter() - start)
    print(f"{took:.4f} {float(y[-1, -1]):.17g}", flush=True)
