"""Pictures of the adaptive window: false alarms, detection delays, errors of the entropy."""

from __future__ import annotations

from datetime import datetime
from statistics import fmean

from matplotlib.dates import AutoDateLocator, ConciseDateFormatter
from matplotlib.figure import Figure

from benchmarks.harness.pictures import (
    BLUE,
    COLOURS,
    GREY,
    INK,
    LIGHT_BLUE,
    MARKERS,
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

NEVER = 60_000  # where a median that is infinite is drawn


def false_alarms() -> Figure:
    rows = [row for row in figures("adaptive/false_alarms") if row["shares"] == "zipf"]
    figure = page(2.7)
    axes = figure.subplots(1, 3, sharex=True, sharey=True)
    for ax, repeated in zip(axes, ("0.0", "0.5", "0.9"), strict=True):
        mine = [row for row in rows if row["repeated"] == repeated]
        series = [
            Series("ADWIN on label numbers", _numbers(mine, "adwin_per_million"), ORANGE, "D"),
            Series("AdaptiveWindow", _numbers(mine, "per_million"), BLUE),
        ]
        dot_rows(ax, [f"{int(row['labels']):,} labels" for row in mine], series)
        if repeated == "0.0":  # nothing is promised for labels that repeat themselves
            ax.axvline(100, color=INK, lw=1, ls="--", label="promised bound")
        ax.set_xscale("symlog", linthresh=1)
        ax.set_xlim(-0.25, 2e4)
        ax.set_xticks([0, 1, 10, 100, 1000, 10_000], ["0", "1", "10", "100", "1k", "10k"])
        title = (
            "independent labels" if repeated == "0.0" else f"repeated with probability {repeated}"
        )
        ax.set_title(title, loc="left", fontsize=9.5)
        ax.set_xlabel("false alarms per million")
    legend_above(figure, axes, 3)
    return figure


def dependence() -> Figure:
    rows = [row for row in figures("adaptive/dependence") if row["labels"] == "50"]
    kinds = list(dict.fromkeys(row["stream"] for row in rows))

    def means(column: str) -> list[float]:
        return [
            fmean(float(row[column]) for row in rows if row["stream"] == kind) for kind in kinds
        ]

    figure = page(4.6)
    ax = figure.subplots()
    series = [
        Series("not calibrated", means("not_calibrated"), GREY, "s"),
        Series("ADWIN on label numbers", means("adwin"), ORANGE, "D"),
        Series("AdaptiveWindow", means("reported"), BLUE),
    ]
    dot_rows(ax, kinds, series)
    ax.axvline(10, color=INK, lw=1, ls="--", label="target")
    ax.set_xscale("symlog", linthresh=1)
    ax.set_xlim(-0.25, 2e4)
    ax.set_xticks([0, 1, 10, 100, 1000, 10_000], ["0", "1", "10", "100", "1k", "10k"])
    ax.set_xlabel("changes per million events of streams that do not change, 50 labels")
    legend_above(figure, [ax], 4)
    return figure


def logs() -> Figure:
    shown = {"aws_honeypot": "honeypots: source", "apache_access": "web server: client"}
    figure = page(4.6)
    for ax, (log, title) in zip(figure.subplots(2, 1), shown.items(), strict=True):
        rows = [row for row in figures("adaptive/logs") if row["log"] == log]
        hours = [row for row in rows if row["kind"] == "hour"]
        column = hours[0]["column"]
        at = [datetime.fromisoformat(row["at"]) for row in hours]
        entropies = [float(row["value"]) for row in hours]
        ax.plot(at, entropies, color=LIGHT_BLUE, lw=0.7, label="entropy of each hour")
        top = max(entropies)
        changes = [row for row in rows if row["kind"] == "change" and row["column"] == column]
        for i, row in enumerate(changes):
            severity = float(row["value"])
            ax.axvline(
                datetime.fromisoformat(row["at"]),
                color=RED,
                lw=0.5 + 2 * severity,
                alpha=0.25 + 0.6 * severity,
                label="change; thick: severe" if i == 0 else None,
            )
        ax.set_ylim(0, 1.05 * top)
        ax.set_title(f"{title}, {len(changes)} changes", loc="left", fontsize=9.5)
        ax.set_ylabel("entropy, bits")
        ax.set_xlabel("time (UTC)")
        locator = AutoDateLocator()
        ax.xaxis.set_major_locator(locator)
        ax.xaxis.set_major_formatter(ConciseDateFormatter(locator))
    legend_above(figure, figure.axes, 2)
    return figure


def detection() -> Figure:
    rows = [row for row in figures("adaptive/detection") if row["shares"] == "zipf"]
    figure = page(4.2)
    axes = figure.subplots(1, 3, sharex=True, sharey=True)
    for ax, labels in zip(axes, ("50", "1000", "10000"), strict=True):
        mine = [row for row in rows if row["labels"] == labels]
        series = [
            Series(
                "ADWIN, labels numbered by frequency", _delays(mine, "adwin_delay"), ORANGE, "D"
            ),
            Series(
                "ADWIN, arbitrary numbering",
                _delays(mine, "adwin_other_order_delay"),
                PURPLE,
                "^",
            ),
            Series("AdaptiveWindow", _delays(mine, "delay"), BLUE),
        ]
        dot_rows(ax, [row["change"] for row in mine], series)
        log_axis(ax, 10, 1.1e5, (10, 100, 1000, 10_000))
        ax.set_xticks([10, 100, 1000, 10_000, NEVER], ["10", "100", "1k", "10k", "never"])
        ax.axvline(30_000, color=INK, lw=0.8, ls=":", label="events after the change")
        ax.set_title(f"{int(labels):,} labels", loc="left")
        ax.set_xlabel("events until detection")
    legend_above(figure, axes, 2)
    return figure


def tracking() -> Figure:
    errors: dict[tuple[str, str], dict[str, float]] = {}
    for row in figures("adaptive/tracking"):
        if row["shares"] == "zipf":
            key = row["scenario"], row["labels"]
            errors.setdefault(key, {})[row["way"]] = float(row["error_bits"])
    names = list(dict.fromkeys(scenario for scenario, _ in errors))
    sizes = list(dict.fromkeys(labels for _, labels in errors))
    figure = page(3.6)
    ax = figure.subplots()
    series = [
        Series(
            f"{int(k):,} labels",
            [over_best(errors[n, k]) if (n, k) in errors else None for n in names],
            colour,
            marker,
        )
        for k, colour, marker in zip(sizes, COLOURS, MARKERS, strict=False)
    ]
    dot_rows(ax, names, series)
    ax.axvline(1, color=INK, lw=1, ls="--", label="as good as the best fixed choice")
    log_axis(ax, 0.28, 5.5, (0.3, 0.5, 1, 2, 5))
    ax.set_xlabel(
        "error of the adaptive window over that of the best fixed window or fading factor"
    )
    legend_above(figure, (ax,), 5)
    return figure


def over_best(errors: dict[str, float]) -> float:
    """Return the error of the adaptive window over the least of the fixed choices."""
    fixed = (each for way, each in errors.items() if way.startswith(("window", "fading")))
    return errors["adaptive"] / min(fixed)


def _numbers(rows: list[dict[str, str]], name: str) -> list[float]:
    return [float(row[name]) for row in rows]


def _delays(rows: list[dict[str, str]], name: str) -> list[float]:
    return [min(each, NEVER) for each in _numbers(rows, name)]
