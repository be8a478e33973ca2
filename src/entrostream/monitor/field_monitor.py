"""One field of a monitored stream: its window, its detector of changes, its baseline."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import nan
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from entrostream import AdaptiveWindow, Change, Tally
from entrostream.ingest.rows import Column, present, take
from entrostream.ingest.times import summary_nanoseconds
from entrostream.monitor.baseline import Baseline
from entrostream.monitor.label_budget import LabelBudget, once
from entrostream.monitor.paned_window import Pane, PanedWindow
from entrostream.monitor.settings import MonitorSettings
from entrostream.streaming.label_limit import OTHER
from entrostream.streaming.readings import read_now

__all__ = ["FieldMonitor"]

HALF_LIFE = 6  # of the baseline, in windows
Blobs = dict[str, "Tally | AdaptiveWindow | Pane"]


class FieldMonitor:
    """What a monitor keeps of one field.

    Parameters
    ----------
    name : str
        The field.
    settings : MonitorSettings
        What is measured.
    """

    def __init__(self, name: str, settings: MonitorSettings):
        self.name = name
        self._settings = settings
        self.window = PanedWindow(settings.panes)
        self.detector = settings.detector()
        self.baseline = Baseline(HALF_LIFE * settings.panes, settings.max_labels)
        self.window_budget = LabelBudget(settings.max_labels)
        self.detector_budget = LabelBudget(settings.max_labels)
        self.missing = 0  # labels
        self.regime_from: int | None = None  # nanoseconds
        self._changes_seen = 0

    @property
    def folded(self) -> int:
        """How many events of the window and before were counted as `<other>`."""
        return self.window_budget.folded

    @property
    def is_lower_bound(self) -> bool:
        """Whether labels of the window were counted as one: its entropy is a lower bound then."""
        return self.window.total[OTHER] > 0

    def freeze(self, frozen: bool) -> None:
        """Let no further labels pass, or let them again."""
        self.window_budget.frozen = self.detector_budget.frozen = frozen

    def update(self, labels: Column, times: NDArray[np.int64]) -> None:
        """Take events of the open interval."""
        if self._settings.missing == "skip" and may_be_missing(labels):
            kept = np.flatnonzero(present(labels))
            self.missing += len(labels) - len(kept)
            labels, times = take(labels, kept), times[kept]
        if not len(labels):
            return
        if self.regime_from is None:
            self.regime_from = int(times[0])
        interval = self.window.current
        labels = self.window_budget.apply(labels, interval)
        self.detector.update_many(
            self.detector_budget.apply(labels, interval), times=times.view("M8[ns]")
        )
        self.window.update(labels)

    def close(self, number: int) -> list[Change]:
        """End the open interval, and return the changes that were found in it."""
        expired = self.window.close(number)
        if expired is not None:
            self.baseline.add(expired)
        self.baseline.advance(number)
        self._begin_interval()
        new = self.detector.n_changes - self._changes_seen
        self._changes_seen = self.detector.n_changes
        changes = self.detector.changes[-new:] if new else []
        if changes:
            self.regime_from = summary_nanoseconds(changes[-1].at)
        return changes

    def _begin_interval(self) -> None:
        """Look at what is held: the labels of the detector only where they are many."""
        total, held = self.window.total, self.detector.distinct
        self.window_budget.begin(total.distinct, total)
        is_near = 2 * held > self._settings.max_labels
        self.detector_budget.begin(held, once(self.detector.counts()) if is_near else None)

    def values(self) -> tuple[float, float, float, float, float]:
        """Return entropy, evenness, Gini index, number of labels and of events of the window."""
        total = self.window.total
        if not total.n:
            return nan, nan, nan, 0, 0
        return total.entropy, total.evenness, total.gini, total.distinct, total.n

    def measure(self, name: str) -> float:
        """Return a measure of the window; NaN where it holds no event, but for counts."""
        return read_now(self.window.total, [name])[0]

    def top(self, most: int) -> list[tuple[Any, float, float | None]]:
        """Return the most common labels, their shares, and how those changed."""
        total = self.window.total
        result = []
        for label, count in total.most_common(most):
            share = count / total.n
            usual = self.baseline.share(label)
            result.append((label, share, None if usual is None else share - usual))
        return result

    def blobs(self) -> Blobs:
        """Return the parts of the state that are bytes, by name."""
        parts: Blobs = {
            "detector": self.detector,
            "baseline": self.baseline.counts,
            "current": self.window.current,
        }
        optional = {
            "window passed": self.window_budget.passed,
            "detector passed": self.detector_budget.passed,
            "detector known": self.detector_budget.known,
        }
        parts |= {name: part for name, part in optional.items() if part is not None}
        for pane in self.window.panes:
            parts[f"pane {pane.number}"] = pane
        return {f"{self.name}\0{name}": part for name, part in parts.items()}

    def state(self) -> dict[str, Any]:
        """Return the other parts of the state, as plain data."""
        return {
            "missing": self.missing,
            "regime_from": self.regime_from,
            "changes_seen": self._changes_seen,
            "halved": self.baseline.halved,
            "window_folded": self.window_budget.folded,
            "detector_folded": self.detector_budget.folded,
            "detector_held": self.detector_budget.held,
        }

    def restore(
        self, state: Mapping[str, Any], read: Callable[[str], bytes], names: list[str]
    ) -> None:
        """Take a state: plain data, a function that reads bytes by name, and all names."""
        self.missing = state["missing"]
        self.regime_from = state["regime_from"]
        self._changes_seen = state["changes_seen"]
        self.baseline.halved = state["halved"]
        prefix = f"{self.name}\0"
        self.detector = AdaptiveWindow.from_bytes(read(prefix + "detector"))
        self.baseline.counts = Tally.from_bytes(read(prefix + "baseline"))
        numbers = sorted(
            int(name.removeprefix(prefix + "pane "))
            for name in names
            if name.startswith(prefix + "pane ")
        )
        self.window.restore(
            (Pane(each, read(f"{prefix}pane {each}")) for each in numbers),
            Tally.from_bytes(read(prefix + "current")),
        )

        def optional(name: str) -> Tally | None:
            return Tally.from_bytes(read(prefix + name)) if prefix + name in names else None

        total = self.window.total
        self.window_budget.restore(
            total.distinct, state["window_folded"], total, optional("window passed")
        )
        self.detector_budget.restore(
            state["detector_held"],
            state["detector_folded"],
            optional("detector known"),
            optional("detector passed"),
        )


def may_be_missing(labels: Column) -> bool:
    """Say whether it has to be looked for missing labels; encoded text tells at once."""
    if isinstance(labels, pa.DictionaryArray) and pa.types.is_string(labels.dictionary.type):
        return bool(labels.null_count)
    return True
