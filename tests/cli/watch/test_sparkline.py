"""A history fills any width, and noise stays small."""

import doctest
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.cli.watch import sparkline as module
from entrostream.cli.watch.sparkline import BLOCKS, sparkline


@given(history=st.lists(st.floats()), width=st.integers(0, 50))
def test_width_is_kept(history, width):
    """Whatever the values are, infinite ones and NaN too."""
    line = sparkline(history, width)

    assert len(line) == width
    assert set(line) <= {" ", *BLOCKS}


@given(history=st.lists(st.integers(0, 100), min_size=2, max_size=30))
def test_higher_values_are_not_lower_blocks(history):
    """The blocks have the order of the values."""
    line = sparkline(history, len(history))
    pairs = sorted(zip(history, line, strict=True))

    assert [block for _, block in pairs] == sorted(line)


def test_newest_values_are_at_the_right():
    assert sparkline([9, 9, 1, 2], 2) == "▁█"
    assert sparkline([1, 2], 5) == "   ▁█"


def test_steady_history_is_flat():
    """The last digit of a value is not drawn as if it were a change."""
    assert sparkline([3.0] * 4, 4) == "▅▅▅▅"
    assert set(sparkline([3.0, 3.001, 3.002, 3.0], 4)) <= set("▄▅")
    assert sparkline([0.0, 0.0], 2) == "▅▅"


def test_values_that_are_not_numbers_are_gaps():
    assert sparkline([1.0, math.nan, 2.0, math.inf], 4) == "▁ █ "


@pytest.mark.parametrize("history", [[], [math.nan]])
def test_no_values(history):
    assert sparkline(history, 3) == "   "


def test_docstring():
    assert doctest.testmod(module).failed == 0
