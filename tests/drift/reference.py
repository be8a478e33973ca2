"""The adaptive window in plain Python: obvious, slow, and of no code that the core has.

Counters, `math.log` and `math.lgamma`; every window is counted anew at every split. Only the
threshold of the sum, a matter of tables, comes from the core: `test_thresholds.py` checks it
against what it promises.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from functools import cache, cached_property, reduce
from itertools import chain, repeat
from operator import add

from entrostream import _core

# One row of buckets may err with at most this probability when it is tested.
MOST_OF_ONE_ROW = 0.05
BUCKETS_OF_A_ROW = 5
FEW_LABELS = 12
STATISTICS = ("sum", "label", "frequency")

# What is learned of streams that vary by themselves: core/drift/overdispersion.hpp.
RECURRENCE = 4  # episodes in 100,000 events that are let pass
LEAST_RECURRENCE = 0.5  # the same, of long rows
FREE_EPISODES = 4
STEP = 0.5  # of the logarithm of the factor, by one episode
LONGEST_EPISODE = 64  # scans
CALM_SCANS = 6  # that end an episode
FALSE_ALARMS = 1e-8  # per event, of one row
LOG_MARGIN = 0.4
FULL_EVIDENCE = 0.1  # of the logarithm of the factor: from there on twice the evidence
CONTINUATION = 0.7
LEAST_GROWTH = 0.2


@dataclass(frozen=True)
class Bucket:
    """Events in a row: how often each label came, and how often the one before it."""

    counts: Counter[Hashable]
    repeats: int

    @cached_property
    def n(self) -> int:
        return self.counts.total()

    def __add__(self, other: Bucket) -> Bucket:
        return Bucket(self.counts + other.counts, self.repeats + other.repeats)


@dataclass(frozen=True)
class Found:
    """A statistic above its threshold."""

    statistic: str
    strength: float
    threshold: float
    at_most: int | None = None

    @property
    def excess(self) -> float:
        return self.strength - self.threshold


@dataclass(frozen=True)
class Cut:
    """A change: the first event kept, how many events had come, and what was found."""

    position: int
    found: int
    what: Found


class ReferenceWindow:
    """Grows by blocks; every row of buckets twice as long as the last; cuts at the best split."""

    def __init__(
        self,
        rate: float = 1e-4,
        *,
        block: int = 32,
        max_size: int | None = None,
        statistics: Iterable[str] = STATISTICS,
        calibrate: bool = True,
    ) -> None:
        self.rate, self.block, self.max_size = rate, block, max_size
        self.calibrate = calibrate
        self.variability: dict[int, RowVariability] = {}  # by row
        self.sum_variability: dict[int, RowVariability] = {}  # of the sum's excess over its mean
        self.statistics = tuple(statistics)
        self.rows: list[list[Bucket]] = [[]]  # shortest buckets first; in a row, oldest first
        self.waiting: list[Hashable] = []  # not yet a block
        self.waiting_repeats = 0
        self.last: Hashable = None
        self.seen = 0
        self.changes: list[Cut] = []
        self.mixed_start = False  # the oldest block is the one in which a change fell

    @property
    def buckets(self) -> list[Bucket]:
        return [bucket for row in self.rows for bucket in row]

    @property
    def n(self) -> int:
        return len(self.waiting) + sum(bucket.n for bucket in self.buckets)

    def counts(self) -> Counter[Hashable]:
        return sum((bucket.counts for bucket in self.buckets), Counter(self.waiting))

    @property
    def entropy(self) -> float:
        n, counts = self.n, self.counts().values()
        return -math.fsum(c / n * math.log2(c / n) for c in counts)

    @property
    def gini(self) -> float:
        return 1 - sum(c * c for c in self.counts().values()) / self.n**2

    def update(self, label: Hashable) -> None:
        if self.n == self.max_size:
            self._drop_oldest()
        self.waiting_repeats += self.seen > 0 and label == self.last
        self.last = label
        self.waiting.append(label)
        self.seen += 1
        if len(self.waiting) == self.block:
            self._store_block()
            self._cut_at_the_best_split()

    def _drop_oldest(self) -> None:
        self.rows[-1].pop(0)
        while len(self.rows) > 1 and not self.rows[-1]:
            self.rows.pop()
        self.mixed_start = False

    def _store_block(self) -> None:
        if self.mixed_start:
            self._drop_oldest()
        self.rows[0].append(self._new_block())
        self.waiting, self.waiting_repeats = [], 0
        for row, buckets in enumerate(self.rows):
            if len(buckets) > BUCKETS_OF_A_ROW:
                if row + 1 == len(self.rows):
                    self.rows.append([])
                self.rows[row + 1].append(buckets.pop(0) + buckets.pop(0))

    def _new_block(self) -> Bucket:
        return Bucket(Counter(self.waiting), self.waiting_repeats)

    def _cut_at_the_best_split(self) -> None:
        best, place, newer = None, None, None
        everything = reduce(add, self.buckets)
        for row, levels in enumerate(self._levels(self._rows_due())):
            places = range(1 if row + 1 == len(self.rows) else 0, len(self.rows[row]))
            for index in reversed(places):  # but for the oldest bucket, before which is nothing
                bucket = self.rows[row][index]
                newer = bucket if newer is None else newer + bucket
                split = self._split(everything, newer, bucket, last=index == places[0])
                found = split and split.best(self.statistics, self._chance(row), levels)
                if found and (best is None or found.excess > best.excess):
                    best, place = found, (row, index)
            if self.calibrate and places:
                self._of_row(row).scanned(levels.episode)
                self._sum_of_row(row).scanned(levels.sum_episode)
        if best and place:
            for each in chain(self.variability.values(), self.sum_variability.values()):
                each.end_episode()
            self._cut(*place, best)

    def _split(
        self, everything: Bucket, newer: Bucket, oldest: Bucket, *, last: bool
    ) -> Split | None:
        """Return the split before a bucket; None if it is not tested."""
        return Split(everything, newer, oldest.counts, last=last)

    @property
    def overdispersion(self) -> float:
        return self._levels(len(self.rows))[-1].of.factor

    def _of_row(self, row: int) -> RowVariability:
        return self.variability.setdefault(row, RowVariability(self.block * 2**row))

    def _sum_of_row(self, row: int) -> RowVariability:
        return self.sum_variability.setdefault(row, RowVariability(self.block * 2**row))

    def _levels(self, count: int) -> list[Levels]:
        """Return what the statistics of the first rows are compared with."""
        if not self.calibrate:
            none = Correction(1.0, 1.0, 1.0)
            return [Levels(1.0, none, none) for _ in range(count)]
        of = corrections(self.variability, count)
        of_sum = corrections(self.sum_variability, count)
        return [Levels(self._of_row(row).reach, of[row], of_sum[row]) for row in range(count)]

    def _cut(self, row: int, index: int, what: Found) -> None:
        del self.rows[row + 1 :], self.rows[row][:index]
        self.changes.append(Cut(self.seen - self.n, self.seen, what))
        self.mixed_start = row == 0

    def _rows_due(self) -> int:
        """Return how many rows are tested: row r once in 2^r blocks."""
        blocks = self.seen // self.block
        due = 1
        while blocks % 2**due == 0:
            due += 1
        return min(due, len(self.rows))

    def _chance(self, row: int) -> float:
        """Return with what probability one split of a row may be cut wrongly."""
        of_row = min(MOST_OF_ONE_ROW, 0.25 * self.rate * self.block * 1.5**row)
        return of_row / (BUCKETS_OF_A_ROW + 1)


@dataclass(frozen=True)
class Correction:
    """What statistics are divided by, the evidence needed, and the factor of episodes."""

    factor: float
    evidence: float
    learned: float


def corrections(of_rows: dict[int, RowVariability], count: int) -> list[Correction]:
    """Return the corrections of the first rows by what was learned about all."""
    learned = {row: max(0.0, of.log_factor) for row, of in of_rows.items()}
    expected = dict(learned)
    for row in range(count):
        before, last = expected.get(row - 1, 0.0), expected.get(row - 2, 0.0)
        growth = before - last if row > 1 else 0.0
        expected[row] = max(learned.get(row, 0.0), before + CONTINUATION * growth)
    return [
        correction(
            max(
                expected[longer] - LEAST_GROWTH * (longer - row)
                for longer in expected
                if longer >= row
            ),
            learned.get(row, 0.0),
        )
        for row in range(count)
    ]


def correction(log_factor: float, learned: float) -> Correction:
    """Return the correction for an expected and a learned factor."""
    factor = math.exp(log_factor + min(log_factor, LOG_MARGIN))
    return Correction(factor, 1 + min(1.0, log_factor / FULL_EVIDENCE), math.exp(learned))


@dataclass
class Levels:
    """The corrections of a row, and what makes an episode; its largest statistics so far."""

    reach: float
    of: Correction  # of single labels and of frequencies
    of_sum: Correction
    episode: float = 0.0
    sum_episode: float = 0.0

    def corrected(self, found: Found, level: float) -> Found:
        """Note what belongs to an episode, and return the finding without overdispersion."""
        if found.strength > self.of.learned * level:
            self.episode = max(self.episode, found.strength / level)
        return replace(found, strength=found.strength / self.of.factor)

    def corrected_sum(self, found: Found, mean: float, level: float, enough: float) -> Found:
        """Do the same for the sum, whose excess over its mean is what overdispersion raises.

        With many labels it has nearly the tail of a normal distribution if events are independent:
        `enough` for a change is little more than the level of an episode. In a stream that varies
        the tail is heavier.
        """
        excess, of_episode = found.strength - mean, level - mean
        if excess > self.of_sum.learned * of_episode:
            self.sum_episode = max(self.sum_episode, excess / of_episode)
        needed = 2 * (self.of_sum.evidence - 1) * self.reach * of_episode
        factor = self.of_sum.factor * max(1.0, needed / (enough - mean))
        strength = min(found.strength / self.of.factor, mean + excess / factor)
        return replace(found, strength=strength)


class RowVariability:
    """What was learned about one row: how much more it varies than independent events do."""

    def __init__(self, events: int) -> None:
        self.share = min(0.25, RECURRENCE * events / 100_000)
        self.tolerated = min(self.share, max(0.01, LEAST_RECURRENCE * events / 100_000))
        self.reach = math.log(min(self.share, events * FALSE_ALARMS)) / math.log(self.share)
        self.log_factor = -FREE_EPISODES * STEP
        self.peaks: list[float] = []  # of the current episode
        self.calm = 0  # scans since the last of them

    def scanned(self, ratio: float) -> None:
        self.calm = 0 if ratio else self.calm + 1
        if ratio:
            self.peaks.append(ratio)
        if self.calm == CALM_SCANS or (ratio and len(self.peaks) == LONGEST_EPISODE):
            self.end_episode()
        self.log_factor = max(self.log_factor - STEP * self.tolerated, -FREE_EPISODES * STEP)

    def end_episode(self) -> None:
        if self.peaks:
            enough = max(math.log(max(self.peaks)), self.log_factor, 0.0)
            self.log_factor = min(self.log_factor + STEP, enough)
        self.peaks = []
        self.calm = 0


class Split:
    """A window in two, older and newer; what each statistic says, in nats."""

    inflation = 1.0  # of the variance of the counts

    def __init__(
        self, everything: Bucket, newer: Bucket, oldest: Counter[Hashable], *, last: bool
    ) -> None:
        self.totals, self.newer = everything.counts, newer.counts
        self.n, self.n1 = everything.n, newer.n
        self.n0 = self.n - self.n1
        self.candidates = set(oldest)  # those of the newer part's oldest bucket
        if last:  # of its row: also those that are rarer now, and may be in no bucket
            for label, total in self.totals.items():
                if self.newer[label] * self.n < total * self.n1:
                    self.candidates.add(label)
        self.repeats = everything.repeats
        self.log_share0, self.log_share1 = math.log(self.n0 / self.n), math.log(self.n1 / self.n)

    def best(self, statistics: tuple[str, ...], chance: float, levels: Levels) -> Found | None:
        """Return the statistic furthest above its threshold; of two alike the one named first."""
        tests = {"sum": self.sum, "label": self.label, "frequency": self.frequency}
        if self.is_calm(chance, levels):
            tests = {"frequency": self.frequency}
        found = [
            tests[name](chance, share_of(name, len(self.totals)), levels)
            for name in STATISTICS
            if name in statistics and name in tests
        ]
        above = [each for each in found if each and each.excess > 0]
        return max(above, key=lambda each: each.excess, default=None)

    def is_calm(self, chance: float, levels: Levels) -> bool:
        """Say whether few labels are too close to their shares for a change, or an episode."""
        if len(self.totals) > FEW_LABELS:
            return False
        pearson = 0.0
        for label, total in self.totals.items():
            for seen, events in (
                (self.newer.get(label, 0), self.n1),
                (total - self.newer.get(label, 0), self.n0),
            ):
                expected = total * events / self.n
                pearson += (seen - expected) ** 2 / expected
        k = len(self.totals)
        tests = -math.log(max(share_of("sum", k), share_of("label", k) / (2 * k)))
        change = levels.of.factor * (tests - math.log(chance))
        learned = min(levels.of.learned, levels.of_sum.learned)
        episode = learned * (tests - math.log(chance) / levels.reach)
        return pearson <= min(change, 2 * episode)

    def sum(self, chance: float, share: float, levels: Levels) -> Found | None:
        """Add up how much each label moved."""
        a = -math.log(chance) - math.log(share)
        episode = -math.log(chance) / levels.reach - math.log(share)
        strength = self.moved_by_all()
        if strength <= episode:  # no level is below, and repeats only lower the strength
            return None
        totals = list(self.totals.values())
        threshold = _core.adaptive_sum_threshold(self.n0, self.n1, a, totals)
        found = Found("sum", strength * self.calmer, threshold)
        level = _core.adaptive_sum_quantile(self.n0, self.n1, episode, totals)
        mean = _core.adaptive_sum_quantile(self.n0, self.n1, 0, totals)
        enough = _core.adaptive_sum_quantile(self.n0, self.n1, a, totals)
        return levels.corrected_sum(found, mean, level, enough)

    def label(self, chance: float, share: float, levels: Levels) -> Found | None:
        """Test the candidate label that moved most."""
        tests = math.log(2 * len(self.totals) / share)
        level = tests - math.log(chance) / levels.reach
        strength = max(
            self.moved_with_runs(label, levels.of.learned * level) for label in self.candidates
        )
        threshold = tests - levels.of.evidence * math.log(chance)
        return levels.corrected(Found("label", strength, threshold), level)

    def frequency(self, chance: float, share: float, levels: Levels) -> Found | None:
        """Compare labels seen at most 1, 2, 4, 8, ... times with all others."""
        strengths = self.strengths_of_edges()
        if not strengths:
            return None
        tests = math.log(2 * len(strengths) / share)
        level = tests - math.log(chance) / levels.reach
        if max(strengths.values()) <= levels.of.learned * level:
            return None
        if self.repetition:
            strengths = {edge: each / self.clump(edge) for edge, each in strengths.items()}
        edge = max(strengths, key=lambda each: strengths[each])
        threshold = tests - levels.of.evidence * math.log(chance)
        return levels.corrected(Found("frequency", strengths[edge], threshold, edge), level)

    @cached_property
    def alike(self) -> Counter[tuple[int, int]]:
        """How many labels have the same two counts, in the newer part and in all."""
        newer = self.newer
        return Counter((newer.get(label, 0), total) for label, total in self.totals.items())

    def moved_by_all(self) -> float:
        moved = (repeat(self.moved(*pair), labels) for pair, labels in self.alike.items())
        return math.fsum(chain.from_iterable(moved))

    def moved_by(self, label: Hashable) -> float:
        return self.moved(self.newer.get(label, 0), self.totals[label])

    def expected(self, label: Hashable) -> float:
        return self.totals[label] * self.n1 / self.n

    def moved(self, newer: int, total: int) -> float:
        """Return n_c kl(n1_c/n_c || n1/n) of one label."""
        older = total - newer
        return (
            x_ln_x(newer)
            + x_ln_x(older)
            - x_ln_x(total)
            - newer * self.log_share1
            - older * self.log_share0
        )

    def moved_with_runs(self, label: Hashable, threshold: float) -> float:
        """Return the same, lower where labels repeat themselves and it matters."""
        moved = self.moved_by(label)
        if moved <= threshold or not self.repetition:
            return moved
        moved *= self.calmer
        runs = cost_of_runs(self.newer[label], self.expected(label), self.repetition)
        return min(moved, runs / self.inflation)

    def strengths_of_edges(self) -> dict[int, float]:
        """Return how surprising the share of labels is that were seen at most so often."""
        newer, total = Counter[int](), Counter[int]()
        for (newer_each, each), labels in self.alike.items():
            newer[edge_of(each)] += labels * newer_each
            total[edge_of(each)] += labels * each
        strengths, newer_so_far, total_so_far = {}, 0, 0
        for edge in sorted(total)[:-1]:  # the last has no others to be compared with
            newer_so_far += newer[edge]
            total_so_far += total[edge]
            strengths[edge] = hypergeometric_tail(newer_so_far, total_so_far, self.n1, self.n)
        return strengths

    @property
    def calmer(self) -> float:
        """The factor of a stream that repeats its label: its events count for fewer."""
        return (1 - self.repetition) / (1 + self.repetition)

    @cached_property
    def repetition(self) -> float:
        """With what probability a label repeats itself beyond chance; 0 if not surely."""
        alike = self.alike.items()
        by_chance = (
            sum(labels * (total - newer) ** 2 for (newer, total), labels in alike) / self.n0
            + sum(labels * newer**2 for (newer, _), labels in alike) / self.n1
        )
        excess = self.repeats - by_chance
        if excess <= 0:
            return 0.0
        share = min(0.98, excess / (self.n - by_chance))
        sure = share**2 * self.n > 4 or excess**2 > 4 * (by_chance + 1)
        return share if sure else 0.0

    def clump(self, edge: int) -> float:
        """Return how many events of a run count as one for labels seen at most `edge` times.

        That a label is frequent may only mean that its runs were long.
        """
        inflation = 1 / self.calmer
        longest_run = 1 - math.log(self.n) / math.log(self.repetition)
        rarer = more_frequent = rare_events = 0.0
        for total in self.totals.values():
            band = edge_of(total)
            if total <= edge:
                rare_events += total
                rarer += total * min(inflation, band)
            elif band <= longest_run:
                more_frequent += total * max(inflation, band)
            else:
                beyond = max(0.0, longest_run - inflation) * min(1.0, 2 * longest_run / band)
                more_frequent += total * (inflation + beyond)
        share = rare_events / self.n
        clump = (1 - share) * rarer / rare_events
        clump += share * more_frequent / (self.n - rare_events)
        return max(inflation, clump)


def share_of(statistic: str, labels: int) -> float:
    """Return a statistic's part of the error probability, whether others are enabled or not."""
    shares = {"sum": min(0.48, 0.02 + 12 / labels**2), "label": 0.5, "frequency": 0.02}
    return shares[statistic]


@cache
def x_ln_x(x: int) -> float:
    return x * math.log(x) if x else 0.0


def edge_of(total: int) -> int:
    """Return the power of two that a total is at most: 1, 2, 4, 4, 8, ..."""
    return 1 << (total - 1).bit_length()


def cost_of_runs(x: float, expected: float, repetition: float) -> float:
    """Chernoff's exponent of x events in runs: a Poisson number of geometric lengths."""
    runs = expected * (1 - repetition)
    if x == 0:
        return runs
    half = 2 * x * repetition + runs * (1 - repetition)
    tilt = 2 * x / (half + math.sqrt(max(0.0, half**2 - (2 * x * repetition) ** 2)))
    return x * math.log(tilt) - runs * (tilt - 1) / (1 - repetition * tilt)


def hypergeometric_tail(x: int, group: int, drawn: int, n: int) -> float:
    """Return -ln of a bound of the tail from x on: of n, `group` are of a kind; `drawn` are drawn.

    The probabilities are log-concave, so beyond x they fall at least as fast as by the first ratio.
    """
    log_probability = ln_choose(group, x) + ln_choose(n - group, drawn - x) - ln_choose(n, drawn)
    others_left = n - group - drawn + x
    if x * n >= group * drawn:
        ratio = (group - x) * (drawn - x) / ((x + 1) * (others_left + 1))
    else:
        ratio = x * others_left / ((group - x + 1) * (drawn - x + 1))
    return math.log1p(-ratio) - log_probability if ratio < 1 else 0.0


def ln_choose(n: int, k: int) -> float:
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
