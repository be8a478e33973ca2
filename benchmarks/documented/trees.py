"""What the docs say about the streaming trees."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.documented.words import marked, paragraph, span, table, times
from benchmarks.harness.results import figures, grid

Row = dict[str, str]
EXPLORING = "evidence, 1e-3, exploring"  # the rule of trees/validity
BASE = 8  # the streams of which speed was measured; they come first in the file of accuracies


def speed() -> str:
    compared = (learning_alone, both_parse, uncollected, one_core, one_by_one)
    rows = [
        (row["stream"], _rate(row), *(marked(ratio(row)) for ratio in compared))
        for row in figures("trees/speed")
    ]
    return table(
        (
            "",
            "entrostream, thousand rows per CPU second",
            "CapyMOA, learning alone / entrostream",
            "CapyMOA / entrostream, both read a file",
            "CapyMOA reads a file, entrostream does not",
            "the same, Java on one core",
            "river, one call per row / entrostream",
        ),
        rows,
    )


def accuracy() -> str:
    rows = []
    for row in figures("trees/accuracy"):
        named = ("no_change", "river_accuracy", "moa_1e3_accuracy", "moa_1e7_accuracy")
        cells = [f"{float(row[name]):.1f}" for name in named]
        rows.append(
            (
                row["stream"],
                *cells,
                f"{float(row['entrostream_accuracy']):.1f}",
                f"{lead(row):+.1f}",
            )
        )
    return table(
        ("accuracy, %", "no change", "river", "MOA, 1e-3", "MOA, 1e-7", "entrostream", "lead"), rows
    )


def accuracy_sentence() -> str:
    leads = [lead(row) for row in figures("trees/accuracy")]
    ahead = [row for row in figures("trees/accuracy") if _number(row, "no_change") > _ours(row)]
    return paragraph(
        f"""Plain Hoeffding trees only: river's `HoeffdingTreeClassifier` and MOA's `HoeffdingTree`
        with two settings. entrostream's accuracy is the highest of these on
        {sum(each > 0 for each in leads)} of {len(leads)} streams, by {min(leads):.1f} to
        {max(leads):.1f} points. On {len(ahead)} of them
        ({", ".join(row["stream"] for row in ahead)}) predicting the previous label again is
        better than all of these trees."""
    )


def base_table() -> str:
    """Return the table of docs/trees.md: accuracy and speed of the base streams."""
    accuracies, speeds = figures("trees/accuracy")[:BASE], figures("trees/speed")
    named = {
        "no change": "no_change",
        "river's Hoeffding tree": "river_accuracy",
        "MOA's, delta 1e-3": "moa_1e3_accuracy",
        "MOA's, delta 1e-7": "moa_1e7_accuracy",
        "**entrostream**": "entrostream_accuracy",
    }
    rows: list[Sequence[str]] = [
        (what, *(f"{_number(row, name):.1f}" for row in accuracies)) for what, name in named.items()
    ]
    rows.append(
        (
            "thousand rows per CPU second",
            *map(_rate, speeds),
        )
    )
    for what, ratio in (
        ("CapyMOA, learning alone / entrostream", learning_alone),
        ("CapyMOA / entrostream, both read a file", both_parse),
        ("river, one call per row / entrostream", one_by_one),
    ):
        rows.append((what, *(times(ratio(row)) for row in speeds)))
    return table(("", *(row["stream"] for row in accuracies)), rows)


def noise_sentence() -> str:
    rows = figures("trees/validity")
    many = {rule: _split(rows, rule) for rule in dict.fromkeys(row["rule"] for row in rows)}
    evidence = [
        f"{_at_most(max(many[f'evidence, {delta}']))} at delta {delta}"
        for delta in (0.001, 0.05, 0.2)
    ]
    hoeffding = many["Hoeffding, 1e-7, every row"]
    every = sum(share == 100 for share in hoeffding)
    none = sum(share == 0 for share in hoeffding)
    return paragraph(
        f"""Measured on {int(rows[0]["streams"])} streams of 20,000 rows of pure noise for each of
        {len(hoeffding)} settings, with the lazy schedule and without exploration:
        {", ".join(evidence)} were ever split, in any setting. Hoeffding's bound with the usual
        tie rule split every stream in {every} settings and none in {none}, ten classes, where
        the range of the gain keeps the bound above the tie ([all
        figures](../benchmarks/results/trees/validity.md))."""
    )


def exploration_sentence() -> str:
    rows = figures("trees/validity")
    leaves = [_number(row, "leaves") for row in rows if row["rule"] == EXPLORING]
    return paragraph(
        f"""In the {len(leaves)} settings of noise above, 20,000 rows each, the trees had
        {min(leaves):.1f} to {max(leaves):.1f} leaves on average with exploration."""
    )


def schedule_sentence() -> str:
    rows = figures("trees/schedule")
    runs = sum(int(row["settings"]) for row in rows)
    same = sum(int(row["same_tree"]) for row in rows)
    shares = [100 * int(row["split_attempts"]) / int(row["rows"]) for row in rows]
    costs = [_seconds(row, "lazy") / _seconds(row, "every_200") for row in rows]
    return paragraph(
        f"""The tree was the same, split by split, in {same} of {runs} pairs of a stream and a
        setting. A split is attempted at {min(shares):.1f} to {max(shares):.0f} % of the rows,
        and the lazy schedule takes {min(costs):.2f} to {max(costs):.2f} times as long as a
        grace period of 200 rows ([all figures](../benchmarks/results/trees/schedule.md))."""
    )


def hoeffding_attempts() -> str:
    found = grid("trees/schedule", "The same by Hoeffding's rule, delta 1e-7, adaptive leaves")
    shares = found.column("rows with an attempt")
    return paragraph(
        f"""With them a split is attempted at {min(shares):.1f} to {max(shares):.1f} % of the rows
        under Hoeffding's rule (the same results page)."""
    )


def overview() -> list[tuple[str, str, str]]:
    rows = figures("trees/speed")
    return [
        (
            "streaming tree, in bulk",
            "CapyMOA `HoeffdingTree`, learning alone",
            span(map(learning_alone, rows)),
        ),
        (
            "streaming tree, in bulk, both read a file",
            "CapyMOA `HoeffdingTree`",
            span(map(both_parse, rows)),
        ),
        (
            "streaming tree, one call per row",
            "river `HoeffdingTreeClassifier`",
            span(map(one_by_one, rows)),
        ),
    ]


def lead(row: Row) -> float:
    """Return by how many points ours is above the best of the others, on the same rows."""
    same_rows = float(row["entrostream_on_rows_of_river"] or _ours(row))
    leads = [_ours(row) - _number(row, f"{moa}_accuracy") for moa in ("moa_1e3", "moa_1e7")]
    return min(*leads, same_rows - _number(row, "river_accuracy"))


def learning_alone(row: Row) -> float:
    learning = _seconds(row, "capymoa") - _seconds(row, "capymoa_reading")
    return learning / _seconds(row, "entrostream")


def both_parse(row: Row) -> float:
    return _seconds(row, "capymoa") / (_seconds(row, "entrostream") + _seconds(row, "parsing"))


def one_core(row: Row) -> float:
    return _seconds(row, "capymoa_one_core") / _seconds(row, "entrostream")


def uncollected(row: Row) -> float:
    return _seconds(row, "capymoa_uncollected") / _seconds(row, "entrostream")


def one_by_one(row: Row) -> float:
    return _seconds(row, "one_by_one_river") / _seconds(row, "one_by_one_entrostream")


def _at_most(share: float) -> str:
    return f"at most {share:g} % of them" if share else "none of them"


def _split(rows: list[Row], rule: str) -> list[float]:
    mine = [row for row in rows if row["rule"] == rule]
    return [100 * _number(row, "split") / _number(row, "streams") for row in mine]


def _rate(row: Row) -> str:
    return f"{_number(row, 'rows') / _seconds(row, 'entrostream') / 1000:,.0f}"


def _ours(row: Row) -> float:
    return _number(row, "entrostream_accuracy")


def _seconds(row: Row, name: str) -> float:
    return _number(row, f"{name}_s")


def _number(row: Row, name: str) -> float:
    return float(row[name])
