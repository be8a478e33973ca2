"""What an event costs the adaptive window, compared with river's ADWIN on one number."""

from __future__ import annotations

import numpy as np
from river import drift

import entrostream as es
from benchmarks.adaptive.rivals import progress
from benchmarks.harness.contest import Contestant, Times, take_turns
from benchmarks.harness.report import Report, Table, Target, power
from tests.drift.changing_streams import draw, uniform, zipf

EVENTS = 10**6
LIMITS = {2: 0.3, 5: 0.3, 50: 1.0, 1000: 2.0, 10_000: 2.5}
LENGTHS = (10**5, 10**6, 10**7)
FLAT = (5, 50, 1000)
NEXT = 2**18  # events, during which every row of buckets is tested
RIVER, ADWIN = "river ADWIN, one number at a time", "es.ADWIN, in bulk"

METHOD = f"""\
Nanoseconds per event. `es.AdaptiveWindow().update_many(labels)`, {power(EVENTS)} int64 labels with
Zipf's shares, the window growing with them. In the same rounds: river's
`drift.ADWIN().update(x)` for each of {power(EVENTS)} numbers from 0 to 1 in a Python loop, and
`es.ADWIN().update_many(numbers)`. Length: what the next {NEXT:,} events cost when the window holds
that many, measured on copies that take turns."""


def report(*, quick: bool) -> Report:
    repeats = 5 if quick else 15
    found = Report("adaptive/speed", "Speed of the adaptive window", METHOD, repeats)
    events = EVENTS // 4 if quick else EVENTS
    bulk = bulk_times(events, repeats)
    found.record("bulk", bulk)
    progress("bulk done")
    lengths = LENGTHS[:-1] if quick else LENGTHS
    by_length = {k: length_times(found, k, lengths, repeats) for k in FLAT}
    found.tables = [bulk_table(bulk), length_table(by_length, lengths)]
    found.targets = [
        Target(f"{k} labels: time over river's ADWIN", bulk.ratio(k, RIVER), limit, False)
        for k, limit in LIMITS.items()
    ]
    found.targets += [
        Target(
            f"{k} labels: {power(n)} events held over 1e5", times.ratio(n, LENGTHS[0]), 1.3, False
        )
        for k, times in by_length.items()
        for n in lengths[1:]
    ]
    return found


def bulk_times(events: int, repeats: int) -> Times:
    numbers = np.random.default_rng(1).random(events)
    streams = {k: draw(zipf(k), events, np.random.default_rng(k)) for k in LIMITS}
    contestants = [
        Contestant(k, lambda labels: es.AdaptiveWindow().update_many(labels), lambda x=x: x, None)
        for k, x in streams.items()
    ]
    contestants += [
        Contestant(RIVER, feed_river, numbers.tolist, None),
        Contestant(ADWIN, lambda values: es.ADWIN().update_many(values), lambda: numbers, None),
    ]
    return take_turns(contestants, events=events, repeats=repeats)


def feed_river(numbers: list[float]) -> None:
    update = drift.ADWIN().update
    for value in numbers:
        update(value)


def length_times(found: Report, k: int, lengths: tuple[int, ...], repeats: int) -> Times:
    """Return the cost of the next events after each length."""
    rng = np.random.default_rng([k, 2])
    following = draw(uniform(k), NEXT, rng)
    window, states, held = es.AdaptiveWindow(1e-9), {}, 0  # a rate at which nothing is cut
    for length in lengths:
        while held < length:
            part = min(10**6, length - held)
            window.update_many(draw(uniform(k), part, rng))
            held += part
        if window.n != length:
            raise AssertionError(f"a stream that does not change was cut: {window.changes}")
        states[length] = window.copy()
    contestants = [
        Contestant(length, lambda state: state.update_many(following), state.copy, None)
        for length, state in states.items()
    ]
    times = take_turns(contestants, events=NEXT, repeats=repeats)
    found.record(f"length, {k} labels", times)
    progress(f"length, {k} labels done")
    return times


def bulk_table(times: Times) -> Table:
    rows = [
        (f"AdaptiveWindow, {k} labels", f"{times.median(k):.1f}", f"{times.ratio(k, RIVER):.2f}")
        for k in LIMITS
    ]
    rows += [
        (name, f"{times.median(name):.1f}", f"{times.ratio(name, RIVER):.2f}")
        for name in (ADWIN, RIVER)
    ]
    return Table("Nanoseconds per event, in bulk", ("", "ns per event", "over river's ADWIN"), rows)


def length_table(by_length: dict[int, Times], lengths: tuple[int, ...]) -> Table:
    rows = [
        (
            f"{k} labels",
            *(f"{times.median(n):.1f}" for n in lengths),
            f"{times.ratio(lengths[-1], lengths[0]):.2f}",
        )
        for k, times in by_length.items()
    ]
    columns = ("", *(f"{power(n)} held" for n in lengths), "last over first")
    return Table("Nanoseconds per event, as the window grows", columns, rows)
