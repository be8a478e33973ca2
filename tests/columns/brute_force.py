"""Columns the slow way: the rows of each window one by one, its values from scratch."""

import math
from collections import Counter
from fractions import Fraction
from functools import cache

import entrostream as es
from tests import truth

CLOSED = ("right", "both", "left", "neither")
MEASURES = es.rolling.__kwdefaults__["measures"]


def counted_windows(rows, length, closed="right", center=False):
    """Return the rows in the window of each row: `length` of them, as pandas counts."""
    ahead = (length - 1) // 2 if center else 0
    windows = []
    for row in range(rows):
        first = row + ahead - length + 1 - (closed in ("left", "both"))
        last = row + ahead - (closed in ("left", "neither"))
        windows.append([other for other in range(rows) if first <= other <= last])
    return windows


def timed_windows(times, length, closed="right", center=False, ties_together=False):
    """Return the rows in the window of each row, taken in the order of their times.

    Rows of the same time that come later are in the window if `ties_together`, or if it
    reaches beyond its row anyway.
    """
    order = sorted(range(len(times)), key=times.__getitem__)
    rank = {row: place for place, row in enumerate(order)}
    windows = []
    for row, now in enumerate(times):
        start = now - Fraction(length) / (2 if center else 1)
        end = now + (Fraction(length) / 2 if center else 0)
        within = [other for other in order if is_within(times[other], start, end, closed)]
        if not (center or ties_together):
            within = [other for other in within if rank[other] <= rank[row]]
        windows.append(within)
    return windows


def is_within(time, start, end, closed):
    """Say whether a time is in a window with these ends."""
    after = time >= start if closed in ("left", "both") else time > start
    before = time <= end if closed in ("right", "both") else time < end
    return after and before


def expanding_windows(rows):
    """Return all rows up to each."""
    return [list(range(row + 1)) for row in range(rows)]


def windows_by(keys, windows_of):
    """Return the windows of each group alone: `windows_of` a list of rows; None without key."""
    windows = [None] * len(keys)
    for key in {key for key in keys if key is not None}:
        rows = [row for row, other in enumerate(keys) if other == key]
        for row, window in zip(rows, windows_of(rows), strict=True):
            windows[row] = [rows[other] for other in window]
    return windows


def held(labels, window):
    """Return the labels of the rows in a window; None is none."""
    return [labels[row] for row in window if labels[row] is not None]


def check_values(result, labels, windows, min_periods=1, step=1, units=None):
    """Check measures by name, row by row: against the truth and against a fresh count.

    `units` are integer weights of the rows; n is counted in them.
    """
    for place, window in enumerate(windows[::step]):
        row = {name: float(column[place]) for name, column in result.items()}
        if window is None or len(held(labels, window)) < min_periods:
            assert all(math.isnan(value) for value in row.values()), (place, row)
        else:
            check_window(row, counts_of(labels, window, units))
    assert all(len(column) == len(windows[::step]) for column in result.values())


def counts_of(labels, window, units):
    """Return how often, or with what weight, each label is in a window."""
    counts = Counter()
    for row in window:
        if labels[row] is not None:
            counts[labels[row]] += 1 if units is None else units[row]
    return counts


def check_window(row, counts):
    """Check the values of one row."""
    fresh = es.Tally()
    fresh.update_counts(counts)
    if not fresh.n:  # no labels: only counts have a value
        check_counts_alone(row)
        return
    for name, value in row.items():
        assert value.hex() == float(getattr(fresh, name)).hex(), (name, counts)
    shape = tuple(sorted(counts.values()))
    if "gini" in row:
        assert row["gini"] == truth.nearest(truth.gini(shape))
    if "entropy" in row:
        assert is_entropy(row["entropy"], shape)


def check_counts_alone(row):
    """Check the values of a row whose window holds no label."""
    for name, value in row.items():
        assert value == 0.0 if name in ("n", "distinct") else math.isnan(value), (name, value)


@cache
def is_entropy(value, shape):
    """Say whether a value is the entropy of these counts, as near as is promised."""
    if not shape:
        return math.isnan(value)
    if len(shape) < 2:
        return value == 0.0
    return truth.ulps(value, truth.entropy(shape)) <= 0.51


def same_bits(result, expected):
    """Say whether two columns of values are the same to the last bit, NaN where NaN."""
    return [float(value).hex() for value in result] == [float(value).hex() for value in expected]
