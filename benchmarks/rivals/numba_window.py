"""The real rival for whole columns: a numba loop over dense codes with a table of logarithms.

`plain` is the loop as one writes it first; `plain_outside` is the same loop with its output made by
NumPy, which requests large pages, and handed in. `tuned` is what a good engineer makes of it:
filling and sliding apart, unsigned indices (numba tests signed ones for wrap-around), 32-bit
counts, a multiplication for the division, the output from NumPy. The number of labels and the
table, which a user has to know and keep, are given to all for nothing. Their sum of c log2 c is a
float64 that accumulates rounding error, the codes must be dense, and the window cannot
go on with a second column.
"""

from __future__ import annotations

import math

import numba
import numpy as np


def steps(window: int) -> np.ndarray:
    """Return f(c+1) - f(c) for c = 0 .. window, where f(c) = c log2 c."""
    counts = np.arange(1, window + 2, dtype=np.float64)
    return np.diff(counts * np.log2(counts), prepend=0.0)


def plain(codes: np.ndarray, labels: int, window: int, step: np.ndarray) -> np.ndarray:
    return _plain(codes, labels, window, step)


def plain_outside(codes: np.ndarray, labels: int, window: int, step: np.ndarray) -> np.ndarray:
    values = np.empty(len(codes))
    _plain_into(codes, labels, window, step, values)
    return values


def tuned(codes: np.ndarray, labels: int, window: int, step: np.ndarray) -> np.ndarray:
    values = np.empty(len(codes))
    _tuned(codes, labels, window, step, values)
    return values


def tuned_both(codes: np.ndarray, labels: int, window: int, step: np.ndarray) -> np.ndarray:
    """Return entropy and Gini index, one row each."""
    values = np.empty((2, len(codes)))
    _tuned_both(codes, labels, window, step, values[0], values[1])
    return values


@numba.njit
def _plain(codes, labels, window, step):
    values = np.empty(len(codes))
    _plain_into(codes, labels, window, step, values)
    return values


@numba.njit
def _plain_into(codes, labels, window, step, values):
    counts = np.zeros(labels, np.int64)
    total, most = 0.0, math.log2(window)
    for i in range(len(codes)):
        if i >= window:
            leaving = codes[i - window]
            counts[leaving] -= 1
            total -= step[counts[leaving]]
        count = counts[codes[i]]
        total += step[count]
        counts[codes[i]] = count + 1
        if i + 1 >= window:
            values[i] = most - total / window
        else:
            values[i] = math.log2(i + 1) - total / (i + 1)


@numba.njit
def _tuned(codes, labels, window, step, values):
    counts = np.zeros(labels, np.uint32)
    one, total = np.uint32(1), 0.0
    for i in range(min(window, len(codes))):
        entering = np.uintp(codes[i])
        total += step[counts[entering]]
        counts[entering] += one
        values[i] = math.log2(i + 1) - total / (i + 1)
    most, share = math.log2(window), 1.0 / window
    for i in range(window, len(codes)):
        leaving = np.uintp(codes[i - window])
        less = counts[leaving] - one
        counts[leaving] = less
        entering = np.uintp(codes[i])
        count = counts[entering]
        counts[entering] = count + one
        total += step[count] - step[less]
        values[i] = most - total * share


@numba.njit
def _tuned_both(codes, labels, window, step, entropies, ginis):
    counts = np.zeros(labels, np.uint32)
    one, total, squares = np.uint32(1), 0.0, np.int64(0)
    for i in range(min(window, len(codes))):
        entering = np.uintp(codes[i])
        total += step[counts[entering]]
        squares += 2 * np.int64(counts[entering]) + 1
        counts[entering] += one
        entropies[i] = math.log2(i + 1) - total / (i + 1)
        ginis[i] = 1.0 - squares / float(i + 1) ** 2
    most, share = math.log2(window), 1.0 / window
    for i in range(window, len(codes)):
        leaving = np.uintp(codes[i - window])
        less = counts[leaving] - one
        counts[leaving] = less
        entering = np.uintp(codes[i])
        count = counts[entering]
        counts[entering] = count + one
        total += step[count] - step[less]
        squares += 2 * (np.int64(count) - np.int64(less))
        entropies[i] = most - total * share
        ginis[i] = 1.0 - squares * share * share
