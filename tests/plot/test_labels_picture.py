"""plot.labels: the areas are the shares of the labels, the curve is the entropy."""

import datetime as dt
import math
import time
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.examples import examples
from tests.plot.figure_content import heights_at, legend, line
from tests.refusals import refused

pytest.importorskip("matplotlib", reason="Matplotlib is not installed")
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from entrostream import plot
from entrostream.plot.moving_windows import Column, shares, windows_on_grid
from entrostream.plot.timeline import read_timeline

START = np.datetime64("2024-05-01", "ns")
SECONDS = np.timedelta64(1, "s")
rows_of_labels = st.lists(st.sampled_from(["a", "b", "c", "d", None]), min_size=1, max_size=60)


def entropy(labels):
    """Return the entropy by its definition."""
    counts = Counter(labels).values()
    return math.fsum(c / len(labels) * math.log2(len(labels) / c) for c in counts)


def brute_force(held, names):
    """Return the shares of some labels and of all others, by counting."""
    present = [label for label in held if label is not None]
    if not present:
        return [math.nan] * (len(names) + 1)
    named = [present.count(name) / len(present) for name in names]
    return [*named, 1 - sum(named)]


@given(labels=rows_of_labels, window=st.integers(1, 70), points=st.integers(1, 80))
def test_shares_of_row_windows_equal_brute_force(labels, window, points):
    """A missing label takes its row; shares sum to 1, or there is no event."""
    names, timeline = ["a", "c"], read_timeline(None, len(labels), "labels")
    windows = windows_on_grid(timeline, window, points)

    result = shares(Column(labels, "skip"), names, windows).T

    rows = (windows.grid // 10**9).tolist()
    assert rows[-1] == len(labels) - 1
    assert len(rows) <= points
    if points >= len(labels) > 1:
        assert rows == list(range(len(labels)))
    for row, given_shares in zip(rows, result, strict=True):
        held = labels[max(0, row + 1 - window) : row + 1]
        np.testing.assert_allclose(given_shares, brute_force(held, names), rtol=0, atol=1e-12)
    sums = result.sum(axis=1)
    np.testing.assert_allclose(sums[~np.isnan(sums)], 1, rtol=0, atol=1e-15)


@given(labels=rows_of_labels, span=st.integers(1, 400), data=st.data())
def test_shares_of_spans_equal_brute_force(labels, span, data):
    """The window at a point is (point - span, point], also in a silence."""
    gaps = st.lists(st.integers(0, 90), min_size=len(labels), max_size=len(labels))
    times = np.cumsum(data.draw(gaps))
    timeline = read_timeline(START + times * SECONDS, len(labels), "labels")
    windows = windows_on_grid(timeline, dt.timedelta(seconds=span), 50)

    result = shares(Column(labels, "skip"), ["a", "c"], windows).T

    ns = times * 10**9
    for point, given_shares in zip(windows.grid - START.astype(int), result, strict=True):
        inside = (ns > point - span * 10**9) & (ns <= point)
        held = [label for label, there in zip(labels, inside, strict=True) if there]
        np.testing.assert_allclose(given_shares, brute_force(held, ["a", "c"]), atol=1e-12)


@examples(20)
@given(labels=rows_of_labels.filter(any), window=st.integers(1, 20))
def test_what_is_drawn_are_the_shares(labels, window):
    """Read back from the areas: near every event they are as high as the shares there."""
    _, below = plot.labels(labels, window, top=2)
    common = [label for label, _ in Counter(filter(None, labels)).most_common()]
    counts = Counter(filter(None, labels))
    names = legend(below)[:2]

    for row in range(len(labels) if len(labels) > 1 else 0):
        x = row + 0.2 if row + 1 < len(labels) else row - 0.2
        held = [label for label in labels[max(0, row + 1 - window) : row + 1] if label]
        drawn = heights_at(below, x)
        assert sum(drawn.values()) == pytest.approx(1 if held else 0)
        for name in set(names) & set(common):
            share = held.count(name) / len(held) if held else 0
            assert drawn.get(name, 0) == pytest.approx(share)
    assert all(counts[name] >= min(counts.values()) for name in names if name != "other")
    plt.close("all")


@given(labels=rows_of_labels.filter(any), window=st.integers(1, 20))
def test_curve_is_the_entropy_of_the_rows(labels, window):
    """At every row on a fine grid; a gap where the window holds no event."""
    figure = Figure()
    above, _ = plot.labels(labels, window, ax=figure.subplots(2))

    x, y = line(above)

    assert x.tolist() == list(range(len(labels)))
    for row, value in enumerate(y):
        held = [label for label in labels[max(0, row + 1 - window) : row + 1] if label]
        wanted = entropy(held) if held else math.nan
        assert value == pytest.approx(wanted, abs=1e-12, nan_ok=True)


def test_curve_has_every_event_of_a_column_with_times():
    """The values of a TimeWindow, bit for bit, whatever the grid."""
    rng = np.random.default_rng(3)
    labels, times = rng.integers(0, 9, 5000), START + np.cumsum(rng.integers(0, 9, 5000)) * SECONDS
    wanted = es.TimeWindow("5min").trace(labels, "entropy", times=times)

    above, _ = plot.labels(labels, "5min", times=times, points=7)

    x, y = line(above)
    drawn = dict(zip(x.tolist(), y.tolist(), strict=True))  # the last at each time
    last = dict(zip(times.tolist(), wanted.tolist(), strict=True))
    assert {at: drawn[at] for at in last} == last


def test_silence_is_a_gap_by_time_and_none_by_count():
    """A window of time loses its events, one of rows keeps them."""
    times = START + np.array([0, 1, 2, 1000, 1001, 1002]) * SECONDS

    by_time = plot.labels("abcabc", "10s", times=times)
    by_rows = plot.labels("abcabc", 3, times=times)

    middle = (START + 500 * SECONDS).astype(int) / 86_400e9 + 1e-7
    assert heights_at(by_time[1], middle) == {}
    assert heights_at(by_rows[1], middle) == pytest.approx({"a": 1 / 3, "b": 1 / 3, "c": 1 / 3})
    assert np.isnan(line(by_time[0])[1]).any()
    assert not np.isnan(line(by_rows[0])[1]).any()


def columns():
    """Give one column as each library has it."""
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    arrow = pytest.importorskip("pyarrow")
    labels = list("abcabbcaaab")
    unlike = np.arange(11)[::-1]  # an index that is no position
    return {
        "list": labels,
        "tuple": tuple(labels),
        "text": "".join(labels),
        "generator": (label for label in labels),
        "numpy": np.array(labels),
        "objects": np.array(labels, dtype=object),
        "pandas": pandas.Series(labels, index=unlike),
        "pandas_index": pandas.Index(labels),
        "pandas_category": pandas.Series(labels, index=unlike, dtype="category"),
        "pandas_categorical": pandas.Categorical(labels, categories=["z", "c", "b", "a"]),
        "pandas_arrow": pandas.Series(labels, dtype="string[pyarrow]", index=unlike),
        "polars": polars.Series(labels),
        "polars_category": polars.Series(labels, dtype=polars.Categorical),
        "polars_enum": polars.Series(labels, dtype=polars.Enum(["z", "c", "b", "a"])),
        "arrow": arrow.array(labels),
        "arrow_chunks": arrow.chunked_array([labels[:4], labels[4:]]),
        "arrow_dictionary": arrow.array(labels).dictionary_encode(),
    }


@pytest.mark.parametrize("kind", sorted(columns()))
def test_columns_of_all_kinds_are_one(kind):
    """The same areas, the same curve, the same names."""
    above, below = plot.labels(columns()[kind], 4, top=2)
    wanted = es.SlidingWindow(4).trace("abcabbcaaab", "entropy")

    assert legend(below) == ["a", "b", "other"]
    assert line(above)[1].tolist() == wanted.tolist()
    assert heights_at(below, 5.2) == {"a": 0.25, "b": 0.5, "other": 0.25}


def test_missing_labels_are_skipped_refused_or_counted():
    """As elsewhere."""
    pandas = pytest.importorskip("pandas")
    column = ["a", None, "b", float("nan")]

    for labels in (column, pandas.Series(["a", None, "b", None], dtype="category")):
        skipped = plot.labels(labels, 4)
        counted = plot.labels(labels, 4, missing="label")

        assert heights_at(skipped[1], 2.9) == {"a": 0.5, "b": 0.5}
        assert heights_at(counted[1], 2.9) == {"(missing)": 0.5, "a": 0.25, "b": 0.25}
        with pytest.raises(ValueError, match="label is missing"):
            plot.labels(labels, 4, missing="raise")


def test_names_are_shown_as_they_are_but_not_longer():
    """No formulas, none left out; of a long one both ends."""
    labels = ["_hidden", "$x_1$", "a\nb", "/a/very/long/path/to/some/resource/7/index.html", 7]

    _, below = plot.labels(labels, 5)
    below.figure.canvas.draw()

    assert set(legend(below)) == {"_hidden", "$x_1$", "a b", "7", "/a/very/long/…e/7/index.html"}


def test_other_is_grey_and_named_only_if_it_is_there():
    """All labels with a colour of their own need no rest."""
    assert legend(plot.labels("abab", 2, top=2)[1]) == ["a", "b"]
    assert legend(plot.labels("abac", 2, top=2)[1]) == ["a", "b", "other"]


def test_many_labels_have_room_for_their_names():
    """The legend is no higher than the figure."""
    _, below = plot.labels(range(100), 100, top=30)
    below.figure.canvas.draw()
    box = below.get_legend().get_window_extent()

    assert len(legend(below)) == 31
    assert box.y0 >= 0
    assert box.x1 <= below.figure.bbox.x1


def test_single_event_has_an_area_and_a_dot():
    """By number and by time."""
    for picture in (plot.labels("a", 5), plot.labels("a", "5s", times=[3])):
        above, below = picture
        x, _ = line(above)
        assert heights_at(below, x[0] + 0.1) == {"a": 1.0}
        assert above.lines[0].get_markevery() == [0]


def test_given_axes_are_used_without_pyplot():
    """Two, or one with a second y axis for the curve."""
    figure, single = Figure(), Figure()
    two, one = figure.subplots(2), single.subplots()

    assert plot.labels("abc", 2, ax=two).tolist() == two.tolist()
    above, below = plot.labels("abc", 2, ax=one, changes={1: "x"})

    assert below is one
    assert single.axes == [below, above]
    assert one.get_xlabel() == "event"
    assert plt.get_fignums() == []


def test_bad_input_is_refused_in_words():
    """And leaves no figure behind."""
    with refused(ValueError, "window size must be a positive integer, got 0"):
        plot.labels("abc", 0)
    with refused(TypeError, "window size must be an integer, got 2.5 (float)"):
        plot.labels("abc", 2.5)
    with refused(ValueError, "window '10min' is a length of time and needs times="):
        plot.labels("abc", "10min")
    with refused(ValueError, "window must be a positive length of time, got '0s'"):
        plot.labels("abc", "0s", times=[1, 2, 3])
    with refused(ValueError, "labels and times differ in length: 3 and 2"):
        plot.labels("abc", 2, times=[1, 2])
    with refused(ValueError, "nothing to draw: labels has no rows"):
        plot.labels([], 2)
    with refused(ValueError, "nothing to draw: all labels are missing, 2 in all"):
        plot.labels([None, math.nan], 2)
    with refused(ValueError, "top must be a positive integer, got 0"):
        plot.labels("abc", 2, top=0)
    with refused(TypeError, "points must be an integer, got 'many' (str)"):
        plot.labels("abc", 2, points="many")
    with refused(ValueError, 'missing must be "raise", "skip" or "label", got \'drop\''):
        plot.labels("abc", 2, missing="drop")
    with refused(TypeError, "labels is a mapping; pass counts to update_counts"):
        plot.labels({"a": 1}, 2)
    assert plt.get_fignums() == []


def test_ten_million_rows_take_some_seconds():
    """No loop over rows."""
    labels = np.random.default_rng(5).integers(0, 300, 10_000_000)

    start = time.process_time()
    plot.labels(labels, 10_000)

    assert time.process_time() - start < 8  # measured: 0.7
