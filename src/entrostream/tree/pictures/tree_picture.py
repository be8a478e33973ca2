"""A tree as a picture: the root at the left, a line for each leaf, thick branches of many rows."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.patches import Patch

from entrostream.drawing import MARK, require_axes
from entrostream.tree.options import at_least
from entrostream.tree.pictures.layout import (
    BAR,
    FONT,
    GAP,
    HEADING_FONT,
    MARGIN,
    Legend,
    Plan,
    room,
    size_of,
)
from entrostream.tree.pictures.outline import Twig, outline

if TYPE_CHECKING:
    from entrostream.tree.classifier import VFDTClassifier

__all__ = ["tree_picture"]

MOST_LEAVES = 300  # in a figure of its own
SMALLEST, LARGEST = 0.65, 1.5  # times the planned size, as axes have room
BRANCH = "#AAAAAA"


def tree_picture(
    tree: VFDTClassifier,
    given: Any,
    max_depth: int | None,
    max_leaves: int | None,
    max_branches: int,
) -> Axes:
    """Draw a tree, into a figure of its own if no axes are given."""
    ax = None if given is None else require_axes(given)
    depth = None if max_depth is None else at_least(0, "max_depth", max_depth)
    leaves = None if max_leaves is None else at_least(1, "max_leaves", max_leaves)
    branches = at_least(2, "max_branches", max_branches)
    if ax is None:
        plan = Plan(tree, outline(tree._nodes(), depth, leaves or MOST_LEAVES, branches))
        ax = new_axes(plan)
    elif depth is None and leaves is None:
        plan = readable_plan(tree, ax, branches)
    else:
        plan = Plan(tree, outline(tree._nodes(), depth, leaves or room(ax), branches))
    draw(ax, plan)
    return ax


def readable_plan(tree: VFDTClassifier, ax: Axes, branches: int) -> Plan:
    """Return as much of a tree as axes have room for: fewer lines first, then fewer columns."""
    nodes = tree._nodes()
    plan = Plan(tree, outline(nodes, None, room(ax), branches))
    while plan.scale_in(ax) < SMALLEST and plan.depth > 1:
        plan = Plan(tree, outline(nodes, plan.depth - 1, room(ax), branches))
    return plan


def new_axes(plan: Plan) -> Axes:
    """Make a figure that has room for all."""
    from matplotlib import pyplot as plt  # only here: given axes need none of its state

    figure = plt.figure(figsize=(plan.width / 72, plan.height / 72))
    return figure.add_axes((0, 0, 1, 1))


def draw(ax: Axes, plan: Plan) -> None:
    """Draw all that is planned, as large as the axes allow."""
    scale = min(LARGEST, plan.scale_in(ax))
    ax.set_axis_off()
    width, height = size_of(ax)
    ax.set_xlim(0, width / scale)
    ax.set_ylim(height / scale, 0)
    draw_branches(ax, plan, scale)
    draw_mixtures(ax, plan)
    write_text(ax, plan, scale)
    write_legend(ax, plan, scale)


def draw_branches(ax: Axes, plan: Plan, scale: float) -> None:
    """Draw a stroke to each twig: along the end of its parent's, then to the right."""
    strokes, thickness = [], []
    for parent in (words.twig for words in plan.words):
        x = plan.right(parent)
        for twig in parent.branches:
            y = plan.y(twig)
            strokes.append([(x, plan.y(parent)), (x, y), (plan.right(twig), y)])
            thickness.append(plan.thickness(twig) * scale)
    lines = LineCollection(strokes, linewidths=thickness, colors=BRANCH, joinstyle="miter")
    lines.set_gid("branches")
    ax.add_collection(lines, autolim=False)


def draw_mixtures(ax: Axes, plan: Plan) -> None:
    """Draw a bar for each leaf, cut into its classes; around a subtree cut off, a frame."""
    ends = [words.twig for words in plan.words if not words.twig.branches]
    bars: list[list[Any]] = [[] for _ in plan.legend.colours]
    for twig in ends:
        shares = [part / (twig.rows or 1) for part in plan.legend.parts(twig.counts)]
        starts = accumulate(shares, initial=0.0)
        for boxes, start, share in zip(bars, starts, shares, strict=False):
            if share:
                boxes.append(box(plan, twig, start, start + share))
    for name, colour, boxes in zip(plan.legend.names, plan.legend.colours, bars, strict=True):
        add_boxes(ax, boxes, name, facecolors=[colour], linewidths=0)
    frames = [box(plan, twig, 0, 1) for twig in ends if twig.leaves > 1 or not twig.rows]
    add_boxes(ax, frames, "cut", facecolors="none", edgecolors=MARK, linewidths=0.8)


def box(plan: Plan, twig: Twig, start: float, end: float) -> list[tuple[float, float]]:
    """Return the corners of a part of a twig's bar."""
    x, y = plan.right(twig), plan.y(twig)
    left, right, half = x + start * BAR[0], x + end * BAR[0], BAR[1] / 2
    return [(left, y - half), (right, y - half), (right, y + half), (left, y + half)]


def add_boxes(ax: Axes, boxes: list[Any], name: str, **style: Any) -> None:
    """Draw the boxes of one kind, above the branches."""
    collection = PolyCollection(boxes, zorder=2.5, **style)
    collection.set_gid(name)
    ax.add_collection(collection, autolim=False)


def write_text(ax: Axes, plan: Plan, scale: float) -> None:
    """Write each test above its branch, and what a leaf holds next to it."""
    style: dict[str, Any] = {"fontsize": FONT * scale, "color": MARK, "parse_math": False}
    for words in plan.words:
        twig = words.twig
        x, y, half = plan.left(twig) + GAP, plan.y(twig), plan.thickness(twig) / 2
        if words.test:
            ax.text(x, y - half - 2, words.test, va="baseline", **style)
        if words.end:
            ax.text(plan.right(twig) + BAR[0] + GAP, y, words.end, va="center", **style)


def write_legend(ax: Axes, plan: Plan, scale: float) -> None:
    """Name the colours above the tree."""
    legend: Legend = plan.legend
    drawn = ax.legend(
        [Patch(color=colour) for colour in legend.colours],
        legend.names,
        title=legend.heading,
        title_fontproperties={"size": HEADING_FONT * scale, "weight": "bold"},
        loc="upper left",
        bbox_to_anchor=(MARGIN, MARGIN),
        bbox_transform=ax.transData,
        ncols=legend.columns(plan.width),
        fontsize=FONT * scale,
        frameon=False,
        alignment="left",
        handlelength=1.2,
        handletextpad=0.5,
        columnspacing=1.2,
        borderpad=0,
        borderaxespad=0,
    )
    for text in drawn.get_texts():
        text.set_parse_math(False)
