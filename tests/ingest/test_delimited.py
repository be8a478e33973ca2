"""CSV and TSV give the fields that Python's csv module gives, however the bytes arrive."""

import csv
import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.ingest import InputError
from tests.ingest.sources import columns, reader

NUL = "\0" if sys.version_info >= (3, 11) else ""  # which Python's writer refused before
FIELDS = st.text(st.sampled_from('ab ,;"\n\té' + NUL), max_size=6)
SIZES = st.lists(st.integers(1, 30), min_size=1, max_size=4)


def written(rows, **style):
    """Return rows as CSV."""
    text = io.StringIO(newline="")
    csv.writer(text, **style).writerows(rows)
    return text.getvalue().encode()


@given(
    rows=st.lists(st.tuples(FIELDS, FIELDS), max_size=12),
    sizes=SIZES,
    delimiter=st.sampled_from(",;|\t"),
    quoting=st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_what_a_writer_wrote_is_read(rows, sizes, delimiter, quoting, end):
    """Quotes, newlines and delimiters within fields included; an empty field is missing."""
    style = {"delimiter": delimiter, "quoting": quoting, "lineterminator": end}
    data = written([("a", "b"), *rows], **style)

    values, bad = columns(data, ["a", "b"], sizes=sizes, format="csv", delimiter=delimiter)

    assert values["a"] == [first or None for first, _ in rows]
    assert values["b"] == [second or None for _, second in rows]
    assert bad.count == 0


@given(text=st.text(st.sampled_from('ab,"\n'), max_size=60), sizes=SIZES)
def test_pieces_change_nothing(text, sizes):
    """Of any text, with quotes anywhere, the same rows are read and the same are bad."""
    data = b"a,b\n" + text.encode()

    whole, bad = columns(data, ["a", "b"], format="csv")
    cut, bad_in_pieces = columns(data, ["a", "b"], format="csv", sizes=sizes)

    assert cut == whole
    assert bad_in_pieces.count == bad.count


@pytest.mark.parametrize(
    ("data", "values", "bad"),
    [
        (b"", [], 0),
        (b"a,b\n", [], 0),
        (b"a,b", [], 0),
        (b"\xef\xbb\xbfa,b\nx,y\n", ["x"], 0),
        (b'\xef\xbb\xbf"a",b\nx,y\n', ["x"], 0),
        (b"a,b\r\nx,y\r\n", ["x"], 0),
        (b"a,b\nx,y", ["x"], 0),
        (b"\n\na,b\n\nx,y\n\n\n", ["x"], 0),
        (b"a,b\nx\ny,z\nu,v,w\n", ["y"], 2),
        (b'a,b\nx,5" pipe\ny,z\n', ["x", "y"], 0),
        (b'a,b\nx,"open\ny,z\n', ["x", "y"], 0),
        (b'a,b\n"x""y",z\n', ['x"y'], 0),
        (b'a,b\n"two\nlines",z\n', ["two\nlines"], 0),
        (b"a,b\nx\0y,z\n", ["x\0y"], 0),
        (b"a,b\ncaf\xe9,z\n", ["caf\\xe9"], 0),
        (b"a,b\n,z\n", [None], 0),
    ],
)
def test_unusual_files(data, values, bad):
    """Each is read as a person would read it."""
    found, skipped = columns(data, ["a"], format="csv") if data else ({"a": []}, None)
    assert found["a"] == values
    assert (skipped.count if skipped else 0) == bad
    if not data:
        assert reader(data, format="csv").names == []


def test_names_are_as_written():
    """With spaces, signs and dots; quotes around them are not part of them."""
    names = ["src ip", "a+b", "a/24", "a:log2", "x.y", 'the "n"', "new\nline", "é"]
    assert reader(written([names]), format="csv").names == names


def test_fields_have_numbers_without_a_header():
    """The first row is a row then."""
    values, _ = columns(b"x,y\nz,w\n", ["2"], format="csv", header=False)
    assert values["2"] == ["y", "w"]


def test_five_hundred_columns():
    """Those that are needed are read."""
    names = [f"c{number}" for number in range(500)]
    data = written([names, *([f"{row}-{n}" for n in range(500)] for row in range(3))])
    assert columns(data, ["c499"], format="csv")[0] == {"c499": ["0-499", "1-499", "2-499"]}


def test_name_that_is_there_twice_is_refused():
    """Only if it is needed."""
    data = b"a,b,a\n1,2,3\n"
    assert columns(data, ["b"], format="csv")[0]["b"] == ["2"]
    with pytest.raises(InputError, match=r"^input: the field 'a' is there more than once$"):
        columns(data, ["a"], format="csv")


def test_first_bad_row_is_described():
    """With the source and the numbers of fields."""
    _, bad = columns(b"a,b\n1,2\n1,2,3\n", ["a"], format="csv")
    assert bad.examples == ["input: a row has 3 fields instead of 2"]
