"""The term p log2 p, which every entropy formula is a sum of."""

from __future__ import annotations

import math
from fractions import Fraction


def p_log_p(p: Fraction) -> float:
    """Return p log2 p for p >= 0, with 0 log 0 = 0 (errata E3, E4).

    The ratio is exact; only its logarithm and the product are rounded.
    """
    # A ratio below the smallest float contributes less than 1e-300, so it may count as 0.
    rounded = float(p)
    return rounded * math.log2(rounded) if rounded else 0.0
