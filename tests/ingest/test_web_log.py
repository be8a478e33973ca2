"""Web-server logs: the fields of the common and combined format, and of the request line."""

import pytest

from entrostream.ingest.web_log import line_format
from tests.ingest.sources import columns, reader

COMMON = '10.0.0.1 - frank [17/May/2015:10:05:03 +0000] "GET /a b?c HTTP/1.1" 200 2326'
COMBINED = COMMON + ' "http://x/" "Mozilla \\"5\\" (X11)"'


@pytest.mark.parametrize(("line", "form"), [(COMMON, "common"), (COMBINED, "combined")])
def test_format_is_recognised(line, form):
    """By the first line."""
    assert line_format(line) == form
    assert reader(line.encode() + b"\n", name="access.log").format == form


def test_fields():
    """All of them, with the parts of the request; "-" is missing."""
    names = reader(COMBINED.encode(), format="combined").names
    values, bad = columns(COMBINED.encode() + b"\n", names, format="combined")
    assert {name: value for name, (value,) in values.items()} == {
        "host": "10.0.0.1",
        "ident": None,
        "user": "frank",
        "time": "17/May/2015:10:05:03 +0000",
        "request": "GET /a b?c HTTP/1.1",
        "status": "200",
        "bytes": "2326",
        "referer": "http://x/",
        "agent": 'Mozilla \\"5\\" (X11)',
        "method": "GET",
        "path": "/a b?c",
        "protocol": "HTTP/1.1",
    }
    assert bad.count == 0


@pytest.mark.parametrize(
    ("request_line", "expected"),
    [
        ("-", (None, None)),
        ("GET /", ("GET", "/")),
        ("\\x16\\x03", (None, None)),
        ("", (None, None)),
    ],
)
def test_requests_that_are_none(request_line, expected):
    """Scanners send anything: the line is read, the parts are missing."""
    line = f'::1 - - [17/May/2015:10:05:03 +0000] "{request_line}" 400 -\n'.encode()
    values, bad = columns(line, ["method", "path", "bytes"], format="common")
    assert (values["method"][0], values["path"][0], values["bytes"][0]) == (*expected, None)
    assert bad.count == 0


def test_other_lines_are_bad():
    """Empty ones are not counted."""
    data = f"{COMMON}\r\n\r\nhello\n{COMBINED}\n".encode()
    values, bad = columns(data, ["status"], format="common", sizes=(7,))
    assert values == {"status": ["200", "200"]}
    assert bad.count == 1
    assert bad.examples == ["input: not a line of common log format: 'hello'"]


def test_users_of_several_words_keep_their_place():
    """A user may have spaces; such lines are read in their order, bad ones between them."""
    line = '10.0.0.{} - {} [17/May/2015:10:05:03 +0000] "GET / HTTP/1.1" 200 12\n'
    users = ["-", "ann b c", "bob", "x y"]
    text = "".join(line.format(place, user) for place, user in enumerate(users))
    text = text.replace("10.0.0.2", "no line\n10.0.0.2")
    rows, bad = columns(text.encode(), ["host", "user"], format="common")
    assert rows["host"] == [f"10.0.0.{place}" for place in range(4)]
    assert rows["user"] == [None, "ann b c", "bob", "x y"]
    assert bad.count == 1
