"""The most common labels of the selected field."""

from __future__ import annotations

from rich.cells import cell_len

from entrostream.cli.watch.cells import bar, fit, shown
from entrostream.cli.watch.numbers import percent, points
from entrostream.cli.watch.pane import Pane
from entrostream.cli.watch.snapshot import FieldView, LabelShare
from entrostream.cli.watch.styles import ALARM, BAR, DIM, PLAIN, Line

__all__ = ["LabelsPane"]

SHARE_WIDTH = 9
CHANGE_WIDTH = 8
LEAST_LABEL = 12
# The width of the column is that of the first labels: the others are cut at most, and it moves
# less when labels change.
MEASURED_LABELS = 50


class LabelsPane(Pane):
    """Labels with their share, its change against the baseline, and a bar."""

    def __init__(self) -> None:
        super().__init__()
        self.field: FieldView | None = None
        self.filter = ""
        self.labels: list[LabelShare] = []

    def show(self, field: FieldView | None, filter: str) -> None:
        """Show the labels of a field that have the filter in them."""
        is_same = filter == self.filter and content(field) == content(self.field)
        if field is None or self.field is None or field.name != self.field.name:
            self.first = 0
        self.field, self.filter = field, filter
        if is_same:
            return  # a slow connection is not burdened with the same lines again
        top = field.top if field is not None else ()
        self.labels = [each for each in top if filter in shown(each.label).casefold()]
        self.show_anew()

    def title(self) -> str:
        """Return whose labels these are."""
        return "Labels" if self.field is None else f"Labels of {shown(self.field.name)}"

    def empty(self) -> str:
        """Say why there is nothing."""
        has_labels = self.field is not None and self.field.top
        return "no label matches the filter" if has_labels else "no labels yet"

    def row_count(self) -> int:
        """Return the number of labels that match."""
        return len(self.labels)

    def head(self, width: int) -> list[Line]:
        """Return the alarm of the field, if it is in alarm, and the names of the columns."""
        titles = fit("label", self.label_width(width)) + "share".rjust(SHARE_WIDTH)
        lines: list[Line] = [[("  " + titles + "change".rjust(CHANGE_WIDTH), DIM)]]
        if self.field is not None and self.field.alarm is not None:
            lines.insert(0, [("! " + fit(self.field.alarm, width - 2), ALARM)])
        return lines

    def row(self, index: int, width: int) -> Line:
        """Return a label; the bar of the most common one has the full width."""
        label = self.labels[index]
        label_width = self.label_width(width)
        style = DIM if label.label == "" else PLAIN
        numbers = percent(label.share).rjust(SHARE_WIDTH) + points(label.change).rjust(CHANGE_WIDTH)
        room = width - 2 - label_width - SHARE_WIDTH - CHANGE_WIDTH - 3
        return [
            ("  " + fit(label.label, label_width), style),
            (numbers + "  ", PLAIN),
            (bar(self.relative_share(label), room), BAR),
        ]

    def relative_share(self, label: LabelShare) -> float:
        """Return a share as a part of the largest one."""
        assert self.field is not None
        largest = max((each.share for each in self.field.top), default=0.0)
        return label.share / largest if largest > 0 else 0.0

    def label_width(self, width: int) -> int:
        """Return the width of the column of labels, at most half of the pane."""
        measured = self.labels[:MEASURED_LABELS]
        longest = max((cell_len(shown(each.label[:width])) for each in measured), default=0)
        return max(LEAST_LABEL, min(longest, width // 2))


def content(field: FieldView | None) -> object:
    """Return what the pane shows of a field."""
    return field and (field.name, field.alarm, field.top)
