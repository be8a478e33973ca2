"""What an adaptive tree has replaced, when and why."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from entrostream.tree.rules import Condition

__all__ = ["TreeChange", "changes_of"]

REASONS = {"error": "its error rose", "split": "another split became better"}


class TreeChange(NamedTuple):
    """A subtree that another one has replaced.

    Attributes
    ----------
    row : int
        The number of rows learned until then.
    since : int
        The number of rows learned when the alternate was started.
    reason : {"error", "split"}
        Why it was started: the error of the subtree rose, or another split became better.
    conditions : tuple of Condition
        The tests on the path to the subtree; none for the whole tree.
    attribute : hashable
        The name of the attribute that the replaced split tested.
    accuracy_before, accuracy_after : float
        Of the subtree and of the alternate, on recent rows.
    leaves_before, leaves_after : int
        How many leaves the subtree and the alternate had.

    Examples
    --------
    >>> from entrostream.tree import HoeffdingAdaptiveTreeClassifier
    >>> tree = HoeffdingAdaptiveTreeClassifier()
    >>> wind = [i * 7919 % 10 for i in range(6000)]
    >>> stays = [(w > 6) == (i < 3000) for i, w in enumerate(wind)]  # after 3,000 rows the opposite
    >>> tree.learn_many({"wind": wind}, stays)
    >>> change = tree.changes[0]
    >>> change.reason, change.attribute, change.since > 3000
    ('error', 'wind', True)
    """

    row: int
    since: int
    reason: Literal["error", "split"]
    conditions: tuple[Condition, ...]
    attribute: Any
    accuracy_before: float
    accuracy_after: float
    leaves_before: int
    leaves_after: int

    def __str__(self) -> str:
        place = " and ".join(str(each) for each in self.conditions)
        where = f"where {place}" if place else "the whole tree"
        return (
            f"row {self.row}: {where}, the split on {self.attribute} was replaced, because "
            f"{REASONS[self.reason]} (alternate since row {self.since}): accuracy "
            f"{self.accuracy_before:.1%} before, {self.accuracy_after:.1%} after; "
            f"{self.leaves_before} leaves before, {self.leaves_after} after"
        )


def changes_of(given: list[tuple[Any, ...]]) -> list[TreeChange]:
    """Return what the core tells of the changes of a tree."""
    return [
        TreeChange(
            row, since, reason, tuple(Condition(*test) for test in path), attribute, *numbers
        )
        for row, since, reason, path, attribute, *numbers in given
    ]
