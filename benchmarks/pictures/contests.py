"""Pictures of contests: nanoseconds or rows per second, a dot for each contestant."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.documented.contests import CHDB
from benchmarks.harness.pictures import (
    BLUE,
    COLOURS,
    GREEN,
    GREY,
    LIGHT_BLUE,
    ORANGE,
    PURPLE,
    Series,
    dot_rows,
    label_ends,
    label_rows,
    legend_above,
    log_axis,
    page,
    ratio_text,
    times,
)
from benchmarks.harness.results import medians

Medians = dict[str, dict[str, float]]


def per_event() -> Figure:
    found = medians("per_event")
    figure = page(4.1)
    axes = figure.subplots(1, 2, sharey=True, sharex=True)
    panels = (
        ("Whole stream", "Tally", "river stats.Entropy: update and get", "river stats.Entropy"),
        (
            "Last 1000 labels",
            "SlidingWindow(1000)",
            "rolling.Entropy(1000), iterated",
            "rolling.Entropy",
        ),
    )
    for ax, (title, ours, peer, shown), colour in zip(axes, panels, (ORANGE, PURPLE), strict=True):
        read, theirs = column(found, f"{ours}: update and .entropy"), column(found, peer)
        series = [
            Series("empty C call", column(found, "empty C call"), GREY, "|"),
            Series("entrostream: update", column(found, f"{ours}: update"), LIGHT_BLUE, "s"),
            Series("entrostream: update and .entropy", read, BLUE),
            Series(f"{shown}: update and read", theirs, colour, "D"),
        ]
        dot_rows(ax, list(found), series, labels=times(theirs, read))
        log_axis(ax, 9, 6000, (10, 30, 100, 300, 1000, 3000))
        ax.set_title(title, loc="left")
        ax.set_xlabel("ns per event")
    legend_above(figure, axes, 3)
    return figure


def columns() -> Figure:
    found = medians("columns")
    integers = {case: found[case] for case in found if case.startswith("int")}
    strings = {case: found[case] for case in found if not case.startswith("int")}
    figure = page(3.9)
    left, right = figure.subplots(1, 2)
    ours = column(integers, "entrostream H, w = 1,000")
    tuned = column(integers, "numba tuned H, w = 1,000")
    output = column(integers, "numba plain H, output by NumPy, w = 1,000")
    series = [
        Series("numba, tuned", tuned, GREEN, "s"),
        Series("numba, plain, output array from NumPy", output, PURPLE, "^"),
        Series("numba, plain", column(integers, "numba plain H, w = 1,000"), ORANGE, "D"),
        Series("entrostream", ours, BLUE),
    ]
    dot_rows(left, list(integers), series)
    left.set_xlim(0, 8.5)
    left.set_title("Integers", loc="left")
    series = [
        Series("entrostream", column(strings, "entrostream H"), BLUE),
        Series(
            "numba, tuned, with pandas.factorize",
            column(strings, "pandas.factorize + numba tuned H"),
            ORANGE,
            "v",
        ),
        Series(
            "numba, tuned, with Arrow's codes",
            [each.get("Arrow's codes + numba tuned H") for each in strings.values()],
            GREEN,
            "P",
        ),
    ]
    dot_rows(right, list(strings), series)
    log_axis(right, 1.5, 300, (2, 5, 10, 20, 50, 100, 200))
    right.set_title("Strings", loc="left")
    for ax in (left, right):
        ax.set_xlabel("ns per event")
    legend_above(figure, (left, right), 3)
    return figure


def dataframes() -> Figure:
    found = medians("dataframes")
    kinds = {
        "strings (Zipf, 1000)": "1000 different strings",
        "codes (100)": "100 integers",
        "codes (100,000)": "100,000 integers",
    }
    names = list(next(iter(found.values())))
    figure = page(4.1)
    axes = figure.subplots(1, 3, sharex=True, sharey=True)
    for ax, (kind, title) in zip(axes, kinds.items(), strict=True):
        short, long = (found[f"{kind}, w = {window}"] for window in ("1,000", "100,000"))
        long = {name: per_row for name, per_row in long.items() if name != CHDB}
        series = [
            Series(f"{who}, window of {window}", _rates(each, names, ours), colour, filled=filled)
            for who, ours, colour in (("entrostream", True, BLUE), ("others", False, ORANGE))
            for window, each, filled in (("1,000", short, True), ("100,000", long, False))
        ]
        slowest = max(ns for name, ns in short.items() if name.startswith("entrostream"))
        labels = [
            "" if name.startswith("entrostream") else ratio_text(short[name] / slowest)
            for name in names
        ]
        dot_rows(ax, names, series, labels=labels)
        log_axis(ax, 10, 1e10, (100, 1e4, 1e6, 1e8))
        ax.set_title(title, loc="left")
        ax.set_xlabel("rows per second")
    legend_above(figure, axes[:1], 2)
    return figure


def whole_columns() -> Figure:
    found = medians("whole_columns")
    figure = page(5.0)
    axes = figure.subplots(1, 2)
    for ax, many in zip(axes, ("1,000 labels", "100,000 labels"), strict=True):
        cases = {case: each for case, each in found.items() if many in case}
        cases = {case.replace(f" {many}", ""): each for case, each in cases.items()}
        ours = column(cases, "entrostream")
        fastest = [
            min((v, k) for k, v in each.items() if k != "entrostream") for each in cases.values()
        ]
        for at, each in enumerate(cases.values()):
            others = sorted(v for k, v in each.items() if k != "entrostream")[1:]
            ax.plot(others, [at] * len(others), "|", color=GREY, ms=7, label="other peers")
        ratios = times([ns for ns, _ in fastest], ours)
        labels = [
            f"{ratio} {name.replace('unique_counts', '').replace('NumPy ', '').strip()}"
            for ratio, (_, name) in zip(ratios, fastest, strict=True)
        ]
        series = [
            Series("entrostream", ours, BLUE),
            Series("fastest peer", [ns for ns, _ in fastest], ORANGE, "D"),
        ]
        dot_rows(ax, list(cases), series)
        log_axis(ax, 0.2, 500, (0.5, 2, 10, 50, 200))
        label_rows(ax, labels)
        ax.set_title(many, loc="left")
        ax.set_xlabel("ns of CPU time per row")
    figure.get_layout_engine().set(wspace=0.06)
    legend_above(figure, axes, 3)
    return figure


def tables() -> Figure:
    found = medians("tables")
    singles = {case: each for case, each in found.items() if "river MutualInfo" in each}
    figure = page(2.9)
    left, right = figure.subplots(1, 2, width_ratios=[1.35, 1])
    rows, ours, theirs = [], [], []
    for kind, mine, peer in (
        ("all pairs", "entrostream table", "river MutualInfo"),
        ("last 1000", "entrostream window", "river Rolling(MutualInfo)"),
    ):
        rows += [f"{case.removesuffix(' values')}, {kind}" for case in singles]
        ours += column(singles, mine)
        theirs += column(singles, peer)
    series = [Series("entrostream", ours, BLUE), Series("river MutualInfo", theirs, ORANGE, "D")]
    dot_rows(left, rows, series, labels=times(theirs, ours))
    log_axis(left, 50, 3e8, (100, 1e4, 1e6))
    left.set_title("One call per pair, value read after each", loc="left")
    mine, loop = column(found, "entrostream column"), column(found, "numba column")
    series = [
        Series("entrostream", mine, BLUE),
        Series("numba loop over a dense matrix", loop, GREEN, "s"),
    ]
    dot_rows(right, [case.removesuffix(" values") for case in found], series)
    right.set_xlim(0, 36)
    right.set_title("Columns, last 1000 pairs", loc="left")
    for ax in (left, right):
        ax.set_xlabel("ns per pair")
    legend_above(figure, (left, right), 3)
    return figure


def time_windows() -> Figure:
    found = medians("time_windows")
    singles = {case: each for case, each in found.items() if "loop alone" in each}
    whole = {case: each for case, each in found.items() if "numba plain H" in each}
    figure = page(4.0)
    left, right = figure.subplots(1, 2, width_ratios=[1, 1.1])
    ours = column(singles, "TimeWindow: update and .gini")
    theirs = column(singles, "river TimeRolling(stats.Mean): update and get")
    series = [
        Series("entrostream", ours, BLUE),
        Series("river TimeRolling(Mean)", theirs, ORANGE, "D"),
    ]
    dot_rows(left, list(singles), series, labels=times(theirs, ours))
    log_axis(left, 60, 1e5, (100, 1000, 10_000))
    left.set_title("One call per event", loc="left")
    _against_loops(right, whole, "entrostream H", "numba plain H", "numba tuned H")
    right.set_xlim(0, 20)
    right.set_title("Columns", loc="left")
    for ax in (left, right):
        ax.set_xlabel("ns per event")
    legend_above(figure, (left, right), 4)
    return figure


def fading() -> Figure:
    found = medians("fading")
    whole = {case: each for case, each in found.items() if "numba lazy H" in each}
    figure = page(2.9)
    axes = figure.subplots(1, 3, sharex=True, sharey=True)
    for ax, (title, kind) in zip(
        axes,
        {"By count": "", "Window of 1000": ", window of 1000", "By time": ", by time"}.items(),
        strict=True,
    ):
        series = [Series("numba, S and L", column(whole, f"numba lazy H{kind}"), GREEN, "s")]
        if not kind:
            theorem = column(whole, "numba Theorem 5 H")
            series.append(Series("numba, Theorem 5", theorem, PURPLE, "^"))
        series.append(Series("entrostream", column(whole, f"entrostream H{kind}"), BLUE))
        dot_rows(ax, list(whole), series)
        ax.set_xlim(0, 40)
        ax.set_title(title, loc="left")
        ax.set_xlabel("ns per event")
    legend_above(figure, axes, 3)
    return figure


def adwin() -> Figure:
    found = medians("adwin")
    names = list(next(iter(found.values())))[::-1]
    river = found["Bernoulli(0.2)"]["river ADWIN"]
    figure = page(2.3)
    ax = figure.subplots()
    cases = [
        Series(case, [each[name] for name in names], colour, marker)
        for (case, each), colour, marker in zip(found.items(), (BLUE, ORANGE), "oD", strict=True)
    ]
    ratios = [river / each for each in cases[0].values if each is not None]
    labels = ["", *(f"{ratio_text(ratio)} as fast as river" for ratio in ratios[1:])]
    dot_rows(ax, names, cases, labels=labels)
    log_axis(ax, 7, 700, (10, 20, 50, 100, 200))
    ax.set_xlabel("ns per number")
    legend_above(figure, (ax,), 2)
    return figure


def scaling() -> Figure:
    found = medians("scaling")
    lengths = {case: each for case, each in found.items() if not case.endswith("held")}
    held = {case: each for case, each in found.items() if case.endswith("held")}
    figure = page(3.6)
    left, right = figure.subplots(1, 2, sharey=True)
    ends = []
    for (way, each), colour in zip(lengths.items(), COLOURS, strict=True):
        events, costs = [float(length) for length in each], list(each.values())
        left.plot(events, costs, "o-", color=colour)
        ends.append((events[-1], costs[-1], way, colour))
    label_ends(left, ends, gap=1.32)
    log_axis(left, 7e4, 1.4e8, (1e5, 1e6, 1e7, 1e8))
    left.set_xlabel("events so far")
    left.set_ylabel("ns per event")
    ends = []
    for way, colour in zip(next(iter(held.values())), COLOURS, strict=False):
        labels = [float(case.split()[0]) for case in held]
        costs = column(held, way)
        right.plot(labels, costs, "o-", color=colour)
        ends.append((labels[-1], costs[-1], way, colour))
    label_ends(right, ends, gap=1.32)
    log_axis(right, 7, 1.4e6, (10, 1000, 1e5))
    left.set_ylim(0.9, 900)
    right.set_xlabel("different labels held")
    for ax in (left, right):
        ax.set_yscale("log")
    left.set_yticks([1, 3, 10, 30, 100, 300], ["1", "3", "10", "30", "100", "300"])
    left.minorticks_off()
    right.minorticks_off()
    return figure


def adaptive_speed() -> Figure:
    found = medians("adaptive/speed")
    bulk = found["bulk"]
    names = {
        name: f"AdaptiveWindow, {int(name):,} labels" if name.isdigit() else name for name in bulk
    }
    figure = page(2.9)
    left, right = figure.subplots(1, 2, width_ratios=[1.3, 1])
    river = next(ns for name, ns in bulk.items() if name.startswith("river"))
    colours = [
        ORANGE if name.startswith("river") else BLUE if name.isdigit() else GREEN for name in bulk
    ]
    rows = list(names.values())
    for at, (ns, colour) in enumerate(zip(bulk.values(), colours, strict=True)):
        left.plot(ns, at, "o", color=colour)
        if ns != river:
            text = f"{ns / river:.2g} of river's"
            left.annotate(
                text, (ns, at), (7, 0), textcoords="offset points", va="center", fontsize=8.5
            )
    left.set_yticks(range(len(rows)), rows)
    left.set_ylim(len(rows) - 0.4, -0.6)
    log_axis(left, 7, 1500, (10, 30, 100, 300))
    left.set_xlabel("ns per event or number")
    left.set_title("In bulk", loc="left")
    ends = []
    for (case, each), colour in zip(list(found.items())[1:], (BLUE, GREEN, PURPLE), strict=True):
        held, costs = [float(n) for n in each], list(each.values())
        right.plot(held, costs, "o-", color=colour)
        ends.append((held[-1], costs[-1], case.removeprefix("length, "), colour))
    label_ends(right, ends, gap=20, log=False)
    log_axis(right, 7e4, 1.4e7, (1e5, 1e6, 1e7))
    right.set_ylim(0, 300)
    right.set_xlabel("events held by the window")
    right.set_ylabel("ns per event")
    right.set_title("As the window grows", loc="left")
    return figure


def column(found: Medians, name: str) -> list[float]:
    return [each[name] for each in found.values()]


def _rates(found: dict[str, float], names: Sequence[str], ours: bool) -> list[float | None]:
    """Return the rows per second of those that are ours, or of the others."""
    mine = [name in found and name.startswith("entrostream") == ours for name in names]
    return [1e9 / found[name] if it else None for name, it in zip(names, mine, strict=True)]


def _against_loops(ax: Axes, found: Medians, ours: str, plain: str, tuned: str) -> None:
    series: Sequence[Series] = [
        Series("numba, tuned", column(found, tuned), GREEN, "s"),
        Series("numba, plain", column(found, plain), PURPLE, "^"),
        Series("entrostream", column(found, ours), BLUE),
    ]
    dot_rows(ax, list(found), series)
