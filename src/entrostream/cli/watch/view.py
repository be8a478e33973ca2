"""The terminal view: shows the newest snapshot until the user quits."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container

from entrostream.cli.watch.alarms_pane import AlarmsPane
from entrostream.cli.watch.fields_pane import FieldsPane
from entrostream.cli.watch.filter_line import FilterLine, Footer
from entrostream.cli.watch.header import Header, Note
from entrostream.cli.watch.help_screen import HelpScreen
from entrostream.cli.watch.labels_pane import LabelsPane
from entrostream.cli.watch.pane import Pane
from entrostream.cli.watch.snapshot import Snapshot
from entrostream.cli.watch.terminal import require_terminal

__all__ = ["WatchApp", "run_watch"]

SECONDS_BETWEEN_SNAPSHOTS = 0.25

# All by the app, before a widget gets them: ssh sends several keys at once, and a key must not
# reach the widget that had the keyboard before the key in front of it.
KEYS: list[BindingType] = [
    Binding(keys, action, show=False, priority=True)
    for keys, action in {
        "ctrl+c": "quit",
        "q": "leave",
        "question_mark": "help",
        "p": "pause",
        "up,k": "move(-1)",
        "down,j": "move(1)",
        "pageup": "move_page(-1)",
        "pagedown": "move_page(1)",
        "home,g": "move_to_end(-1)",
        "end,G": "move_to_end(1)",
        "tab": "move_focus(1)",
        "shift+tab": "move_focus(-1)",
        "slash": "begin_filter",
        "enter": "end_filter",
        "escape": "clear_filter",
    }.items()
]


def run_watch(next_snapshot: Callable[[], Snapshot]) -> None:
    """Show snapshots in the terminal until the user quits.

    Parameters
    ----------
    next_snapshot : callable
        Returns the newest snapshot. It is called four times per second in the thread of the view,
        and has to return at once: the engine runs in another thread. What it raises ends the view
        and is raised here, after the terminal was restored.

    Raises
    ------
    OSError
        If standard input or standard error is no terminal. The screen is drawn on standard error:
        nothing else may be written there meanwhile. See `take_standard_input` for data in a pipe.
    """
    require_terminal()
    app = WatchApp(next_snapshot)
    app.run(mouse=False)  # so that the terminal's own selection of text works
    if app.failure is not None:
        raise app.failure


class WatchApp(App[None]):
    """The screen and its keys; what is shown is in the panes."""

    TITLE = "entrostream watch"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012 - as in App
    BINDINGS: ClassVar[list[BindingType]] = KEYS
    CSS = """
    Header, Note, Footer, FilterLine { height: 1; }
    FieldsPane { height: auto; max-height: 45%; }
    #details { height: 1fr; }
    .-wide #details { layout: horizontal; }
    LabelsPane { height: 3fr; }
    AlarmsPane { height: 2fr; }
    .-wide LabelsPane { width: 1fr; height: 1fr; margin-right: 2; }
    .-wide AlarmsPane { width: 1fr; height: 1fr; }
    FilterLine { display: none; }
    FilterLine Static { width: 1; }
    FilterLine Input { width: 1fr; }
    FilterLine Input > .input--cursor {
        color: ansi_default; background: ansi_default; text-style: reverse;
    }
    HelpScreen { align: center middle; }
    #help { width: auto; height: auto; border: round ansi_default; padding: 0 1; }
    """

    def __init__(
        self, next_snapshot: Callable[[], Snapshot], interval: float = SECONDS_BETWEEN_SNAPSHOTS
    ) -> None:
        # The terminal's own colours: readable on dark and on light ones.
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self.next_snapshot, self.interval = next_snapshot, interval
        self.snapshot: Snapshot | None = None
        self.failure: Exception | None = None
        self.paused = False
        self.filter = ""
        self.header, self.note = Header(), Note()
        self.fields, self.labels, self.alarms = FieldsPane(), LabelsPane(), AlarmsPane()
        self.footer, self.filter_line = Footer(), FilterLine()
        self.pane: Pane = self.fields  # the one that keys act on

    def compose(self) -> ComposeResult:
        """Yield the parts of the screen from top to bottom."""
        yield self.header
        yield self.note
        yield self.fields
        with Container(id="details"):
            yield self.labels
            yield self.alarms
        yield self.footer
        yield self.filter_line

    def on_mount(self) -> None:
        """Begin to show snapshots."""
        self.fields.focus()
        self.poll()
        self.set_interval(self.interval, self.poll)

    def poll(self) -> None:
        """Show the newest snapshot, unless paused."""
        if self.paused:
            return
        try:
            snapshot = self.next_snapshot()
        except Exception as error:
            self.failure = error
            self.exit()
            return
        if snapshot != self.snapshot:
            self.snapshot = snapshot
            self.show()

    def show(self) -> None:
        """Show the snapshot in all parts."""
        if self.snapshot is None:
            return
        self.header.show(self.snapshot, self.paused)
        self.note.show(self.snapshot)
        self.fields.show(self.snapshot.fields)
        self.show_details()

    def show_details(self) -> None:
        """Show labels and alarms that match the filter."""
        if self.snapshot is not None:
            needle = self.filter.casefold()
            self.labels.show(self.fields.selected, needle)
            self.alarms.show(self.snapshot.alarms, needle)
            self.footer.show(self.filter)

    def on_fields_pane_selected(self) -> None:
        """Show the labels of another field."""
        self.show_details()

    # ------------------------------------------------------------ keys

    @property
    def is_typing(self) -> bool:
        """Whether keys go to the filter."""
        return self.filter_line.display

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Say whether a key has its meaning now; if not, the widgets get it."""
        if isinstance(self.screen, HelpScreen):
            return action == "quit"
        if self.is_typing:
            return action in ("quit", "end_filter", "clear_filter", "move_focus")
        return action != "end_filter"

    def action_leave(self) -> None:
        """Quit."""
        self.exit()

    def action_help(self) -> None:
        """Show the keys."""
        self.push_screen(HelpScreen())

    def action_pause(self) -> None:
        """Keep the screen as it is, or go on with the newest snapshot."""
        self.paused = not self.paused
        self.show()
        self.poll()

    def action_move(self, step: int) -> None:
        """Go down in the pane by a number of rows."""
        self.pane.move(step)

    def action_move_page(self, step: int) -> None:
        """Go down in the pane by a number of pages."""
        self.pane.move(step * self.pane.page_size())

    def action_move_to_end(self, direction: int) -> None:
        """Go to the first or last row of the pane."""
        self.pane.move(direction * self.pane.row_count())

    def action_move_focus(self, step: int) -> None:
        """Give the keyboard to the next or previous pane; after a filter, to the same one."""
        if self.is_typing:
            self.action_end_filter()
            return
        panes = [self.fields, self.labels, self.alarms]
        self.pane = panes[(panes.index(self.pane) + step) % len(panes)]
        self.screen.set_focus(self.pane)

    def action_begin_filter(self) -> None:
        """Begin to type a filter."""
        self.footer.display, self.filter_line.display = False, True
        self.filter_line.edit(self.filter)
        self.screen.set_focus(self.filter_line.input)

    def action_end_filter(self) -> None:
        """Give the keyboard back to the pane."""
        self.footer.display, self.filter_line.display = True, False
        self.screen.set_focus(self.pane)

    def action_clear_filter(self) -> None:
        """Show all labels and alarms."""
        if self.is_typing:
            self.action_end_filter()
        self.filter_line.clear()
        self.filter = ""
        self.show_details()

    def on_filter_line_edited(self, event: FilterLine.Edited) -> None:
        """Show what matches."""
        self.filter = event.filter
        self.show_details()
