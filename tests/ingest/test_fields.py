"""Fields as labels: pairs, prefixes and bins; unknown fields are refused with a suggestion."""

import ipaddress
import sys
from collections import Counter
from datetime import datetime
from fractions import Fraction
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.ingest import UnknownFieldError, resolve_fields
from entrostream.ingest.fields import encode

NAMES = ["src", "dst", "bytes", "a+b", "x/24", "x:log2", "src ip", "http.status", "x"]


def labels(spec, names=NAMES, **columns):
    """Return the labels of a field as a list."""
    (field,) = resolve_fields([spec], [*names, *columns])
    found = field.labels(columns)
    return found if isinstance(found, list) else found.to_pylist()


@pytest.mark.parametrize(
    ("spec", "columns"),
    [
        ("src", ["src"]),
        ("src+dst", ["src", "dst"]),
        ("a+b", ["a+b"]),
        ("a+b+src", ["a+b", "src"]),
        ("src+a+b", ["src", "a+b"]),
        ("a+b/24+src", ["a+b", "src"]),
        ("x/24", ["x/24"]),
        ("x/16", ["x"]),
        ("x:log2", ["x:log2"]),
        ("x:log10", ["x"]),
        ("src ip/24", ["src ip"]),
        ("http.status", ["http.status"]),
        ("bytes:0.5", ["bytes"]),
    ],
)
def test_names_with_signs_come_first(spec, columns):
    """A column of that very name is meant, then what the signs say."""
    (field,) = resolve_fields([spec], NAMES)
    assert field.columns == columns


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("scr", "there is no field 'scr'; did you mean 'src'?"),
        ("src+dts", "there is no field 'dts'; did you mean 'dst'?"),
        ("scr/24", "there is no field 'scr'; did you mean 'src'?"),
        ("byte:log2", "there is no field 'byte'; did you mean 'bytes'?"),
        ("src/129", "an address prefix has at most 128 bits, got /129"),
        ("bytes:0", "the width of bins must be above 0, got 0"),
    ],
)
def test_unknown_field_is_refused(spec, message):
    """With the one that may be meant."""
    with pytest.raises(UnknownFieldError) as error:
        resolve_fields([spec], NAMES)
    assert str(error.value) == message


def test_fields_that_are_there_are_listed():
    """The first of them, if there are many."""
    with pytest.raises(UnknownFieldError, match=r"there are 'c0', .*'c11', \.\.\.$"):
        resolve_fields(["zzz"], [f"c{number}" for number in range(500)])
    message = r"^there is no field 'a': the input has no fields$"
    with pytest.raises(UnknownFieldError, match=message):
        resolve_fields(["a"], [])


def test_any_field_may_be_there():
    """In JSON, where names are those of the first lines."""
    (field,) = resolve_fields(["late/24+src+size:log2"], ["src"], open_ended=True)
    assert field.columns == ["late", "src", "size"]


@pytest.mark.parametrize(
    ("address", "bits", "network"),
    [
        ("10.1.2.3", 24, "10.1.2.0/24"),
        (" 10.1.2.3 ", 8, "10.0.0.0/8"),
        ("10.1.2.3", 64, "10.1.2.3/32"),
        ("2001:db8:1:2::5", 48, "2001:db8:1::/48"),
        ("2001:db8::5", 0, "::/0"),
        ("localhost", 24, None),
        ("10.1.2.300", 24, None),
        ("", 24, None),
        (None, 24, None),
    ],
)
def test_prefixes(address, bits, network):
    """Networks of both families in one column; what is no address is missing."""
    assert labels(f"src/{bits}", src=pa.array([address, "1.2.3.4"]))[0] == network


@given(number=st.integers(0, 2**32 - 1), bits=st.integers(0, 32))
def test_prefix_contains_the_address(number, bits):
    """And has the length that was requested."""
    address = ipaddress.IPv4Address(number)
    (network,) = labels(f"src/{bits}", src=[str(address)])
    assert address in ipaddress.ip_network(network)
    assert network.endswith(f"/{bits}")


@pytest.mark.parametrize(
    ("rule", "value", "label"),
    [
        ("log2", "1024", "2^10"),
        ("log2", 1023, "2^9"),
        ("log2", 0.5, "2^-1"),
        ("log2", -3, "-2^1"),
        ("log2", 0, "0"),
        ("log2", "x", None),
        ("log2", "nan", None),
        ("log2", "inf", None),
        ("log10", 1000, "10^3"),
        ("log10", "999.9", "10^2"),
        ("log10", "0.00001", "10^-5"),
        ("log10", 1e23, "10^23"),
        ("500", 499, "0..500"),
        ("500", "500", "500..1000"),
        ("500", -1, "-500..0"),
        ("500", 123456789, "123456500..123457000"),
        ("0.1", "0.3", "0.3..0.4"),
        ("0.25", -0.1, "-0.25..0"),
        ("0.1", 10**17, "100000000000000000..100000000000000000.1"),
    ],
)
def test_bins(rule, value, label):
    """Edges belong to the bin above them, at all sizes; what is no number is missing."""
    assert labels(f"bytes:{rule}", bytes=[value]) == [label]


@given(
    values=st.lists(st.decimals(-(10**7), 10**7, places=3), min_size=2, max_size=20),
    width=st.sampled_from(["500", "7", "0.1", "2.5"]),
)
def test_bins_of_equal_width_are_exact(values, width):
    """Two numbers share a bin if and only if the exact quotients have the same floor."""
    found = labels(f"bytes:{width}", bytes=[str(value) for value in values])
    exact = [Fraction(value) // Fraction(width) for value in values]
    assert len(set(found)) == len(set(exact)) == len(set(zip(found, exact, strict=True)))


@given(number=st.floats(1e-300, 1e300))
def test_powers_of_two(number):
    """A number is at least the power of its bin and less than twice of it."""
    (label,) = labels("bytes:log2", bytes=[number])
    power = Fraction(2) ** int(label.removeprefix("2^"))
    assert power <= Fraction(number) < 2 * power


def test_pairs_are_tuples():
    """Missing if one of their values is."""
    found = labels("src+dst", src=pa.array(["a", None, "b"]), dst=[1.5, 2, float("nan")])
    assert found == [("a", 1.5), None, None]


DICTIONARY = pa.DictionaryArray.from_arrays(
    pa.array([2, None, 1, 2, 3], pa.int8()), pa.array(["unused", "b", "a", None])
)


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (pa.array(["b", None, "a", "b"]), ([0, -1, 1, 0], ["b", "a"])),
        (pa.array([1.0, float("nan"), None, 2.0]), ([0, -1, -1, 1], [1.0, 2.0])),
        ([1, float("nan"), None, "1", True], ([0, -1, -1, 1, 0], [1, "1"])),
        (DICTIONARY, ([0, -1, 1, 0, -1], ["a", "b"])),
        (pa.array([True, False, None]), ([0, 1, -1], [True, False])),
        (pa.array([None, None]), ([-1, -1], [])),
        (pa.array([], pa.string()), ([], [])),
    ],
)
def test_codes_in_the_order_of_the_rows(column, expected):
    """Of all kinds of columns; null and NaN have none."""
    codes, distinct = encode(column)
    assert (codes.tolist(), distinct) == expected


def test_nanoseconds_need_no_pandas():
    """The command line hides it; a whole microsecond is the same label in every batch."""
    exact, other = 1_577_836_800_000_001_000, 1_577_836_800_000_001_001
    column = pa.array([exact, other, None, exact]).cast(pa.timestamp("ns"))
    time = datetime(2020, 1, 1, 0, 0, 0, 1)
    with patch.dict(sys.modules, {"pandas": None}):
        codes, distinct = encode(column)
        assert codes.tolist() == [0, 1, -1, 0]
        assert distinct == [time, np.datetime64(other, "ns")]
        assert encode(column[:1])[1] == [time]
        assert labels("a+b", names=[], a=column, b=column)[1:3] == [(distinct[1],) * 2, None]


@given(values=st.lists(st.none() | st.sampled_from("abcd")))
def test_codes_count_as_their_values(values):
    """Arrow arrays, dictionaries and lists alike."""
    array = pa.array(values, pa.string())
    for column in (values, array, array.dictionary_encode()):
        codes, distinct = encode(column)
        found = [None if code < 0 else distinct[code] for code in codes]
        assert found == values
        assert distinct == list(Counter(value for value in values if value is not None))
