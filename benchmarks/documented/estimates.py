"""What the docs say about the estimates of entropy and their intervals."""

from __future__ import annotations

from statistics import median

from benchmarks.documented.words import paragraph, table
from benchmarks.harness.results import figures

METHODS = ("plugin", "miller_madow", "jackknife", "chao_wang_jost")
DEFAULT = "chao_wang_jost"

Rows = dict[tuple[str, str], dict[str, tuple[float, float]]]


def biases() -> Rows:
    """Return absolute bias and rmse of each method, by source and number of events."""
    found: Rows = {}
    for row in figures("confidence"):
        if row["bias"] and row["method"] in METHODS:
            pair = abs(float(row["bias"])), float(row["rmse"])
            found.setdefault((row["source"], row["n"]), {})[row["method"]] = pair
    return found


def smallest(found: Rows, method: str, which: int) -> int:
    """Count the rows in which a method's bias (0) or rmse (1) is the smallest, ties included."""
    return sum(
        row[method][which] == min(each[which] for each in row.values()) for row in found.values()
    )


def default_method() -> str:
    found = biases()
    counts = {m: (smallest(found, m, 0), smallest(found, m, 1)) for m in METHODS}
    ours, others = counts.pop(DEFAULT), counts
    more_bias = max(row[DEFAULT][0] - min(e[0] for e in row.values()) for row in found.values())
    more_error = max(row[DEFAULT][1] / min(e[1] for e in row.values()) for row in found.values())
    rest = "; ".join(f'"{name}" in {bias} and {rmse}' for name, (bias, rmse) in others.items())
    return paragraph(
        f"""The default was chosen by the table of biases below. Of its {len(found)} rows (a source
        and a number of events) its absolute bias is the smallest in {ours[0]} and its error
        (rmse) in {ours[1]}, ties to five decimals included; {rest}. Where it is not the
        smallest, its bias is at most {more_bias:.3f} bits larger and its rmse at most
        {more_error:.2f} times the smallest. No method is the best for every source: where few
        labels are rare, "miller_madow" and "jackknife" are often slightly better."""
    )


def relative_widths() -> str:
    """Return the median widths over those of value +- 1.96 standard errors."""
    cells: dict[tuple[str, str], dict[str, dict[str, str]]] = {}
    for row in figures("confidence"):
        if row["covers"]:
            cells.setdefault((row["source"], row["n"]), {})[row["method"]] = row
    rows = []
    for n in ("1000", "10000", "100000", "1000000"):
        every = [cell for (_, size), cell in cells.items() if size == n]
        reliable = [cell for cell in every if float(cell["interval"]["reliable"]) > 0.5]
        medians = (
            median(_over(reliable, "interval", "normal")),
            median(_over(reliable, "labels known", "normal")),
            median(_over(every, "Gini", "Gini normal")),
        )
        rows.append((f"{int(n):,}", *(f"{each:.2f}" for each in medians)))
    return table(("n", "interval", "labels known", "Gini"), rows)


def widths() -> str:
    """Return the two sentences on what the intervals cost for a fair coin."""
    rows = {
        (row["n"], row["method"]): row
        for row in figures("confidence")
        if row["source"] == "uniform 2" and row["covers"]
    }
    wide = {n: float(rows[n, "interval"]["width"]) for n in ("1000", "10000")}
    known = {n: float(rows[n, "labels known"]["width"]) for n in ("1000", "10000")}
    normal = float(rows["1000", "normal"]["width"])
    return paragraph(
        f"""They cost most where labels are few and equally frequent, because the entropy of the
        labels seen is then known much better than what may be unseen: for a fair coin the
        median width is {wide["1000"]:.2f} bits for n = 1000 and {wide["10000"]:.3f} for 10,000,
        most of it above 1 bit; that of value +- 1.96 standard errors is {normal:.4f} for n =
        1000 (which holds the true value in {float(rows["1000", "normal"]["covers"]):.0%} of the
        samples). With `labels=2` it is {known["1000"]:.4f} and {known["10000"]:.5f}."""
    )


def _over(cells: list[dict[str, dict[str, str]]], kind: str, base: str) -> list[float]:
    pairs = [(float(cell[kind]["width"]), float(cell[base]["width"])) for cell in cells]
    return [width / other for width, other in pairs if other]
