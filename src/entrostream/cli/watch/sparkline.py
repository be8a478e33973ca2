"""A history of values as a line of block characters."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

__all__ = ["sparkline"]

BLOCKS = "▁▂▃▄▅▆▇█"
# The least difference that fills the height, as a part of the largest value: without it, the
# noise of a steady field would look like an alarm.
LEAST_SPAN = 0.05


def sparkline(history: Sequence[float], width: int) -> str:
    """Return the newest values as `width` characters, the newest at the right.

    The lowest and the highest value shown have the lowest and the highest block, unless they
    differ by less than 5 %: then the blocks stay around the middle. What is not a finite number,
    and where there is no value yet, is a space.

    Examples
    --------
    >>> sparkline([1.0, 2.0, 4.0, 3.0], 4)
    '▁▃█▆'
    >>> sparkline([5.0, 5.001], 4)
    '  ▄▅'
    """
    shown = history[-width:] if width > 0 else ()
    finite = [value for value in shown if isfinite(value)]
    if not finite:
        return " " * width
    low, high = min(finite), max(finite)
    middle = low + (high - low) / 2
    span = max(high - low, LEAST_SPAN * max(abs(low), abs(high))) or 1.0
    blocks = (block((value - middle) / span + 0.5) for value in shown)
    return "".join(blocks).rjust(width)


def block(height: float) -> str:
    """Return the block for a height from 0 to 1."""
    if not isfinite(height):
        return " "
    step = int(height * len(BLOCKS))
    return BLOCKS[max(0, min(step, len(BLOCKS) - 1))]
