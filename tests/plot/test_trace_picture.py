"""plot.trace: the lines are the trace, on the requested axes."""

import datetime as dt
import subprocess
import sys

import numpy as np
import pytest

import entrostream as es
from tests.plot.figure_content import line
from tests.refusals import refused

pytest.importorskip("matplotlib", reason="Matplotlib is not installed")
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from entrostream import plot

UTC = dt.timezone.utc
LABELS = list("aababcabcdddddd")
TRACE = es.SlidingWindow(4).trace(LABELS, ("entropy", "gini", "n", "distinct"))
TIMES = np.datetime64("2024-05-01T10:00", "ns") + np.arange(15) ** 2 * np.timedelta64(1, "s")


def test_lines_are_the_trace():
    """Entropy above, Gini index below, over the number of the event."""
    entropy, gini = plot.trace(TRACE)

    for ax, name in ((entropy, "entropy"), (gini, "gini")):
        x, y = line(ax)
        assert x.tolist() == list(range(15))
        assert y.tolist() == TRACE[name].tolist()
    assert (entropy.get_ylabel(), gini.get_ylabel()) == ("entropy (bits)", "Gini index")
    assert gini.get_xlabel() == "event"
    assert gini.get_ylim() == (-0.04, 1.04)


def test_measures_are_drawn_in_the_order_given():
    """One panel each, also those that are not drawn by default."""
    axes = plot.trace(TRACE, measures=["n", "entropy", "distinct"])

    words = ["events held", "entropy (bits)", "different labels"]
    assert [ax.get_ylabel() for ax in axes] == words
    assert line(axes[0])[1].tolist() == TRACE["n"].tolist()


def test_without_entropy_and_gini_all_measures_are_drawn():
    """Whatever they are called."""
    axes = plot.trace({"n": TRACE["n"], "a_b $c$": TRACE["gini"]})

    assert [ax.get_ylabel() for ax in axes] == ["events held", "a_b $c$"]
    axes[0].figure.canvas.draw()


@pytest.mark.parametrize(("name", "words"), [("gini", "Gini index"), (None, "value")])
def test_one_array_may_have_a_name(name, words):
    """What trace(labels, "gini") gives does not say what it is."""
    (ax,) = plot.trace(TRACE["gini"], measures=name)

    assert ax.get_ylabel() == words
    assert line(ax)[1].tolist() == TRACE["gini"].tolist()


def frames():
    """Give frames and Series of three libraries."""
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    arrow = pytest.importorskip("pyarrow")
    return [
        pandas.DataFrame(TRACE),
        pandas.DataFrame(TRACE).convert_dtypes(),
        polars.DataFrame(TRACE),
        arrow.table(TRACE),
        arrow.record_batch(TRACE),
    ]


@pytest.mark.parametrize("place", range(5))
def test_frames_are_drawn_as_the_dict(place):
    """Columns by name, only the requested ones."""
    axes = plot.trace(frames()[place])

    assert [line(ax)[1].tolist() for ax in axes] == [
        TRACE["entropy"].tolist(),
        TRACE["gini"].tolist(),
    ]


def test_series_bring_their_names_and_their_missing_values():
    """Null, NA and masked are gaps."""
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    arrow = pytest.importorskip("pyarrow")
    wanted = [1.0, None, 2.0]
    for column in (
        pandas.Series(wanted, name="entropy"),
        pandas.Series(wanted, name="entropy", dtype="Float64"),
        pandas.Series(wanted, name="entropy", dtype="double[pyarrow]"),
        polars.Series("entropy", wanted),
        {"entropy": arrow.array(wanted)},
        {"entropy": arrow.chunked_array([wanted[:1], wanted[1:]])},
        {"entropy": np.ma.array([1.0, 5.0, 2.0], mask=[False, True, False])},
        {"entropy": [1.0, np.nan, 2.0]},
    ):
        (ax,) = plot.trace(column)

        assert ax.get_ylabel() == "entropy (bits)"
        np.testing.assert_array_equal(line(ax)[1], [1.0, np.nan, 2.0])
        plt.close(ax.figure)


def test_value_between_gaps_is_a_dot():
    """A line would not show it."""
    (ax,) = plot.trace([1.0, np.nan, 2.0, np.nan, 3.0, 3.0], measures="entropy")

    assert ax.lines[0].get_markevery() == [0, 2]
    assert plot.trace([1.0, 2.0])[0].lines[0].get_marker() == "None"


def columns_of_times():
    """Give the same times as each library has them."""
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    arrow = pytest.importorskip("pyarrow")
    naive = TIMES.astype("datetime64[us]").tolist()
    index = pandas.DatetimeIndex(TIMES)
    return {
        "numpy": TIMES,
        "numpy_seconds": TIMES.astype("datetime64[s]"),
        "datetimes": naive,
        "zoned_datetimes": [time.replace(tzinfo=UTC) for time in naive],
        "pandas": index,
        "pandas_series": pandas.Series(index),
        "zoned_pandas": index.tz_localize("UTC").tz_convert("Asia/Tokyo"),
        "polars": polars.Series(naive),
        "zoned_polars": polars.Series(naive).dt.replace_time_zone("UTC"),
        "arrow": arrow.array(TIMES),
        "zoned_arrow": arrow.array(TIMES).cast(arrow.timestamp("ns", "Asia/Tokyo")),
    }


@pytest.mark.parametrize("kind", sorted(columns_of_times()))
def test_times_of_all_kinds_are_one(kind):
    """Dates on the axis; where they have a zone, they are shown in UTC and labelled so."""
    axes = plot.trace(TRACE, times=columns_of_times()[kind])

    assert line(axes[0])[0].tolist() == TIMES.tolist()
    assert axes[1].get_xlabel() == ("time (UTC)" if "zoned" in kind else "time")


def test_numbers_are_seconds():
    """As everywhere."""
    axes = plot.trace(TRACE, times=np.arange(15) / 4)

    assert line(axes[0])[0].tolist() == (np.arange(15) / 4).tolist()
    assert axes[1].get_xlabel() == "time (seconds)"


def test_dates_in_the_index_of_pandas_are_its_times():
    """Numbers there are not, since nobody knows what they mean."""
    pandas = pytest.importorskip("pandas")

    dated = plot.trace(pandas.DataFrame(TRACE, index=TIMES))
    numbered = plot.trace(pandas.DataFrame(TRACE, index=np.arange(15)[::-1]))

    assert line(dated[0])[0].tolist() == TIMES.tolist()
    assert line(numbered[0])[0].tolist() == list(range(15))


def test_given_axes_are_used_without_pyplot():
    """One for each measure, in a figure that pyplot knows nothing of."""
    figure = Figure()
    above, below = figure.subplots(2)

    axes = plot.trace(TRACE, ax=[above, below])

    assert axes.tolist() == [above, below]
    assert line(above)[1].tolist() == TRACE["entropy"].tolist()
    assert plt.get_fignums() == []


def test_one_given_axes_gets_a_second_y_axis():
    """For the second measure, each in the colour of its line."""
    figure = Figure()
    ax = figure.subplots()

    left, right = plot.trace(TRACE, ax=ax)

    assert left is ax
    assert figure.axes == [left, right]
    for each in (left, right):
        assert each.yaxis.label.get_color() == each.lines[0].get_color()
    assert left.get_xlabel() == "event"


def test_limits_of_axes_with_content_stay():
    """A second trace in the same axes hides nothing of the first."""
    figure = Figure()
    ax = figure.subplots()
    plot.trace([7.0, 9.0], measures="entropy", ax=ax)

    plot.trace([1.0, 1.5], measures="entropy", ax=ax)

    assert len(ax.lines) == 2
    assert ax.get_ylim()[1] > 9


@pytest.mark.parametrize("value", [0.0, 3.2])
def test_constant_line_is_seen_and_lies_calm(value):
    """Neither on the border nor blown up to a mountain."""
    (ax,) = plot.trace([value] * 10, measures="entropy")
    low, high = ax.get_ylim()

    assert low < value < high
    assert 1 < high - low < 1.2


def test_title_is_written_above():
    """Of a figure of its own and of given axes."""
    ax = Figure().subplots()
    assert plot.trace(TRACE, title="A day")[0].figure.get_suptitle() == "A day"
    assert plot.trace([1.0], ax=ax, title="A day")[0].get_title("left") == "A day"


@pytest.mark.parametrize("rows", [1, 2])
def test_few_events_have_a_picture(rows):
    """With whole numbers of events below, and a dot for a single one."""
    axes = plot.trace({name: values[:rows] for name, values in TRACE.items()})
    axes[0].figure.canvas.draw()

    texts = [text.get_text() for text in axes[1].get_xticklabels()]
    assert set(texts) - {"0", "1", "-1", "−1", "2"} == set()  # noqa: RUF001


def test_bad_input_is_refused_in_words():
    """And leaves no figure behind."""
    with refused(ValueError, "measure must be one of entropy, gini, n, distinct, got 'mood'"):
        plot.trace(TRACE, measures=["entropy", "mood"])
    known = "entropy, gini, n, distinct"
    with refused(TypeError, f"measures must be one of {known}, or a list of them, got 3 (int)"):
        plot.trace(TRACE, measures=3)
    with refused(ValueError, "values and times differ in length: 15 and 14"):
        plot.trace(TRACE, times=TIMES[1:])
    with refused(TypeError, "times must be a column, got 5 (int)"):
        plot.trace(TRACE, times=5)
    with refused(
        ValueError,
        "times must not go back, but position 2 is before position 1; "
        "sort the stream by time first, or pass the running maximum of its times",
    ):
        plot.trace([1, 2, 3], times=[1, 3, 2])
    with refused(ValueError, "nothing to draw: values has no rows"):
        plot.trace(es.Tally().trace([]))
    with refused(ValueError, "nothing to draw: there is no measure"):
        plot.trace(TRACE, measures=())
    with refused(ValueError, "nothing to draw: there is no measure"):
        plot.trace({})
    with refused(ValueError, "measures differ in length: {'entropy': 2, 'gini': 1}"):
        plot.trace({"entropy": [1, 2], "gini": [0]})
    with refused(ValueError, "value must be one column, got an array of shape (2, 2)"):
        plot.trace(np.zeros((2, 2)))
    with refused(ValueError, "ax must hold 2 axes, one for each panel, got 3"):
        plot.trace(TRACE, ax=Figure().subplots(3))
    with refused(TypeError, "ax must be Matplotlib axes, got 'here'"):
        plot.trace(TRACE, ax="here")
    assert plt.get_fignums() == []


def test_missing_matplotlib_is_named():
    """With the command that brings it."""
    code = "import sys; sys.modules['matplotlib'] = None; import entrostream.plot"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    text = 'ImportError: entrostream.plot needs Matplotlib: pip install "entrostream[plot]"'
    assert result.stderr.splitlines()[-1] == text
