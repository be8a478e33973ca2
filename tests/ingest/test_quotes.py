"""A row of CSV ends at a newline that is not within quotes, wherever quotes are."""

from hypothesis import given
from hypothesis import strategies as st

from entrostream.ingest.quotes import first_record_end, last_record_end


def record_ends(data):
    """Return where all rows end, read byte by byte."""
    ends, quoted, field_start = [], False, True
    place = 0
    while place < len(data):
        byte = data[place : place + 1]
        if quoted:
            if byte == b'"' and data[place + 1 : place + 2] == b'"':
                place += 1
            elif byte == b'"':
                quoted = False
        elif byte == b'"' and field_start:
            quoted = True
        elif byte == b"\n":
            ends.append(place + 1)
        field_start = not quoted and byte in (b",", b"\n", b"\r")
        place += 1
    return ends


TEXTS = st.text(st.sampled_from('a,"\n\r'), max_size=40).map(str.encode)
WRITTEN = st.lists(st.text(st.sampled_from('a,"\n')), min_size=1).map(
    lambda fields: "\n".join('"' + each.replace('"', '""') + '"' for each in fields).encode()
)


@given(data=TEXTS | WRITTEN)
def test_last_complete_row(data):
    """Found at once where a writer quoted the fields, and byte by byte where not."""
    ends = record_ends(data)
    assert last_record_end(data, b",") == (ends[-1] if ends else 0)


@given(data=TEXTS | WRITTEN)
def test_first_row(data):
    """Without an end it is all there is."""
    ends = record_ends(data)
    assert first_record_end(data, b",") == (ends[0] if ends else len(data))


def test_quote_within_a_field_is_text():
    """It opens nothing: the row ends at its newline."""
    assert last_record_end(b'a,5" pipe\nb,"x\n', b",") == 10


def test_other_delimiters():
    """A field starts after the delimiter of the file, not after a comma."""
    assert last_record_end(b'a;"x\ny"\n', b";") == 8
    assert last_record_end(b'a;"x\ny"\n', b",") == 8 == len(b'a;"x\ny"\n')
    assert first_record_end(b'a;"x\ny"\n', b",") == 5
