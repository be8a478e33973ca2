"""The rivals for whole columns that fade: numba loops over dense codes, weights in float64.

`recurrence` is the paper's Theorem 5 with faded weights, as corrected (erratum E2): one value h,
three logarithms per event. `lazy` keeps S = sum x and L = sum x log2 x instead, and reads H from
them; `lazy_both` keeps sum x^2 as well. In all of them the weights are never faded but new events
grow, and everything is scaled when they have grown by 2^300. `lazy_window` takes away the weight
of the event that leaves, `lazy_times` takes weights from times. The number of labels is given to
all for nothing, the output comes from NumPy. Nobody is ever forgotten here, the sums
accumulate rounding error, and none of them can go on with a second column.
"""

from __future__ import annotations

import math

import numba
import numpy as np

LARGE = 2.0**300


def recurrence(codes: np.ndarray, labels: int, fading_factor: float) -> np.ndarray:
    values = np.empty(len(codes))
    _recurrence(codes, np.zeros(labels), 1 / fading_factor, values)
    return values


def lazy(codes: np.ndarray, labels: int, fading_factor: float) -> np.ndarray:
    values = np.empty(len(codes))
    _lazy(codes, np.zeros(labels), 1 / fading_factor, values)
    return values


def lazy_both(codes: np.ndarray, labels: int, fading_factor: float) -> np.ndarray:
    """Return entropy and Gini index, one row each."""
    values = np.empty((2, len(codes)))
    _lazy_both(codes, np.zeros(labels), 1 / fading_factor, values[0], values[1])
    return values


def lazy_window(codes: np.ndarray, labels: int, fading_factor: float, window: int) -> np.ndarray:
    values = np.empty(len(codes))
    _lazy_window(codes, np.zeros(labels), 1 / fading_factor, fading_factor**window, window, values)
    return values


def lazy_times(codes: np.ndarray, labels: int, times: np.ndarray, half_life: float) -> np.ndarray:
    values = np.empty(len(codes))
    _lazy_times(codes, np.zeros(labels), times, half_life, values)
    return values


@numba.njit
def _term(x):
    return x * math.log2(x) if x > 0 else 0.0


@numba.njit
def _scale(weights, factor):
    total = logs = squares = 0.0
    for i in range(len(weights)):
        weights[i] *= factor
        total += weights[i]
        logs += _term(weights[i])
        squares += weights[i] ** 2
    return total, logs, squares


@numba.njit
def _recurrence(codes, weights, growth, values):
    total, h, new = 0.0, 0.0, 1.0
    for i in range(len(codes)):
        if new > LARGE:
            total, _, _ = _scale(weights, 1 / new)
            new = 1.0
        old = weights[codes[i]]
        weights[codes[i]] = old + new
        after = total + new
        if total > 0:
            kept = total / after
            h = kept * (h - math.log2(kept)) - _term((old + new) / after) + _term(old / after)
        total = after
        values[i] = h
        new *= growth


@numba.njit
def _lazy(codes, weights, growth, values):
    total, logs, new = 0.0, 0.0, 1.0
    for i in range(len(codes)):
        if new > LARGE:
            total, logs, _ = _scale(weights, 1 / new)
            new = 1.0
        old = weights[codes[i]]
        weights[codes[i]] = old + new
        total += new
        logs += _term(old + new) - _term(old)
        values[i] = math.log2(total) - logs / total
        new *= growth


@numba.njit
def _lazy_both(codes, weights, growth, entropies, ginis):
    total, logs, squares, new = 0.0, 0.0, 0.0, 1.0
    for i in range(len(codes)):
        if new > LARGE:
            total, logs, squares = _scale(weights, 1 / new)
            new = 1.0
        old = weights[codes[i]]
        weights[codes[i]] = old + new
        total += new
        logs += _term(old + new) - _term(old)
        squares += new * (2 * old + new)
        entropies[i] = math.log2(total) - logs / total
        ginis[i] = 1.0 - squares / total**2
        new *= growth


@numba.njit
def _lazy_window(codes, weights, growth, leaving, window, values):
    total, logs, new = 0.0, 0.0, 1.0
    for i in range(len(codes)):
        if new > LARGE:
            total, logs, _ = _scale(weights, 1 / new)
            new = 1.0
        if i >= window:
            old = weights[codes[i - window]]
            less = max(old - new * leaving, 0.0)
            weights[codes[i - window]] = less
            total -= new * leaving
            logs += _term(less) - _term(old)
        old = weights[codes[i]]
        weights[codes[i]] = old + new
        total += new
        logs += _term(old + new) - _term(old)
        values[i] = math.log2(total) - logs / total
        new *= growth


@numba.njit
def _lazy_times(codes, weights, times, half_life, values):
    total, logs, base = 0.0, 0.0, times[0]
    for i in range(len(codes)):
        exponent = (times[i] - base) / half_life
        if exponent > 300.0:
            total, logs, _ = _scale(weights, 2.0**-exponent)
            base, exponent = times[i], 0.0
        new = 2.0**exponent
        old = weights[codes[i]]
        weights[codes[i]] = old + new
        total += new
        logs += _term(old + new) - _term(old)
        values[i] = math.log2(total) - logs / total
