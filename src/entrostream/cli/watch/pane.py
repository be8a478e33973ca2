"""A part of the screen with a title, column names and rows that scroll."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from entrostream.cli.watch.cells import fit
from entrostream.cli.watch.styles import DIM, PLAIN, STRONG, Line

__all__ = ["Pane"]


class Pane(Widget, can_focus=True):
    """Rows under a title. Only rows on the screen are made, so their number does not matter.

    Textual's own tables take markup and make all rows in advance; labels are data, and some
    hundred rows change several times per second.
    """

    def __init__(self) -> None:
        super().__init__()
        self.first = 0  # the row at the top
        self.height_before = 0

    # ------------------------------------------------------------ what a pane shows

    def title(self) -> str:
        """Return the title, in which everything is printable."""
        raise NotImplementedError

    def row_count(self) -> int:
        """Return how many rows there are."""
        raise NotImplementedError

    def row(self, index: int, width: int) -> Line:
        """Return a row."""
        raise NotImplementedError

    def head(self, width: int) -> list[Line]:
        """Return the lines between the title and the rows, which do not scroll."""
        return []

    def empty(self) -> str:
        """Return what is shown if there are no rows."""
        raise NotImplementedError

    # ------------------------------------------------------------ scrolling

    def visible_rows(self) -> int:
        """Return how many rows fit."""
        return max(1, self.size.height - 1 - len(self.head(self.size.width)))

    def scroll_to_row(self, first: int) -> None:
        """Put a row at the top, or as near as there are rows."""
        self.first = max(0, min(first, self.row_count() - self.visible_rows()))
        self.refresh()

    def move(self, step: int) -> None:
        """Go down by a number of rows."""
        self.scroll_to_row(self.first + step)

    def page_size(self) -> int:
        """Return how many rows a page has; pages share one."""
        return max(1, self.visible_rows() - 1)

    def show_anew(self) -> None:
        """Draw changed rows; their number may have changed, and with it the height."""
        self.scroll_to_row(self.first)
        height = self.full_height(self.size.width)
        self.refresh(layout=height != self.height_before)
        self.height_before = height

    def full_height(self, width: int) -> int:
        """Return the height that shows all rows."""
        return 1 + len(self.head(width)) + max(1, self.row_count())

    # ------------------------------------------------------------ drawing

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the height that Textual gives to the pane if there is room."""
        return self.full_height(width)

    def on_resize(self) -> None:
        """Keep the rows in sight."""
        self.scroll_to_row(self.first)

    def render_line(self, y: int) -> Strip:
        """Return a line of the screen."""
        width = self.size.width
        segments = [Segment(text, style) for text, style in self.line(y, width)]
        return Strip(segments).adjust_cell_length(width).apply_style(self.rich_style)

    def line(self, y: int, width: int) -> Line:
        """Return the title, a line of the head, or a row."""
        if y == 0:
            return self.rule(width)
        head = self.head(width)
        if y <= len(head):
            return head[y - 1]
        index = self.first + y - 1 - len(head)
        if index < self.row_count():
            return self.row(index, width)
        is_message = self.row_count() == 0 and index == self.first
        return [("  " + self.empty(), DIM)] if is_message else []

    def rule(self, width: int) -> Line:
        """Return the title in a rule, which is heavy for the pane that has the keyboard."""
        char, style = ("━", STRONG) if self.has_focus else ("─", PLAIN)
        place = self.place()
        room = width - cell_len(place) - 6
        title = fit(self.title(), min(room, cell_len(self.title())))
        rest = char * (width - cell_len(title) - cell_len(place) - 6)
        return [
            (char * 2, style),
            (f" {title} ", STRONG),
            (rest, style),
            (f" {place} " if place else char * 2, PLAIN if place else style),
        ]

    def place(self) -> str:
        """Return which rows are on the screen, if not all of them are."""
        last = min(self.first + self.visible_rows(), self.row_count())
        if last - self.first >= self.row_count():
            return ""
        return f"{self.first + 1}-{last} of {self.row_count()}"
