"""A length of time is read exactly from all that writes one."""

import datetime as dt
import math
import warnings
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.refusals import refused
from tests.times.reading import LAST, nanoseconds_of_seconds, read_span, shown_span, span_text

WAY_OUT = 'write "10min", "1h30min", a timedelta or a number of seconds'
UNITS = {
    "ns": 1,
    "us": 10**3,
    "µs": 10**3,
    "μs": 10**3,
    "ms": 10**6,
    **dict.fromkeys(["s", "sec", "second", "seconds"], 10**9),
    **dict.fromkeys(["m", "min", "minute", "minutes"], 60 * 10**9),
    **dict.fromkeys(["h", "hour", "hours"], 3_600 * 10**9),
    **dict.fromkeys(["d", "D", "day", "days"], 86_400 * 10**9),
    **dict.fromkeys(["w", "week", "weeks"], 7 * 86_400 * 10**9),
}
spaces = st.sampled_from(["", " ", "  ", "\t"])
numbers = st.decimals(min_value=0, max_value=1000, places=None, allow_nan=False).map("{:f}".format)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("10min", 600),
        ("1h", 3_600),
        ("30s", 30),
        ("1.5h", 5_400),
        ("1h30min", 5_400),
        ("1h 30min", 5_400),
        ("250ms", 0.25),
        ("2 days", 172_800),
        ("1w2d", 777_600),
        (" 5 s ", 5),
        (".5s", 0.5),
        ("5.s", 5),
        ("1day12hours", 129_600),
    ],
)
def test_text_reads_as_it_is_meant(text, seconds):
    """The examples of the docs."""
    assert read_span(text) == seconds * 10**9


@given(
    st.lists(
        st.tuples(numbers, spaces, st.sampled_from(sorted(UNITS)), spaces), min_size=1, max_size=4
    )
)
def test_text_is_the_sum_of_its_parts(parts):
    """Each of them to the nearest nanosecond, ties to even."""
    text = "".join(number + before + unit + after for number, before, unit, after in parts)
    truth = sum(round(Fraction(number) * UNITS[unit]) for number, _, unit, _ in parts)
    assume(0 < truth <= LAST)

    assert read_span(text) == truth


@pytest.mark.parametrize(
    ("text", "nanoseconds"),
    [
        ("0.5ns", None),
        ("0.50000000000000000000000001ns", 1),
        ("1.5ns", 2),
        ("2.5ns", 2),
        ("2.5000000000000000000000000000001ns", 3),
        ("2.49999999999999999999999999999999ns", 2),
        ("0.3333333333333333333333333333333333w", 201_600 * 10**9),
        ("9223372036854775807ns", LAST),
        ("0000000000000000000000000000000000000000001s", 10**9),
    ],
)
def test_long_fractions_are_rounded_once(text, nanoseconds):
    """However many digits they have."""
    if nanoseconds is None:
        with refused(ValueError, f"span must be at least 1ns, got {text!r}"):
            read_span(text)
    else:
        assert read_span(text) == nanoseconds


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "10",
        "min",
        "10 minuets",
        "1h30",
        "1h,30min",
        "1..5s",
        "1.5.5s",
        ".s",
        "1e3s",
        "10Min",
        "1M",
        "1y",
        "--5s",
        "+5s",
        "5min-3s",
        "1_000s",
        "\u0661s",  # a digit, but not of ours
        "1 s s",
    ],
)
def test_text_that_is_no_length_is_refused(text):
    """With what to write instead."""
    with refused(ValueError, f'span "{text}" is not a length of time; {WAY_OUT}'):
        read_span(text)


@given(st.text())
def test_no_text_does_harm(text):
    """It is a length, or a ValueError."""
    with suppress(ValueError):
        assert 0 < read_span(text) <= LAST


@given(st.floats(min_value=1e-9, max_value=9.2e9) | st.integers(1, 9_223_372_036))
def test_number_is_seconds(number):
    """To the nearest nanosecond."""
    assert read_span(number) == nanoseconds_of_seconds(number)


@given(st.timedeltas(dt.timedelta(microseconds=1), dt.timedelta(106_751)))
def test_timedelta_is_exact(span):
    """Python's own, and back."""
    truth = span // dt.timedelta(microseconds=1) * 1000

    assert read_span(span) == truth
    assert shown_span(truth) == span
    assert type(shown_span(truth)) is dt.timedelta


@given(st.integers(1, LAST))
@example(1)
@example(999)
@example(LAST)
def test_numpy_and_text_come_back(nanoseconds):
    """What is shown and what is written is the same length again."""
    assert read_span(np.timedelta64(nanoseconds, "ns")) == nanoseconds
    assert read_span(shown_span(nanoseconds)) == nanoseconds
    assert read_span(span_text(nanoseconds)) == nanoseconds


def test_numpy_spans_of_other_units():
    """Longer and shorter ones."""
    assert read_span(np.timedelta64(2, "W")) == 14 * 86_400 * 10**9
    assert read_span(np.timedelta64(3, "25s")) == 75 * 10**9
    assert read_span(np.timedelta64(2_500, "ps")) == 2
    assert read_span(np.timedelta64(3_500, "ps")) == 4


def test_pandas_span_keeps_its_nanoseconds():
    """And its unit does not matter."""
    pd = pytest.importorskip("pandas")

    assert read_span(pd.Timedelta("1h 1ns")) == 3_600 * 10**9 + 1
    assert read_span(pd.Timedelta("1h").as_unit("s")) == 3_600 * 10**9
    with refused(ValueError, "span must be a positive length of time, got NaT"):
        read_span(pd.NaT)


@pytest.mark.parametrize(
    ("span", "text"),
    [
        (0, "0s"),
        (600 * 10**9, "10min"),
        (5_400 * 10**9, "1h30min"),
        (250 * 10**6, "250ms"),
        (7 * 86_400 * 10**9, "7d"),
        (10**9 + 1, "1s1ns"),
        (1_500, "1us500ns"),
    ],
)
def test_span_is_written_shortly(span, text):
    """For the repr of a window."""
    assert span_text(span) == text


@pytest.mark.parametrize(
    "span",
    [
        0,
        0.0,
        -1,
        -0.5,
        -1e-10,
        math.nan,
        math.inf,
        -math.inf,
        "0s",
        "-5min",
        "-0.1ns",
        dt.timedelta(0),
        dt.timedelta(-1),
        dt.timedelta.min,
        np.timedelta64(-1, "s"),
        np.timedelta64("NaT", "ns"),
        np.timedelta64(0, "ns"),
        np.int64(0),
        np.timedelta64(-1, "ps"),
    ],
    ids=repr,
)
def test_span_must_be_positive(span):
    """Neither 0 nor below nor nothing at all."""
    with refused(ValueError, f"span must be a positive length of time, got {span!r}"):
        read_span(span)


def test_zero_where_it_is_allowed():
    """For a lateness; below 0 stays wrong however small."""
    for zero in (0, 0.0, -0.0, "0s", dt.timedelta(0), np.timedelta64(0, "s"), 1e-10):
        assert read_span(zero, zero_allowed=True) == 0
    for below in (-1, -1e-10, "-0.1ns", math.nan, np.timedelta64(-1, "fs")):
        with refused(ValueError, f"span must be 0 or a positive length of time, got {below!r}"):
            read_span(below, zero_allowed=True)


@pytest.mark.parametrize("span", [1e-10, "0.1ns", np.timedelta64(1, "ps")], ids=repr)
def test_span_is_a_nanosecond_at_least(span):
    """A shorter one would round to nothing."""
    with refused(ValueError, f"span must be at least 1ns, got {span!r}"):
        read_span(span)


@pytest.mark.parametrize(
    "span",
    [
        1e300,
        10**30,
        9223372037,
        "400000 days",
        "9223372036854775808ns",
        "9" * 60 + "w",
        "106751d23h47min16s854775808ns",
        dt.timedelta.max,
        np.timedelta64(2**62, "us"),
    ],
    ids=repr,
)
def test_span_fits_64_bits(span):
    """The limit is named."""
    with refused(ValueError, f"span must be below 2^63 nanoseconds (292 years), got {span!r}"):
        read_span(span)


def test_months_have_no_length():
    """Nor have NumPy's spans without a unit."""
    months = np.timedelta64(3, "M")
    with refused(
        ValueError, f"span must have one length, but months and years differ: got {months!r}"
    ):
        read_span(months)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # newer NumPy warns
        without_unit = np.timedelta64(5)
    with refused(ValueError, "a time of dtype timedelta64 has no unit; give it one, such as ns"):
        read_span(without_unit)


@pytest.mark.parametrize(
    "span",
    [
        None,
        True,
        Decimal(1),
        b"1s",
        dt.datetime(2020, 1, 1),
        dt.date(2020, 1, 1),
        [1],
        1j,
        np.True_,
        np.datetime64("2020"),
    ],
    ids=repr,
)
def test_what_is_no_span_is_refused(span):
    """The message says what is one."""
    with refused(
        TypeError,
        'span must be a length of time ("10min", a timedelta or a number of seconds), '
        f"got {span!r} ({type(span).__name__})",
    ):
        read_span(span)
