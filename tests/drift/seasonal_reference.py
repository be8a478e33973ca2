"""The adaptive window with a season in plain Python: obvious and slow, of no code of the core.

For at most 127 labels, each of which then has a rhythm of its own. As in the reference without a
season, the threshold of the sum comes from the core.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field

from entrostream import _core
from tests.drift.reference import (
    Found,
    Levels,
    ReferenceWindow,
    cost_of_runs,
    edge_of,
    share_of,
)

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
class SeasonalBucket:
    """Events in a row, with what each label was exposed to."""

    counts: Counter[Hashable]
    repeats: int
    first: int
    exposures: Counter[Hashable]
    noise: float

    @property
    def n(self) -> int:
        return self.counts.total()

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
        if self.mixed_start:
            self._drop_oldest()
        counts = Counter(self.waiting)
        middle = self.first + (self.now - self.first) // 2
        if self.start is None:
            self.start = self.first
        self._pass_time(middle)
        exposures, noise = self._expose(counts, middle)
        block = SeasonalBucket(counts, self.waiting_repeats, self.first, exposures, noise)
        self.rows[0].append(block)
        self._learn(block, middle)
        self.waiting, self.waiting_repeats = [], 0
        for row, buckets in enumerate(self.rows):
            if len(buckets) > 5:
                if row + 1 == len(self.rows):
                    self.rows.append([])
                self.rows[row + 1].append(buckets.pop(0) + buckets.pop(0))

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
        if self.passed == 0:
            return
        best, place, newer = None, None, None
        everything = self.buckets[0]
        for bucket in self.buckets[1:]:
            everything = everything + bucket
        for row in range(self._rows_due()):
            places = range(1 if row + 1 == len(self.rows) else 0, len(self.rows[row]))
            levels = self._levels(row)
            for index in reversed(places):
                bucket = self.rows[row][index]
                newer = bucket if newer is None else newer + bucket
                if bucket.first - self.start < self.season:
                    continue
                split = SeasonalSplit(self, everything, newer, bucket)
                found = split.best(self.statistics, self._chance(row), levels)
                if found and (best is None or found.excess > best.excess):
                    best, place = found, (row, index)
            if self.calibrate and places:
                self._of_row(row).scanned(levels.episode)
        if best and place:
            for each in self.variability.values():
                each.end_episode()
            self._cut(*place, best)
            self._drop_waiting()
            self._scale_all(CHANGE_MEMORY)


class SeasonalSplit:
    """A window in two, and what each statistic says, given the rhythm."""

    def __init__(
        self,
        window: SeasonalReference,
        everything: SeasonalBucket,
        newer: SeasonalBucket,
        oldest: SeasonalBucket,
    ) -> None:
        self.totals, self.newer = everything.counts, newer.counts
        self.n, self.n1, self.repeats = everything.n, newer.n, everything.repeats
        self.n0 = self.n - self.n1
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

    def best(self, statistics: tuple[str, ...], chance: float, levels: Levels) -> Found | None:
        tests = {"sum": self.sum, "label": self.label, "frequency": self.frequency}
        found = [
            tests[name](chance, share_of(name, len(self.totals)), levels) for name in statistics
        ]
        above = [each for each in found if each and each.excess > 0]
        return max(above, key=lambda each: each.excess, default=None)

    def moved(self, label: Hashable) -> float:
        expected = self.totals[label] * self.chance[label]
        return divergence(self.newer[label], self.totals[label], expected) / self.inflation

    def sum(self, chance: float, share: float, levels: Levels) -> Found | None:
        a = -levels.evidence * math.log(chance) - math.log(share)
        episode = -math.log(chance) / levels.reach - math.log(share)
        strength = math.fsum(self.moved(label) for label in self.totals)
        if strength <= levels.learned * episode:
            return None
        totals = list(self.totals.values())
        threshold = _core.adaptive_sum_threshold(self.n0, self.n1, a, totals)
        level = _core.adaptive_sum_quantile(self.n0, self.n1, episode, totals)
        return levels.corrected(Found("sum", strength / self.run, threshold), level)

    def label(self, chance: float, share: float, levels: Levels) -> Found | None:
        tests = math.log(2 * len(self.totals) / share)
        level = tests - math.log(chance) / levels.reach
        strength = max(self.moved(label) for label in self.totals)
        if strength <= levels.learned * level:
            return None
        if self.repetition:
            strength = max(map(self.moved_with_runs, self.totals))
        threshold = tests - levels.evidence * math.log(chance)
        return levels.corrected(Found("label", strength, threshold), level)

    def moved_with_runs(self, label: Hashable) -> float:
        expected = self.totals[label] * self.chance[label]
        runs = cost_of_runs(self.newer[label], expected, self.repetition) / self.inflation
        return min(self.moved(label) / self.run, runs)

    def frequency(self, chance: float, share: float, levels: Levels) -> Found | None:
        edges = sorted({edge_of(total) for total in self.totals.values()})[:-1]
        if not edges:
            return None
        tests = math.log(2 * len(edges) / share)
        level = tests - math.log(chance) / levels.reach
        strengths = {edge: self.moved_at_most(edge) for edge in edges}
        if max(strengths.values()) <= levels.learned * level:
            return None
        if self.repetition:
            strengths = {edge: each / self.clump(edge) for edge, each in strengths.items()}
        edge = max(strengths, key=lambda each: strengths[each])
        threshold = tests - levels.evidence * math.log(chance)
        return levels.corrected(Found("frequency", strengths[edge], threshold, edge), level)

    def moved_at_most(self, edge: int) -> float:
        """Compare the labels seen at most `edge` times with the others."""
        rare = [label for label, total in self.totals.items() if total <= edge]
        others = [label for label, total in self.totals.items() if total > edge]
        moved = 0.0
        for group in (rare, others):
            seen = sum(self.newer[label] for label in group)
            total = sum(self.totals[label] for label in group)
            moved += divergence(seen, total, sum(self.totals[x] * self.chance[x] for x in group))
        return moved / self.inflation

    @property
    def repetition(self) -> float:
        newer, totals = self.newer, self.totals
        by_chance = sum((totals[x] - newer[x]) ** 2 for x in totals) / self.n0
        by_chance += sum(newer[x] ** 2 for x in totals) / self.n1
        excess = self.repeats - by_chance
        if excess <= 0:
            return 0.0
        share = min(0.98, excess / (self.n - by_chance))
        return share if share**2 * self.n > 4 or excess**2 > 4 * (by_chance + 1) else 0.0

    @property
    def run(self) -> float:
        return (1 + self.repetition) / (1 - self.repetition)

    def clump(self, edge: int) -> float:
        run = self.run
        longest = 1 - math.log(self.n) / math.log(self.repetition)
        rare = clumps_of_rare = clumps_of_others = 0.0
        for total in self.totals.values():
            band = edge_of(total)
            if total <= edge:
                rare += total
                clumps_of_rare += total * min(run, band)
            elif band <= longest:
                clumps_of_others += total * max(run, band)
            else:
                beyond = max(0.0, longest - run) * min(1.0, 2 * longest / band)
                clumps_of_others += total * (run + beyond)
        share = rare / self.n
        return max(
            run, (1 - share) * clumps_of_rare / rare + share * clumps_of_others / (self.n - rare)
        )


def divergence(x: float, n: float, expected: float) -> float:
    """Return n kl(x/n || expected/n)."""
    left = x * math.log(x / expected) if x else 0.0
    rest = n - x
    return left + (rest * math.log(rest / (n - expected)) if rest else 0.0)


def round_half_up(x: float) -> int:
    return max(1, math.floor(x + 0.5))
