"""The live monitor: fields of a stream measured over time, alarms, and a state that survives.

`Monitor` turns events into readings, history and alarms: the same for the same events, however
they are cut into batches. `Store` keeps its state in a SQLite file. `Service` feeds a monitor
from files and requests in a thread of its own. `entrostream.monitor.web` shows it in a browser.
"""

from entrostream.monitor.alarm_log import AlarmLog, AlarmRecord
from entrostream.monitor.history import History
from entrostream.monitor.monitor import Monitor
from entrostream.monitor.settings import MonitorSettings
from entrostream.monitor.store import Checkpoint, Store, StoreError

__all__ = [
    "AlarmLog",
    "AlarmRecord",
    "Checkpoint",
    "History",
    "Monitor",
    "MonitorSettings",
    "Store",
    "StoreError",
]


def __dir__() -> list[str]:
    return __all__
