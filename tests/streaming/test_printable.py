"""A label is data: whatever is in it, the terminal shows one line of text."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from entrostream.streaming import printable as module
from entrostream.streaming.printable import printable

ACUTE = "\u0301"


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("", ""),
        ("GET /index.html", "GET /index.html"),
        ("café 東京 🙂", "café 東京 🙂"),
        ("[red]no markup[/red]", "[red]no markup[/red]"),
        ("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m"),
        ("\x1b]0;title\x07", r"\x1b]0;title\x07"),
        ("\x9b31m", r"\u009b31m"),
        ("two\nlines\r\n", r"two\nlines\r\n"),
        ("line\u2028separator", r"line\u2028separator"),
        ("tab\tnul\x00del\x7f", r"tab\tnul\x00del\x7f"),
        ("photo\u202egnp.exe", r"photo\u202egnp.exe"),
        ("isolated\u2066", r"isolated\u2066"),
        ("zero\u200bwidth", r"zero\u200bwidth"),
        ("no-break\u00a0space", r"no-break\u00a0space"),
        ("tag\U000e0041", r"tag\U000e0041"),
        ("byte \udcff", r"byte \xff"),
        ("half \ud800", r"half \ud800"),
        (r"C:\temp", r"C:\\temp"),
        (r"not an escape: \x1b", r"not an escape: \\x1b"),
    ],
)
def test_labels(label, shown):
    assert printable(label) == shown


def test_combining_marks():
    """Those of written languages remain; in front of a label and in long runs they do not."""
    assert printable("e" + ACUTE) == "e" + ACUTE
    assert printable(ACUTE + "e") == r"\u0301e"
    assert printable("e" + ACUTE * 6) == "e" + ACUTE * 4 + r"\u0301\u0301"
    assert printable(("e" + ACUTE) * 9) == ("e" + ACUTE) * 9


@given(label=st.text(st.characters()))
def test_every_result_is_visible_text(label):
    """Nothing is left that a terminal acts on, or that cannot be encoded."""
    shown = printable(label)

    assert shown.isprintable()
    assert shown.encode("utf-8").decode("utf-8") == shown


@given(labels=st.lists(st.text(st.characters()), min_size=2, max_size=2, unique=True))
def test_two_labels_never_look_the_same(labels):
    """The escapes of one are not the text of the other."""
    first, second = labels
    assert printable(first) != printable(second)
    assert printable(printable(first)) == printable(first).replace("\\", "\\\\")


@given(label=st.text(st.sampled_from("[]/ redbold\\\x1b@=")))
def test_rich_text_shows_it_unchanged(label):
    """There is no markup in a Text."""
    assert Text(printable(label)).plain == printable(label)


def test_docstring():
    assert doctest.testmod(module).failed == 0
