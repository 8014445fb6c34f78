#!/usr/bin/python3
"""Time from a key, or from the start, to the last byte on a terminal: attnscope, less and vim in turns.

Usage: terminal.py PROGRAM    prints rows of a Markdown table: what | measured | bar

Each program runs on a pseudo-terminal of 160×45. What is timed ends with the last byte before
40 ms of silence; programs take turns, and the median of all turns counts."""
import fcntl
import os
import select
import shutil
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time

import numpy as np

PROGRAM = os.path.abspath(sys.argv[1])
QUIET = 0.04
TURNS = 9


class Terminal:
    def __init__(self, words, threads=None, quiet=QUIET):
        self.quiet = quiet
        self.start = time.perf_counter()
        self.pid, self.fd = os.forkpty()
        if self.pid == 0:
            os.environ['TERM'] = 'xterm-256color'
            if threads:
                os.environ['ATTNSCOPE_THREADS'] = str(threads)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 45, 160, 0, 0))
            os.execvp(words[0], words)
        # The last line of a frame of ours says which key shows the keys.
        self.shown = None
        self.first = self.settle(self.start, 10, b'keys' if words[0] == PROGRAM else b'')

    def settle(self, since, patience, until=b''):
        """Milliseconds from `since` to the last byte before the silence, after `until` was read."""
        last, seen = since, b''
        while True:
            wait = self.quiet if last > since and until in seen else patience
            if not select.select([self.fd], [], [], wait)[0]:
                return (last - since) * 1000
            try:
                seen += os.read(self.fd, 1 << 16)
            except OSError:
                return (last - since) * 1000
            last = time.perf_counter()
            if self.shown is None and until in seen:
                self.shown = (last - since) * 1000

    def press(self, key, patience=1.0):
        since = time.perf_counter()
        os.write(self.fd, key.encode())
        return self.settle(since, patience)

    def memory(self):
        """Resident memory that is not the file's: MB."""
        with open(f'/proc/{self.pid}/status') as status:
            for line in status:
                if line.startswith('RssAnon'):
                    return int(line.split()[1]) / 1024
        return 0

    def processor(self):
        tasks = f'/proc/{self.pid}/task'
        return sum(int(open(f'{tasks}/{t}/schedstat').read().split()[0]) for t in os.listdir(tasks)) / 1e6

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def median(numbers):
    return statistics.median(numbers)


def row(what, measured, bar):
    print(f'| {what} | {measured} | {bar} |', flush=True)


def small(folder):
    """Start and cursor keys beside those of less and vim."""
    text = os.path.join(folder, 'text.csv')
    with open(text, 'w') as file:
        for i in range(2000):
            file.write(','.join(f'{i * j % 97 / 97:.4f}' for j in range(30)) + '\n')
    programs = {'attnscope': [PROGRAM, '16.1'], 'less': ['less', text],
                'vim': ['vim', '-u', 'NONE', '-N', text]}
    programs = {name: words for name, words in programs.items() if shutil.which(words[0])}
    starts = {name: [] for name in programs}
    keys = {name: [] for name in programs}
    for turn in range(TURNS):
        for name, words in programs.items():
            terminal = Terminal(words)
            starts[name].append(terminal.first)
            for n in range(10):
                keys[name].append(terminal.press('j' if (turn + n) % 2 else 'k' if n else 'j', 0.2))
            terminal.close()
    for what, times in (('small scene: start to complete frame', starts),
                        ('small scene: cursor key to last byte', keys)):
        ours = median(times['attnscope'])
        others = [f'{name} {median(times[name]):.2f} ms, {ours / median(times[name]):.2f}×'
                  for name in times if name != 'attnscope']
        row(what, f'{ours:.2f} ms; ' + '; '.join(others), '≤ 2× less')


def timed(words, keys, before=()):
    """Medians of the start, of each key, of the processor's share of each, and of memory after."""
    starts, memory = [], []
    times, work = {key: [] for key in keys}, {key: [] for key in keys}
    for _ in range(TURNS):
        terminal = Terminal(words)
        starts.append(terminal.first)
        memory.append(terminal.memory())
        for key in before:
            terminal.press(key, 3)
        for key in keys:
            used = terminal.processor()
            times[key].append(terminal.press(key, 3))
            work[key].append(terminal.processor() - used)
        terminal.close()
    return (median(starts), {key: median(times[key]) for key in keys},
            {key: median(work[key]) for key in keys}, median(memory))


def arrays(**files):
    return [word for name, path in files.items() for word in ('--array', f'{name}={path}')]


def large(folder):
    rng = np.random.default_rng(1)

    def save(name, array):
        path = os.path.join(folder, name + '.npy')
        np.save(path, array)
        return path

    def qkv(heads, t):
        shape = (heads, t, 64) if heads > 1 else (t, 64)
        return arrays(**{name: save(f'{name}{t}', rng.normal(size=shape)) for name in 'qkv'})

    words = [PROGRAM] + qkv(12, 1024)
    _, _, work, _ = timed(words, [' '], ['c', 'c'])
    row('one mask cell flipped, T=1024, H=12: processor time', f'{work[" "]:.2f} ms', '≤ 2 ms')
    words = [PROGRAM] + qkv(12, 8192)
    _, times, work, _ = timed(words, ['c'])
    row('toggle causal, T=8192, H=12, d=64', f'{times["c"]:.1f} ms', '≤ 16 ms')
    weights = np.lib.format.open_memmap(os.path.join(folder, 'w.npy'), 'w+', '<f4', (12, 1, 12, 1024, 1024))
    one = rng.random((1024, 1024), dtype='f4')
    weights[:] = np.tril(one) / np.tril(one).sum(-1, keepdims=True)
    weights.flush()
    start, _, _, memory = timed([PROGRAM, os.path.join(folder, 'w.npy')], [])
    row('first frame of 600 MB of weights', f'{start:.1f} ms, {memory:.0f} MB of our own', '≤ 15 ms, ≤ 32 MB')
    words = [PROGRAM] + qkv(1, 131072)
    start, times, _, memory = timed(words, ['\x1b[F', 'c'])
    row('T=131,072, d=64: open; End; toggle causal',
        f'{start:.0f}; {times[chr(27) + "[F"]:.0f}; {times["c"]:.0f} ms', 'each ≤ 100 ms')


def birds_eye(folder):
    """From the start to the first picture of a whole head, and to the last change of it."""
    rng = np.random.default_rng(1)
    words = [PROGRAM] + arrays(**{name: os.path.join(folder, f'eye{name}.npy') for name in 'qkv'})
    for name in 'qkv':
        np.save(os.path.join(folder, f'eye{name}.npy'), rng.normal(size=(4096, 64)))
    first, complete = [], []
    for _ in range(TURNS):
        terminal = Terminal(words + ['--do', 'zoom 20'], threads=1, quiet=0.4)
        first.append(terminal.shown)
        complete.append(terminal.first)
        terminal.close()
    row("bird's-eye view, T=4096, one thread: first picture; complete",
        f'{median(first):.0f}; {median(complete):.0f} ms', '≤ 50; ≤ 1500 ms')


def main():
    print('| what | measured | bar |\n|---|---|---|')
    with tempfile.TemporaryDirectory() as folder:
        small(folder)
        large(folder)
        birds_eye(folder)


main()
