"""JSON Lines give the values that Python's json module gives."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ingest.sources import columns, reader

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=4)
)
SIZES = st.lists(st.integers(1, 50), min_size=1, max_size=4)


@given(values=st.lists(SCALARS, max_size=12), sizes=SIZES)
def test_values_keep_their_types(values, sizes):
    """1, 1.0, true and "1" are what they are, whatever else the batch has."""
    data = "".join(json.dumps({"a": value}) + "\n" for value in values).encode()

    found, bad = columns(data, ["a"], format="jsonl", sizes=sizes)

    assert [(type(value), value) for value in found["a"]] == [
        (type(value), value) for value in values
    ]
    assert bad.count == 0


@pytest.mark.parametrize(
    ("line", "value"),
    [
        (b'{"http": {"status": 200}}', 200),
        (b'{"http.status": 404}', 404),
        (b'{"http.status": 404, "http": {"status": 200}}', 404),
        (b'{"http": 5}', None),
        (b'{"http": {"status": null}}', None),
        (b'{"http": {"status": [1, {"b": 2, "a": 1}]}}', '[1,{"a":1,"b":2}]'),
        (b"{}", None),
    ],
)
def test_field_within_a_field(line, value):
    """By its path; a field whose name has dots comes first."""
    assert columns(line + b"\n", ["http.status"], format="jsonl")[0] == {"http.status": [value]}


def test_lines_that_are_no_objects_are_bad():
    """They are counted and described, empty ones are not; the others are read."""
    deep = b'{"b": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    data = b'{"a": 1}\n5\n\n{"a": \n' + deep + b'\n{"a": 2}'

    values, bad = columns(data, ["a"], format="jsonl")

    assert values == {"a": [1, 2]}
    assert bad.count == 3
    assert bad.examples[0].startswith("input: not a JSON object: '5' (")


def test_bytes_that_are_not_utf8_are_shown():
    """Their line is read: the value has their codes."""
    values, bad = columns(b'{"a": "caf\xe9"}\n', ["a"], format="jsonl")
    assert (values, bad.count) == ({"a": ["caf\\xe9"]}, 0)


def test_names_are_those_of_the_first_lines():
    """Nested ones by their paths; any other name may come later."""
    source = reader(b'\xef\xbb\xbf{"a": {"b": 1}, "c d": 2}\n', format="jsonl")
    assert (source.names, source.open_ended) == (["a", "a.b", "c d"], True)
    values, _ = columns(b'{"a": 1}\n{"late": 2}\n', ["late"], format="jsonl")
    assert values == {"late": [None, 2]}
