"""The table of fields: a row per field, one of them selected."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from rich.style import Style
from textual.message import Message

from entrostream.cli.watch.cells import fit, shown
from entrostream.cli.watch.numbers import count, measure
from entrostream.cli.watch.pane import Pane
from entrostream.cli.watch.snapshot import FieldView
from entrostream.cli.watch.sparkline import sparkline
from entrostream.cli.watch.styles import ALARM, BAR, DIM, PLAIN, SELECTED, STRONG, Line

__all__ = ["FieldsPane"]

# Column name, its width, and its cell.
NUMBERS: list[tuple[str, int, Callable[[FieldView], str]]] = [
    ("entropy", 9, lambda field: measure(field.entropy)),
    ("evenness", 9, lambda field: measure(field.evenness)),
    ("Gini", 7, lambda field: measure(field.gini)),
    ("distinct", 10, lambda field: count(field.distinct)),
    ("n", 10, lambda field: count(field.n)),
]
NUMBERS_WIDTH = sum(width for _, width, _ in NUMBERS)
MARKS_WIDTH = 2
LEAST_HISTORY = 12
LONGEST_NAME = 40


class FieldsPane(Pane):
    """The fields of a snapshot. The selection stays on a name when rows come and go."""

    class Selected(Message):
        """Another field is selected."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: tuple[FieldView, ...] = ()
        self.selected_name: str | None = None

    def show(self, fields: tuple[FieldView, ...]) -> None:
        """Show other values."""
        self.fields = fields
        if fields and self.selected_name not in [field.name for field in fields]:
            self.selected_name = fields[0].name
        self.show_anew()

    @property
    def selected(self) -> FieldView | None:
        """The selected field; None if there are no fields."""
        return self.fields[self.selected_index] if self.fields else None

    @property
    def selected_index(self) -> int:
        """The row of the selected field."""
        names = [field.name for field in self.fields]
        return names.index(self.selected_name) if self.selected_name in names else 0

    def move(self, step: int) -> None:
        """Select a field further down."""
        if self.fields:
            index = max(0, min(self.selected_index + step, len(self.fields) - 1))
            self.selected_name = self.fields[index].name
            self.scroll_to_row(self.first)
            self.post_message(self.Selected())

    def scroll_to_row(self, first: int) -> None:
        """Keep the selected row in sight."""
        index = self.selected_index
        super().scroll_to_row(max(index - self.visible_rows() + 1, min(first, index)))

    def title(self) -> str:
        """Return the title."""
        return "Fields (entropy in bits)"

    def empty(self) -> str:
        """Return what is shown before there is a field."""
        return "no values yet"

    def row_count(self) -> int:
        """Return the number of fields."""
        return len(self.fields)

    def head(self, width: int) -> list[Line]:
        """Return the names of the columns."""
        name, history = self.widths(width)
        numbers = "".join(title.rjust(cells) for title, cells, _ in NUMBERS)
        text = " " * MARKS_WIDTH + fit("field", name) + numbers
        return [[(text + ("  " + "history" if history else ""), DIM)]]

    def row(self, index: int, width: int) -> Line:
        """Return a field with its measures; `>` marks the selected one, `!` an alarm."""
        field = self.fields[index]
        name, history = self.widths(width)
        is_selected = index == self.selected_index
        style = ALARM if field.alarm is not None else STRONG if is_selected else PLAIN
        marks = (">" if is_selected else " ") + ("!" if field.alarm is not None else " ")
        numbers = "".join(cell(field).rjust(cells) for _, cells, cell in NUMBERS)
        return [
            (marks + fit(field.name, name) + numbers, style + self.cursor_style(is_selected)),
            # Not reversed: the picture would be upside down.
            ("  " + sparkline(field.history, history), BAR if field.alarm is None else ALARM),
        ]

    def cursor_style(self, is_selected: bool) -> Style:
        """Return what the row of the selected field has while keys act on this pane."""
        return SELECTED if is_selected and self.has_focus else PLAIN

    def widths(self, width: int) -> tuple[int, int]:
        """Return the width of names, and of histories; 0 if there is no room for them."""
        left = width - MARKS_WIDTH - NUMBERS_WIDTH
        longest = max((cell_len(shown(field.name)) for field in self.fields), default=0)
        most = max(8, min(left - 2 - LEAST_HISTORY, LONGEST_NAME))
        name = max(5, min(longest, most))
        history = left - name - 2
        return name, history if history >= 4 else 0
