"""Windows of event time as sums of panes, for one key and without Spark.

A pane is one slide of event time, and its state is the bytes of a `Tally`. Every event is in one
pane; a window is the merged tallies of its panes. Counts are added and removed without error, so
the values of a window are those of its events on one machine, to the last bit, in whatever order
and in however many batches they came.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

import numpy as np

from entrostream import StateError, Tally

__all__ = ["EPOCH", "NEW", "Missing", "PaneRule", "PaneStore", "PanedKey", "Progress"]

Missing = Literal["raise", "skip", "label"]
Reading = TypeVar("Reading")
NEVER = -(2**63)
NO_TIMER = 2**63 - 1
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


class PaneStore(Protocol):
    """The panes of one key: bytes by the start of the pane, in milliseconds."""

    def starts(self) -> Iterable[int]:
        """Return the starts of all panes, in any order."""

    def get(self, start: int) -> bytes:
        """Return a pane that is there."""

    def put(self, start: int, state: bytes) -> None:
        """Write a pane."""

    def remove(self, start: int) -> None:
        """Delete a pane that is there."""

    def items(self) -> Iterator[tuple[int, bytes]]:
        """Return all panes, in any order."""


@dataclass(frozen=True)
class PaneRule:
    """The windows of a stream: their length and their distance, in milliseconds.

    Windows are aligned with the epoch, as those of Spark's `window()` are, and contain their start
    but not their end. A window is complete when the watermark has reached its end.
    """

    size: int
    slide: int
    missing: Missing = "skip"

    def pane_of(self, times: Any) -> Any:
        """Return the starts of the panes of times in microseconds."""
        return np.asarray(times) // (1000 * self.slide) * self.slide

    def last_end(self, watermark: int) -> int:
        """Return the latest end of a complete window."""
        return watermark // self.slide * self.slide


class Progress(NamedTuple):
    """What a key stores in addition to its panes."""

    emitted: int  # windows that end here or earlier were emitted
    timer: int  # when the next window is complete
    late: int  # events that came after a window of theirs was complete


NEW = Progress(NEVER, NO_TIMER, 0)


class PanedKey:
    """The windows of one key at one watermark.

    Call `complete` first: events that are added then are in the windows that are not complete.

    Parameters
    ----------
    rule : PaneRule
        The windows.
    store : PaneStore
        The panes of the key.
    progress : Progress
        What `progress` was after the last call; `NEW` for a new key.
    watermark : int
        In milliseconds.
    register_timer : callable
        Takes a time in milliseconds: `complete` is to be called when the watermark is there.
    """

    def __init__(
        self,
        rule: PaneRule,
        store: PaneStore,
        progress: Progress,
        watermark: int,
        register_timer: Callable[[int], None],
    ):
        self._rule = rule
        self._store = store
        self.progress = progress
        self._watermark = watermark
        self._register_timer = register_timer

    def complete(self, read: Callable[[Tally], Reading]) -> list[tuple[int, Reading]]:
        """Return the ends of windows that became complete, and delete panes that expired.

        Each comes with what `read` returned for its events. A window is returned once.
        """
        if self._watermark < self.progress.timer:
            return []
        last = self._rule.last_end(self._watermark)
        panes = self._load()
        first = self.progress.emitted + self._rule.slide
        found = [(end, read(total)) for end, total in self._windows(panes, first, last)]
        self._expire(panes)
        self.progress = Progress(last, NO_TIMER, self.progress.late)
        if panes:
            self._set_timer(max(min(panes), last) + self._rule.slide)
        elif not self.progress.late:
            self.progress = NEW
        return found

    def add(self, times: Any, labels: Any) -> list[int]:
        """Add events, at times in microseconds, and return the panes that they are in, sorted.

        `labels` has `take(indices)`, as arrays and Series do. Late events are counted in
        `progress`, and are in those of their windows that are not complete. Nothing changes if
        a label is refused.
        """
        starts = self._rule.pane_of(times)
        late = int(np.count_nonzero(self._is_late(starts)))
        order = np.argsort(starts, kind="stable")
        starts = starts[order]
        expired = int(np.searchsorted(starts, self._expired_before()))
        panes, begins = np.unique(starts[expired:], return_index=True)
        bounds = [*(begins + expired).tolist(), len(starts)]
        added = {
            pane: self._tally(labels.take(order[begin:end]))
            for pane, begin, end in zip(panes.tolist(), bounds, bounds[1:], strict=False)
        }
        return self._take(added, late)

    def add_panes(self, panes: Iterable[tuple[int, int, bytes]]) -> list[int]:
        """Add events that were counted already: starts of panes, numbers of events, states.

        The same as `add` otherwise.
        """
        added: dict[int, Tally] = {}
        late = 0
        for start, events, state in panes:
            late += events if self._is_late(start) else 0
            if start >= self._expired_before():
                tally = tally_of(start, state)
                if start in added:
                    tally.merge(added[start])
                added[start] = tally
        return self._take(dict(sorted(added.items())), late)

    def _is_late(self, start: Any) -> Any:
        return start + self._rule.slide <= self._watermark

    def _take(self, added: dict[int, Tally], late: int) -> list[int]:
        """Store what was added, and return the panes that have events."""
        held = {pane: tally for pane, tally in added.items() if tally.n}
        self._merge(held)
        self.progress = self.progress._replace(late=self.progress.late + late)
        return list(held)

    def changed(
        self, panes: list[int], read: Callable[[Tally], Reading]
    ) -> list[tuple[int, Reading]]:
        """Return the ends of windows that contain some of these panes and are not yet complete.

        Each comes with what `read` returned for its events.
        """
        if not panes:
            return []
        first = self._rule.last_end(self._watermark) + self._rule.slide
        found = []
        for end, total in self._windows(self._load(), first, panes[-1] + self._rule.size):
            position = bisect_left(panes, end - self._rule.size)
            if position < len(panes) and panes[position] < end:
                found.append((end, read(total)))
        return found

    def _expired_before(self) -> int:
        """Return the first pane that is in a window that is not complete."""
        return self._rule.last_end(self._watermark) + self._rule.slide - self._rule.size

    def _tally(self, labels: Any) -> Tally:
        tally = Tally(missing=self._rule.missing)
        tally.update_many(labels)
        return tally

    def _merge(self, added: dict[int, Tally]) -> None:
        """Add tallies to the stored panes; set the timer for the first window that has them."""
        if not added:
            return
        stored = self._stored()
        for pane, tally in added.items():
            if pane in stored:
                tally.merge(tally_of(pane, self._store.get(pane)))
            self._store.put(pane, tally.to_bytes())
        last = self._rule.last_end(self._watermark)
        self.progress = self.progress._replace(emitted=last)
        self._set_timer(max(min(added), last) + self._rule.slide)

    def _stored(self) -> set[int]:
        """Return the panes that are stored; a key that waits for no timer has none."""
        return set() if self.progress.timer == NO_TIMER else set(self._store.starts())

    def _set_timer(self, at: int) -> None:
        if at < self.progress.timer:
            self._register_timer(at)
            self.progress = self.progress._replace(timer=at)

    def _load(self) -> dict[int, Tally]:
        return {start: tally_of(start, state) for start, state in self._store.items()}

    def _windows(
        self, panes: dict[int, Tally], first: int, last: int
    ) -> Iterator[tuple[int, Tally]]:
        """Give the windows with events that end from `first` to `last`, as one tally that slides.

        Each pane is added once and removed once, however much the windows overlap.
        """
        size, slide = self._rule.size, self._rule.slide
        starts = sorted(panes)
        total = Tally(missing=self._rule.missing)
        end = max(first, starts[0] + slide) if starts else last + 1
        for start in starts[bisect_left(starts, end - size) : bisect_left(starts, end)]:
            total.merge(panes[start])
        while end <= last:
            if not total.n:
                following = bisect_left(starts, end)
                if following == len(starts) or starts[following] + slide > last:
                    return
                end = starts[following] + slide
                total.merge(panes[starts[following]])
            yield end, total
            if end - size in panes:
                total.remove_counts(panes[end - size].counts())
            if end in panes:
                total.merge(panes[end])
            end += slide

    def _expire(self, panes: dict[int, Tally]) -> None:
        for start in [start for start in panes if start < self._expired_before()]:
            self._store.remove(start)
            del panes[start]


def tally_of(start: int, state: bytes) -> Tally:
    """Return the counts of a pane; a state that cannot be read is named by the time of the pane."""
    try:
        return Tally.from_bytes(state)
    except StateError as error:
        time = (EPOCH + timedelta(milliseconds=start)).isoformat()
        raise StateError(f"pane {time}: {error}") from None
