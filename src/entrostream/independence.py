"""The G test of independence: what a table's G statistic means. Needs SciPy."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

__all__ = ["GTest", "g_test"]


class GTest(NamedTuple):
    """The G statistic, its degrees of freedom, and how likely one as large is by chance."""

    statistic: float
    dof: int
    p_value: float


def g_test(statistic: float, rows: int, columns: int) -> GTest:
    """Give the test of a table with these numbers of rows and columns, none of them empty."""
    try:
        special = import_module("scipy.special")  # which has no types of its own
    except ImportError as error:
        raise ImportError('g_test needs SciPy: pip install "entrostream[stats]"') from error
    dof = (rows - 1) * (columns - 1) if rows else 0
    # Without a degree of freedom there is nothing that could depend on anything.
    return GTest(statistic, dof, float(special.chdtrc(dof, statistic)) if dof else 1.0)
