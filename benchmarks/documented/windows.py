"""What the docs say about time windows, decay, pairs, ADWIN and the adaptive window."""

from __future__ import annotations

from benchmarks.documented.words import (
    cases,
    column,
    marked,
    marked_span,
    ns,
    ns_span,
    paragraph,
    ratios,
    span,
    table,
    times,
)
from benchmarks.harness.contest import time_ratio
from benchmarks.harness.results import figures, medians

TIME_RIVER = "river TimeRolling(stats.Mean): update and get"
TIME_GINI = "TimeWindow: update and .gini"
FADING_RIVER = "river stats.Entropy(fading_factor): update and get"
LOOPS = {  # each of ours and the loops that do the same
    "entrostream H": ("numba lazy H", "numba Theorem 5 H"),
    "entrostream H and G": ("numba lazy H and G",),
    "entrostream H, window of 1000": ("numba lazy H, window of 1000",),
    "entrostream H, by time": ("numba lazy H, by time",),
}


def time_windows() -> str:
    found = cases("time_windows", "numba tuned H")
    rows = []
    for gaps in ("even gaps", "random gaps"):
        mine = {case: each for case, each in found.items() if case.startswith(gaps)}
        rows.append(
            (
                f"columns, {gaps}, 10 to 100,000 labels",
                ns_span(column(mine, "entrostream H")),
                marked_span(ratios(mine, "numba tuned H", "entrostream H")),
                marked_span(ratios(mine, "numba plain H", "entrostream H")),
                "",
            )
        )
    for case, each in cases("time_windows", TIME_RIVER).items():
        over = times(time_ratio(each[TIME_RIVER], each[TIME_GINI]))
        rows.append((f"one call per event, datetimes, {case}", ns(each[TIME_GINI]), "", "", over))
    return table(
        (
            "",
            "entrostream, ns per event",
            "numba, tuned / entrostream",
            "numba, plain / entrostream",
            "river `TimeRolling` / entrostream",
        ),
        rows,
    )


def fading_columns() -> str:
    found = cases("fading", "numba lazy H")
    rows = []
    for ours, loops in LOOPS.items():
        rows.append((f"{_shown(ours)}, ns", *map(ns, column(found, ours))))
        rows += [
            (f"{_shown(loop)} / entrostream", *map(marked, ratios(found, loop, ours)))
            for loop in loops
        ]
    return table(("`trace` of a column", *found), rows)


def fading_calls() -> str:
    found = cases("fading", FADING_RIVER)
    rows = []
    for ours in next(iter(found.values())):
        if ours != FADING_RIVER and ".entropy" in ours:
            rows.append((f"{ours}, ns", *map(ns, column(found, ours))))
            rows.append(("river / entrostream", *map(marked, ratios(found, FADING_RIVER, ours))))
    return table(("one Python call per event", *found), rows)


def pairs() -> str:
    found = medians("tables")
    rows = []
    for case, each in found.items():
        cells = [ns(each["entrostream column"])]
        cells.append(marked(time_ratio(each["numba column"], each["entrostream column"])))
        known = "entrostream table" in each
        for ours, theirs in (
            ("entrostream window", "river Rolling(MutualInfo)"),
            ("entrostream table", "river MutualInfo"),
        ):
            cells += (
                [ns(each[ours]), times(time_ratio(each[theirs], each[ours]))] if known else ["", ""]
            )
        rows.append((case, *cells))
    return table(
        (
            "ns per pair",
            "column, last 1000 pairs",
            "numba / entrostream",
            "one call, last 1000",
            "river / entrostream",
            "one call, all pairs",
            "river / entrostream",
        ),
        rows,
    )


def adwin() -> str:
    found = medians("adwin")
    rows = [
        (name, *(ns(each[name]) for each in found.values()), _over_river(name))
        for name in next(iter(found.values()))
    ]
    return table(("ns per number", *found, "river / this"), rows)


def adwin_sentence() -> str:
    return paragraph(
        f"""One number at a time, `update` is {_over_river("entrostream update")} times as fast as
        river's ADWIN, the same detector behind river's interface (`{_adapter()}`)
        {_over_river(_adapter())} times. `update_many` takes an array and is
        {_over_river("entrostream update_many")} times as fast as river's calls; river has no
        bulk interface. [All figures](benchmarks.md#adwin-and-the-adaptive-window)."""
    )


def adaptive() -> str:
    bulk = medians("adaptive/speed")["bulk"]
    river = next(ns for name, ns in bulk.items() if name.startswith("river"))
    rows = [
        (f"{int(labels):,} labels", ns(each), marked(time_ratio(river, each)))
        for labels, each in bulk.items()
        if labels.isdigit()
    ]
    return table(("`AdaptiveWindow`, in bulk", "ns per event", "river's ADWIN / this"), rows)


def most_false_alarms() -> str:
    worst = max(figures("adaptive/false_alarms"), key=lambda row: float(row["per_million"]))
    independent = [r for r in figures("adaptive/false_alarms") if float(r["repeated"]) == 0]
    most = max(float(row["per_million"]) for row in independent)
    return paragraph(
        f"""The highest rate measured for independent labels is {most:.2f} per million events, for
        repeated ones {float(worst["per_million"]):.1f} ({worst["shares"]} shares,
        {int(worst["labels"]):,} labels, repeated with probability {worst["repeated"]})."""
    )


def gradual_cuts() -> str:
    mine = [
        float(row["cuts"])
        for row in figures("adaptive/detection")
        if (row["shares"], row["change"]) == ("zipf", "gradual")
    ]
    return paragraph(
        f"""A gradual change is followed by several cuts: {min(mine):.1f} to {max(mine):.1f} on
        average for a ramp of 10,000 events (Zipf shares). `position` is then where the window
        was best divided, not where anything happened."""
    )


def overview() -> list[tuple[str, str, str]]:
    loops = cases("time_windows", "numba tuned H")
    river = cases("time_windows", TIME_RIVER)
    fading, calls = cases("fading", "numba lazy H"), cases("fading", FADING_RIVER)
    lazy = [
        r for ours, others in LOOPS.items() for loop in others for r in ratios(fading, loop, ours)
    ]
    kinds = [name for name in next(iter(calls.values())) if name.endswith("update and .entropy")]
    tables, bulk = medians("tables"), medians("adaptive/speed")["bulk"]
    adwin = next(ns for name, ns in bulk.items() if name.startswith("river"))
    singles = ratios(tables, "river MutualInfo", "entrostream table")
    singles += ratios(tables, "river Rolling(MutualInfo)", "entrostream window")
    return [
        (
            "time window over a column",
            "numba loop, tuned",
            span(ratios(loops, "numba tuned H", "entrostream H")),
        ),
        (
            "time window over a column",
            "numba loop, plain",
            span(ratios(loops, "numba plain H", "entrostream H")),
        ),
        (
            "time window, one call per event",
            "river `TimeRolling` of a mean",
            span(ratios(river, TIME_RIVER, TIME_GINI)),
        ),
        ("exponential decay over a column", "numba loops", span(lazy)),
        (
            "exponential decay, one call per event",
            "river `stats.Entropy(fading_factor)`",
            span(r for ours in kinds for r in ratios(calls, FADING_RIVER, ours)),
        ),
        (
            "mutual information of the last pairs, columns",
            "numba loop over a dense matrix",
            span(ratios(tables, "numba column", "entrostream column")),
        ),
        ("mutual information, one call per pair", "river `MutualInfo`", span(singles)),
        ("ADWIN behind river's interface", "river `ADWIN`", _over_river(_adapter())),
        ("ADWIN, one call per number", "river `ADWIN`", _over_river("entrostream update")),
        (
            "ADWIN, an array at once",
            "river `ADWIN`, one call per number",
            _over_river("entrostream update_many"),
        ),
        (
            "`AdaptiveWindow` over a column of labels",
            "river `ADWIN`, one call per number",
            span(time_ratio(adwin, ns) for name, ns in bulk.items() if name.isdigit()),
        ),
    ]


def _adapter() -> str:
    """Return the contestant that is our detector behind river's interface."""
    names = next(iter(medians("adwin").values()))
    return next(name for name in names if name.startswith("entrostream.river"))


def _over_river(name: str) -> str:
    return span(ratios(medians("adwin"), "river ADWIN", name))


def _shown(name: str) -> str:
    """Name the loops by the sums that they maintain."""
    return name.replace("numba lazy", "numba, S and L,").replace(
        "numba Theorem 5", "numba, Theorem 5,"
    )
