"""Two examples of docs/confidence.md: methods that disagree, and a source seldom reliable."""

from __future__ import annotations

from math import log2
from statistics import mean

import numpy as np

import entrostream as es
from benchmarks.harness.report import Report, Table

METHODS = ("miller_madow", "jackknife", "chao_wang_jost")
LABELS, PER_LABEL = 100_000, 4
OTHERS, SHARE, EVENTS = 2**32, 0.007, 1000
SEED = 630_000

METHOD = f"""\
Samples of independent events, each counted by an `es.Tally`, seed {SEED}. First: {LABELS:,} equally
frequent labels, n = {LABELS * PER_LABEL:,}, the mean of value less the true entropy over {{large}}
samples, and the mean standard error. Second: a fair coin with {SHARE:.1%} of the source on 2^32
other labels, n = {EVENTS:,}, {{small:,}} samples: the share that is `reliable`, and the shares
of all samples and of the reliable ones whose `interval()` holds the true entropy."""


def report(*, quick: bool) -> Report:
    large, small = (3, 500) if quick else (40, 20_000)
    name, title = "confidence_examples", "Where the methods disagree, and seldom reliable sources"
    found = Report(name, title, METHOD.format(large=large, small=small), 0)
    methods, coverage = disagreement(large)
    coin = seldom_reliable(small)
    found.tables = [
        Table(
            "Equally frequent labels, in bits",
            ("method", "bias", "standard error"),
            [(name, f"{bias:+.4f}", f"{error:.4f}") for name, (bias, error) in methods.items()],
        ),
        Table(
            "A coin with many rare labels, % of the samples",
            ("reliable", "of the reliable hold", "of all hold"),
            [tuple(f"{100 * share:.1f}" for share in coin.values())],
        ),
    ]
    numbers = {f"{name} bias": bias for name, (bias, _) in methods.items()}
    numbers |= {f"{name} standard error": error for name, (_, error) in methods.items()}
    numbers |= {"coverage": coverage, **coin}
    found.figures = [{"what": what, "value": f"{each:.5f}"} for what, each in numbers.items()]
    return found


def disagreement(samples: int) -> tuple[dict[str, tuple[float, float]], float]:
    """Return bias and standard error by method, and the coverage."""
    rng = np.random.default_rng(SEED)
    seen: dict[str, list[es.Estimate]] = {method: [] for method in METHODS}
    for _ in range(samples):
        counts = np.bincount(rng.integers(LABELS, size=LABELS * PER_LABEL), minlength=LABELS)
        tally = es.Tally()
        tally.update_counts({label: int(counts[label]) for label in np.flatnonzero(counts)})
        for method in METHODS:
            seen[method].append(tally.entropy_estimate(method))
    found = {
        method: (
            mean(each.value for each in estimates) - log2(LABELS),
            mean(each.standard_error for each in estimates),
        )
        for method, estimates in seen.items()
    }
    return found, mean(each.coverage for each in seen[METHODS[0]])


def seldom_reliable(samples: int) -> dict[str, float]:
    rng = np.random.default_rng(SEED)
    true = -(1 - SHARE) * log2((1 - SHARE) / 2) - SHARE * log2(SHARE / OTHERS)
    reliable = held = both = 0
    for _ in range(samples):
        others = rng.integers(2, 2 + OTHERS, size=rng.binomial(EVENTS, SHARE))
        heads = int(rng.binomial(EVENTS - len(others), 0.5))
        tally = es.Tally()
        tally.update_counts({0: heads, 1: EVENTS - len(others) - heads})
        tally.update_many(others)
        estimate = tally.entropy_estimate()
        low, high = estimate.interval()
        holds = low <= true <= high
        reliable, held = reliable + estimate.reliable, held + holds
        both += holds and estimate.reliable
    return {
        "reliable": reliable / samples,
        "reliable that hold": both / reliable,
        "all that hold": held / samples,
    }
