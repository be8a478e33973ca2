"""Writes the bytes of a fixed list of summaries: `python -m tests.state.write_states DIRECTORY`.

Run once for each released format version; what it wrote stays, so that every later
entrostream is held to read it. Add summaries at the end; never change one.
"""

import datetime as dt
import json
import sys
import uuid
from decimal import Decimal
from pathlib import Path

import entrostream as es
from tests.state.trees import TREES, facts

UTC = dt.timezone.utc
LABELS = [
    0,
    -1,
    2**64,
    -(10**30),
    0.5,
    float("-inf"),
    "",
    "text",
    "日本 😀",
    b"",
    b"\x00\xff",
    dt.date(1969, 12, 31),
    dt.datetime(2020, 2, 29, 23, 59, 59, 999_999),
    dt.datetime(2020, 2, 29, 23, 59, 59, tzinfo=UTC),
    dt.timedelta(days=-1, microseconds=1),
    Decimal("0.1"),
    Decimal("-12.345"),
    uuid.UUID("12345678-1234-5678-1234-567812345678"),
    (),
    (1, "a", (None, 0.5)),
]


def tally(counts, **options):
    """Return a tally with these counts."""
    summary = es.Tally(**options)
    summary.update_counts(counts)
    return summary


def window(size, labels, **options):
    """Return a window that saw these labels."""
    summary = es.SlidingWindow(size, **options)
    summary.update_many(labels)
    return summary


def weighted(weights, **options):
    """Return a weighted tally with these weights."""
    summary = es.WeightedTally(**options)
    summary.update_counts(weights)
    return summary


def pair_table(counts, **options):
    """Return a contingency table with these counts."""
    table = es.ContingencyTable(**options)
    table.update_counts(counts)
    return table


def pair_window(size, xs, ys, **options):
    """Return a contingency window that saw these pairs."""
    table = es.ContingencyWindow(size, **options)
    table.update_many(xs, ys)
    return table


def faded(fading_factor, labels, **options):
    """Return a tally that has faded by count."""
    summary = es.FadingTally(fading_factor=fading_factor, **options)
    summary.update_many(labels)
    return summary


def faded_by_time(half_life, labels, times, **options):
    """Return a tally that has faded by time."""
    summary = es.FadingTally(half_life=half_life, **options)
    summary.update_many(labels, times=times)
    return summary


def faded_window(size, fading_factor, labels, **options):
    """Return a window that fades."""
    summary = es.FadingWindow(size, fading_factor=fading_factor, **options)
    summary.update_many(labels)
    return summary


def time_window(times, labels, span="10min", **options):
    """Return a time window that saw these labels at these times."""
    summary = es.TimeWindow(span, **options)
    summary.update_many(labels, times=times)
    return summary


def time_window_of_many():
    """Return a time window with many events at once, and a clock that went on without them."""
    summary = es.TimeWindow(2**33, lateness="1d", late="drop", missing="skip")
    summary.update_counts({"a": 2**61, "b": 2**31, "c": 1}, at=-(10**9))
    summary.update("late", at=-(10**9) - 3600)
    summary.update("too late", at=-(10**9) - 100_000)
    summary.advance(-1e-9)
    return summary


def adaptive(labels, times=None, **options):
    """Return an adaptive window that saw these labels.

    Before version 5 all changes were reported.
    """
    summary = es.AdaptiveWindow(**{"recurring": "report"} | options)
    summary.update_many(labels, times=times)
    return summary


def adwin(values, **options):
    """Return an ADWIN that took in these values."""
    detector = es.ADWIN(**options)
    detector.update_many(values)
    return detector


def weighted_time_window(times, labels, weights, span="10min", **options):
    """Return a time window that saw these labels with these weights at these times."""
    summary = es.WeightedTimeWindow(span, **options)
    summary.update_many(labels, weights, times=times)
    return summary


def pair_time_window(times, xs, ys, span="10min", **options):
    """Return a time window that saw these pairs at these times."""
    table = es.ContingencyTimeWindow(span, **options)
    table.update_many(xs, ys, times=times)
    return table


def divergence_window(window, labels, times=None, **options):
    """Return a divergence window that saw these labels."""
    summary = es.DivergenceWindow(window, **options)
    summary.update_many(labels, times=times)
    return summary


def sketch(kind, labels, counts=None, **options):
    """Return a sketch that saw these labels, and labels with weights."""
    made = kind("2KiB", **options)
    made.update_many(labels)
    made.update_counts(counts or {})
    return made


def sketch_window(labels, times, **options):
    """Return a sketch per pane of the labels at these times."""
    window = es.SketchWindow(100, panes=5, memory="2KiB", late="drop", **options)
    window.update_many(labels, times=times)
    return window


def sketch_window_of_many():
    """Return a window with exact and estimated panes, an event dropped, and an empty last pane."""
    window = sketch_window([i * i % 997 for i in range(1500)], [i / 16 for i in range(1500)])
    window.update_many(["a", "b", "late"], times=[95, 150, 0])
    window.update("weighted", 0.3, at=110)
    window.advance(165)
    return window


def faded_sketch(labels, times=None, **options):
    """Return a sketch that has decayed by count or by time."""
    made = es.FadingSketch("2KiB", **options)
    made.update_many(labels, times=times)
    return made


SUMMARIES = {
    "tally_empty": lambda: tally({}),
    "tally_skip": lambda: tally({"a": 1}, missing="skip"),
    "tally_missing_label": lambda: tally({None: 3, "a": 2}, missing="label"),
    "tally_all_kinds": lambda: tally({label: 3**i for i, label in enumerate(LABELS)}),
    "tally_largest_counts": lambda: tally({"a": 2**61, "b": 2**61 - 2, "c": 1}),
    "tally_many_labels": lambda: tally({number: number % 7 + 1 for number in range(1000)}),
    "sliding_window_empty": lambda: window(1, []),
    "sliding_window_largest": lambda: window(2**62 - 1, "ab", missing="skip"),
    "sliding_window_not_full": lambda: window(100, "abracadabra"),
    "sliding_window_full": lambda: window(5, "abracadabra"),
    "sliding_window_all_kinds": lambda: window(50, [*LABELS, None, *LABELS], missing="label"),
    "sliding_window_two_bytes_a_place": lambda: window(1000, [i * i % 997 for i in range(1500)]),
    "weighted_tally_empty": lambda: weighted({}),
    "weighted_tally_rounded": lambda: weighted({"a": 0.1, "b": 2.5, None: 1e-6}, missing="label"),
    "weighted_tally_exact": lambda: weighted(
        {"a": 2.0**99, "b": 2.0**160}, unit=2.0**99, exact=True
    ),
    "fading_tally_empty": lambda: faded(0.5, []),
    "fading_tally_by_count": lambda: faded(0.999, "abracadabra" * 500, max_labels=7),
    "fading_tally_all_kinds": lambda: faded(0.9, [*LABELS, None], missing="label"),
    "fading_tally_by_time_empty": lambda: faded_by_time("5min", [], []),
    "fading_tally_by_time": lambda: faded_by_time(
        60, "abracadabra", [7.5 * i for i in range(10, 21)], lateness=5, late="drop"
    ),
    "fading_tally_by_instants": lambda: faded_by_time(
        "1h", "ab", [dt.datetime(2024, 2, 29), dt.datetime(2024, 2, 29, 12)]
    ),
    "fading_window_empty": lambda: faded_window(5, 1.0, []),
    "fading_window_full": lambda: faded_window(100, 0.99, "abracadabra" * 50),
    "fading_window_not_full": lambda: faded_window(
        2**62 - 1, 0.9999, [*LABELS, None], missing="label"
    ),
    "contingency_table_empty": lambda: pair_table({}, missing="skip"),
    "contingency_table_small": lambda: pair_table(
        {("a", 0): 2**60, ("b", 0): 3, ("a", None): 1, (None, None): 300}, missing="label"
    ),
    "contingency_table_all_kinds": lambda: pair_table(
        {(x, y): i + 1 for i, (x, y) in enumerate(zip(LABELS, reversed(LABELS), strict=True))}
    ),
    "contingency_table_two_bytes_a_place": lambda: pair_table(
        {(i % 5, i * i % 997): i + 1 for i in range(1000)}
    ),
    "contingency_window_empty": lambda: pair_window(7, [], []),
    "contingency_window_full": lambda: pair_window(5, "abracadabra", range(11)),
    "contingency_window_not_full": lambda: pair_window(
        2**62 - 1, [*LABELS, None], [None, *LABELS], missing="label"
    ),
    "time_window_empty": lambda: time_window([], []),
    "time_window_seconds": lambda: time_window([1, 2.5, 2.5, 700], "abca", missing="skip"),
    "time_window_instants": lambda: time_window(
        [dt.datetime(2026, 1, 1, tzinfo=UTC), dt.datetime(2026, 1, 1, 0, 5)],
        [None, "a"],
        lateness="1min",
        late="drop",
        missing="label",
    ),
    "time_window_all_kinds": lambda: time_window(range(len(LABELS)), LABELS, span="1h"),
    "time_window_out_of_order": lambda: time_window(
        [0.25 * (i * 7 % 11) for i in range(30, 41)], "abracadabra", span=5, lateness="3s"
    ),
    "time_window_of_many": time_window_of_many,
    "time_window_two_bytes_a_place": lambda: time_window(
        range(0, 90_000, 60), [i * i % 997 for i in range(1500)], span=dt.timedelta(days=1)
    ),
    "adwin_empty": lambda: adwin([]),
    "adwin_of_reals": lambda: adwin([i * i % 101 / 101 for i in range(1000)], delta=0.05),
    "adwin_changed": lambda: adwin(
        [i // 100 % 2 for i in range(1234)],
        delta=1e-6,
        clock=10,
        max_buckets=3,
        min_window_length=2,
        grace_period=0,
    ),
    "adaptive_window_empty": lambda: adaptive([], rate=1e-6, max_size=1000, statistics="sum"),
    "adaptive_window_pending": lambda: adaptive("abracadabra", missing="skip"),
    # Not by the sum, whose threshold may become sharper.
    "adaptive_window_changed": lambda: adaptive(
        [*("ab" * 500), *[*LABELS, None] * 50],
        rate=1e-3,
        block=16,
        missing="label",
        statistics=("label", "frequency"),
    ),
    "adaptive_window_timed": lambda: adaptive(
        "a" * 992 + "b" * 85, times=[0.25 * i for i in range(1077)], statistics="label"
    ),
    "adaptive_window_instants": lambda: adaptive(
        [i * i % 997 for i in range(1500)],
        times=[dt.datetime(2026, 1, 1, tzinfo=UTC) + dt.timedelta(minutes=i) for i in range(1500)],
    ),
    "weighted_time_window_empty": lambda: weighted_time_window([], [], [], missing="skip"),
    "weighted_time_window_rounded": lambda: weighted_time_window(
        [0.25 * (i * 7 % 11) for i in range(30, 41)],
        [*"abracadabr", None],
        [0.1 * (i + 1) for i in range(11)],
        span=5,
        lateness="3s",
        missing="label",
    ),
    "weighted_time_window_exact": lambda: weighted_time_window(
        [dt.datetime(2026, 1, 1, tzinfo=UTC), dt.datetime(2026, 1, 1, 0, 5)],
        ["a", "b"],
        [2.0**99, 2.0**160],
        unit=2.0**99,
        exact=True,
        late="drop",
    ),
    "contingency_time_window_empty": lambda: pair_time_window([], [], []),
    "contingency_time_window_out_of_order": lambda: pair_time_window(
        [0.25 * (i * 7 % 11) for i in range(30, 41)],
        "abracadabra",
        [i % 3 for i in range(11)],
        span=5,
        lateness="3s",
        late="drop",
    ),
    "contingency_time_window_all_kinds": lambda: pair_time_window(
        [dt.datetime(2026, 1, 1, tzinfo=UTC) + dt.timedelta(seconds=i) for i in range(21)],
        [*LABELS, None],
        [None, *LABELS],
        missing="label",
    ),
    "divergence_window_empty": lambda: divergence_window(5, [], reference="previous"),
    "divergence_window_sample": lambda: divergence_window(
        5, "abracadabra", reference={"a": 3, "z": 2**40}, weighting="rows"
    ),
    "divergence_window_all_kinds": lambda: divergence_window(
        9, [*LABELS, None], reference=[*LABELS, None][::2], missing="label"
    ),
    "divergence_window_previous": lambda: divergence_window(
        3, "abracadabra", reference="previous", method="kullback-leibler", unseen=0.5
    ),
    "divergence_window_timed": lambda: divergence_window(
        "5s",
        "abracadabra",
        [0.25 * (i * 7 % 11) for i in range(30, 41)],
        reference=["a", "b"],
        lateness="3s",
        late="drop",
    ),
    "divergence_window_previous_instants": lambda: divergence_window(
        "10min",
        [i * i % 997 for i in range(1500)],
        [dt.datetime(2026, 1, 1, tzinfo=UTC) + dt.timedelta(seconds=i) for i in range(1500)],
        reference="previous",
        method="kullback-leibler",
    ),
    "adaptive_window_season_empty": lambda: adaptive([], [], season="7d", season_bins=168),
    # Some of the labels that have a rhythm no longer occur.
    "adaptive_window_season": lambda: adaptive(
        ["night" if i % 600 < 100 else i * i % 7 for i in range(2_000)] + ["flood"] * 72,
        times=range(2_072),
        season=600,
        season_bins=4,
        block=8,
        statistics="label",
    ),
    # The sum learns its overdispersion.
    "adaptive_window_topics": lambda: adaptive(
        [i * i % 101 % (3 + i // 50 * 7 % 11) for i in range(4_000)], rate=1e-9, block=8
    ),
    "adaptive_window_skip_empty": lambda: adaptive([], recurring="skip"),
    # Regimes of 4,000 events recur; after 100,000 events they are no longer reported.
    "adaptive_window_recurring": lambda: adaptive(
        [i * i % 101 % (3 + 4 * (i // 4_000 % 2)) for i in range(120_000)], recurring="skip"
    ),
    "adaptive_window_recurring_timed": lambda: adaptive(
        [i * i % 101 % (3 + 4 * (i // 4_000 % 2)) for i in range(120_000)],
        times=range(-100, 119_900),
        recurring="skip",
    ),
    "entropy_sketch_empty": lambda: sketch(es.EntropySketch, [], seed=2**64 - 1, missing="skip"),
    "entropy_sketch_exact": lambda: sketch(es.EntropySketch, [*LABELS, None], missing="label"),
    "entropy_sketch_weighted": lambda: sketch(es.EntropySketch, "ab", {"c": 0.1, "d": 2.5}),
    "entropy_sketch_estimated": lambda: sketch(
        es.EntropySketch, [i * i % 4999 % 1000 for i in range(9_000)], {"a": 2**40, "b": 0.3}
    ),
    "gini_sketch_empty": lambda: sketch(es.GiniSketch, [], missing="skip"),
    "gini_sketch_exact": lambda: sketch(es.GiniSketch, [*LABELS, None], missing="label"),
    "gini_sketch_estimated": lambda: sketch(
        es.GiniSketch, [i * i % 4999 % 1000 for i in range(9_000)], seed=7
    ),
    "sketch_window_empty": lambda: sketch_window([], [], seed=5, missing="skip"),
    "sketch_window_of_instants": lambda: sketch_window(
        [*LABELS, None],
        [dt.datetime(2026, 1, 1, tzinfo=UTC) + dt.timedelta(seconds=4 * i) for i in range(21)],
        missing="label",
    ),
    "sketch_window_estimated": sketch_window_of_many,
    "fading_sketch_empty": lambda: faded_sketch([], fading_factor=0.5, seed=2**64 - 1),
    "fading_sketch_exact": lambda: faded_sketch(
        [*LABELS, None], fading_factor=0.9, missing="label"
    ),
    "fading_sketch_estimated": lambda: faded_sketch(
        [i * i % 997 for i in range(1500)], fading_factor=0.999
    ),
    "fading_sketch_by_time_empty": lambda: faded_sketch([], [], half_life="5min", missing="skip"),
    "fading_sketch_by_time": lambda: faded_sketch(
        [i * i % 997 for i in range(1500)], [i / 16 for i in range(1500)], half_life=7
    ),
    "fading_sketch_by_instants": lambda: faded_sketch(
        "ab", [dt.datetime(2024, 2, 29), dt.datetime(2024, 2, 29, 12)], half_life="1h"
    ),
}


def is_written(path):
    """Say whether the directory of any format version has this file."""
    return any(Path(__file__).parent.glob(f"version_*/{path}"))


def has_its_version(name, state):
    """Say whether the directory of the state's format version has its file."""
    return (Path(__file__).parent / f"version_{state[4]}" / f"{name}.bin").exists()


def main(directory):
    """Write one file per summary, and for a tree its facts, unless a version has it already."""
    for name, make in SUMMARIES.items():
        state = make().to_bytes()
        if not has_its_version(name, state):
            (Path(directory) / f"{name}.bin").write_bytes(state)
    for name, make in TREES.items():
        path = Path(directory) / "trees" / f"{name}.bin"
        if not is_written(f"trees/{name}.bin"):
            path.parent.mkdir(exist_ok=True, parents=True)
            state = make().to_bytes()
            known = facts(type(make()).from_bytes(state))  # a bool comes back as the equal integer
            path.write_bytes(state)
            path.with_suffix(".json").write_text(json.dumps(known, indent=1) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
