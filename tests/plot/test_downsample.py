"""Thinning: a long line loses points, and nothing that would be seen."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("matplotlib", reason="Matplotlib is not installed")
from entrostream import plot
from entrostream.plot.downsample import COLUMNS, PER_COLUMN, downsample
from tests.plot.figure_content import line

LONG = 300_000


def columns_of(ticks):
    """Return the column of pixels that each place lies in, by the definition."""
    column = (ticks - ticks[0]) * COLUMNS // (ticks[-1] - ticks[0])
    return np.minimum(column, COLUMNS - 1)


@pytest.mark.parametrize("seed", range(4))
def test_least_and_greatest_of_every_column_stay(seed):
    """And the first and the last, whether events are evenly spaced or not."""
    rng = np.random.default_rng(seed)
    gaps = rng.integers(0, 10 ** (seed + 1), LONG)
    ticks = np.cumsum(gaps) * COLUMNS  # so that borders are whole
    ticks = np.append(ticks, ticks[0] + -(-(ticks[-1] - ticks[0]) // COLUMNS**2) * COLUMNS**2)
    values = rng.random(LONG + 1)

    kept = downsample(ticks, values)

    assert len(kept) <= PER_COLUMN * COLUMNS
    assert np.all(np.diff(kept) > 0)
    column = columns_of(ticks)
    starts = np.flatnonzero(np.diff(column, prepend=-1))
    starts_kept = np.flatnonzero(np.diff(column[kept], prepend=-1))
    assert column[starts].tolist() == column[kept][starts_kept].tolist()
    for extreme in (np.minimum, np.maximum):
        seen = extreme.reduceat(values[kept], starts_kept)
        assert seen.tolist() == extreme.reduceat(values, starts).tolist()
    ends = np.append(starts[1:], LONG + 1) - 1
    assert {*starts.tolist(), *ends.tolist()} <= set(kept.tolist())


@given(st.integers(0, LONG - 1), st.integers(1, 3000), st.booleans())
def test_spikes_and_gaps_of_any_length_stay(start, length, gap):
    """One event in many is still seen."""
    values = np.zeros(LONG)
    values[start : start + length] = np.nan if gap else 5.0

    seen = values[downsample(np.arange(LONG), values)]

    assert np.isnan(seen).any() if gap else seen.max() == 5.0
    after = start + length < LONG
    assert np.isnan(seen[-1]) == (gap and not after)
    assert np.isnan(seen[0]) == (gap and start == 0)


def test_nothing_but_gaps_is_nothing_but_gaps():
    """No warning, no value."""
    values = np.full(LONG, np.nan)

    assert np.isnan(values[downsample(np.arange(LONG), values)]).all()


def test_all_events_at_one_time():
    """One column of pixels."""
    values = np.arange(LONG, dtype=float)

    assert downsample(np.full(LONG, 7), values).tolist() == [0, LONG - 1]


def test_short_lines_are_drawn_as_they_are():
    """Every row."""
    assert downsample(np.arange(9), np.zeros(9)).tolist() == list(range(9))
    assert (
        len(downsample(np.arange(PER_COLUMN * COLUMNS), np.zeros(PER_COLUMN * COLUMNS)))
        == PER_COLUMN * COLUMNS
    )


def test_ten_million_rows_take_a_second_or_two():
    """Both measures, with times."""
    rows = 10_000_000
    values = np.sin(np.arange(rows) / 1e5)
    values[5_000_000] = 3.0
    times = np.arange(rows).astype("datetime64[ms]")

    start = time.process_time()
    axes = plot.trace({"entropy": values, "gini": values}, times=times)
    axes[0].figure.canvas.draw()

    assert time.process_time() - start < 5  # measured: 0.3
    assert line(axes[0])[1].max() == 3.0
    assert len(line(axes[0])[0]) <= PER_COLUMN * COLUMNS
