"""Plain lines: each is a value, an empty one is missing."""

from hypothesis import given
from hypothesis import strategies as st

from tests.ingest.sources import columns, reader

LINES = st.lists(st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"])))


@given(lines=LINES, sizes=st.lists(st.integers(1, 9), min_size=1), end=st.sampled_from(["", "\n"]))
def test_lines(lines, sizes, end):
    """As Python splits them at newlines, in any pieces."""
    data = ("\n".join(lines) + end).encode()
    if data.startswith(b"\xef\xbb\xbf") or data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return
    expected = data.decode().removesuffix("\n").split("\n") if data else []

    values, _ = columns(data, ["line"], format="lines", sizes=sizes)

    assert values["line"] == [line or None for line in expected]


def test_ends_of_windows_and_byte_order_mark():
    """They belong to no line."""
    values, _ = columns(b"\xef\xbb\xbfa\r\nb\r\n\r\n", ["line"], format="lines")
    assert values["line"] == ["a", "b", None]


def test_empty_source_has_no_field():
    """Unless its format is given."""
    assert reader(b"").names == []
    assert reader(b"", format="lines").names == ["line"]
