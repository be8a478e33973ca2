"""The last line of the screen: the keys, the filter, and where it is typed."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from entrostream.cli.watch.cells import fit

__all__ = ["FilterLine", "Footer"]

KEYS = "q quit  ? help  Up/Down select  Tab next pane  / filter  p pause"


class Footer(Widget):
    """The most important keys, or the filter that is in use."""

    def __init__(self) -> None:
        super().__init__()
        self.text = KEYS

    def show(self, filter: str) -> None:
        """Show which filter is in use."""
        self.text = f"Filter: {filter}  (Escape clears it, / edits it)" if filter else KEYS
        self.refresh()

    def render(self) -> Text:
        """Return the line."""
        return Text(fit(self.text, self.size.width), no_wrap=True)


class FilterLine(Horizontal):
    """Where a filter is typed, after a slash."""

    class Edited(Message):
        """The filter changed."""

        def __init__(self, filter: str) -> None:
            super().__init__()
            self.filter = filter

    def __init__(self) -> None:
        super().__init__()
        self.input = Input(compact=True, select_on_focus=False)

    def compose(self) -> ComposeResult:
        """Yield the slash and the input."""
        yield Static("/", markup=False)
        yield self.input

    def edit(self, filter: str) -> None:
        """Begin with a text, to type on at its end."""
        self.input.value = filter
        self.input.cursor_position = len(filter)

    def clear(self) -> None:
        """Empty it, after keys that were typed before and wait to be handled."""
        self.input.call_later(self.input.clear)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filter while typing."""
        event.stop()
        self.post_message(self.Edited(event.value))
