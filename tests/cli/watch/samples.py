"""Snapshots for tests of the view."""

import math

from entrostream.cli.watch.snapshot import AlarmView, FieldView, LabelShare, Snapshot

HOSTILE = ["\x1b[31mred\x1b[0m", "[red]markup[/red]", "two\nlines", "photo\u202egnp.exe", "", "\t"]


def label(name, share=0.1, change=0.0):
    return LabelShare(name, share, change)


def field(name, *, top=(), alarm=None, history=(1.0, 2.0, 3.0), entropy=2.5, n=1000, distinct=8):
    return FieldView(name, entropy, 0.8333, 0.75, distinct, n, tuple(history), tuple(top), alarm)


def alarm(number, field="src", text=None, severity=0.25):
    return AlarmView(f"12:00:{number % 60:02}", text or f"alarm {number}", severity, field)


def snapshot(fields=(), alarms=(), *, title="access.log", lines=1234, ended=False, note=None):
    return Snapshot(title, 1500.0, lines, 3, 2, tuple(fields), tuple(alarms), ended, note)


def wave(number, length=400):
    """Return a history that goes up and down."""
    return tuple(5 + math.sin((number + place) / 9) for place in range(length))


def addresses(many, change=0.0):
    """Return labels with shares that fall."""
    return [label(f"10.0.0.{number}", 0.5 / (number + 1), change) for number in range(many)]


TWO_FIELDS = snapshot(
    [
        field("src", top=[label("10.0.0.1", 0.5, 0.25), label("10.0.0.2", 0.125, -0.02)]),
        field("path", top=[label("/index.html", 0.75), label("/login", 0.25)], alarm="a flood"),
    ],
    [alarm(2, "path", "/login rose"), alarm(1, "src", "10.0.0.1 rose")],
)
