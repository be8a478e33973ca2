"""One point in time is read exactly, or refused with the reason."""

import datetime as dt
import math
import zoneinfo
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from entrostream import _core
from tests.refusals import refused
from tests.times.reading import (
    EPOCH,
    KINDS,
    LAST,
    NUMBER_RANGE,
    RANGE,
    UTC,
    nanoseconds_of_datetime,
    nanoseconds_of_seconds,
    read_time,
    shown_time,
)

UNITS = ["W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"]
UNIT_LENGTHS = dict(
    zip(
        UNITS,
        [604_800, 86_400, 3_600, 60, 1, *(Fraction(1, 1000**power) for power in range(1, 7))],
        strict=True,
    )
)
LJUBLJANA = zoneinfo.ZoneInfo("Europe/Ljubljana")
finite = st.floats(allow_nan=False, allow_infinity=False)
near = st.floats(min_value=-9.3e9, max_value=9.3e9) | st.floats(-1e-8, 1e-8)


@given(near | finite)
@example(0.0)
@example(-0.0)
@example(5e-324)
@example(0.5e-9)
@example(float.fromhex("0x1.12e0be826d694p-31"))
@example(0.1)
@example(9223372036.854774)
@example(9223372036.854776)
@example(-9223372036.854776)
@example(2.0**34)
@example(2.0**-10 * 2.0**-10)
def test_float_is_the_nearest_nanosecond(seconds):
    """One rounding, where multiplying by 1e9 and rounding has two."""
    truth = nanoseconds_of_seconds(seconds)

    if abs(truth) <= LAST:
        assert read_time(seconds) == (truth, "seconds")
    else:
        with refused(ValueError, f"time {NUMBER_RANGE}, got {seconds!r}"):
            read_time(seconds)


@given(st.integers(0, 2**40), st.sampled_from([0.5, -0.5]), st.integers(10, 21))
def test_ties_go_to_the_even_nanosecond(whole, half, places):
    """Floats that lie halfway between two nanoseconds."""
    seconds = float(Fraction(2 * whole + 1, 2**places) * (1 if half > 0 else -1))

    assert read_time(seconds)[0] == nanoseconds_of_seconds(seconds)


@given(st.integers(-(10**10), 10**10) | st.integers())
@example(9223372036)
@example(9223372037)
@example(-9223372036)
@example(-9223372037)
@example(10**30)
@example(2**63)
def test_integer_is_seconds(seconds):
    """Exact, or out of range."""
    if abs(seconds) * 10**9 <= LAST:
        assert read_time(seconds) == (seconds * 10**9, "seconds")
    else:
        with refused(ValueError, f"time {NUMBER_RANGE}, got {seconds!r}"):
            read_time(seconds)


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.longdouble])
@given(number=st.floats(-60_000, 60_000, width=16) | st.floats(-60_000, 60_000))
def test_numpy_float_is_read_at_its_own_width(kind, number):
    """A narrow one is what it is; a long double is not rounded to a float first."""
    value = kind(number) + kind(1) / kind(3)

    assert read_time(value) == (
        nanoseconds_of_seconds(Fraction(*value.as_integer_ratio())),
        "seconds",
    )


@pytest.mark.skipif(np.finfo(np.longdouble).nmant < 63, reason="a long double is a double here")
def test_long_double_is_rounded_once():
    """A float in between would land on the tie and go the wrong way."""
    half = np.longdouble(1_000_000_000) + np.longdouble(2) ** -10  # 976562.5 ns beyond
    above = np.nextafter(half, np.longdouble(2**40))
    assert float(above) == float(half)
    assert [read_time(x)[0] for x in (half, above)] == [10**18 + 976_562, 10**18 + 976_563]


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint16, np.int64, np.uint64])
def test_numpy_integer_is_seconds(kind):
    """All widths."""
    assert read_time(kind(100)) == (100 * 10**9, "seconds")


datetimes = st.datetimes(dt.datetime(1, 1, 2), dt.datetime(9999, 12, 30))
zones = st.none() | st.just(UTC) | st.timezones() | st.just(dt.timezone(dt.timedelta(seconds=-1)))


@given(datetimes, zones, st.integers(0, 1))
@example(dt.datetime(2262, 4, 11, 23, 47, 16, 854_775), None, 0)
@example(dt.datetime(2262, 4, 11, 23, 47, 16, 854_776), None, 0)
@example(dt.datetime(1677, 9, 21, 0, 12, 43, 145_225), UTC, 0)
@example(dt.datetime(1677, 9, 21, 0, 12, 43, 145_224), UTC, 0)
@example(dt.datetime(2300, 1, 1), None, 0)
@example(dt.datetime(2023, 10, 29, 2, 30), LJUBLJANA, 0)
@example(dt.datetime(2023, 10, 29, 2, 30), LJUBLJANA, 1)
@example(dt.datetime(1969, 12, 31, 23, 59, 59, 999_999), None, 0)
@example(dt.datetime(2000, 2, 29), None, 0)
def test_datetime_is_exact(at, zone, fold):
    """Any zone, both hours of an autumn night, UTC where there is none."""
    at = at.replace(tzinfo=zone, fold=fold)
    truth = nanoseconds_of_datetime(at)

    if abs(truth) <= LAST:
        assert read_time(at) == (truth, "instants")
    else:
        with pytest.raises(
            ValueError, match=f"^time {RANGE}, got .*datetime.datetime\\({at.year}, "
        ):
            read_time(at)


def test_zone_may_leave_its_offset_open():
    """Such a datetime is naive to Python, too."""

    class Nowhere(dt.tzinfo):
        def utcoffset(self, at):
            return None

    assert read_time(EPOCH.replace(tzinfo=Nowhere())) == (0, "instants")


def test_zone_that_fails_is_heard():
    """What it raises comes out."""

    class Broken(dt.tzinfo):
        def utcoffset(self, at):
            raise KeyError("no such place")

    with refused(KeyError, "'no such place'"):
        read_time(EPOCH.replace(tzinfo=Broken()))


def test_subclass_of_datetime_is_one():
    """As other libraries make them."""

    class Moment(dt.datetime):
        pass

    assert read_time(Moment(2020, 1, 1, tzinfo=UTC)) == (1_577_836_800 * 10**9, "instants")


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("count", [1, 25])
@given(ticks=st.integers(-(2**63) + 1, LAST) | st.integers(-(10**6), 10**6))
def test_numpy_datetime_of_any_unit(unit, count, ticks):
    """Exact, to the nearest where the unit is finer; out of range rather than wrapped."""
    value = np.datetime64(ticks, (unit, count))
    truth = round(ticks * count * UNIT_LENGTHS[unit] * 10**9)

    if abs(truth) <= LAST:
        assert read_time(value) == (truth, "instants")
    else:
        with pytest.raises(ValueError, match=RANGE):
            read_time(value)


@given(st.integers(1, 9999), st.integers(1, 12), st.sampled_from("YM"))
@example(2262, 4, "M")
@example(2262, 5, "M")
@example(1677, 10, "M")
@example(1677, 9, "M")
def test_numpy_years_and_months(year, month, unit):
    """They begin when their first day does."""
    month = month if unit == "M" else 1
    truth = nanoseconds_of_datetime(dt.datetime(year, month, 1))
    value = np.datetime64(f"{year:04}-{month:02}", unit)

    if abs(truth) <= LAST:
        assert read_time(value) == (truth, "instants")
    else:
        with pytest.raises(ValueError, match=RANGE):
            read_time(value)


@pytest.mark.parametrize(
    ("unit", "count"), [("Y", 1), ("M", 1), ("W", 2**31 - 1), ("Y", 2**31 - 1)]
)
def test_ticks_beyond_all_times_do_not_wrap(unit, count):
    """Whatever the product would be in 64 bits; none at all is 1970."""
    for ticks in (LAST, -LAST, 2**40, 2**62, 1_000_000):
        with pytest.raises(ValueError, match=RANGE):
            read_time(np.datetime64(ticks, (unit, count)))
    assert read_time(np.datetime64(0, (unit, count))) == (0, "instants")


def test_pandas_timestamp_keeps_its_nanoseconds():
    """Any unit, with a zone or without."""
    pd = pytest.importorskip("pandas")
    fine = pd.Timestamp("2020-02-29 12:00:00.123456789")

    assert read_time(fine) == (fine.value, "instants")
    assert read_time(fine.tz_localize("Asia/Tokyo"))[0] == fine.value - 9 * 3600 * 10**9
    for unit in ("s", "ms", "us", "ns"):
        assert read_time(pd.Timestamp("2020-02-29").as_unit(unit))[0] == 1_582_934_400 * 10**9
    for outside in (pd.Timestamp("2300-01-01").as_unit("us"), pd.Timestamp("0001-01-01")):
        with refused(ValueError, f"time {RANGE}, got {outside!r}"):
            read_time(outside)


def test_arrow_scalar_is_what_it_holds():
    """As they come out of a loop over a column."""
    pa = pytest.importorskip("pyarrow")

    for unit, ticks in (("s", 1), ("ms", 10**3), ("us", 10**6), ("ns", 10**9)):
        for zone in (None, "Asia/Tokyo"):
            assert read_time(pa.scalar(5 * ticks, pa.timestamp(unit, zone))) == (
                5 * 10**9,
                "instants",
            )
    assert read_time(pa.scalar(1.5)) == (1_500_000_000, "seconds")
    assert read_time(pa.scalar(3, pa.int8())) == (3_000_000_000, "seconds")
    with refused(ValueError, "time is missing (null)"):
        read_time(pa.scalar(None, pa.timestamp("s")))
    with refused(ValueError, f"time {RANGE}, got <pyarrow.TimestampScalar: '2300-01-01T00:00:00'>"):
        read_time(pa.scalar(dt.datetime(2300, 1, 1), pa.timestamp("s")))
    with refused(TypeError, f"time {KINDS}, got datetime.date(2020, 1, 1) (date)"):
        read_time(pa.scalar(dt.date(2020, 1, 1)))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "None"),
        (math.nan, "nan"),
        (np.float32("nan"), "nan"),
        (np.float64("nan"), "nan"),
        (np.longdouble("nan"), "nan"),
        (np.datetime64("NaT", "ns"), "NaT"),
        (np.datetime64("NaT", "ps"), "NaT"),
        (np.datetime64("NaT", "Y"), "NaT"),
        (np.ma.masked, "masked"),
    ],
)
def test_missing_time_is_refused(value, shown):
    """All that means missing."""
    with refused(ValueError, f"time is missing ({shown})"):
        read_time(value)


def test_missing_time_of_pandas_is_refused():
    """NaT is a datetime to Python."""
    pd = pytest.importorskip("pandas")

    with refused(ValueError, "time is missing (NaT)"):
        read_time(pd.NaT)
    with refused(ValueError, "time is missing (<NA>)"):
        read_time(pd.NA)


@pytest.mark.parametrize("value", [math.inf, -math.inf, np.float32("inf"), np.float64("-inf")])
def test_infinite_time_is_refused(value):
    """There is no such moment."""
    with refused(ValueError, f"time must be finite, got {value!s}"):
        read_time(value)


@pytest.mark.parametrize(
    "value",
    [
        True,
        b"1",
        Decimal(1),
        1j,
        dt.date(2020, 1, 1),
        dt.time(12),
        dt.timedelta(1),
        np.True_,
        np.timedelta64(1, "s"),
        np.complex128(1),
        np.array(5),
        [],
        (),
        {},
        object,
    ],
    ids=repr,
)
def test_what_is_no_time_is_refused(value):
    """The message says what is one."""
    with refused(TypeError, f"time {KINDS}, got {value!r} ({type(value).__name__})"):
        read_time(value)


@given(st.integers(-LAST, LAST))
@example(LAST)
@example(-LAST)
@example(2**53)
@example(2**53 + 1)
@example(0)
def test_now_in_seconds_is_the_nearest_float(nanoseconds):
    """As Python divides integers: rounded once."""
    assert shown_time(nanoseconds, "seconds") == nanoseconds / 10**9


@given(st.floats(-9.2e9, 9.2e9))
@example(0.1)
@example(1.7e9 + 0.1)
def test_seconds_come_back(seconds):
    """To the nanosecond, and to the last bit where floats are coarser than that."""
    back = shown_time(read_time(seconds)[0], "seconds")

    assert abs(Fraction(back) - Fraction(seconds)) <= Fraction(1, 2 * 10**9)
    if math.ulp(seconds) > 1e-9:
        assert back == seconds


@given(st.integers(-LAST, LAST))
@example(LAST)
@example(-LAST)
@example(-1)
@example(-1000)
def test_instants_come_back(nanoseconds):
    """In UTC; as a datetime where microseconds are fine enough."""
    shown = shown_time(nanoseconds, "instants")

    assert read_time(shown) == (nanoseconds, "instants")
    if nanoseconds % 1000:
        assert shown.dtype == "datetime64[ns]"
    else:
        assert type(shown) is dt.datetime
        assert shown.tzinfo is UTC


def test_clock_that_never_ran_shows_nothing():
    """Before the first time there is no now."""
    assert shown_time(0, "unset") is None


def test_seconds_and_instants_do_not_mix():
    """The kind that came first decides."""
    for held, given_ in [("unset", "seconds"), ("seconds", "unset"), ("instants", "instants")]:
        _core._require_same_clock(held, given_)
    with refused(TypeError, "time is a datetime, but earlier times were numbers of seconds"):
        _core._require_same_clock("seconds", "instants")
    with refused(TypeError, "time is a number of seconds, but earlier times were datetimes"):
        _core._require_same_clock("instants", "seconds")


def test_rule_for_late_events_has_two_names():
    """And no third."""
    assert [_core._late(name) for name in ("raise", "drop")] == ["raise", "drop"]
    for other in ("ignore", 1, b"drop", ""):
        with refused(ValueError, f'late must be "raise" or "drop", got {other!r}'):
            _core._late(other)
