"""The adaptive window with a season in plain Python: obvious and slow, of no code of the core.

For at most 127 labels, each of which then has a rhythm of its own. As in the reference without a
season, the threshold of the sum comes from the core.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field

from tests.drift.reference import Bucket, Found, Levels, ReferenceWindow, Split, edge_of

# See core/drift/season_profile.cpp.
PRIOR = 12  # events as expected in a season, in addition to those observed
SEASON_MEMORY = 7 / 8
CHANGE_MEMORY = 1 / 2
SMOOTHING = 1.5
BEND_ERROR = 0.16
CHANCE_BENDS = 60
QUANTUM = 2**-10


@dataclass
class Bin:
    """A part of the season: events, and by label those observed and those expected."""

    prior: float = 0.0
    events: float = 0.0
    observed: Counter[Hashable] = field(default_factory=Counter)
    expected: Counter[Hashable] = field(default_factory=Counter)

    def ratio(self, label: Hashable) -> float:
        return (self.observed[label] + self.prior) / (self.expected[label] + self.prior)

    def scale(self, factor: float) -> None:
        self.events *= factor
        for counts in (self.observed, self.expected):
            for label in counts:
                counts[label] *= factor

    def add(self, other: Bin) -> None:
        self.events += other.events
        self.observed.update(other.observed)
        self.expected.update(other.expected)


@dataclass(frozen=True)
class SeasonalBucket(Bucket):
    """Events in a row, with what each label was exposed to."""

    first: int
    exposures: Counter[Hashable]
    noise: float

    def __add__(self, other: SeasonalBucket) -> SeasonalBucket:
        return SeasonalBucket(
            self.counts + other.counts,
            self.repeats + other.repeats,
            self.first,
            self.exposures + other.exposures,
            self.noise + other.noise,
        )


class SeasonalReference(ReferenceWindow):
    """Times are integers. All `labels` must be known from the start."""

    def __init__(self, labels, season: int, bins: int = 24, **options) -> None:
        super().__init__(**options)
        self.labels, self.season, self.n_bins = list(labels), season, bins
        self.bins = [Bin(PRIOR / bins) for _ in range(bins)]
        self.start: int | None = None
        self.passed = 0  # seasons
        self.bin: int | None = None  # that the events of `halves` wait for, and the next one
        self.halves = (Bin(), Bin())

    def update_at(self, label: Hashable, at: int) -> None:
        if not self.waiting:
            self.first = at
        self.now = at
        self.update(label)

    def _store_block(self) -> None:
        super()._store_block()
        self._learn(self.newest, self.middle)

    def _new_block(self) -> SeasonalBucket:
        counts = Counter(self.waiting)
        self.middle = self.first + (self.now - self.first) // 2
        if self.start is None:
            self.start = self.first
        self._pass_time(self.middle)
        exposures, noise = self._expose(counts, self.middle)
        self.newest = SeasonalBucket(counts, self.waiting_repeats, self.first, exposures, noise)
        return self.newest

    def _place(self, at: int) -> tuple[int, int, float]:
        position = (at % self.season) / self.season * self.n_bins - 0.5
        whole = math.floor(position)
        return whole % self.n_bins, (whole + 1) % self.n_bins, position - whole

    def _pass_time(self, at: int) -> None:
        passed = (at - self.start) // self.season
        if passed == self.passed:
            return
        first, self.passed = self.passed == 0, passed
        if first:
            self._learn_waiting()
            all_events = sum(each.events for each in self.bins)
            for label in self.labels:
                share = sum(each.observed[label] for each in self.bins) / all_events
                for each in self.bins:
                    each.expected[label] = each.events * share
        else:
            self._scale_all(SEASON_MEMORY)
            all_events = sum(each.events for each in self.bins)
            for label in self.labels:
                level = sum(each.events * each.ratio(label) for each in self.bins) / all_events
                for each in self.bins:
                    each.expected[label] *= level

    def _averages(self) -> dict[Hashable, float]:
        counts = sum((bucket.counts for bucket in self.buckets), Counter())
        exposed = sum((bucket.exposures for bucket in self.buckets), Counter())
        shares = {x: counts[x] / exposed[x] if counts[x] else 0.0 for x in self.labels}
        total = sum(shares.values())
        return {x: share / total for x, share in shares.items()}

    def _expose(self, counts: Counter[Hashable], at: int) -> tuple[Counter[Hashable], float]:
        n = counts.total()
        if self.passed == 0:
            return Counter(dict.fromkeys(self.labels, float(n))), 0.0
        bin_, next_, part = self._place(at)
        here, there = self.bins[bin_], self.bins[next_]
        ratios = {x: (1 - part) * here.ratio(x) + part * there.ratio(x) for x in self.labels}
        if self.buckets:
            shares = self._averages()
        else:
            shares = {x: counts[x] / ratios[x] for x in self.labels}
        mean = sum(shares[x] * ratios[x] for x in self.labels) / sum(shares.values())
        exposures = Counter(
            {x: round_half_up(n * r / mean / QUANTUM) * QUANTUM for x, r in ratios.items()}
        )
        known = SMOOTHING * ((1 - part) * here.events + part * there.events) + QUANTUM
        noise = 1 / known
        for label, ratio in ratios.items():
            share = shares[label] / sum(shares.values())
            if share:
                beyond = self._bend(label, at) ** 2 - CHANCE_BENDS * ratio / (known * share)
                noise += share * BEND_ERROR * max(0.0, beyond) / ratio
        return exposures, n * noise

    def _bend(self, label: Hashable, at: int) -> float:
        bin_, next_, part = self._place(at)
        places = (bin_ - 1, bin_, next_, (next_ + 1) % self.n_bins)
        a, b, c, d = (self.bins[place].ratio(label) for place in places)
        return (1 - part) * abs(a - 2 * b + c) + part * abs(b - 2 * c + d)

    def _learn(self, block: SeasonalBucket, at: int) -> None:
        bin_, _, part = self._place(at)
        if self.bin not in (None, bin_):
            self._learn_waiting()
        self.bin = bin_
        averages = self._averages()
        for half, weight in zip(self.halves, (1 - part, part), strict=True):
            half.events += weight * block.n
            for label in self.labels:
                half.observed[label] += weight * block.counts[label]
                if self.passed:
                    half.expected[label] += weight * block.n * averages[label]

    def _learn_waiting(self) -> None:
        if self.bin is not None:
            self.bins[self.bin].add(self.halves[0])
            self.bins[(self.bin + 1) % self.n_bins].add(self.halves[1])
        self._drop_waiting()

    def _drop_waiting(self) -> None:
        self.bin, self.halves = None, (Bin(), Bin())

    def _scale_all(self, factor: float) -> None:
        for each in self.bins:
            each.scale(factor)

    def _cut_at_the_best_split(self) -> None:
        if self.passed:
            super()._cut_at_the_best_split()

    def _split(self, everything, newer, oldest, *, last) -> SeasonalSplit | None:
        if oldest.first - self.start < self.season:
            return None
        return SeasonalSplit(self, everything, newer, oldest)

    def _cut(self, row: int, index: int, what: Found) -> None:
        super()._cut(row, index, what)
        self._drop_waiting()
        self._scale_all(CHANGE_MEMORY)


class SeasonalSplit(Split):
    """A window in two, and what each statistic says, given the rhythm; all labels are tested."""

    def __init__(
        self,
        window: SeasonalReference,
        everything: SeasonalBucket,
        newer: SeasonalBucket,
        oldest: SeasonalBucket,
    ) -> None:
        super().__init__(everything, newer, everything.counts, last=False)
        bins = (window.now - oldest.first) / window.season * window.n_bins
        self.inflation = 1 + newer.noise / min(max(bins, 1), window.n_bins)
        past = {x: everything.exposures[x] - newer.exposures[x] for x in self.totals}
        self.chance = self._solved(newer.exposures, past)

    def _solved(self, newer: Counter[Hashable], past: dict[Hashable, float]):
        """Return the probability that an event of a label is recent, by bisection."""

        def chances(factor: float) -> dict[Hashable, float]:
            return {x: factor * newer[x] / (factor * newer[x] + past[x]) for x in self.totals}

        low, high = -30.0, 30.0
        for _ in range(80):
            middle = (low + high) / 2
            expected = sum(self.totals[x] * p for x, p in chances(math.exp(middle)).items())
            low, high = (middle, high) if expected < self.n1 else (low, middle)
        return chances(math.exp(low))

    def is_calm(self, chance: float, levels: Levels) -> bool:
        """Test everything: there is no short cut."""
        return False

    def expected(self, label: Hashable) -> float:
        return self.totals[label] * self.chance[label]

    def moved_by(self, label: Hashable) -> float:
        moved = divergence(self.newer[label], self.totals[label], self.expected(label))
        return moved / self.inflation

    def moved_by_all(self) -> float:
        return math.fsum(map(self.moved_by, self.totals))

    def strengths_of_edges(self) -> dict[int, float]:
        edges = sorted({edge_of(total) for total in self.totals.values()})
        return {edge: self.moved_at_most(edge) for edge in edges[:-1]}

    def moved_at_most(self, edge: int) -> float:
        """Compare the labels seen at most `edge` times with the others."""
        rare = [label for label, total in self.totals.items() if total <= edge]
        others = [label for label, total in self.totals.items() if total > edge]
        moved = 0.0
        for group in (rare, others):
            seen = sum(self.newer[label] for label in group)
            total = sum(self.totals[label] for label in group)
            moved += divergence(seen, total, sum(map(self.expected, group)))
        return moved / self.inflation


def divergence(x: float, n: float, expected: float) -> float:
    """Return n kl(x/n || expected/n)."""
    left = x * math.log(x / expected) if x else 0.0
    rest = n - x
    return left + (rest * math.log(rest / (n - expected)) if rest else 0.0)


def round_half_up(x: float) -> int:
    return max(1, math.floor(x + 0.5))
