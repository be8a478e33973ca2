"""A tree as text, and the explanation of a prediction."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from entrostream.tree.rules import (
    OTHER_VALUES,
    count_shown,
    counts_of,
    counts_shown,
    majority,
    test_of,
)

__all__ = ["depth_of", "description", "explanation", "leaves_below"]

INDENT = "    "
PREDICTORS = {
    "majority": "the majority class of its rows predicts",
    "own": "its own naive Bayes predicts",
    "champion": "a naive Bayes shared with other leaves predicts",
    "challenger": "a naive Bayes shared with other leaves, of recent rows, predicts",
    "branches": "all branches together, each by its share of the rows, predict",
}


def description(
    nodes: list[dict[str, Any]],
    classes: list[Any],
    max_depth: int | None,
    beyond_limit: dict[str, Any],
) -> str:
    """Return the tree as indented lines: tests, what the leaves hold, what has no room."""
    lines: list[str] = []
    below = leaves_below(nodes)
    open_nodes: list[tuple[int, str | None]] = [(0, None)]
    while open_nodes:
        number, test = open_nodes.pop()
        node = nodes[number]
        if test is not None:
            lines.append(INDENT * (node["depth"] - 1) + test)
        if not node["branches"]:
            lines.append(INDENT * node["depth"] + leaf_shown(node, classes))
        elif max_depth is not None and node["depth"] >= max_depth:
            lines.append(INDENT * node["depth"] + f"({below[number]} leaves below)")
        else:
            lines += alternate_shown(node)
            open_nodes += [
                (child, str(test_of(node, test))) for child, test in reversed(node["branches"])
            ]
    return "\n".join(lines + limit_shown(beyond_limit))


def limit_shown(beyond_limit: dict[str, Any]) -> list[str]:
    """Return what the memory limit has no room for, in lines."""
    lines = [
        f"memory limit: further values of {name} are counted together as {OTHER_VALUES}"
        for name in beyond_limit["other_values"]
    ]
    if beyond_limit["ignores_attributes"]:
        lines.append("memory limit: new attributes are ignored")
    return lines


def alternate_shown(node: dict[str, Any]) -> list[str]:
    """Return the alternate of a node, in a line, if it has one."""
    if node["alternate"] is None:
        return []
    _, since, leaves, before, after = node["alternate"]
    accuracy = "" if after is None else f", accuracy {after:.1%} instead of {before:.1%}"
    size = f"{leaves} lea{'f' if leaves == 1 else 'ves'}"
    return [INDENT * node["depth"] + f"(alternate since row {since}: {size}{accuracy})"]


def parents_first(nodes: list[dict[str, Any]]) -> list[int]:
    """Return the numbers of the nodes of the tree, without those of alternates."""
    order = [0]
    for number in order:  # grows while it is read
        order += [child for child, _ in nodes[number]["branches"]]
    return order


def depth_of(nodes: list[dict[str, Any]]) -> int:
    """Return how many tests the longest way from the root to a leaf has."""
    return max(int(nodes[number]["depth"]) for number in parents_first(nodes))


def leaves_below(nodes: list[dict[str, Any]]) -> list[int]:
    """Return for each node how many leaves it leads to."""
    order = parents_first(nodes)
    found = [1] * len(nodes)
    for number in reversed(order):
        branches = nodes[number]["branches"]
        if branches:
            found[number] = sum(found[child] for child, _ in branches)
    return found


def leaf_shown(node: dict[str, Any], classes: list[Any]) -> str:
    """Return what a leaf holds, in a line."""
    counts = counts_of(node, classes)
    if not counts:
        return "no rows yet"
    inactive = "" if node["active"] else ", inactive: memory is short"
    return (
        f"{majority(counts)} ({amount_shown(sum(counts.values()))}, "
        f"entropy {node['entropy']:.3f}{inactive})"
    )


def amount_shown(rows: float) -> str:
    """Return how many rows a leaf has, or their weight."""
    if isinstance(rows, float):
        return f"weight {count_shown(rows)}"
    return f"{rows} row{'' if rows == 1 else 's'}"


def explanation(
    nodes: list[dict[str, Any]],
    classes: list[Any],
    x: Any,
    prediction: tuple[list[int], str, Any],
    shares: dict[Any, float],
) -> str:
    """Return the path of a row through the tree, and which predictor predicted its class."""
    path, predictor, label = prediction
    lines = []
    for number, child in pairwise(path):
        node = nodes[number]
        if node["alternate"] is not None and node["alternate"][0] == child:
            lines.append("here an alternate predicts: it was more accurate recently")
        else:
            lines.append(f"{given(node, x)}: {taken(node, child)}")
    node = nodes[path[-1]]
    if predictor == "branches":
        lines.append(f"{given(node, x)}: it could be in any branch")
    elif node["branches"]:
        lines.append(f"{given(node, x)}: the split has no branch for it, the node predicts")
    counts = counts_of(node, classes)
    lines.append(f"here: {counts_shown(counts, node['entropy'])}")
    lines.append(f"{PREDICTORS[predictor]} {label}{shares_shown(shares)}")
    return "\n".join(lines)


def given(node: dict[str, Any], x: Any) -> str:
    """Return the value of the attribute that a node tests."""
    name = node["attribute"]
    return f"{name} is {x[name]!r}" if x.get(name) is not None else f"{name} is missing"


def taken(node: dict[str, Any], child: int) -> str:
    """Return the branch that was taken."""
    (test,) = (test for number, test in node["branches"] if number == child)
    return f"goes to {test_of(node, test)}"


def shares_shown(shares: dict[Any, float]) -> str:
    """Return the largest shares."""
    largest = sorted(shares.items(), key=lambda item: -item[1])[:3]
    if not largest:
        return ""
    return ": " + ", ".join(f"{label} {share:.3f}" for label, share in largest)
