"""A tree as a graph of Graphviz, as river draws its own."""

from __future__ import annotations

from colorsys import hsv_to_rgb
from importlib import import_module
from typing import Any

from entrostream.tree.rules import count_shown, counts_of, majority, test_of

__all__ = ["tree_graph"]

# Those of river's trees.
GRAPH = {"splines": "ortho", "forcelabels": "true", "overlap": "false"}
NODE = {
    "shape": "box",
    "penwidth": "1.2",
    "fontname": "trebuchet",
    "fontsize": "11",
    "margin": "0.1,0.0",
}
EDGE = {"penwidth": "0.6", "center": "true", "fontsize": "7"}


def tree_graph(nodes: list[dict[str, Any]], classes: list[Any], max_depth: int | None) -> Any:
    """Return a graphviz.Digraph of the nodes down to a depth."""
    graph = graphviz().Digraph(graph_attr=GRAPH, node_attr=NODE, edge_attr=EDGE)
    open_nodes = [0]
    while open_nodes:
        number = open_nodes.pop()
        node = nodes[number]
        graph.node(
            str(number),
            words_of(node, classes),
            fillcolor=colour_of(node["counts"]),
            style="filled",
        )
        if max_depth is not None and node["depth"] >= max_depth:
            continue
        for child, test in node["branches"]:
            condition = str(test_of(node, test)).removeprefix(f"{node['attribute']} ")
            graph.edge(str(number), str(child), xlabel=condition)
        open_nodes += [child for child, _ in reversed(node["branches"])]
    return graph


def graphviz() -> Any:
    """Return the library."""
    try:
        return import_module("graphviz")
    except ImportError as error:
        raise ImportError("draw needs graphviz: pip install graphviz") from error


def words_of(node: dict[str, Any], classes: list[Any]) -> str:
    """Return what is written in a node: its attribute, or the class of a leaf and its shares."""
    if node["branches"]:
        return str(node["attribute"])
    counts = counts_of(node, classes)
    total = sum(counts.values())
    if not total:
        return "no rows yet"
    shares = [f"\tP({label}) = {count / total:.1f}" for label, count in counts.items()]
    lines = [f"Class {majority(counts)}:", *shares, f"samples: {count_shown(total)}"]
    return "\n".join(lines)


def colour_of(counts: list[float]) -> str:
    """Return the colour of the class of most rows, the paler the more mixed they are."""
    total = sum(counts)
    if len(counts) < 2 or not total:
        return "#FFFFFF"
    code = max(range(len(counts)), key=lambda code: counts[code])
    purity = (counts[code] / total - 1 / len(counts)) / (1 - 1 / len(counts))
    parts = hsv_to_rgb(code / len(counts), 0.75, 0.9)
    mixed = [round(255 * (1 - purity * (1 - part))) for part in parts]
    return "#" + "".join(f"{part:02X}" for part in mixed)
