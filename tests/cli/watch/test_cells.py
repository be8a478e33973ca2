"""Every cell of a table has exactly its width, in cells of the terminal."""

import doctest
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from entrostream.cli.watch import cells, numbers
from entrostream.cli.watch.cells import bar, fit


@given(label=st.text(st.characters()), width=st.integers(0, 40))
def test_width_is_kept(label, width):
    """For wide characters and escapes, too."""
    text = fit(label, width)

    assert cell_len(text) == width
    assert text.isprintable()


@pytest.mark.parametrize("width", [3, 4, 10, 11])
def test_long_label_is_cut_in_the_middle(width):
    """Both ends remain."""
    text = fit("start" + "." * 50 + "end", width)

    assert text.startswith("s")
    assert text.count("…") == 1
    assert width < 6 or text.endswith("nd")


def test_wide_characters_are_not_halved():
    """Half of one is a space."""
    assert fit("東京都", 6) == "東京都"
    assert fit("東京都", 5) == "東京…"
    assert fit("東京都庁", 4) == "東… "


def test_label_of_a_million_characters(monkeypatch):
    """Only its ends are looked at."""
    seen = []
    monkeypatch.setattr(cells, "printable", lambda label: seen.append(len(label)) or label)

    fit("x" * 1_000_000, 20)

    assert seen == [41]


def test_empty_label_is_visible():
    assert fit("", 10) == "(empty)   "


@given(part=st.floats(allow_nan=False), width=st.integers(0, 40))
def test_bar_has_its_width(part, width):
    assert len(bar(part, width)) == width


@pytest.mark.parametrize(
    ("part", "line"), [(0, "    "), (0.5, "██  "), (1, "████"), (2, "████"), (0.53, "██▏ ")]
)
def test_bar(part, line):
    assert bar(part, 4) == line


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (1234, "1,234"),
        (9_999_999, "9,999,999"),
        (10_000_000, "10.00 M"),
        (2_500_000_000, "2.50 G"),
        (7 * 10**12, "7.00 T"),
        (10**18, "1.0e+18"),
    ],
)
def test_count(number, text):
    assert numbers.count(number) == text


@given(number=st.integers(0, 2**63))
def test_count_fits_its_column(number):
    assert len(numbers.count(number)) <= 9


@pytest.mark.parametrize(
    ("change", "text"),
    [(0.125, "+12.5"), (-0.02, "-2.0"), (0.0001, "0.0"), (-0.0001, "0.0"), (None, "")],
)
def test_points(change, text):
    """A change that rounds to nothing has no sign."""
    assert numbers.points(change) == text


def test_values_that_are_not_known():
    """NaN is a dash, so that the columns stay."""
    assert numbers.measure(math.nan) == numbers.percent(math.nan) == "-"
    assert numbers.severity(None) == numbers.severity(math.nan) == numbers.rate(math.inf) == "-"


def test_rate():
    assert [numbers.rate(value) for value in (0, 0.5, 12.3, 18234)] == [
        "0 lines/s",
        "0.5 lines/s",
        "12 lines/s",
        "18,234 lines/s",
    ]


def test_docstrings():
    assert doctest.testmod(cells).failed == 0
