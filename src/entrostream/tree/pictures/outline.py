"""What of a tree is drawn, and on which line: large trees are cut where few rows go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from entrostream.tree.description import leaves_below
from entrostream.tree.rules import OTHER_VALUES, test_of

__all__ = ["Outline", "Twig", "outline"]

Nodes = list[dict[str, Any]]

BETWEEN = 0.3  # of a line, between leaves of different parents


@dataclass(eq=False)
class Twig:
    """One node as it is drawn: a leaf, a node with its branches, or a subtree cut off.

    `test` is what of `attribute` leads to it; `leaves` is the number of leaves that it stands for.
    Lines are counted from 0; a node is between its branches.
    """

    depth: int
    attribute: Any
    test: str
    counts: list[float]
    leaves: int
    inactive: bool = False
    branches: list[Twig] = field(default_factory=list)
    line: float = 0.0

    @property
    def rows(self) -> float:
        """How many rows came here, or their weight."""
        return sum(self.counts)

    def walk(self) -> Iterator[Twig]:
        """Yield this twig and all below it, in the order of lines, each before its branches."""
        open_twigs = [self]
        while open_twigs:
            twig = open_twigs.pop()
            yield twig
            open_twigs += reversed(twig.branches)


@dataclass(frozen=True)
class Outline:
    """The drawn part of a tree, and how many lines high it is."""

    root: Twig
    height: float

    @property
    def cuts(self) -> list[Twig]:
        """The subtrees that are not drawn."""
        return [twig for twig in self.root.walk() if not twig.branches and twig.leaves > 1]


def outline(nodes: Nodes, max_depth: int | None, max_leaves: int, max_branches: int) -> Outline:
    """Return what is drawn in at most `max_leaves` lines, the nodes with the most rows first."""
    leaves = leaves_below(nodes)
    root = twig_of(nodes[0], leaves[0], None, "")
    lines = 1
    heap = [(-root.rows, 0, root)]  # of two with as many rows the older node comes first
    while heap:
        _, number, twig = heappop(heap)
        node = nodes[number]
        more = min(len(node["branches"]), max_branches) - 1
        too_deep = max_depth is not None and twig.depth >= max_depth
        if not node["branches"] or too_deep or lines + more > max_leaves:
            continue
        lines += more
        shown, folded = parted(nodes, node["branches"], max_branches)
        for child, test in shown:
            words = test_shown(node, test)
            branch = twig_of(nodes[child], leaves[child], node["attribute"], words)
            twig.branches.append(branch)
            heappush(heap, (-branch.rows, child, branch))
        if folded:
            twig.branches.append(folded_twig(nodes, leaves, node["attribute"], folded))
    return Outline(root, place(root))


def twig_of(node: dict[str, Any], leaves: int, attribute: Any, test: str) -> Twig:
    """Return a node as if nothing below it were drawn."""
    inactive = not node["branches"] and not node["active"]
    return Twig(node["depth"], attribute, test, node["counts"], leaves, inactive)


def parted(nodes: Nodes, branches: list[Any], most: int) -> tuple[list[Any], list[Any]]:
    """Return the branches that are drawn, in their order, and those that share one line."""
    if len(branches) <= most:
        return branches, []
    by_rows = sorted(range(len(branches)), key=lambda i: (-sum(nodes[branches[i][0]]["counts"]), i))
    shown, folded = sorted(by_rows[: most - 1]), sorted(by_rows[most - 1 :])
    return [branches[i] for i in shown], [branches[i] for i in folded]


def folded_twig(nodes: Nodes, leaves: list[int], attribute: Any, branches: list[Any]) -> Twig:
    """Return one twig for many values of few rows."""
    numbers = [child for child, _ in branches]
    counts: list[float] = list(
        map(sum, zip(*(nodes[child]["counts"] for child in numbers), strict=True))
    )
    depth = nodes[numbers[0]]["depth"]
    below = sum(leaves[child] for child in numbers)
    return Twig(depth, attribute, f"in {len(branches):,} more values", counts, below)


def test_shown(node: dict[str, Any], test: Any) -> str:
    """Return the test of a branch, without the attribute."""
    condition = test_of(node, test)
    if condition.relation == "not in":
        return "in other values"
    if condition.relation == "=":
        return f"= {OTHER_VALUES if condition.value is None else condition.value}"
    return f"{'≤' if condition.relation == '<=' else '>'} {condition.value:.6g}"


def place(root: Twig) -> float:
    """Give every end its line, and every node the middle of its branches; return the height."""
    line, last = 0.0, root
    twigs = list(root.walk())
    parents = {id(branch): twig for twig in twigs for branch in twig.branches}
    for twig in twigs:
        if not twig.branches:
            siblings = parents.get(id(twig)) is parents.get(id(last))
            line += 0.0 if last is root else 1.0 if siblings else 1.0 + BETWEEN
            twig.line, last = line, twig
    for twig in reversed(twigs):
        if twig.branches:
            twig.line = (twig.branches[0].line + twig.branches[-1].line) / 2
    return line + 1
