"""Pictures of the adaptive window: false alarms, detection delays, errors of the entropy."""

from __future__ import annotations

from matplotlib.figure import Figure

from benchmarks.harness.pictures import (
    BLUE,
    COLOURS,
    INK,
    MARKERS,
    ORANGE,
    PURPLE,
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
