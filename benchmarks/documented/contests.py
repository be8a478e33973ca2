"""What the docs say about the speed of counts and sliding windows, and about memory."""

from __future__ import annotations

from benchmarks.documented.words import (
    cases,
    column,
    marked,
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

OURS_W, TUNED, OUTPUT, PLAIN = (
    "entrostream H, w = 1,000",
    "numba tuned H, w = 1,000",
    "numba plain H, output by NumPy, w = 1,000",
    "numba plain H, w = 1,000",
)
FACTORIZE, CODES = "pandas.factorize + numba tuned H", "Arrow's codes + numba tuned H"
RIVER, ROLLING = "river stats.Entropy: update and get", "rolling.Entropy(1000), iterated"
TALLY, WINDOW = "Tally: update and .entropy", "SlidingWindow(1000): update and .entropy"

ENGINES = ("pandas rolling.apply", "Polars rolling", "DuckDB OVER", "chdb OVER")
# What chdb takes for single windows is mostly what any query costs: no measure of its speed.
CHDB, LONG = "chdb OVER", "w = 100,000"


def per_event() -> str:
    found = medians("per_event")
    loop, empty = column(found, "loop alone"), column(found, "empty C call")
    update = column(found, "Tally: update")
    over = [
        time_ratio(slow, fast, less=base)
        for slow, fast, base in zip(update, empty, loop, strict=True)
    ]
    rows = [
        ("empty C call and read, ns", *map(ns, column(found, "empty C call and read"))),
        ("`Tally`: update, ns", *map(ns, update)),
        ("over an empty C call, both without the loop", *map(times, over)),
        ("`Tally`: update and `.entropy`, ns", *map(ns, column(found, TALLY))),
        ("`SlidingWindow(1000)`: update and `.entropy`, ns", *map(ns, column(found, WINDOW))),
        ("`rolling.Entropy` / `SlidingWindow`", *map(marked, ratios(found, ROLLING, WINDOW))),
        ("river `stats.Entropy` / `Tally`", *map(marked, ratios(found, RIVER, TALLY))),
    ]
    return table(("", *found), rows)


def columns() -> str:
    found = {case: each for case, each in medians("columns").items() if OURS_W in each}
    rows = [
        ("entrostream, ns", *map(ns, column(found, OURS_W))),
        ("numba, tuned / entrostream", *map(marked, ratios(found, TUNED, OURS_W))),
        (
            "numba, plain, output array from NumPy / entrostream",
            *map(marked, ratios(found, OUTPUT, OURS_W)),
        ),
        ("numba, plain / entrostream", *map(marked, ratios(found, PLAIN, OURS_W))),
        (
            "window of 100,000 / window of 1,000, entrostream",
            *map(times, ratios(found, "entrostream H, w = 100,000", OURS_W)),
        ),
    ]
    return table(("", *(case.removesuffix(" labels") for case in found)), rows)


def strings() -> str:
    found = cases("columns", FACTORIZE)
    rows = []
    for case, each in found.items():
        ours = each["entrostream H"]
        codes = marked(time_ratio(each[CODES], ours)) if CODES in each else ""
        rows.append((case, ns(ours), codes, marked(time_ratio(each[FACTORIZE], ours))))
    columns = ("", "entrostream, ns", "Arrow's codes + numba, tuned", "`pandas.factorize` + numba")
    return table(columns, rows)


def dataframes() -> str:
    found = medians("dataframes")
    names = list(next(iter(found.values())))
    rows = [
        (
            "entrostream, slowest of four containers, rows per second",
            *(_rate(_slowest(each)) for each in found.values()),
        )
    ]
    for name in reversed(names):
        if not name.startswith("entrostream"):
            over = [
                ""
                if name == CHDB and case.endswith(LONG)
                else marked(time_ratio(each[name], _slowest(each)))
                for case, each in found.items()
            ]
            rows.append((f"{name} / entrostream", *over))
    return table(("", *found), rows)


def whole_columns() -> str:
    rows = []
    for case, each in medians("whole_columns").items():
        fastest, name = _fastest(each)
        ours = each["entrostream"]
        rows.append((case, ns(ours), f"{name} {ns(fastest)}", marked(time_ratio(fastest, ours))))
    return table(("", "entrostream, ns", "fastest other, ns", "other / entrostream"), rows)


def whole_columns_lost() -> str:
    found = medians("whole_columns")
    lost = {case: each for case, each in found.items() if _fastest(each)[0] < each["entrostream"]}
    if not lost:
        closest = min(found, key=lambda case: _over_fastest(found[case]))
        return paragraph(
            f"""On all {len(found)} columns entrostream was faster than the fastest other library.
            The closest is {_fastest(found[closest])[1]} on {closest}:
            {times(_over_fastest(found[closest]))}."""
        )
    listed = [
        f"{case} ({_fastest(each)[1]}, {times(_over_fastest(each))})" for case, each in lost.items()
    ]
    return paragraph(
        f"""Of {len(found)} columns, the fastest other library was faster on {len(lost)}:
        {"; ".join(listed)}."""
    )


def memory() -> str:
    rows = []
    for where, what in (("in memory", "column in memory"), ("from a file", "Parquet file")):
        mine = [row for row in figures("memory") if row["where"] == where]
        worst = max(mine, key=lambda row: float(row["mib"]))
        for kind, chosen in (
            ("integers", [r for r in mine if r["case"].endswith("integers")]),
            ("strings", [r for r in mine if r["case"].endswith("strings")]),
            (f"most of all: {worst['case']}", [worst]),
        ):
            most = max(float(row["mib"]) for row in chosen)
            rows.append((f"{what}, {kind}", f"{most:.1f}"))
    return table(("", "MiB at most"), rows)


def scaling_length() -> str:
    found = {c: each for c, each in medians("scaling").items() if not c.endswith("held")}
    rows = [
        (way, *map(ns, took), times(time_ratio(took[-1], took[0])))
        for way, took in ((way, list(each.values())) for way, each in found.items())
    ]
    heads = [f"{float(events):.0e}".replace("e+0", "e") for events in next(iter(found.values()))]
    return table(("ns per event after", *heads, "last / first"), rows)


def scaling_labels() -> str:
    found = {c: each for c, each in medians("scaling").items() if c.endswith("held")}
    rows = [(way, *map(ns, column(found, way))) for way in next(iter(found.values()))]
    heads = [f"{int(case.split()[0]):,}" for case in found]
    return table(("ns per event, labels held", *heads), rows)


def overview() -> list[tuple[str, str, str]]:
    """Return a row for each comparison: the task, the other, and how many times as fast we are."""
    integers = {case: each for case, each in medians("columns").items() if OURS_W in each}
    strings = cases("columns", FACTORIZE)
    whole = [_over_fastest(each) for each in medians("whole_columns").values()]
    frames = medians("dataframes")
    per_event = medians("per_event")
    column_task = "sliding window over a column"
    frame_task = "`rolling_entropy` of a dataframe's column"
    return [
        (column_task, "numba loop, tuned", span(_both_windows(integers, "tuned"))),
        (
            column_task,
            "numba loop, plain, output array from NumPy",
            span(_both_windows(integers, "plain", ", output by NumPy")),
        ),
        (column_task, "numba loop, plain", span(_both_windows(integers, "plain"))),
        (
            "the same, strings",
            "Arrow dictionary codes + numba, tuned",
            span(ratios(strings, CODES, "entrostream H")),
        ),
        (
            "the same, strings",
            "`pandas.factorize` + numba, tuned",
            span(ratios(strings, FACTORIZE, "entrostream H")),
        ),
        ("entropy of a whole column", "the fastest of five libraries", span(whole)),
        (
            frame_task,
            "numba loop, plain",
            span(time_ratio(each["numba loop"], _slowest(each)) for each in frames.values()),
        ),
        (frame_task, "the best of pandas, Polars, DuckDB, chdb", span(_over_engines())),
        (
            "one call per event, last 1000 labels",
            "`rolling.Entropy`",
            span(ratios(per_event, ROLLING, WINDOW)),
        ),
        (
            "one call per event, whole stream",
            "river `stats.Entropy`",
            span(ratios(per_event, RIVER, TALLY)),
        ),
    ]


def least_over_engines() -> str:
    return times(min(_over_engines()))


def _over_engines() -> list[float]:
    """Return how long the best of the engines takes, over our slowest container."""
    return [
        time_ratio(
            min(each[name] for name in ENGINES if name != CHDB or not case.endswith(LONG)),
            _slowest(each),
        )
        for case, each in medians("dataframes").items()
    ]


def column_ns() -> str:
    integers = {case: each for case, each in medians("columns").items() if OURS_W in each}
    return ns_span(column(integers, OURS_W))


def tuned_span() -> str:
    integers = {case: each for case, each in medians("columns").items() if OURS_W in each}
    return span(_both_windows(integers, "tuned"))


def river_span() -> str:
    return span(ratios(medians("per_event"), RIVER, TALLY))


def _both_windows(found: dict[str, dict[str, float]], loop: str, more: str = "") -> list[float]:
    return [
        ratio
        for window in ("1,000", "100,000")
        for ratio in ratios(
            found, f"numba {loop} H{more}, w = {window}", f"entrostream H, w = {window}"
        )
    ]


def _fastest(found: dict[str, float]) -> tuple[float, str]:
    """Return the time and the name of the fastest other library."""
    return min((each, name) for name, each in found.items() if name != "entrostream")


def _over_fastest(found: dict[str, float]) -> float:
    return time_ratio(_fastest(found)[0], found["entrostream"])


def _slowest(found: dict[str, float]) -> float:
    return max(each for name, each in found.items() if name.startswith("entrostream"))


def _rate(per_row: float) -> str:
    return f"{1e3 / per_row:.0f} M"
