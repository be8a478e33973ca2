"""Whether the cost of an event stays the same over long streams, and with many labels."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import entrostream as es
from benchmarks.harness.contest import Contestant, Times, take_turns
from benchmarks.harness.report import Report, Table, Target, power

LABELS = 1000
CHUNK = 10**6
NEXT = 10**5
LABEL_ROUNDS = 5
LENGTHS = (10**5, 10**6, 10**7, 10**8)
DISTINCT = (10, 100, 1000, 10**4, 10**5, 10**6)

METHOD = f"""\
Nanoseconds per event. Length: a summary is fed N events in chunks of at most {power(CHUNK)},
uniform over {LABELS} labels if nothing else is said; then the cost of the next {power(NEXT)}
events is measured on a copy, so that all N take turns and see the same machine. Labels: K
different labels are held, each seen once; then the cost of the next {power(CHUNK)} events,
uniform over them."""


@dataclass(frozen=True)
class Way:
    """One way to feed a summary: `feed(summary, labels)` with what `column(codes)` makes."""

    name: str
    make: Callable[[], Any]
    feed: Callable[[Any, Any], Any]
    column: Callable[[np.ndarray], Any]
    labels: int = LABELS


def update_and_read(tally: es.Tally, labels: list) -> None:
    for label in labels:
        tally.update(label)
        tally.entropy  # noqa: B018


def update_each(tally: es.Tally, labels: list) -> None:
    update = tally.update
    for label in labels:
        update(label)


def strings(codes: np.ndarray) -> list[str]:
    names = [f"label{code}" for code in range(int(codes.max()) + 1)]
    return [names[code] for code in codes.tolist()]


def integers(codes: np.ndarray) -> np.ndarray:
    return codes


def trace(summary: Any, codes: np.ndarray) -> None:
    summary.trace(codes, "entropy")


WAYS = (
    Way("Tally: update and .entropy", es.Tally, update_and_read, strings),
    Way("Tally: update and .entropy, 10 labels", es.Tally, update_and_read, strings, 10),
    Way("Tally.trace", es.Tally, trace, integers),
    Way("Tally.trace, 10 labels", es.Tally, trace, integers, 10),
    Way("Tally.update_many", es.Tally, es.Tally.update_many, integers),
    Way("SlidingWindow(1000).trace", lambda: es.SlidingWindow(1000), trace, integers),
)
BY_LABELS = (
    Way("Tally.update, strings", es.Tally, update_each, strings),
    Way("Tally.update, ints", es.Tally, update_each, lambda codes: codes.tolist()),
    Way("Tally.update_many, int64", es.Tally, es.Tally.update_many, integers),
    Way("Tally.update_many, list of strings", es.Tally, es.Tally.update_many, strings),
)


def report(*, quick: bool) -> Report:
    lengths = LENGTHS[:-1] if quick else LENGTHS
    repeats = 11 if quick else 31
    found = Report("scaling", "Cost per event in long streams", METHOD, repeats)
    by_length = {way.name: length_times(found, way, lengths, repeats) for way in WAYS}
    by_labels = label_times(found, DISTINCT[:-1] if quick else DISTINCT)
    found.tables = [length_table(by_length, lengths), label_table(by_labels)]
    found.targets = [
        Target(
            f"{way}: after {power(n)} over after 1e5 events", times.ratio(n, LENGTHS[0]), 1.3, False
        )
        for way, (times, _) in by_length.items()
        for n in lengths[1:]
    ]
    return found


def length_times(
    found: Report, way: Way, lengths: tuple[int, ...], repeats: int
) -> tuple[Times, list[float]]:
    """Return the cost of the next events after each length, and the whole feed between lengths."""
    column = way.column(np.random.default_rng(5).integers(0, way.labels, CHUNK))
    part = column[:NEXT]
    summary, states, feeds, fed = way.make(), {}, [], 0
    for length in lengths:
        feeds.append(feed_to(way, summary, column, fed, length))
        states[length], fed = summary.copy(), length
    contestants = [
        Contestant(length, lambda state: way.feed(state, part), state.copy, answer=None)
        for length, state in states.items()
    ]
    times = take_turns(contestants, events=NEXT, repeats=repeats)
    found.record(way.name, times)
    return times, feeds


def feed_to(way: Way, summary: Any, column: Any, fed: int, length: int) -> float:
    """Feed what is missing up to `length` events; nanoseconds per event."""
    before, start = fed, time.process_time()
    while fed < length:
        many = min(len(column), length - fed)
        way.feed(summary, column if many == len(column) else column[:many])
        fed += many
    return (time.process_time() - start) / (length - before) * 1e9


def label_times(found: Report, distinct: tuple[int, ...]) -> dict[int, Times]:
    times = {}
    for labels in distinct:
        times[labels] = take_turns(
            [filled(way, labels) for way in BY_LABELS], events=CHUNK, repeats=LABEL_ROUNDS
        )
        found.record(f"{labels} labels held", times[labels])
    return times


def filled(way: Way, labels: int) -> Contestant:
    rng = np.random.default_rng(labels)
    codes = np.concatenate([rng.permutation(labels), rng.integers(0, labels, CHUNK)])
    column = way.column(codes)
    summary = way.make()
    way.feed(summary, column[:labels])
    return Contestant(
        way.name, lambda state: way.feed(state, column[labels:]), summary.copy, answer=None
    )


def length_table(
    by_length: dict[str, tuple[Times, list[float]]], lengths: tuple[int, ...]
) -> Table:
    rows = []
    for way, (times, feeds) in by_length.items():
        rows.append((f"{way}: the next events", *(f"{times.median(n):.2f}" for n in lengths)))
        rows.append((f"{way}: on the way there", *(f"{feed:.2f}" for feed in feeds)))
    return Table("Length of the stream", ("", *(f"{power(n)} events" for n in lengths)), rows)


def label_table(times: dict[int, Times]) -> Table:
    rows = [
        (way.name, *(f"{each.median(way.name):.1f}" for each in times.values()))
        for way in BY_LABELS
    ]
    return Table(
        f"Labels held ({LABEL_ROUNDS} rounds)", ("", *(f"{labels:,}" for labels in times)), rows
    )
