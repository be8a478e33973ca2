"""Pictures of errors and shares: drift, printed decay, confidence intervals, memory."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.harness.pictures import (
    BLUE,
    COLOURS,
    FAINT,
    GREEN,
    INK,
    ORANGE,
    PURPLE,
    RED,
    Series,
    dot_rows,
    legend_above,
    log_axis,
    page,
)
from benchmarks.harness.results import figures

LOWEST = 1e-17  # where an error of 0 is drawn
SOURCES = (
    "uniform 2",
    "uniform 1,000",
    "uniform 1,000,000",
    "Zipf 1, 1,000",
    "Zipf 1, 1,000,000",
    "Zipf 1.2, 1,000,000",
    "Zipf 2, 1,000,000",
    "geometric 0.1",
    "Pitman-Yor 0.5, 10",
    "0.99 + 0.01 of 10",
    "coin + 0.001 of 1e6",
    "die + 0.003 of 1e6",
)


def drift() -> Figure:
    rows = figures("drift")
    windows = list(dict.fromkeys(row["window"] for row in rows))
    streams = list(dict.fromkeys(row["stream"] for row in rows))
    figure = page(5.4)
    axes = figure.subplots(2, len(windows), sharex=True, sharey="row")
    for line, (measure, title) in zip(
        axes, (("entropy", "Entropy, bits"), ("gini", "Gini index")), strict=True
    ):
        for ax, window in zip(line, windows, strict=True):
            for stream, colour in zip(streams, COLOURS, strict=True):
                mine = [r for r in rows if (r["stream"], r["window"]) == (stream, window)]
                _error(ax, mine, measure, colour, law=stream == streams[0])
            ax.axhline(LOWEST, color=INK, lw=2.5, label="exact window: no error")
            ax.set_yscale("log")
            ax.set_ylim(LOWEST / 4, 3e-1)
            log_axis(ax, 700, 2e8, (1e3, 1e5, 1e7))
            if measure == "entropy":
                ax.set_title(f"window of {int(window):,} labels", loc="left")
            else:
                ax.set_xlabel("events")
        line[0].set_ylabel(f"largest error so far\n{title}")
    legend_above(figure, axes.flat, 3)
    return figure


def fading_collapse() -> Figure:
    rows = figures("fading_collapse")
    figure = page(4.2)
    axes = figure.subplots(2, 1, sharex=True)
    looks = {
        "es.FadingTally": (BLUE, "-"),
        "as printed": (ORANGE, "-"),
        "river stats.Entropy": (PURPLE, "--"),
    }
    for ax, (measure, unit, most) in zip(
        axes, (("entropy", "entropy, bits", 2.0), ("gini", "Gini index", 0.75)), strict=True
    ):
        truth = [
            (0, most),
            (10_000, most),
            (10_000, 0),
            (20_000, 0),
            (20_000, most),
            (30_000, most),
        ]
        ax.plot(*zip(*truth, strict=True), color=FAINT, lw=4, alpha=0.5, label="the source")
        for who, (colour, line) in looks.items():
            mine = [r for r in rows if r["measure"] == measure and r["who"] == who]
            if mine:
                x, y = [int(r["events"]) for r in mine], [float(r["value"]) for r in mine]
                ax.plot(x, y, line, color=colour, label=who)
        for part, title in enumerate(("four labels, uniform", "one label", "four labels, uniform")):
            ax.text((part + 0.5) * 10_000, 1.1 * most, title, ha="center", fontsize=9)
        ax.set_ylim(-0.04 * most, 1.25 * most)
        ax.set_xlim(0, 30_000)
        ax.set_ylabel(unit)
    axes[-1].set_xlabel("events")
    legend_above(figure, axes, 4)
    return figure


def confidence() -> Figure:
    rows = [row for row in figures("confidence") if row["covers"]]
    kinds = {
        "normal": ("value ± 1.96 standard errors", ORANGE, "-", "D"),
        "interval": ("interval()", BLUE, "-", "o"),
        "labels known": ("interval(labels=k)", GREEN, "-", "s"),
        "Gini normal": ("Gini, value ± 1.96 standard errors", RED, ":", "D"),
        "Gini": ("Gini, interval()", PURPLE, ":", "o"),
    }
    figure = page(6.2)
    axes = figure.subplots(4, 3, sharex=True, sharey=True)
    for ax, source in zip(axes.flat, SOURCES, strict=True):
        for kind, (name, colour, line, marker) in kinds.items():
            mine = [r for r in rows if r["source"] == source and r["method"] == kind]
            x, y = [int(r["n"]) for r in mine], [float(r["covers"]) for r in mine]
            ax.plot(x, y, line, marker=marker, ms=3.5, lw=1.2, color=colour, label=name)
        ax.axhline(0.95, color=INK, lw=0.9, ls="--", label="0.95")
        ax.set_title(source, loc="left", fontsize=9)
        ax.set_ylim(-0.05, 1.07)
        log_axis(ax, 60, 1.7e6, (1e2, 1e4, 1e6))
    for ax in axes[-1]:
        ax.set_xlabel("events n")
    figure.supylabel("share of 95 % intervals that hold the true value", fontsize=9.5)
    legend_above(figure, axes.flat[:1], 3)
    return figure


def memory() -> Figure:
    rows = figures("memory")
    cases = list(dict.fromkeys((row["where"], row["case"]) for row in rows))
    figure = page(5.6)
    axes = figure.subplots(
        2, 1, sharex=True, height_ratios=[sum(w == k for w, _ in cases) + 1 for k in _places(cases)]
    )
    titles = {"in memory": "Column in memory", "from a file": "Parquet file"}
    for ax, place in zip(axes, _places(cases), strict=True):
        names = [case for where, case in cases if where == place]
        series = []
        for size, colour, marker in (("10000000", ORANGE, "D"), ("100000000", BLUE, "o")):
            mib = {
                r["case"]: float(r["mib"]) for r in rows if (r["where"], r["rows"]) == (place, size)
            }
            name = "1e7 rows" if size == "10000000" else "1e8 rows"
            series.append(Series(name, [mib[case] for case in names], colour, marker))
        dot_rows(ax, names, series)
        ax.axvline(64, color=INK, lw=1, ls="--", label="limit, 64 MiB")
        ax.set_xlim(-1, 68)
        ax.set_title(titles[place], loc="left")
    axes[-1].set_xlabel("MiB at the peak, beyond input and output")
    legend_above(figure, axes, 3)
    return figure


def _places(cases: list[tuple[str, str]]) -> list[str]:
    return list(dict.fromkeys(where for where, _ in cases))


def _error(ax: Axes, rows: list[dict[str, str]], measure: str, colour: str, *, law: bool) -> None:
    events = [int(row["events"]) for row in rows]
    errors = [max(float(row[f"{measure}_error"]), LOWEST) for row in rows]
    ax.plot(events, errors, "-", color=colour, lw=1.3, label=rows[0]["stream"])
    if law:
        drift = [float(row[f"{measure}_law"]) for row in rows]
        name = f"law for {rows[0]['stream']}"
        ax.plot(events, drift, ":", color=colour, lw=2.4, label=name)
