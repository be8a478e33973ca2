"""The alarms of a monitor: raised, cleared, acknowledged; muted fields."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

__all__ = ["AlarmLog", "AlarmRecord"]

MOST = 1000  # alarms in memory; those beyond are in the database


@dataclass(frozen=True)
class AlarmRecord:
    """An alarm.

    Parameters
    ----------
    id : int
        Its number, from 1.
    time : int
        When it was raised by the clock of the stream, in nanoseconds since 1970.
    field : str
        The field.
    kind : {"change", "limit"}
        A change of the distribution of labels, or a limit that is exceeded.
    text : str
        What happened.
    severity : float
        How far the labels are from before: a Jensen-Shannon divergence in bits, 0 to 1.
    began : int
        When what it tells began; a change is found some time after.
    entropy_before, entropy_after : float
        In bits.
    labels : tuple of dict
        The labels that moved most: "label", "before", "after".
    rule : str, optional
        The limit.
    cleared : int, optional
        When it was over.
    acknowledged : bool
        Whether somebody has seen it.
    muted : bool
        Whether its field was muted when it was raised.
    notified : {"", "raised", "cleared"}
        What webhook and command were told of it.

    Examples
    --------
    >>> from entrostream.monitor import AlarmRecord
    >>> AlarmRecord(1, 0, "src", "limit", "src: entropy is above 9", 0.2).is_active
    True
    """

    id: int
    time: int
    field: str
    kind: Literal["change", "limit"]
    text: str
    severity: float
    began: int = 0
    entropy_before: float | None = None
    entropy_after: float | None = None
    labels: tuple[dict[str, Any], ...] = ()
    rule: str | None = None
    cleared: int | None = None
    acknowledged: bool = False
    muted: bool = False
    notified: Literal["", "raised", "cleared"] = ""

    @property
    def is_active(self) -> bool:
        """Whether it is not over yet."""
        return self.cleared is None

    @property
    def status(self) -> Literal["raised", "cleared"]:
        """Whether it is raised, or over."""
        return "raised" if self.cleared is None else "cleared"

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return asdict(self)


class AlarmLog:
    """The newest alarms, and which fields are muted.

    Examples
    --------
    >>> from entrostream.monitor import AlarmLog, AlarmRecord
    >>> log = AlarmLog()
    >>> alarm = log.add(AlarmRecord(0, 5, "src", "limit", "src: entropy is above 9", 0.2))
    >>> log.clear(alarm.id, 9)
    >>> log.newest()[0].cleared
    9
    """

    def __init__(self) -> None:
        self._alarms: dict[int, AlarmRecord] = {}
        self.next_id = 1
        self.revision = 0  # larger after every change
        self.changed: set[int] = set()  # ids, since the last checkpoint
        self.muted_until: dict[str, float] = {}  # by the clock of the machine, in seconds

    def add(self, alarm: AlarmRecord) -> AlarmRecord:
        """Raise an alarm; it gets the next number."""
        alarm = replace(alarm, id=self.next_id, muted=self.is_muted(alarm.field))
        self.next_id += 1
        self._put(alarm)
        while len(self._alarms) > MOST:
            del self._alarms[next(iter(self._alarms))]
        return alarm

    def replace(self, alarm: AlarmRecord) -> None:
        """Tell an alarm in other words."""
        self._put(alarm)

    def clear(self, number: int, at: int) -> None:
        """Note that an alarm is over."""
        self._change(number, cleared=at)

    def acknowledge(self, number: int) -> bool:
        """Note that somebody has seen an alarm; False if there is none."""
        return self._change(number, acknowledged=True)

    def mute(self, field: str, seconds: float) -> None:
        """Send no notifications of a field for some time; 0 ends that."""
        self.muted_until[field] = time.time() + seconds
        self.revision += 1

    def is_muted(self, field: str) -> bool:
        """Say whether a field is muted now."""
        return self.muted_until.get(field, 0.0) > time.time()

    def note_sent(self, number: int, status: str) -> None:
        """Note what webhook and command were told."""
        self._change(number, notified=status)

    def restore(self, alarms: Iterable[AlarmRecord], next_id: int) -> None:
        """Take the alarms of an earlier log, oldest first."""
        self._alarms = {alarm.id: alarm for alarm in alarms}
        self.next_id = next_id
        self.revision += 1

    def __contains__(self, number: int) -> bool:
        return number in self._alarms

    def __getitem__(self, number: int) -> AlarmRecord:
        return self._alarms[number]

    def newest(self) -> list[AlarmRecord]:
        """Return the alarms, newest first."""
        return list(reversed(self._alarms.values()))

    def active(self, field: str) -> list[AlarmRecord]:
        """Return the alarms of a field that are not over, newest first."""
        return [each for each in self.newest() if each.field == field and each.is_active]

    def _change(self, number: int, **values: Any) -> bool:
        if number not in self._alarms:
            return False
        self._put(replace(self._alarms[number], **values))
        return True

    def _put(self, alarm: AlarmRecord) -> None:
        self._alarms[alarm.id] = alarm
        self.changed.add(alarm.id)
        self.revision += 1
