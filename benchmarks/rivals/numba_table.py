"""The rival for columns of pairs: a numba loop over dense codes and a dense table of counts.

What a good engineer makes of it, as in `numba_window`: filling and sliding apart, unsigned
indices, 32-bit counts, a multiplication for the division. The numbers of values, the table of
logarithms and a matrix of all pairs there could be are given for nothing; its sum is a float64 and
accumulates rounding error, and it cannot go on with a second column.
"""

from __future__ import annotations

import math

import numba
import numpy as np


def mutual_information(
    pairs: tuple[np.ndarray, np.ndarray], values: tuple[int, int], window: int, step: np.ndarray
) -> np.ndarray:
    """Return I(X; Y) in bits after each pair; `step` as in numba_window."""
    found = np.empty(len(pairs[0]))
    _slide(*pairs, *values, window, step, found)
    return found


@numba.njit
def _slide(xs, ys, x_values, y_values, window, step, found):
    in_x, in_y = np.zeros(x_values, np.uint32), np.zeros(y_values, np.uint32)
    in_pairs = np.zeros(x_values * y_values, np.uint32)
    one, columns, total = np.uint32(1), np.uintp(y_values), 0.0
    for i in range(min(window, len(xs))):
        x, y = np.uintp(xs[i]), np.uintp(ys[i])
        pair = x * columns + y
        total += step[in_pairs[pair]] - step[in_x[x]] - step[in_y[y]]
        in_pairs[pair] += one
        in_x[x] += one
        in_y[y] += one
        found[i] = math.log2(i + 1) + total / (i + 1)
    most, share = math.log2(window), 1.0 / window
    for i in range(window, len(xs)):
        x, y = np.uintp(xs[i - window]), np.uintp(ys[i - window])
        pair = x * columns + y
        less_pairs, less_x, less_y = in_pairs[pair] - one, in_x[x] - one, in_y[y] - one
        in_pairs[pair], in_x[x], in_y[y] = less_pairs, less_x, less_y
        x, y = np.uintp(xs[i]), np.uintp(ys[i])
        pair = x * columns + y
        more_pairs, more_x, more_y = in_pairs[pair], in_x[x], in_y[y]
        in_pairs[pair], in_x[x], in_y[y] = more_pairs + one, more_x + one, more_y + one
        total += step[more_pairs] - step[less_pairs]
        total -= (step[more_x] - step[less_x]) + (step[more_y] - step[less_y])
        found[i] = most + total * share
