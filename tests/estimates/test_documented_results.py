"""What was measured of intervals holds what the page on confidence promises."""

import csv
from pathlib import Path

from scipy.stats import binom

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benchmarks" / "results"


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
