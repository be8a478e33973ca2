"""The alarms, newest first."""

from __future__ import annotations

from functools import lru_cache

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from entrostream.cli.watch.cells import fit, shown
from entrostream.cli.watch.numbers import severity
from entrostream.cli.watch.pane import Pane
from entrostream.cli.watch.snapshot import AlarmView
from entrostream.cli.watch.styles import DIM, PLAIN, STRONG, Line

__all__ = ["AlarmsPane"]

LONGEST_TIME = 19
LONGEST_FIELD = 16
SEVERITY_WIDTH = 10
LONGEST_TEXT = 1000
WIDTHS = Console(file=None, width=80)  # wrapping asks for a console, nothing is printed


class AlarmsPane(Pane):
    """Alarms with time, severity, field and text; a long text takes several lines."""

    def __init__(self) -> None:
        super().__init__()
        self.alarms: list[AlarmView] = []
        self.has_alarms = False
        self.widths = (4, 5)  # of times and of fields
        self.lines: list[tuple[AlarmView | None, str]] = []  # an alarm with its first line

    def show(self, alarms: tuple[AlarmView, ...], filter: str) -> None:
        """Show the alarms that have the filter in their field or text."""
        matching = [each for each in alarms if filter in words(each).casefold()]
        if (bool(alarms), matching) == (self.has_alarms, self.alarms):
            return  # a slow connection is not burdened with the same lines again
        self.has_alarms, self.alarms = bool(alarms), matching
        self.widths = column_widths(matching)
        self.wrap_texts()
        self.show_anew()

    def on_resize(self) -> None:
        """Wrap the texts to the new width."""
        self.wrap_texts()
        super().on_resize()

    def wrap_texts(self) -> None:
        """Break the texts into lines."""
        width = self.text_width(self.size.width)
        self.lines = []
        for alarm in self.alarms:
            first, *others = wrapped(alarm.text, width)
            self.lines.append((alarm, first))
            self.lines += [(None, text) for text in others]

    def title(self) -> str:
        """Return how many alarms there are."""
        return f"Alarms ({len(self.alarms)})" if self.alarms else "Alarms"

    def empty(self) -> str:
        """Say why there is nothing."""
        return "no alarm matches the filter" if self.has_alarms else "no alarms"

    def row_count(self) -> int:
        """Return the number of lines of all alarms."""
        return len(self.lines)

    def head(self, width: int) -> list[Line]:
        """Return the names of the columns."""
        time, field = self.widths
        titles = fit("time", time) + "severity".rjust(SEVERITY_WIDTH) + "  " + fit("field", field)
        return [[("  " + titles + "  alarm", DIM)]] if self.lines else []

    def row(self, index: int, width: int) -> Line:
        """Return a line of an alarm."""
        alarm, text = self.lines[index]
        if alarm is None:
            return [(" " * (width - self.text_width(width)) + text, PLAIN)]
        time, field = self.widths
        numbers = severity(alarm.severity).rjust(SEVERITY_WIDTH)
        return [
            ("  " + fit(alarm.at, time) + numbers + "  ", PLAIN),
            (fit(alarm.field, field), STRONG),
            ("  " + text, PLAIN),
        ]

    def place(self) -> str:
        """Say that these are lines: there are fewer alarms."""
        place = super().place()
        return f"lines {place}" if place else ""

    def text_width(self, width: int) -> int:
        """Return the width that is left for the text."""
        return max(10, width - 6 - SEVERITY_WIDTH - sum(self.widths))


def column_widths(alarms: list[AlarmView]) -> tuple[int, int]:
    """Return the width of times and of fields."""
    times = max((cell_len(shown(each.at)) for each in alarms), default=4)
    fields = max((cell_len(shown(each.field)) for each in alarms), default=5)
    return max(4, min(times, LONGEST_TIME)), max(5, min(fields, LONGEST_FIELD))


def words(alarm: AlarmView) -> str:
    """Return what a filter searches in."""
    return f"{shown(alarm.field)} {shown(alarm.text)}"


@lru_cache(maxsize=4096)
def wrapped(text: str, width: int) -> tuple[str, ...]:
    """Return a text as lines of at most `width` cells."""
    lines = Text(shown(text[:LONGEST_TEXT])).wrap(WIDTHS, width)
    return tuple(line.plain.rstrip() for line in lines)
