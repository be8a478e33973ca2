"""The base of logarithms: entropies in bits, or in the unit of another base."""

from __future__ import annotations

import math
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from entrostream._core import Tally

__all__ = ["base_of", "in_base"]

Amount = TypeVar("Amount", float, NDArray[np.float64])

# The measures that are amounts of information. Those of other names do not depend on a base
# (gini, evenness, perplexity) or have it in their name (nats).
IN_BITS = frozenset({"entropy", "renyi2", "mutual_information", "information_gain", "divergence"})


def base_of(base: Any) -> float:
    """Return a base, or refuse it."""
    Tally().entropy_in(base)  # has the same argument and checks it
    return float(base)


def in_base(bits: Amount, measure: str, base: float) -> Amount:
    """Return values of a measure in units of a base; as they are if it is not in bits."""
    if base == 2.0 or measure not in IN_BITS:
        return bits
    return bits / math.log2(base)
