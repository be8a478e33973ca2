"""A tree as rules: IF this AND that THEN a class, one for each leaf."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = [
    "OTHER_VALUES",
    "Condition",
    "Rule",
    "count_shown",
    "counts_of",
    "counts_shown",
    "majority",
    "rules_of",
    "test_of",
]


OTHER_VALUES = "(other values)"  # that the memory limit has no room for: their label is None


@dataclass(frozen=True)
class Condition:
    """One test of an attribute on the path to a leaf.

    Attributes
    ----------
    attribute : hashable
        The name of the attribute.
    relation : {"<=", ">", "=", "not in"}
        How the value of a row compares with `value`.
    value : number, label or tuple of labels
        The threshold, the label, or the labels of the other branches. The label None stands for
        all values that the memory limit has no room for.

    Examples
    --------
    >>> from entrostream.tree import Condition
    >>> print(Condition("wind", "<=", 6.5))
    wind <= 6.5
    """

    attribute: Any
    relation: str
    value: Any

    def __str__(self) -> str:
        value = f"{self.value:.6g}" if isinstance(self.value, float) else repr(self.value)
        if self.relation == "=" and self.value is None:
            value = OTHER_VALUES
        if self.relation == "not in":
            value = "the values above"
        return f"{self.attribute} {self.relation} {value}"


@dataclass(frozen=True)
class Rule:
    """What a leaf of the tree predicts, and the rows that it has counted.

    Attributes
    ----------
    conditions : tuple of Condition
        All of them hold for the rows of the leaf.
    label : hashable
        The class that most of its rows have, None if it has no rows.
    counts : dict
        How many rows had each class: those that the leaf has counted, and those that its parent
        had counted for it before the split. Where rows have importances, their sums, which are
        floats.
    entropy : float
        Of the counts, in bits.

    Examples
    --------
    >>> from entrostream.tree import Condition, Rule
    >>> rule = Rule((Condition("wind", ">", 6.5),), "stay", {"stay": 3, "sail": 1}, 0.811)
    >>> print(rule)
    IF wind > 6.5 THEN stay (stay 3, sail 1; entropy 0.811)
    """

    conditions: tuple[Condition, ...]
    label: Any
    counts: Mapping[Any, float] = field(hash=False)
    entropy: float

    @property
    def n(self) -> float:
        """How many rows the counts have, or their weight."""
        return sum(self.counts.values())

    def __str__(self) -> str:
        tests = " AND ".join(str(condition) for condition in self.conditions) or "TRUE"
        return f"IF {tests} THEN {self.label} ({counts_shown(self.counts, self.entropy)})"


def count_shown(count: float) -> str:
    """Return a count of rows, or a weight, as text."""
    return f"{count:.6g}" if isinstance(count, float) else str(count)


def counts_shown(counts: Mapping[Any, float], entropy: float) -> str:
    """Return how many rows of which class there are, the most frequent first."""
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    parts = ", ".join(f"{label} {count_shown(count)}" for label, count in ordered[:4])
    more = f", {len(ordered) - 4} more" if len(ordered) > 4 else ""
    return f"{parts}{more}; entropy {entropy:.3f}" if counts else "no rows"


def counts_of(node: dict[str, Any], classes: list[Any]) -> dict[Any, float]:
    """Return the classes of a node's rows with their counts."""
    return {label: count for label, count in zip(classes, node["counts"], strict=True) if count}


def majority(counts: Mapping[Any, float]) -> Any:
    """Return the class of most rows, the older one of a tie; None if there are none."""
    return max(counts, key=lambda label: counts[label], default=None)


def test_of(node: Mapping[str, Any], test: Any) -> Condition:
    """Return what leads to a branch of a node."""
    name = node["attribute"]
    if node["threshold"] is not None:
        return Condition(name, "<=" if test else ">", node["threshold"])
    if test is None:
        values = tuple(each[0] for _, each in node["branches"] if each is not None)
        return Condition(name, "not in", values)
    return Condition(name, "=", test[0])


def rules_of(nodes: list[dict[str, Any]], classes: list[Any]) -> Iterator[Rule]:
    """Yield the rules of a tree, leaf after leaf."""
    open_nodes: list[tuple[int, tuple[Condition, ...]]] = [(0, ())]
    while open_nodes:
        number, conditions = open_nodes.pop()
        node = nodes[number]
        if not node["branches"]:
            yield rule_of(node, conditions, classes)
        for child, test in reversed(node["branches"]):
            open_nodes.append((child, narrowed(conditions, test_of(node, test))))


def rule_of(node: dict[str, Any], conditions: tuple[Condition, ...], classes: list[Any]) -> Rule:
    """Return the rule of a leaf."""
    counts = counts_of(node, classes)
    return Rule(conditions, majority(counts), counts, node["entropy"])


def narrowed(conditions: tuple[Condition, ...], more: Condition) -> tuple[Condition, ...]:
    """Return the conditions with one more; of two bounds of one side the later is the closer."""
    others = tuple(
        each
        for each in conditions
        if more.relation not in ("<=", ">")
        or (each.attribute, each.relation) != (more.attribute, more.relation)
    )
    return (*others, more)
