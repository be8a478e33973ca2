"""Colours are the terminal's own, and NO_COLOR turns them off."""

import pytest
from rich.color import ColorType

from tests.cli.watch.headless import drive
from tests.cli.watch.samples import TWO_FIELDS

RED, CYAN = 1, 6


def colours(size=(80, 24)):
    """Return the colours on the screen, but for the default ones of the terminal."""

    async def story(view):
        await view.press("slash", "0")
        styles = [segment.style for strip in view.strips for segment in strip if segment.style]
        return {
            colour
            for style in styles
            for colour in (style.color, style.bgcolor)
            if colour is not None and not colour.is_default
        }

    return drive(TWO_FIELDS, story, size)


def attributes():
    async def story(view):
        styles = [segment.style for strip in view.strips for segment in strip if segment.style]
        return {name for style in styles for name in ("bold", "reverse") if getattr(style, name)}

    return drive(TWO_FIELDS, story)


def test_colours_are_those_of_the_terminal(monkeypatch):
    """None of them is fixed: they are readable on dark and on light terminals."""
    monkeypatch.delenv("NO_COLOR", raising=False)

    found = colours()

    assert {colour.number for colour in found} == {RED, CYAN}
    assert {colour.type for colour in found} == {ColorType.STANDARD}


@pytest.mark.parametrize("value", ["1", "yes"])
def test_no_color(monkeypatch, value):
    """What is selected or in alarm is still marked."""
    monkeypatch.setenv("NO_COLOR", value)

    assert colours() == set()
    assert attributes() == {"bold", "reverse"}
