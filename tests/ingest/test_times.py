"""Times are read to the nanosecond, in all the usual spellings, alone or among others."""

from datetime import date, datetime, time, timedelta, timezone

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.ingest import InputError, TimeParser
from entrostream.ingest.times import NO_TIME

SECOND = 10**9
MAY = 1431857103 * SECOND  # 2015-05-17T10:05:03Z


def read(values, form="auto"):
    """Return times as integers, None where there is none."""
    found = TimeParser(form).nanoseconds(values)
    assert found.dtype == np.int64
    return [None if each == NO_TIME else each for each in found.tolist()]


@pytest.mark.parametrize(
    ("text", "nanoseconds"),
    [
        ("2015-05-17T10:05:03Z", MAY),
        ("2015-05-17T10:05:03z", MAY),
        ("2015-05-17 10:05:03", MAY),
        ("2015-05-17T12:05:03+02:00", MAY),
        ("2015-05-17T12:05:03+0200", MAY),
        ("2015-05-17T12:05:03+02", MAY),
        ("2015-05-17 02:35:03-07:30", MAY),
        ("2015-05-17T10:05:03.5Z", MAY + SECOND // 2),
        ("2015-05-17T10:05:03.123456789Z", MAY + 123456789),
        ("2015-05-17T10:05:03,123", MAY + 123 * 10**6),
        ("20150517T100503Z", MAY),
        ("2015-05-17T10:05", MAY - 3 * SECOND),
        ("2015-05-17", MAY - (10 * 3600 + 5 * 60 + 3) * SECOND),
        (" 2015-05-17T10:05:03Z ", MAY),
        ("1969-12-31T23:59:59.999999999Z", -1),
        ("2015-02-30T00:00:00Z", None),
        ("2015-05-17T25:00:00Z", None),
        ("9999-12-31", None),
        ("0001-01-01", None),
        ("yesterday", None),
        ("", None),
        (None, None),
    ],
)
@pytest.mark.parametrize("others", [[], ["nonsense"], ["2015-05-17T10:05:03+05:00", "2015-05-17"]])
def test_iso(text, nanoseconds, others):
    """The same time whatever else is in the batch; without a zone it is UTC."""
    assert read(pa.array([text, *others], pa.string()), "iso")[0] == nanoseconds


@given(
    when=st.datetimes(datetime(1700, 1, 1), datetime(2200, 1, 1)),
    zone=st.integers(-14 * 60, 14 * 60),
    spoiled=st.booleans(),
)
def test_iso_of_python(when, zone, spoiled):
    """What `isoformat` writes, with any offset, is read back exactly."""
    offset = timezone(timedelta(minutes=zone))
    texts = [when.replace(tzinfo=offset).isoformat()] + ["bad"] * spoiled
    passed = when - datetime(1970, 1, 1) - timedelta(minutes=zone)
    expected = (passed // timedelta(microseconds=1)) * 1000

    assert read(texts, "iso")[0] == expected
    assert read(pa.array(texts), "iso")[0] == expected


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
@pytest.mark.parametrize("convert", [str, int])
def test_epochs(unit, convert):
    """The first value tells the unit by its size; as numbers and as text."""
    factor = {"s": SECOND, "ms": 10**6, "us": 10**3, "ns": 1}[unit]
    values = [convert(MAY // factor), convert(MAY // factor + 1), None]
    for form in ("auto", unit):
        assert read(pa.array(values), form) == [MAY, MAY + factor, None]
        assert read(values, form) == [MAY, MAY + factor, None]


@pytest.mark.parametrize("column", [list, pa.array])
def test_fractions_of_epochs_are_decimal(column):
    """1431857103.123456 is that many seconds, not the nearest binary number."""
    assert read(column(["1431857103.123456", "1431857103", "-0.5"])) == [
        MAY + 123456000,
        MAY,
        -SECOND // 2,
    ]
    assert read(column([1431857103.123456, 1431857103.0])) == [MAY + 123456000, MAY]


def test_epochs_that_are_none():
    """They are bad, not other times."""
    assert read(pa.array([1.5, float("nan"), float("inf"), 1e300, None])) == [
        1500000000,
        None,
        None,
        None,
        None,
    ]
    assert read(pa.array([MAY, 2**64 - 1], pa.uint64()), "ns") == [MAY, None]
    assert read(["12", "1e5", "0x10", "x"], "s") == [12 * SECOND, None, None, None]


@pytest.mark.parametrize(
    ("text", "nanoseconds"),
    [
        ("17/May/2015:10:05:03 +0000", MAY),
        ("17/May/2015:12:05:03 +0200", MAY),
        ("17/May/2015:02:35:03 -0730", MAY),
        ("17/May/2015:10:05:03", MAY),
        ("31/Feb/2015:10:05:03 +0000", None),
        ("17/Mai/2015:10:05:03 +0000", None),
        ("17/May/2015", None),
    ],
)
def test_apache(text, nanoseconds):
    """With its offset."""
    assert read([text], "apache") == [nanoseconds]


def test_apache_is_recognised():
    """By the first value that there is."""
    assert read([None, "17/May/2015:10:05:03 +0000", "2015"]) == [None, MAY, None]


def test_patterns():
    """Of strptime, with and without a zone; of numbers too."""
    assert read(["17.05.2015 10:05:03", "17.5."], "%d.%m.%Y %H:%M:%S") == [MAY, None]
    assert read(["17.05.2015 12:05:03 +0200"], "%d.%m.%Y %H:%M:%S %z") == [MAY]
    assert read(pa.array([20150517]), "%Y%m%d") == read(["2015-05-17"])


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_timestamps_of_arrow(unit):
    """In any unit, with a zone or without."""
    for zone in (None, "UTC", "Europe/Paris"):
        column = pa.array([MAY // SECOND, None]).cast(pa.timestamp("s", zone))
        assert read(column.cast(pa.timestamp(unit, zone))) == [MAY, None]


def test_other_columns_of_arrow():
    """Dates and dictionaries are times; timestamps beyond the range are none; lists are refused."""
    assert read(pa.array([date(2015, 5, 17)])) == read(["2015-05-17"])
    assert read(pa.array(["2015-05-17T10:05:03Z"] * 2).dictionary_encode()) == [MAY, MAY]
    assert read(pa.array([datetime(9999, 1, 1), datetime(1970, 1, 1)])) == [None, 0]
    assert read(pa.array([time(1)])) == [None]
    assert read(pa.array([None])) == [None]
    with pytest.raises(InputError, match=r"^a column of list<.*> has no times$"):
        read(pa.array([[1]]))


def test_unknown_format_is_refused():
    """With those that there are."""
    message = (
        r"^time format must be one of auto, iso, apache, s, ms, us, ns or a pattern such as "
        r"'%Y-%m-%d %H:%M:%S', got 'unix'$"
    )
    with pytest.raises(ValueError, match=message):
        TimeParser("unix")
