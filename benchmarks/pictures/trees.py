"""Pictures of the streaming trees: accuracy, speed, split schedule, noise, memory."""

from __future__ import annotations

from matplotlib.figure import Figure

from benchmarks.documented.trees import lead
from benchmarks.harness.pictures import (
    BLUE,
    COLOURS,
    FAINT,
    GREEN,
    GREY,
    INK,
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
    times,
)
from benchmarks.harness.results import figures

Rows = list[dict[str, str]]


def accuracy() -> Figure:
    rows = figures("trees/accuracy")
    figure = page(6.0)
    ax = figure.subplots()
    series = [
        Series("no change", _numbers(rows, "no_change"), GREY, "|"),
        Series("river", _numbers(rows, "river_accuracy"), ORANGE, "s"),
        Series("MOA, delta 1e-3", _numbers(rows, "moa_1e3_accuracy"), GREEN, "^"),
        Series("MOA, delta 1e-7", _numbers(rows, "moa_1e7_accuracy"), PURPLE, "D"),
        Series("entrostream", _numbers(rows, "entrostream_accuracy"), BLUE),
    ]
    dot_rows(ax, [row["stream"] for row in rows], series)
    ax.set_xlim(5, 101)
    ax.set_xlabel("prequential accuracy, %")
    label_rows(ax, [f"{lead(row):+.1f}" for row in rows])
    ax.set_title("points above the best other tree", loc="right", fontsize=8.5)
    legend_above(figure, (ax,), 5)
    return figure


def speed() -> Figure:
    rows = figures("trees/speed")
    streams = [row["stream"] for row in rows]
    ours, file = _numbers(rows, "entrostream_s"), _numbers(rows, "parsing_s")
    capymoa, reading = _numbers(rows, "capymoa_s"), _numbers(rows, "capymoa_reading_s")
    learning = [a - b for a, b in zip(capymoa, reading, strict=True)]
    many = _numbers(rows, "rows")
    figure = page(3.6)
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=[1.25, 1])
    with_file = [a + b for a, b in zip(ours, file, strict=True)]
    series = [
        Series("CapyMOA, reads its file", _rates(many, capymoa), ORANGE, "D", filled=False),
        Series("CapyMOA, learning alone", _rates(many, learning), ORANGE, "D"),
        Series("entrostream, reads a file", _rates(many, with_file), BLUE, "o", filled=False),
        Series("entrostream, learning alone", _rates(many, ours), BLUE),
    ]
    dot_rows(left, streams, series, labels=times(learning, ours))
    log_axis(left, 40, 15_000, (100, 300, 1000, 3000))
    left.set_title("In bulk (ratio: learning alone)", loc="left")
    few = _numbers(rows, "one_by_one_rows")
    mine, river = _numbers(rows, "one_by_one_entrostream_s"), _numbers(rows, "one_by_one_river_s")
    series = [
        Series("river", _rates(few, river), PURPLE, "s"),
        Series("entrostream, one by one", _rates(few, mine), LIGHT_BLUE),
    ]
    dot_rows(right, streams, series, labels=times(river, mine))
    log_axis(right, 2, 9000, (3, 10, 30, 100, 300, 1000))
    right.set_title("One call per row", loc="left")
    for ax in (left, right):
        ax.set_xlabel("thousand rows per CPU second")
    legend_above(figure, (left, right), 3)
    return figure


def schedule() -> Figure:
    rows = figures("trees/schedule")
    base = _numbers(rows, "every_200_s")
    series = [
        Series(
            name, [a / b for a, b in zip(_numbers(rows, key), base, strict=True)], colour, marker
        )
        for name, key, colour, marker in (
            ("attempt after every row", "every_row_s", ORANGE, "s"),
            ("lazy schedule, same tree", "lazy_s", BLUE, "o"),
        )
    ]
    figure = page(3.8)
    ax = figure.subplots()
    dot_rows(ax, [row["stream"] for row in rows], series)
    ax.axvline(1, color=INK, lw=1, ls="--", label="attempt every 200 rows")
    ax.set_xlim(0.8, 4.6)
    ax.set_xlabel("CPU time over that of a split attempt every 200 rows")
    legend_above(figure, (ax,), 3)
    return figure


def validity() -> Figure:
    rows = figures("trees/validity")
    settings: dict[str, dict[str, float]] = {}
    for row in rows:
        share = 100 * float(row["split"]) / float(row["streams"])
        settings.setdefault(_setting(row), {})[row["rule"]] = share
    rules = {
        "evidence, 0.001": ("evidence, delta 0.001", BLUE, "o"),
        "evidence, 0.05": ("evidence, delta 0.05", GREEN, "s"),
        "evidence, 0.2": ("evidence, delta 0.2", PURPLE, "^"),
        "Hoeffding, 1e-7, every 200": ("Hoeffding bound, delta 1e-7", ORANGE, "D"),
    }
    figure = page(3.0)
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=[2.2, 1])
    for ax, chosen in ((left, list(rules)[:3]), (right, list(rules)[3:])):
        series = [
            Series(rules[rule][0], [each[rule] for each in settings.values()], *rules[rule][1:])
            for rule in chosen
        ]
        dot_rows(ax, list(settings), series)
    for delta, colour in ((0.1, BLUE), (5, GREEN), (20, PURPLE)):
        left.axvline(delta, color=colour, lw=1.2, ls="--")
    left.set_xlim(-0.6, 21.5)
    left.set_xticks([0, 5, 10, 15, 20])
    left.set_title("dashed: the promised bounds", loc="left")
    right.set_xlim(-6, 106)
    for ax in (left, right):
        ax.set_xlabel("% of streams ever split")
    legend_above(figure, (left, right), 2)
    return figure


def memory() -> Figure:
    rows = [row for row in figures("trees/memory") if int(row["rows"]) < 10**6]
    figure = page(3.3)
    ax = figure.subplots()
    ends = []
    for stream, colour in zip(dict.fromkeys(row["stream"] for row in rows), COLOURS, strict=False):
        mine = [row for row in rows if row["stream"] == stream]
        points = sorted(
            (float(row["limit_mib"] or int(row["most_bytes"]) / 2**20), float(row["accuracy"]))
            for row in mine
        )
        ax.plot(*zip(*points, strict=True), "o-", color=colour)
        ends.append((*points[-1], stream, colour))
        free = next(row for row in mine if not row["limit_mib"])
        held = int(free["most_bytes"]) / 2**20
        ax.plot(held, float(free["accuracy"]), "*", color=colour, ms=13)
    right = max(x for x, *_ in ends)
    label_ends(ax, [(right, *rest) for _, *rest in ends], gap=1.6, log=False)
    ax.plot([], [], "*", color=FAINT, ms=11, ls="", label="no limit: what the tree then holds")
    log_axis(ax, 0.1, 75, (0.125, 0.25, 0.5, 1, 2, 4, 10, 20, 40))
    ax.set_xlabel("memory limit, MiB")
    ax.set_ylabel("prequential accuracy, %")
    legend_above(figure, (ax,), 1)
    return figure


def _setting(row: dict[str, str]) -> str:
    kinds = [f"{row['numeric']} numeric"] if row["numeric"] != "0" else []
    kinds += [f"{row['nominal']} nominal ({row['values']} values)"] if row["nominal"] != "0" else []
    classes = f"{row['classes']} classes, first {float(row['first']):.0%}"
    return f"{', '.join(kinds)}; {classes}"


def _numbers(rows: Rows, name: str) -> list[float]:
    return [float(row[name]) for row in rows]


def _rates(rows: list[float], seconds: list[float]) -> list[float]:
    """Return thousands of rows per second."""
    return [many / each / 1000 for many, each in zip(rows, seconds, strict=True)]
