"""Alarms: limits of measures, as "src.entropy > 9 for 30s" or "src.entropy outside 2..9"."""

from __future__ import annotations

import operator
import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import isnan, nan
from typing import NamedTuple

from entrostream._core import MEASURES, span_nanoseconds
from entrostream.streaming.readings import Reading, Readings

__all__ = ["Alarm", "AlarmRule", "Alarms"]

RULE = re.compile(
    r"\s*(?P<field>.+?)\.(?P<measure>\w+)"
    r"(?:\s*(?P<compare><=|>=|<|>)\s*(?P<limit>\S+)|\s+outside\s+(?P<low>\S+?)\.\.(?P<high>\S+))"
    r"(?:\s+for\s+(?P<span>\S+))?\s*$"
)
COMPARISONS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


@dataclass(frozen=True)
class AlarmRule:
    """A limit of a measure of a field, and for how long it has to be exceeded.

    Examples
    --------
    >>> from entrostream.streaming import AlarmRule
    >>> AlarmRule.parse("src.entropy > 9 for 30s", ["src"])
    AlarmRule('src.entropy > 9 for 30s')
    """

    text: str
    field: str
    measure: str
    compare: str  # or "outside"
    limit: float
    span: int = 0  # nanoseconds
    upper: float = nan  # of "outside", whose lower limit is `limit`

    @staticmethod
    def parse(text: str, fields: Sequence[str]) -> AlarmRule:
        """Return the rule that a text says.

        Parameters
        ----------
        text : str
            "FIELD.MEASURE > LIMIT", or with <, <=, >=; or "FIELD.MEASURE outside LOW..HIGH".
            "for 30s" may follow.
        fields : sequence of str
            The fields that are measured.

        Returns
        -------
        AlarmRule
            The rule.

        Raises
        ------
        ValueError
            If the text is no rule, or names no field or measure that is there.
        """
        match = RULE.match(text)
        if match is None:
            raise ValueError(
                f"cannot read the alarm {text!r}: write it as 'src.entropy > 9', "
                "'src.entropy < 2 for 30s' or 'src.entropy outside 2..9'"
            )
        require_known(match["field"], fields, "field", text)
        require_known(match["measure"], MEASURES, "measure", text)
        span = span_of(match["span"], text)
        limit = limit_of(match["limit"] or match["low"], text)
        rule = (text, match["field"], match["measure"], match["compare"] or "outside", limit, span)
        if match["compare"]:
            return AlarmRule(*rule)
        upper = limit_of(match["high"], text)
        if upper <= limit:
            raise ValueError(f"in the alarm {text!r} the lower limit is not below the upper one")
        return AlarmRule(*rule, upper)

    def __repr__(self) -> str:
        return f"AlarmRule({self.text!r})"

    def holds(self, value: float) -> bool:
        """Say whether a value is beyond the limit; NaN, where there is no event, is not."""
        if self.compare == "outside":
            return value < self.limit or value > self.upper
        return bool(COMPARISONS[self.compare](value, self.limit))

    def is_back(self, value: float, part: float) -> bool:
        """Say whether a value is within the limit by a part of it; NaN is."""
        if self.compare == "outside":
            margin = part * (self.upper - self.limit)
            return isnan(value) or self.limit + margin <= value <= self.upper - margin
        margin = part * abs(self.limit)
        inner = self.limit - margin if self.compare.startswith(">") else self.limit + margin
        return isnan(value) or (
            not self.holds(value) and not COMPARISONS[self.compare](value, inner)
        )


class Alarm(NamedTuple):
    """A rule that began to hold, where and with which value."""

    rule: AlarmRule
    row: int
    time: int | None
    key: tuple[Hashable, ...]
    value: float


class Alarms:
    """Watches readings, and yields an alarm each time that a rule begins to hold.

    Parameters
    ----------
    rules : sequence of AlarmRule
        The rules.

    Examples
    --------
    >>> from entrostream.streaming import AlarmRule, Alarms, Events, Schedule
    >>> from entrostream.streaming import StreamMeasures, WindowRule
    >>> stream = StreamMeasures(["src"], WindowRule(), Schedule("1"), ["entropy"])
    >>> alarms = Alarms([AlarmRule.parse("src.entropy > 0.9", ["src"])])
    >>> readings = stream.push(Events(3, {"src": ["a", "a", "b"]}))
    >>> [(alarm.row, round(alarm.value, 3)) for alarm in alarms.watch(readings)]
    [(3, 0.918)]
    """

    def __init__(self, rules: Sequence[AlarmRule]):
        self._rules = list(rules)
        # Of each rule and group: since when it has held, and whether the alarm was given.
        self._since: dict[tuple[AlarmRule, tuple[Hashable, ...]], tuple[int | None, bool]] = {}

    @property
    def measures(self) -> list[str]:
        """The measures that the rules need."""
        return [rule.measure for rule in self._rules]

    def watch(self, readings: Readings) -> Iterator[Alarm]:
        """Yield the alarms that begin in these readings."""
        if not self._rules:
            return
        for reading in readings:
            for rule in self._rules:
                if rule.field == reading.field and self._begins(rule, reading):
                    value = reading.values[rule.measure]
                    yield Alarm(rule, reading.row, reading.time, reading.key, value)

    def _begins(self, rule: AlarmRule, reading: Reading) -> bool:
        """Say whether the rule has held long enough now, for the first time."""
        place = (rule, reading.key)
        if not rule.holds(reading.values[rule.measure]):
            self._since.pop(place, None)
            return False
        since, given = self._since.get(place, (reading.time, False))
        passed = 0 if reading.time is None or since is None else reading.time - since
        begins = not given and passed >= rule.span
        self._since[place] = (since, given or begins)
        return begins


def require_known(name: str, known: Sequence[str], what: str, text: str) -> None:
    """Refuse a name that is not known, and suggest one that is."""
    if name in known:
        return
    close = get_close_matches(name, known, 1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"
    raise ValueError(f"in the alarm {text!r} there is no {what} {name!r}; {hint}")


def limit_of(given: str, text: str) -> float:
    """Return the limit of a rule."""
    try:
        limit = float(given)
    except ValueError:
        limit = nan
    if isnan(limit):
        raise ValueError(f"cannot read the alarm {text!r}: {given!r} is no number")
    return limit


def span_of(given: str | None, text: str) -> int:
    """Return for how long a rule has to hold, in nanoseconds."""
    try:
        return 0 if given is None else span_nanoseconds(given)
    except (TypeError, ValueError):
        raise ValueError(
            f"cannot read the alarm {text!r}: {given!r} is no length of time such as 30s"
        ) from None
