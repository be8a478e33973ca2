"""Where the parts of a tree's picture stand, and the text next to them.

All places and lengths are in points, the unit of type: so that text gets the room it takes.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from entrostream.drawing import REST, area_colours, short
from entrostream.tree.pictures.outline import Outline, Twig

if TYPE_CHECKING:
    from entrostream.tree.classifier import VFDTClassifier

__all__ = ["BAR", "FONT", "GAP", "HEADING_FONT", "MARGIN", "Legend", "Plan", "room", "size_of"]

FONT = 7.5
HINTED = 1.09  # the largest measured ratio of text widths between 72 and 300 dots per inch
LINE = 13.0  # from one leaf to the next
BAR = (32.0, 7.0)  # width and height of a leaf's mixture of classes
GAP = 5.0  # left and right of a text
MARGIN = 10.0
HEADING, HEADING_FONT = 14.0, 8.5  # the words above the legend
WIDEST, THINNEST = 8.0, 0.6  # branches of all rows, and of hardly any
LONGEST_NAME, LONGEST_TEST, LONGEST_CLASS = 16, 20, 20  # letters
NAMED_CLASSES = 16  # as many as can be distinguished; the others are grey


def size_of(ax: Axes) -> tuple[float, float]:
    """Return width and height of axes."""
    extent, point = ax.get_window_extent(), ax.figure.dpi / 72
    return float(extent.width / point), float(extent.height / point)


def room(ax: Axes) -> int:
    """Return how many lines, below a legend of one, axes have room for."""
    return max(1, int((size_of(ax)[1] - 2 * MARGIN - HEADING) / LINE) - 2)


class Plan:
    """Where everything stands: columns by depth as wide as their text, lines from the top."""

    def __init__(self, tree: VFDTClassifier, drawn: Outline) -> None:
        self.root = drawn.root
        self.legend = Legend(tree.classes, self.root.counts, heading(tree, drawn))
        self.words = [words_of(twig, tree.classes) for twig in self.root.walk()]
        self.edges = list(accumulate(self._column_widths(), initial=MARGIN))
        self.width = max(self._right_end(), self.legend.least_width) + MARGIN
        self.top = MARGIN + self.legend.height(self.width) + LINE
        self.height = self.top + (drawn.height - 0.5) * LINE + MARGIN

    @property
    def depth(self) -> int:
        """How many tests one after the other are drawn."""
        return len(self.edges) - 2

    def scale_in(self, ax: Axes) -> float:
        """Return how much larger than planned all can be in these axes."""
        width, height = size_of(ax)
        return min(width / self.width, height / self.height)

    def left(self, twig: Twig) -> float:
        """Return where the branch to a twig begins."""
        return self.edges[twig.depth]

    def right(self, twig: Twig) -> float:
        """Return where the branch to a twig ends, and those from it begin."""
        return self.edges[twig.depth + 1]

    def y(self, twig: Twig) -> float:
        """Return how far below the upper edge a twig stands."""
        return self.top + twig.line * LINE

    def thickness(self, twig: Twig) -> float:
        """Return how thick the branch to a twig is: by its share of all rows."""
        return max(THINNEST, WIDEST * twig.rows / (self.root.rows or 1))

    def _column_widths(self) -> list[float]:
        widths = [0.0] * (1 + max(words.twig.depth for words in self.words))
        for words in self.words:
            depth = words.twig.depth
            widths[depth] = max(widths[depth], width_of(words.test) + 2 * GAP)
        return widths

    def _right_end(self) -> float:
        ends = (words for words in self.words if words.end)
        return max(self.right(each.twig) + BAR[0] + GAP + width_of(each.end) for each in ends)


class Legend:
    """The colours of the classes: those of most rows have one each, in the order of classes."""

    def __init__(self, classes: list[Any], counts: list[float], heading: str) -> None:
        self.heading = heading
        by_rows = sorted(range(len(classes)), key=lambda code: (-counts[code], code))
        self.codes, self.others = sorted(by_rows[:NAMED_CLASSES]), by_rows[NAMED_CLASSES:]
        self.names = [short(str(classes[code]), LONGEST_CLASS) for code in self.codes]
        self.colours: list[Any] = [*area_colours(len(self.codes))]
        if self.others:
            self.names.append(f"{len(self.others)} others")
            self.colours.append(REST)

    @property
    def least_width(self) -> float:
        """How far to the right the heading goes."""
        return MARGIN + width_of(self.heading, HEADING_FONT, "bold")

    def parts(self, counts: list[float]) -> list[float]:
        """Return the rows of each colour."""
        named = [counts[code] for code in self.codes]
        return [*named, sum(counts[code] for code in self.others)] if self.others else named

    def columns(self, width: float) -> int:
        """Return how many names stand in one line."""
        widest = max([width_of(name) for name in self.names], default=0.0)
        return max(1, int((width - 2 * MARGIN) / (widest + 3.5 * FONT)))

    def height(self, width: float) -> float:
        """Return the height of all names and the words above them."""
        return HEADING + LINE * -(-len(self.names) // self.columns(width))


@dataclass(frozen=True)
class Words:
    """The text of a twig: what leads to it, and what it holds if nothing below it is drawn."""

    twig: Twig
    test: str
    end: str


def words_of(twig: Twig, classes: list[Any]) -> Words:
    """Return what is written at a twig."""
    return Words(twig, test_shown(twig), "" if twig.branches else end_shown(twig, classes))


def test_shown(twig: Twig) -> str:
    """Return what leads to a twig, name and value cut if they are long; nothing for the root."""
    if not twig.test:
        return ""
    name = twig.attribute
    # A bare number would look like a value.
    name = f"column {name}" if isinstance(name, int) else str(name)
    return f"{short(name, LONGEST_NAME)} {short(twig.test, LONGEST_TEST)}"


def end_shown(twig: Twig, classes: list[Any]) -> str:
    """Return what a leaf, or a subtree cut off, holds most of."""
    cut = f"+ {twig.leaves:,} leaves" if twig.leaves > 1 else ""
    if not twig.rows:
        return cut or "no rows yet"
    code = max(range(len(classes)), key=lambda code: twig.counts[code])
    share = int(100 * twig.counts[code] // twig.rows)  # rounded down: 100 are all of them
    rows = f"{twig.rows:,.6g}" if isinstance(twig.rows, float) else f"{twig.rows:,}"
    text = f"{short(str(classes[code]), LONGEST_CLASS)}: {share}% of {rows}"
    return f"{cut}; {text}" if cut else text + (", inactive" if twig.inactive else "")


def heading(tree: VFDTClassifier, drawn: Outline) -> str:
    """Return the words above the picture."""
    cuts = drawn.cuts
    hidden, boxes = sum(twig.leaves for twig in cuts), counted(len(cuts), "box", "boxes")
    folded = f" ({hidden:,} of them in {boxes})" if cuts else ""
    leaves = counted(drawn.root.leaves, "leaf", "leaves")
    return f"{leaves}{folded}, {counted(tree.n, 'row', 'rows')}"


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its word."""
    return f"{number:,} {one if number == 1 else many}"


def width_of(text: str, size: float = FONT, weight: str = "normal") -> float:
    """Return how wide a text can get: in pictures of pixels, letters are fitted to these."""
    font = FontProperties(size=size, weight=weight)
    width = text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]
    return HINTED * float(width)
