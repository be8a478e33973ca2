"""What one Python call per event costs, compared with river and rolling."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import rolling
from river import stats

import entrostream as es
from benchmarks.harness.contest import Contestant, Times, hold
from benchmarks.harness.report import Report, Table, Target
from benchmarks.rivals.call_floor import floor

WINDOW = 1000
SEEN, SMALL = "strings seen before", "ints below 200"
STREAMS = (SEEN, "new strings", SMALL, "ints above 1e6", "two labels 0.7", "two labels 0.9999")
LOOP, EMPTY, EMPTY_READ = "loop alone", "empty C call", "empty C call and read"
UPDATE, TALLY, NATS = "Tally: update", "Tally: update and .entropy", "Tally: update and .nats"
RIVER = "river stats.Entropy: update and get"
SLIDE, SLIDE_READ = "SlidingWindow(1000): update", "SlidingWindow(1000): update and .entropy"
ROLLING = "rolling.Entropy(1000), iterated"

METHOD = f"""\
Nanoseconds per event, the `for` loop included, over one list of labels (1000 different ones where
nothing else is said). "Seen before" is the same string object each time; "new strings" and the
large integers are new objects in every round, made before the clock starts. The empty C call is a
METH_O method that returns None, compiled by this run. river's `get` gives nats and `rolling` gives
values of full windows only; the final values of all were compared (three prefixes of each stream)
before anything was timed. Window of {WINDOW} labels."""


def report(*, quick: bool) -> Report:
    events, repeats = (50_000, 5) if quick else (200_000, 21)
    found = Report("per_event", "One Python call per event", METHOD, repeats)
    times, differences = {}, []
    for stream, make in streams(events).items():
        times[stream], difference = hold(
            contestants(make),
            events=events,
            repeats=repeats,
            tolerance=1e-4,
            prefixes=(WINDOW, 7 * WINDOW + 1),
        )
        differences.append(difference)
        found.record(stream, times[stream])
    found.tables = [time_table(times), ratio_table(times)]
    found.method += f" Largest difference: {max(differences):.1e} bits (river adds 1e-8 to each p)."
    found.targets = targets(times)
    return found


def streams(events: int) -> dict[str, Callable[[], list]]:
    """By name, what makes the list of labels for one round."""
    rng = np.random.default_rng(3)
    names = [f"label{i}" for i in range(1000)]
    seen = [names[i] for i in rng.integers(0, 1000, events).tolist()]
    small = rng.integers(0, 200, events).tolist()
    large = rng.integers(10**6, 10**6 + 1000, events)
    skewed = np.where(rng.random(events) < 0.7, "a", "b").astype(object).tolist()
    pure = np.where(rng.random(events) < 0.9999, "a", "b").astype(object).tolist()
    makers = (
        lambda: seen,
        lambda: [name[:3] + name[3:] for name in seen],
        lambda: small,
        large.tolist,
        lambda: skewed,
        lambda: pure,
    )
    return dict(zip(STREAMS, makers, strict=True))


def contestants(make: Callable[[], list]) -> list[Contestant]:
    bare = floor()

    def loop_alone(labels):
        for _ in labels:
            pass

    def empty_call(labels):
        empty = bare.empty
        for label in labels:
            empty(label)

    def empty_call_and_read(labels):
        for label in labels:
            bare.empty(label)
            bare.zero  # noqa: B018

    def tally_update(labels):
        tally = es.Tally()
        update = tally.update
        for label in labels:
            update(label)
        return tally.entropy

    def tally_entropy(labels):
        tally, value = es.Tally(), 0.0
        for label in labels:
            tally.update(label)
            value = tally.entropy
        return value

    def tally_nats(labels):
        tally, value = es.Tally(), 0.0
        for label in labels:
            tally.update(label)
            value = tally.nats
        return value / math.log(2)

    def river_entropy(labels):
        entropy, value = stats.Entropy(), 0.0
        for label in labels:
            entropy.update(label)
            value = entropy.get()
        return value / math.log(2)

    def window_update(labels):
        window = es.SlidingWindow(WINDOW)
        update = window.update
        for label in labels:
            update(label)
        return window.entropy

    def window_entropy(labels):
        window, value = es.SlidingWindow(WINDOW), 0.0
        for label in labels:
            window.update(label)
            value = window.entropy
        return value

    def rolling_entropy(labels):
        value = 0.0
        for value in rolling.Entropy(labels, WINDOW):  # noqa: B007
            pass
        return value

    return [
        Contestant(LOOP, loop_alone, make, answer=None),
        Contestant(EMPTY, empty_call, make, answer=None),
        Contestant(EMPTY_READ, empty_call_and_read, make, answer=None),
        Contestant(UPDATE, tally_update, make, answer="whole stream"),
        Contestant(TALLY, tally_entropy, make, answer="whole stream"),
        Contestant(NATS, tally_nats, make, answer="whole stream"),
        Contestant(RIVER, river_entropy, make, answer="whole stream"),
        Contestant(SLIDE, window_update, make, answer="window"),
        Contestant(SLIDE_READ, window_entropy, make, answer="window"),
        Contestant(ROLLING, rolling_entropy, make, answer="window"),
    ]


def update_over_empty(times: Times) -> float:
    return times.ratio(UPDATE, EMPTY, less=LOOP)


def over_river(times: Times) -> float:
    return times.ratio(RIVER, TALLY)


def over_rolling(times: Times) -> float:
    return times.ratio(ROLLING, SLIDE_READ)


def time_table(times: dict[str, Times]) -> Table:
    names = next(iter(times.values())).rounds
    rows = [(name, *(f"{each.median(name):.0f}" for each in times.values())) for name in names]
    return Table("Nanoseconds per event", ("", *times), rows)


def ratio_table(times: dict[str, Times]) -> Table:
    ratios = {
        "Tally.update / empty C call, loop subtracted": update_over_empty,
        "river / Tally, update and read": over_river,
        "river / Tally, update and .nats": lambda each: each.ratio(RIVER, NATS),
        "rolling / SlidingWindow, update and read": over_rolling,
    }
    rows = [
        (name, *(f"{ratio(each):.1f}" for each in times.values())) for name, ratio in ratios.items()
    ]
    return Table("Ratios (of the medians)", ("", *times), rows)


def targets(times: dict[str, Times]) -> list[Target]:
    empty = "`Tally.update` over an empty C call, loop subtracted"
    found = [
        Target(f"{empty}: {stream}", update_over_empty(times[stream]), 3, at_least=False)
        for stream in (SEEN, SMALL)
    ]
    for stream, each in times.items():
        river, window = over_river(each), over_rolling(each)
        found.append(Target(f"events per second over river: {stream}", river, 18))
        found.append(Target(f"events per second over rolling: {stream}", window, 10))
    return found
