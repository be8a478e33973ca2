"""Times of events as nanoseconds since 1970: ISO 8601, epochs, Apache's format, strptime patterns."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from entrostream.ingest.rows import Column

__all__ = ["NO_TIME", "TIME_FORMATS", "TimeParser"]

NO_TIME = np.iinfo(np.int64).min  # of a row whose time cannot be read
EPOCHS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}
TIME_FORMATS = ("auto", "iso", "apache", *EPOCHS)
# An epoch tells its unit by its size: seconds until the year 5138, the others from 1973 on.
UNIT_LIMITS = [(10**11, "s"), (10**14, "ms"), (10**17, "us")]
MONTHS = {name: number for number, name in enumerate(calendar.month_abbr) if name}
APACHE = re.compile(r"(\d\d)/(\w{3})/(\d{4}):(\d\d):(\d\d):(\d\d)(?: ([+-])(\d\d)(\d\d))?$")
SECOND = 10**9
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
        if pa.types.is_temporal(column.type):
            return filled(column.cast(pa.timestamp("ns")))
        if pa.types.is_integer(column.type) or pa.types.is_floating(column.type):
            return self._epochs(column)
        if self.form == "auto":
            self.form = form_of(next((each.as_py() for each in column if each.is_valid), ""))
        if self.form in EPOCHS or self.form == "epoch":
            return self._epochs(numbers_of(column))
        if self.form == "iso":
            return self._iso(column)
        return self._by_text(column)

    def _epochs(self, column: pa.Array) -> NDArray[np.int64]:
        """Return numbers since 1970 in nanoseconds; the first one tells the unit unless it is given."""
        numbers = np.asarray(column.to_numpy(zero_copy_only=False))
        valid = np.asarray(column.is_valid()) & np.isfinite(np.nan_to_num(numbers, nan=np.inf))
        if self.form not in EPOCHS and valid.any():
            self.form = unit_of(float(numbers[valid][0]))
        factor = EPOCHS.get(self.form, SECOND)
        times = np.full(len(numbers), NO_TIME)
        fits = valid & (np.abs(np.where(valid, numbers, 0).astype(np.float64)) < 2**63 / factor)
        if np.issubdtype(numbers.dtype, np.integer):
            times[fits] = numbers[fits] * factor
        else:  # whole and fraction apart: together they would lose nanoseconds
            whole = np.floor(numbers[fits])
            rest = np.rint((numbers[fits] - whole) * factor).astype(np.int64)
            times[fits] = whole.astype(np.int64) * factor + rest
        return times

    def _iso(self, column: pa.Array) -> NDArray[np.int64]:
        """Return ISO 8601 times: all with a zone or all without by Arrow, others one by one."""
        for kind in (pa.timestamp("ns"), pa.timestamp("ns", "UTC")):
            try:
                return filled(column.cast(kind))
            except pa.ArrowInvalid:
                continue
        return self._by_text(column)

    def _by_text(self, column: pa.Array) -> NDArray[np.int64]:
        """Return times of texts: of each distinct one once."""
        encoded = column.dictionary_encode()
        parse = parser_of(self.form)
        times = [self._remember(text, parse) for text in encoded.dictionary.to_pylist()]
        codes = encoded.indices.fill_null(len(times)).to_numpy()
        return np.array([*times, NO_TIME], dtype=np.int64)[codes]

    def _remember(self, text: str, parse: Callable[[str], int]) -> int:
        known = self._remembered.get(text)
        if known is None:
            if len(self._remembered) >= REMEMBERED:
                self._remembered.clear()
            try:
                known = parse(text)
            except (ValueError, KeyError, OverflowError):
                known = NO_TIME
            self._remembered[text] = known
        return known


def form_of(text: str) -> str:
    """Return the format of a time: an epoch, Apache's, or ISO 8601."""
    if re.fullmatch(r"[+-]?\d{5,}(\.\d*)?", text.strip()):
        return "epoch"
    return "apache" if APACHE.match(text.strip()) else "iso"


def unit_of(number: float) -> str:
    """Return the unit of an epoch, by its size."""
    return next((unit for limit, unit in UNIT_LIMITS if abs(number) < limit), "ns")


def parser_of(form: str) -> Callable[[str], int]:
    """Return the function that reads a time of this format as nanoseconds."""
    if form == "apache":
        return apache_time
    if form == "iso":
        return lambda text: nanoseconds_of(datetime.fromisoformat(text.strip()))
    return lambda text: nanoseconds_of(datetime.strptime(text.strip(), form))


def apache_time(text: str) -> int:
    """Return the time of a web-server log, such as 17/May/2015:10:05:03 +0000."""
    match = APACHE.match(text.strip())
    if match is None:
        raise ValueError(text)
    day, month, year, hour, minute, second, sign, hours, minutes = match.groups()
    parts = (int(year), MONTHS[month], int(day), int(hour), int(minute), int(second))
    datetime(*parts)  # refuses 31/Feb
    offset = int(hours or 0) * 3600 + int(minutes or 0) * 60
    seconds = calendar.timegm(parts) - (-offset if sign == "-" else offset)
    return seconds * SECOND


def nanoseconds_of(time: datetime) -> int:
    """Return a datetime as nanoseconds since 1970, exactly; without a zone it is UTC."""
    if time.tzinfo is None:
        time = time.replace(tzinfo=timezone.utc)
    passed = time - datetime(1970, 1, 1, tzinfo=timezone.utc)
    return (passed.days * 86_400 + passed.seconds) * SECOND + passed.microseconds * 1000


def text_column(values: list[Any]) -> pa.Array:
    """Return values of several types as texts."""
    return pa.array([None if value is None else str(value) for value in values], pa.string())


def numbers_of(column: pa.Array) -> pa.Array:
    """Return texts as numbers; null where one is no number."""
    trimmed = pc.utf8_trim_whitespace(column)
    try:
        return trimmed.cast(pa.int64())
    except pa.ArrowInvalid:
        pass
    is_number = pc.match_substring_regex(trimmed, r"^[+-]?\d+(\.\d*)?$")
    numbers = pc.if_else(is_number, trimmed, pa.scalar(None, pa.string()))
    try:
        return numbers.cast(pa.int64())
    except pa.ArrowInvalid:
        return numbers.cast(pa.float64())


def filled(times: pa.Array) -> NDArray[np.int64]:
    """Return timestamps as integers, `NO_TIME` for null."""
    return np.asarray(times.cast(pa.int64()).fill_null(NO_TIME).to_numpy())
