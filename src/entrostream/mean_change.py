"""What ADWIN tells of a change.

Belongs to the layer of the summaries: ADWIN gives what is defined here, and it uses
nothing of ours but how it looks.
"""

from __future__ import annotations

from typing import NamedTuple

from entrostream.notebook import change_html

__all__ = ["MeanChange"]


class MeanChange(NamedTuple):
    """A change of the mean that ADWIN found.

    Attributes
    ----------
    position : int
        Number of the first value that was kept, counted from 0. What changed lies there or
        later: no more is let go than must be.
    found : int
        How many values had come when it was found.
    before : float
        Mean of the values that were let go.
    after : float
        Mean of the values that were kept.

    Examples
    --------
    >>> adwin = es.ADWIN()
    >>> adwin.update_many([0.0] * 200 + [1.0] * 30)
    >>> adwin.changes
    [MeanChange(position=168, found=224, before=0.0, after=0.42857142857142855)]
    >>> print(adwin.changes[0])
    change at value 168, found at 224: mean 0 before, 0.4286 after
    """

    position: int
    found: int
    before: float
    after: float

    def _repr_html_(self) -> str:
        return change_html(self)

    def __str__(self) -> str:
        """Tell the change in one line."""
        return (
            f"change at value {self.position}, found at {self.found}: "
            f"mean {self.before:.4g} before, {self.after:.4g} after"
        )
