"""What a label contributes to a divergence, as DivergenceWindow tells it.

Belongs to the layer of the summaries: DivergenceWindow gives what is defined here.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

__all__ = ["Contribution"]


class Contribution(NamedTuple):
    """What a label contributes to the divergence of a window from its reference.

    Attributes
    ----------
    label : hashable
        The label.
    bits : float
        Its contribution; those of all labels sum to the divergence.
    share, reference_share : float
        Its share of the events of the window and of those of the reference, from 0 to 1.

    Examples
    --------
    >>> window = es.DivergenceWindow(2, reference=["a", "b"])
    >>> window.update_many("bc")
    >>> window.contributions(1)
    [Contribution(label='a', bits=0.25, share=0.0, reference_share=0.5)]
    """

    label: Hashable
    bits: float
    share: float
    reference_share: float
