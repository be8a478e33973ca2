"""Batches on their way to the monitor: bounded, and none of a client taken twice."""

from __future__ import annotations

import queue
import threading
from collections import OrderedDict
from collections.abc import Mapping

from entrostream.monitor.batch import Batch
from entrostream.streaming import Events

__all__ = ["BusyError", "Intake"]

WAIT = 0.1  # seconds after which a file looks whether the end has come
CLIENTS = 10_000  # whose sequence numbers are kept


class BusyError(Exception):
    """The monitor is behind: the request is to be sent again later."""


class Intake:
    """A queue of batches: files wait while it is full, requests are refused.

    Parameters
    ----------
    batches : int
        Batches of files that may wait.
    size : int
        Bytes of requests that may wait.

    Examples
    --------
    >>> from entrostream.monitor.batch import Batch
    >>> from entrostream.monitor.intake import Intake
    >>> from entrostream.streaming import Events
    >>> intake = Intake(batches=4, size=1000)
    >>> request = Batch("client", Events(1, {"src": ["a"]}), 10, client="a", sequence=7)
    >>> intake.submit(request), intake.submit(request)
    (True, False)
    >>> intake.get(0).events.n, intake.get(0)
    (1, None)
    """

    def __init__(self, batches: int, size: int):
        self._queue: queue.Queue[Batch] = queue.Queue()
        self._room = threading.Semaphore(batches)
        self._size = size
        self._waiting = 0  # bytes of requests
        self._lock = threading.Lock()
        self._sequences: OrderedDict[str, int] = OrderedDict()  # the last ones of clients
        self.closed = False

    @property
    def is_empty(self) -> bool:
        """Whether no batch waits."""
        return self._queue.empty()

    def put(self, batch: Batch) -> None:
        """Add a batch of a file; waits while there are too many."""
        while not self._room.acquire(timeout=WAIT):
            if self.closed:
                return
        self._queue.put(batch)

    def submit(self, batch: Batch) -> bool:
        """Add a batch of a request; False if its sequence number was taken before.

        A repeated request is added without its events where somebody waits for its checkpoint.

        Raises
        ------
        BusyError
            If too much waits.
        """
        if self.closed:
            raise BusyError("the monitor is about to end")
        with self._lock:
            if self._waiting and self._waiting + batch.size > self._size:
                raise BusyError("too many requests wait")
            is_new = self._is_new(batch)
            if is_new:
                self._waiting += batch.size
        if is_new:
            self._queue.put(batch)
        elif batch.stored is not None:
            self._queue.put(Batch(batch.source, Events(0, {}), stored=batch.stored))
        return is_new

    def get(self, seconds: float) -> Batch | None:
        """Return the next batch, after waiting at most this long."""
        try:
            batch = self._queue.get(timeout=seconds) if seconds else self._queue.get_nowait()
        except queue.Empty:
            return None
        if batch.file is not None:
            self._room.release()
        else:
            with self._lock:
                self._waiting -= batch.size
        return batch

    def knows(self, client: str) -> bool:
        """Say whether the sequence numbers of a client are kept."""
        return client in self._sequences

    def restore(self, sequences: Mapping[str, int]) -> None:
        """Take the sequence numbers that were stored."""
        self._sequences = OrderedDict(sequences)

    def _is_new(self, batch: Batch) -> bool:
        """Say whether a request is not a repeated one, and note its number."""
        if batch.client is None or batch.sequence is None:
            return True
        if batch.sequence <= self._sequences.get(batch.client, -1):
            return False
        self._sequences[batch.client] = batch.sequence
        self._sequences.move_to_end(batch.client)
        while len(self._sequences) > CLIENTS:
            self._sequences.popitem(last=False)
        return True
