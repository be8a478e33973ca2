"""Limits of measures with hysteresis: an alarm begins once, and ends once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from entrostream.streaming import AlarmRule

__all__ = ["LimitWatch"]

# A value has to come back by this part of the limit before an alarm ends: one that swings
# around its limit is one alarm, not hundreds.
HYSTERESIS = 0.02


class LimitWatch:
    """Says when rules begin to hold, and when they have ended.

    Parameters
    ----------
    rules : sequence of AlarmRule
        The rules.

    Examples
    --------
    >>> from entrostream.monitor.limit_watch import LimitWatch
    >>> from entrostream.streaming import AlarmRule
    >>> rule = AlarmRule.parse("src.entropy > 9 for 30s", ["src"])
    >>> watch = LimitWatch([rule])
    >>> second = 10**9
    >>> for time, value in [(0, 9.5), (30, 9.6), (40, 8.95), (70, 8.2), (100, 8.1)]:
    ...     print(time, watch.look(rule, time * second, value))
    0 None
    30 begins
    40 None
    70 None
    100 ends
    """

    def __init__(self, rules: Sequence[AlarmRule]):
        self.rules = list(rules)
        # Of each rule: whether it is in alarm, and since when its value says otherwise.
        self._active = dict.fromkeys((rule.text for rule in rules), False)
        self._since: dict[str, int] = {}

    def look(self, rule: AlarmRule, time: int, value: float) -> str | None:
        """Take the value at a time, and return "begins", "ends" or None."""
        is_active = self._active[rule.text]
        differs = rule.is_back(value, HYSTERESIS) if is_active else rule.holds(value)
        if not differs:
            self._since.pop(rule.text, None)
            return None
        since = self._since.setdefault(rule.text, time)
        if time - since < rule.span:
            return None
        self._active[rule.text] = not is_active
        del self._since[rule.text]
        return "ends" if is_active else "begins"

    def is_active(self, rule: AlarmRule) -> bool:
        """Say whether a rule is in alarm."""
        return self._active[rule.text]

    def state(self) -> dict[str, Any]:
        """Return the state as plain data."""
        return {"active": self._active, "since": self._since}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take the state of an earlier watch, for the rules that are still there."""
        for text in self._active:
            self._active[text] = state["active"].get(text, False)
            if text in state["since"]:
                self._since[text] = state["since"][text]
