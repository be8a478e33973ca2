"""Times of events as nanoseconds since 1970: ISO 8601, epochs, Apache's, strptime patterns."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timezone
from decimal import Decimal
from math import isfinite
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from entrostream._core import column_times
from entrostream.ingest.bad_records import InputError
from entrostream.ingest.rows import Column

__all__ = ["NO_TIME", "TIME_FORMATS", "TimeParser", "summary_nanoseconds"]

NO_TIME = np.iinfo(np.int64).min  # of a row whose time cannot be read
EPOCHS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}
TIME_FORMATS = ("auto", "iso", "apache", *EPOCHS)
# An epoch tells its unit by its size: seconds until the year 5138, the others from 1973 on.
UNIT_LIMITS = [(10**11, "s"), (10**14, "ms"), (10**17, "us")]
MONTHS = {name: number for number, name in enumerate(calendar.month_abbr) if name}
APACHE = re.compile(r"(\d\d)/(\w{3})/(\d{4}):(\d\d):(\d\d):(\d\d)(?: ([+-]\d{4}))?", re.ASCII)
ISO = re.compile(
    r"(?P<year>\d{4})-?(?P<month>\d\d)-?(?P<day>\d\d)"
    r"(?:[T ](?P<hour>\d\d)(?::?(?P<minute>\d\d)(?::?(?P<second>\d\d)(?:[.,](?P<fraction>\d+))?)?)?"
    r" ?(?P<zone>Z|[+-]\d\d(?::?\d\d)?)?)?",
    re.ASCII | re.IGNORECASE,
)
ISO_PARTS = ("year", "month", "day", "hour", "minute", "second")
EPOCH = re.compile(r"([+-]?)(\d+)(?:\.(\d*))?", re.ASCII)
SECOND = 10**9
FARTHEST = 2**63 - 1  # nanoseconds from 1970
REMEMBERED = 1 << 16  # texts whose times are kept: most logs repeat them


class TimeParser:
    """Reads a column of times.

    Parameters
    ----------
    form : str, default "auto"
        "iso", "apache", the unit of an epoch ("s", "ms", "us", "ns"), a pattern of strptime, or
        "auto": whatever of these the first value is. Times without a zone are UTC.

    Raises
    ------
    ValueError
        If the format is none of these.

    Examples
    --------
    >>> from entrostream.ingest import TimeParser
    >>> TimeParser().nanoseconds(["2015-05-17T10:05:03Z", "no time"])
    array([ 1431857103000000000, -9223372036854775808])
    >>> TimeParser("%d.%m.%Y").nanoseconds(["17.05.2015"])
    array([1431820800000000000])
    """

    def __init__(self, form: str = "auto"):
        if form not in TIME_FORMATS and "%" not in form:
            raise ValueError(
                f"time format must be one of {', '.join(TIME_FORMATS)} or a pattern such as "
                f"'%Y-%m-%d %H:%M:%S', got {form!r}"
            )
        self.form = form
        self._remembered: dict[str, int] = {}

    def nanoseconds(self, column: Column) -> NDArray[np.int64]:
        """Return the time of each row; `NO_TIME` where there is none or it cannot be read."""
        if not isinstance(column, pa.Array):
            column = text_column(column)
        if pa.types.is_dictionary(column.type):
            column = column.dictionary_decode()
        if pa.types.is_date(column.type):
            column = column.cast(pa.timestamp("s"))
        if pa.types.is_timestamp(column.type):
            return scaled(column.cast(pa.int64()), EPOCHS[column.type.unit])
        if pa.types.is_integer(column.type):
            return self._whole_epochs(column)
        return self._texts(as_text(column))

    def _texts(self, column: pa.Array) -> NDArray[np.int64]:
        if self.form == "auto":
            first = next((each.as_py() for each in column if each.is_valid), None)
            if first is None:
                return np.full(len(column), NO_TIME)
            self.form = form_of(first)
        if self.form in EPOCHS:
            return self._epochs(column)
        if self.form == "iso":
            return self._iso(column)
        return self._by_text(column)

    def _whole_epochs(self, column: pa.Array) -> NDArray[np.int64]:
        """Return integers since 1970 in nanoseconds; the first one tells the unit."""
        if self.form == "auto":
            first = next((each.as_py() for each in column if each.is_valid), None)
            if first is None:
                return np.full(len(column), NO_TIME)
            self.form = unit_of(first)
        if self.form in EPOCHS:
            return scaled(column, EPOCHS[self.form])
        return self._texts(as_text(column))  # 20150517 by a pattern

    def _epochs(self, column: pa.Array) -> NDArray[np.int64]:
        """Return texts of numbers since 1970 in nanoseconds, by their decimal digits."""
        factor = EPOCHS[self.form]
        trimmed = pc.utf8_trim_whitespace(column)
        try:
            return scaled(trimmed.cast(pa.int64()), factor)
        except pa.ArrowInvalid:
            return self._by_text(column)

    def _iso(self, column: pa.Array) -> NDArray[np.int64]:
        """Return ISO 8601 times: all with a zone or all without by Arrow, others one by one."""
        for zone in (None, "UTC"):
            with suppress(pa.ArrowInvalid):
                times = column.cast(pa.timestamp("ns", zone)).cast(pa.int64())
                return np.asarray(times.fill_null(NO_TIME).to_numpy())
        return self._by_text(column)

    def _by_text(self, column: pa.Array) -> NDArray[np.int64]:
        """Return times of texts: of each distinct one once."""
        encoded = column.dictionary_encode()
        parse = parser_of(self.form)
        times = [self._remember(text, parse) for text in encoded.dictionary.to_pylist()]
        codes = encoded.indices.fill_null(len(times)).to_numpy()
        return np.asarray(np.array([*times, NO_TIME], dtype=np.int64)[codes])

    def _remember(self, text: str, parse: Callable[[str], int]) -> int:
        known = self._remembered.get(text)
        if known is None:
            if len(self._remembered) >= REMEMBERED:
                self._remembered.clear()
            try:
                known = parse(text.strip())
            except (ValueError, KeyError, OverflowError):
                known = NO_TIME
            if not -FARTHEST <= known <= FARTHEST:
                known = NO_TIME
            self._remembered[text] = known
        return known


def form_of(text: str) -> str:
    """Return the format of a time: the unit of an epoch, Apache's, or ISO 8601."""
    number = EPOCH.fullmatch(text.strip())
    if number:
        return unit_of(int(number[2]))
    return "apache" if APACHE.fullmatch(text.strip()) else "iso"


def unit_of(number: int) -> str:
    """Return the unit of an epoch, by its size."""
    return next((unit for limit, unit in UNIT_LIMITS if abs(number) < limit), "ns")


def parser_of(form: str) -> Callable[[str], int]:
    """Return the function that reads a time of this format as nanoseconds."""
    if form in EPOCHS:
        return lambda text: epoch_time(text, EPOCHS[form])
    if form == "apache":
        return apache_time
    if form == "iso":
        return iso_time
    return lambda text: nanoseconds_of(datetime.strptime(text, form))


def epoch_time(text: str, factor: int) -> int:
    """Return a decimal number of units in nanoseconds, the digits beyond them cut off."""
    match = EPOCH.fullmatch(text)
    if match is None:
        raise ValueError(text)
    sign, whole, fraction = match.groups()
    places = len(str(factor)) - 1
    size = int(whole) * factor + int((fraction or "")[:places].ljust(places, "0") or 0)
    return -size if sign == "-" else size


def iso_time(text: str) -> int:
    """Return an ISO 8601 time with up to nine digits of a second, such as 2015-05-17T10:05:03Z."""
    match = ISO.fullmatch(text)
    if match is None:
        raise ValueError(text)
    fraction, zone = match["fraction"], match["zone"]
    year, month, day, hour, minute, second = (int(match[name] or 0) for name in ISO_PARTS)
    time = datetime(year, month, day, hour, minute, second)
    nanoseconds = nanoseconds_of(time) + int((fraction or "0")[:9].ljust(9, "0"))
    return nanoseconds - offset_seconds(zone or "Z") * SECOND


def offset_seconds(zone: str) -> int:
    """Return how far the clock of a zone is ahead of UTC: Z, +02, +0200 or +02:00."""
    if zone in "Zz":
        return 0
    digits = zone[1:].replace(":", "").ljust(4, "0")
    seconds = int(digits[:2]) * 3600 + int(digits[2:]) * 60
    return -seconds if zone[0] == "-" else seconds


def apache_time(text: str) -> int:
    """Return the time of a web-server log, such as 17/May/2015:10:05:03 +0000."""
    match = APACHE.fullmatch(text)
    if match is None:
        raise ValueError(text)
    day, month, year, hour, minute, second, zone = match.groups()
    time = datetime(int(year), MONTHS[month], int(day), int(hour), int(minute), int(second))
    return nanoseconds_of(time) - offset_seconds(zone or "Z") * SECOND


def nanoseconds_of(time: datetime) -> int:
    """Return a datetime as nanoseconds since 1970, exactly; without a zone it is UTC."""
    if time.tzinfo is None:
        time = time.replace(tzinfo=timezone.utc)
    passed = time - datetime(1970, 1, 1, tzinfo=timezone.utc)
    return (passed.days * 86_400 + passed.seconds) * SECOND + passed.microseconds * 1000


def text_column(values: list[Any]) -> pa.Array:
    """Return values of several types as texts."""
    return pa.array([None if value is None else value_text(value) for value in values], pa.string())


def as_text(column: pa.Array) -> pa.Array:
    """Return a column as text; numbers with all their digits."""
    if pa.types.is_string(column.type):
        return column
    if pa.types.is_floating(column.type) or pa.types.is_decimal(column.type):
        return text_column(column.to_pylist())
    try:
        return column.cast(pa.string())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        raise InputError(f"a column of {column.type} has no times") from None


def value_text(value: Any) -> str:
    """Return a value as text; a float as a decimal number without an exponent."""
    if isinstance(value, float) and isfinite(value):
        return f"{Decimal(repr(value)):f}"
    return str(value)


def scaled(column: pa.Array, factor: int) -> NDArray[np.int64]:
    """Return integers in nanoseconds; `NO_TIME` for null and beyond the years 1678 to 2262."""
    numbers = column.fill_null(0).to_numpy()
    most = FARTHEST // factor
    fits = np.asarray(column.is_valid()) & (numbers >= -most) & (numbers <= most)
    return np.where(fits, np.where(fits, numbers, 0).astype(np.int64) * factor, NO_TIME)


def summary_nanoseconds(time: Any) -> int:
    """Return a time as summaries give it, such as that of a change, in nanoseconds since 1970."""
    (nanoseconds,), _, _ = column_times([time], 1)
    return int(nanoseconds)
