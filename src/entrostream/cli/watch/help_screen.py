"""The keys of the view, on a screen of their own."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Static

__all__ = ["HelpScreen"]

HELP = """\
q             quit
?             this help; Escape closes it
Up Down j k   select a field, or scroll the labels or alarms
PgUp PgDn     a page up or down
Home End g G  to the first or last row
Tab           next pane: fields, labels, alarms
/             filter labels and alarms: type, then Enter
Escape        clear the filter
p             pause the screen; counting goes on

> selected field   ! field in alarm
change    points of share since the baseline
severity  effect size of a change, from 0 to 1\
"""


class HelpScreen(ModalScreen[None]):
    """Lists the keys until one is pressed that closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter", "dismiss", show=False, priority=True),
        Binding("ctrl+c", "app.quit", show=False),
    ]

    def compose(self) -> ComposeResult:
        """Yield the text."""
        yield Static(Text(HELP), id="help")
