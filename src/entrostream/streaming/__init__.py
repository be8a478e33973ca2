"""Fields of a stream measured over time: what the programs compute.

`Events` come in batches, in the order of their times (`Reorder` sorts late ones into place).
`StreamMeasures` keeps one summary per field and group and gives `Readings`: a value after every n
events, at every interval of the clock, or at the end. Alarms compare readings with limits.
"""

from entrostream.streaming.alarm_rules import Alarm, AlarmRule, Alarms
from entrostream.streaming.arrival_clock import ArrivalClock
from entrostream.streaming.events import EventReader, Events
from entrostream.streaming.readings import Readings
from entrostream.streaming.reorder import Reorder
from entrostream.streaming.saved_states import (
    SavedState,
    at_one_time,
    load_states,
    merge_states,
    save_states,
)
from entrostream.streaming.schedule import Schedule
from entrostream.streaming.stream_measures import StreamMeasures
from entrostream.streaming.window_rule import WindowRule

__all__ = [
    "Alarm",
    "AlarmRule",
    "Alarms",
    "ArrivalClock",
    "EventReader",
    "Events",
    "Readings",
    "Reorder",
    "SavedState",
    "Schedule",
    "StreamMeasures",
    "WindowRule",
    "at_one_time",
    "load_states",
    "merge_states",
    "save_states",
]


def __dir__() -> list[str]:
    return __all__
