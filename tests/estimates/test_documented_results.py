"""The page on confidence shows what was measured."""

import csv
import re
from pathlib import Path

from scipy.stats import binom

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benchmarks" / "results"


def rows_of(path):
    """Return the table rows of a page that hold figures."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if re.match(r"\| .*\d\.\d{3} ", line)]


def test_tables_are_those_of_the_results():
    """The first and the last table that the benchmark wrote, in its order, and no other rows."""
    written = rows_of(RESULTS / "confidence.md")
    shown = rows_of(ROOT / "docs" / "confidence.md")
    biases = [row for row in written if " / " in row]
    worst = [row for row in written if " bits) |" in row]

    assert len(biases) == 44
    assert len(worst) > 40
    assert shown == worst + biases


def test_intervals_hold_the_truth_on_the_whole_grid():
    """At 95 %, but for what chance takes from one of 10,000 such shares."""
    with (RESULTS / "confidence.csv").open(encoding="utf-8", newline="") as file:
        figures = list(csv.DictReader(file))
    for kind in ("interval", "labels known", "Gini"):
        mine = [figure for figure in figures if figure["method"] == kind]
        assert len(mine) == 240
        for figure in mine:
            samples = int(figure["samples"])
            assert float(figure["covers"]) >= binom.ppf(1e-4, samples, 0.95) / samples, figure


def test_smallest_shares_are_those_that_the_page_names():
    """Of the cells that have a thousand samples."""
    page = " ".join((ROOT / "docs" / "confidence.md").read_text(encoding="utf-8").split())
    with (RESULTS / "confidence.csv").open(encoding="utf-8", newline="") as file:
        figures = [figure for figure in csv.DictReader(file) if figure["samples"] == "1000"]
    shares = [
        min(float(figure["covers"]) for figure in figures if figure["method"] == kind)
        for kind in ("interval", "labels known", "Gini")
    ]

    claim = "the smallest share is {:.3f}, with `labels=k` {:.3f} and for the Gini index {:.3f}"
    assert claim.format(*shares) in page
