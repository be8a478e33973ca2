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


def covered() -> str:
    """Return the sentences on the smallest shares of the grid."""
    rows = [row for row in figures("confidence") if row["covers"]]
    cells = {(row["source"], row["n"]): row["samples"] for row in rows}
    many = max(cells.values(), key=int)
    fewer = sorted({int(samples) for samples in cells.values() if samples != many}, reverse=True)
    count = sum(samples == many for samples in cells.values())
    least = {kind: _least(rows, kind, many) for kind in ("interval", "labels known", "Gini")}
    rest = [_least([r for r in rows if r["samples"] != many], kind) for kind in least]
    return paragraph(
        f"""Of the {len(cells)} combinations of a source and a size, {count} have {int(many):,}
        samples each. In these the smallest share is {least["interval"]:.3f}, with `labels=k`
        {least["labels known"]:.3f} and for the Gini index {least["Gini"]:.3f}, which is what one
        expects by chance for the smallest of {count} shares if all true shares are 0.95. The
        other {len(cells) - count} combinations (large n of more than 10,000 labels) have
        {" or ".join(map(str, fewer))} samples; their smallest shares are {rest[0]:.3f},
        {rest[1]:.3f} and {rest[2]:.3f}."""
    )


def _least(rows: list[dict[str, str]], kind: str, samples: str = "") -> float:
    return min(
        float(row["covers"])
        for row in rows
        if row["method"] == kind and row["samples"] == (samples or row["samples"])
    )


def disagreement() -> str:
    found = _examples()
    bias = {name: found[f"{name} bias"] for name in ("jackknife", "miller_madow")}
    errors = [abs(each) / found[f"{name} standard error"] for name, each in bias.items()]
    low, high = sorted(bias, key=bias.__getitem__)
    return paragraph(
        f"""Agreement of the three methods does not prove that they are right, and they need not
        agree: for 100,000 equally frequent labels and four events per label, with coverage
        {found["coverage"]:.2f}, "{high}" is {bias[high]:.3f} bits too high and "{low}"
        {-bias[low]:.3f} bits too low on average, which is at least {min(errors):.0f} standard
        errors ([all figures](../benchmarks/results/confidence_examples.md))."""
    )


def seldom_reliable() -> str:
    found = _examples()
    return paragraph(
        f"""For a coin with 0.7 % of the source on 2^32 other labels and n = 1000,
        {100 * found["reliable"]:.0f} % of the samples are reliable, and
        {100 * found["reliable that hold"]:.0f} % of these hold the true value (of all samples,
        {100 * found["all that hold"]:.0f} %)."""
    )


def _examples() -> dict[str, float]:
    return {row["what"]: float(row["value"]) for row in figures("confidence_examples")}


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
