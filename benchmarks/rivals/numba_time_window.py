"""The rival for columns with times: two pointers in numba, with a table of n log2 n.

`plain` is the loop as one writes it first, its output from NumPy, which requests large pages.
`tuned` is what a good engineer makes of it: a table of steps, unsigned indices (numba tests
signed ones for wrap-around), 32-bit counts. Both take dense codes and times in order, as
integers; the number of labels and tables as long as the window becomes are given for nothing.
Their sum of c log2 c is a float64 that accumulates rounding error, no event may be late, and
the window cannot go on with a second column.
"""

from __future__ import annotations

import numba
import numpy as np


def tables(longest: int) -> tuple[np.ndarray, np.ndarray]:
    """Return n log2 n for n = 0 .. longest, and the steps between."""
    counts = np.arange(longest + 1, dtype=np.float64)
    logs = counts * np.log2(np.maximum(counts, 1.0))
    return logs, np.diff(logs)


def plain(codes, times, labels, span, logs):
    values = np.empty(len(codes))
    _plain(codes, times, labels, span, logs, values)
    return values


def tuned(codes, times, labels, span, logs, steps):
    values = np.empty(len(codes))
    _tuned(codes, times, labels, span, logs, steps, values)
    return values


@numba.njit
def _plain(codes, times, labels, span, logs, values):
    counts = np.zeros(labels, np.int64)
    total, oldest = 0.0, 0
    for i in range(len(codes)):
        while times[oldest] <= times[i] - span:
            count = counts[codes[oldest]]
            total += logs[count - 1] - logs[count]
            counts[codes[oldest]] = count - 1
            oldest += 1
        count = counts[codes[i]]
        total += logs[count + 1] - logs[count]
        counts[codes[i]] = count + 1
        n = i - oldest + 1
        values[i] = (logs[n] - total) / n


@numba.njit
def _tuned(codes, times, labels, span, logs, steps, values):
    counts = np.zeros(labels, np.uint32)
    one, next_one = np.uint32(1), np.uintp(1)
    total, oldest = 0.0, np.uintp(0)
    for row in range(len(codes)):
        i = np.uintp(row)
        limit = times[i] - span
        while times[oldest] <= limit:
            leaving = np.uintp(codes[oldest])
            less = counts[leaving] - one
            counts[leaving] = less
            total -= steps[less]
            oldest += next_one
        entering = np.uintp(codes[i])
        count = counts[entering]
        counts[entering] = count + one
        total += steps[count]
        n = np.uintp(i - oldest + next_one)
        values[i] = (logs[n] - total) / np.float64(n)
