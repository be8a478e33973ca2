"""A sample stream for the demo: connections of a small network, with a flood and a port scan."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pyarrow as pa

from entrostream.monitor.batch import Batch, FileState
from entrostream.streaming import Events

__all__ = ["FIELDS", "SampleInput", "sample_second"]

FIELDS = ("src", "dst", "dport", "proto")
SECOND = 10**9
RATE = 400  # connections per second
BEFORE = 900  # seconds that are there at once
LIVE = 120  # seconds that follow, as they pass
FLOOD = range(420, 510)
SCAN = range(920, 965)
CLIENTS, SERVERS = 600, 40
PORTS = {443: 0.62, 80: 0.14, 53: 0.12, 22: 0.05, 25: 0.03, 993: 0.02, 3306: 0.02}
UDP_PORTS = (53,)


def sample_second(number: int, seed: int = 0) -> dict[str, list[str]]:
    """Return the connections of one second: the labels of each field.

    Examples
    --------
    >>> from entrostream.monitor.sample import sample_second
    >>> len(sample_second(0)["src"]), sample_second(425)["dst"].count("10.1.0.7") > 200
    (400, True)
    """
    random = np.random.default_rng([seed, number])
    src = client_names(random.choice(CLIENTS, RATE, p=shares(CLIENTS)))
    dst = [f"10.1.0.{each + 1}" for each in random.choice(SERVERS, RATE, p=shares(SERVERS))]
    port = random.choice(list(PORTS), RATE, p=list(PORTS.values()))
    ports = [str(each) for each in port]
    protos = ["udp" if each in UDP_PORTS else "tcp" for each in port]
    if number in FLOOD:  # from everywhere, to one server
        hit = np.flatnonzero(random.random(RATE) < 0.7)
        for place, address in zip(hit, random.integers(0, 2**32, len(hit)), strict=True):
            src[place], dst[place] = address_text(int(address)), "10.1.0.7"
            ports[place], protos[place] = "80", "tcp"
    if number in SCAN:  # from one client, to every port
        hit = np.flatnonzero(random.random(RATE) < 0.4)
        for place, target in zip(hit, random.integers(1, 65536, len(hit)), strict=True):
            src[place], dst[place] = "203.0.113.66", "10.1.0.12"
            ports[place], protos[place] = str(target), "tcp"
    return {"src": src, "dst": dst, "dport": ports, "proto": protos}


def shares(labels: int) -> np.ndarray:
    """Return shares that fall with the rank, as those of real clients do."""
    weights = 1 / np.arange(1, labels + 1) ** 0.8
    return np.asarray(weights / weights.sum())


def client_names(numbers: np.ndarray) -> list[str]:
    """Return addresses of clients."""
    return [f"192.168.{each // 200}.{each % 200 + 1}" for each in numbers]


def address_text(number: int) -> str:
    """Return an address in dots."""
    return ".".join(str(number >> shift & 255) for shift in (24, 16, 8, 0))


class SampleInput:
    """The sample as an input of the service: minutes at once, then as time passes.

    Parameters
    ----------
    live : int
        How many seconds follow as they pass.
    """

    name = "sample"
    note: str | None = None
    failure: str | None = None

    def __init__(self, live: int = LIVE):
        self._live = live
        self._stopping = threading.Event()
        self.ended = False

    def resume(self, state: FileState) -> None:
        """Do nothing: the sample begins anew."""

    def start(self, put: Callable[[Batch], None]) -> None:
        """Begin in a thread."""
        threading.Thread(target=self._run, args=(put,), name="sample", daemon=True).start()

    def stop(self) -> None:
        """End."""
        self._stopping.set()

    def _run(self, put: Callable[[Batch], None]) -> None:
        for batch in self._batches():
            put(batch)
            if self._stopping.is_set():
                return
        self.ended = True

    def _batches(self) -> Iterator[Batch]:
        began = time.time_ns() // SECOND - BEFORE  # the stream reaches the present, then goes on
        for number in range(BEFORE + self._live):
            due = began + number + 1
            self._stopping.wait(max(0.0, due - time.time()))
            yield Batch(self.name, events_of(number, began), file=FileState(None, "sample"))


def events_of(number: int, began: int) -> Events:
    """Return the connections of a second, spread over it."""
    labels = {name: pa.array(each) for name, each in sample_second(number).items()}
    times = (began + number) * SECOND + np.arange(1, RATE + 1, dtype=np.int64) * (SECOND // RATE)
    return Events(RATE, labels, times)
