"""The first lines of the screen: where the data come from, how many, and what to know."""

from __future__ import annotations

from rich.text import Text
from textual.widget import Widget

from entrostream.cli.watch.cells import fit
from entrostream.cli.watch.numbers import count, rate
from entrostream.cli.watch.snapshot import Snapshot
from entrostream.cli.watch.styles import ALARM, PLAIN, STRONG

__all__ = ["Header", "Note"]


class Header(Widget):
    """Title, rate and counts in one line; a long title is cut, the counts are not."""

    def __init__(self) -> None:
        super().__init__()
        self.snapshot: Snapshot | None = None
        self.state = ""

    def show(self, snapshot: Snapshot, paused: bool) -> None:
        """Show other counts."""
        self.snapshot = snapshot
        self.state = "PAUSED" if paused else "ENDED" if snapshot.ended else ""
        self.refresh()

    def render(self) -> Text:
        """Return the line."""
        if self.snapshot is None:
            return Text()
        numbers = f"  {counts(self.snapshot)}"
        state = f"  {self.state}" if self.state else ""
        room = self.size.width - len(numbers) - len(state)
        bad = ALARM if self.snapshot.bad else PLAIN
        before, _, after = numbers.rpartition(bad_lines(self.snapshot))
        return Text.assemble(
            (fit(self.snapshot.title, room), STRONG),
            before,
            (bad_lines(self.snapshot), bad),
            after,
            (state, STRONG),
            no_wrap=True,
        )


def counts(snapshot: Snapshot) -> str:
    """Return the numbers of the header."""
    lines = f"{rate(snapshot.rate)}  {count(snapshot.lines)} lines"
    return f"{lines}  {bad_lines(snapshot)}  {count(snapshot.late)} late"


def bad_lines(snapshot: Snapshot) -> str:
    """Return the number of lines that could not be parsed."""
    return f"{count(snapshot.bad)} bad"


class Note(Widget):
    """A sentence under the header; without one it takes no room."""

    def __init__(self) -> None:
        super().__init__()
        self.sentences = ""

    def show(self, snapshot: Snapshot) -> None:
        """Show the note of a snapshot, and whether the input is over."""
        ended = "The input ended; q quits." if snapshot.ended else ""
        self.sentences = " ".join(filter(None, [ended, snapshot.note]))
        self.display = bool(self.sentences)
        self.refresh()

    def render(self) -> Text:
        """Return the line."""
        return Text(fit(self.sentences, self.size.width), no_wrap=True)
