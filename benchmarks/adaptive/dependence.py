"""How many changes are reported in dependent streams that do not change."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

import numpy as np

import entrostream as es
from benchmarks.adaptive.rivals import adwin, progress
from benchmarks.harness.report import Report, Table, Target
from tests.drift.changing_streams import CHANGES, draw, zipf
from tests.drift.dependent_streams import DEPENDENT, make

EVENTS = 1_000_000
LEARNING = 100_000
SEEDS = 5
SIZES = (5, 50, 1000)
FIRST_SEED = 720_000
LIMIT = 10  # per million events
CYCLES = {"day of 1,440"}  # not stationary, and no target
BEFORE = 30_000
DELAY_SEEDS = 15
DELAYED = ("swap", "small", "novel", "noise 15 %", "jitter")
LEARNED = 500_000  # events before a change in a dependent stream
MOVED = {"all events": 1.0, "30 % of the events": 0.3}
NEVER = float("inf")

METHOD = f"""\
Stationary streams of dependent labels, {EVENTS:,} events each, seeds from {FIRST_SEED}, shares
1/rank unless a stream has its own (tests/drift/dependent_streams.py). A window learns the
overdispersion of its stream and which changes recur, so changes are counted after the first
{LEARNING:,} events; "first" are those in the {LEARNING:,} before. "Reported" are those of
`es.AdaptiveWindow()`; "found" are all at which it is cut, those of `recurring="report"`.
"Not calibrated" is `es.AdaptiveWindow(calibrate=False)`, which tests against independent events.
ADWIN (`es.ADWIN()`, delta 0.002) reads the labels'
numbers, in the order of their shares, divided by how many there are: it sees the mean only.
Delay: {BEFORE:,} independent events of shares 1/rank, then as many after a change
(tests/drift/changing_streams.py), median over {DELAY_SEEDS} streams until it is found.
Delay in dependent streams: of {EVENTS:,} events, all or 30 % of those from {LEARNED:,} on have
another label, the one a third of all labels further on; median over {SEEDS} seeds."""


@dataclass(frozen=True)
class Cell:
    """One kind of stream and number of labels; changes per million events, for each seed."""

    kind: str
    k: int
    reported: list[float]
    found: list[float]
    plain: list[float]
    adwin: list[float]
    first: list[float]


def report(*, quick: bool) -> Report:
    found = Report("adaptive/dependence", "Dependent streams", METHOD, 0)
    cells = [run(kind, k, 1 if quick else SEEDS) for kind in DEPENDENT for k in SIZES]
    delays = [delay_row(name, k, 3 if quick else DELAY_SEEDS) for name in DELAYED for k in SIZES]
    found.tables = [
        summary(cells),
        delay_table(delays),
        dependent_delay_table(1 if quick else SEEDS),
        *(table(cells, k) for k in SIZES),
    ]
    found.targets = [
        Target(
            f"{cell.kind}, {cell.k} labels", float(np.mean(cell.reported)), LIMIT, at_least=False
        )
        for cell in cells
        if cell.kind not in CYCLES
    ]
    found.figures = [figures_of(cell, seed) for cell in cells for seed in range(len(cell.first))]
    return found


def run(kind: str, k: int, seeds: int) -> Cell:
    cell = Cell(kind, k, [], [], [], [], [])
    for seed in range(seeds):
        labels = make(kind, k, EVENTS, FIRST_SEED + seed)
        reported = found_by(es.AdaptiveWindow(), labels)
        cell.first.append(sum(reported <= LEARNING))
        cell.reported.append(after_learning(reported))
        cell.found.append(after_learning(found_by(es.AdaptiveWindow(recurring="report"), labels)))
        cell.plain.append(after_learning(found_by(es.AdaptiveWindow(calibrate=False), labels)))
        cell.adwin.append(after_learning(events_of(adwin(labels, int(labels.max()) + 1))))
    progress(f"{kind}, {k} labels: {np.mean(cell.reported):.1f} in a million")
    return cell


def found_by(window: es.AdaptiveWindow, labels: np.ndarray) -> np.ndarray:
    """Return the events at which changes were found; a call reports the newest thousand."""
    found: list[int] = []
    window.on_change = lambda change: found.append(change.found)
    for part in np.array_split(labels, 50):
        window.update_many(part)
    return np.array(found)


def events_of(detector: es.ADWIN) -> np.ndarray:
    # Only the newest thousand are kept: the others are spread as these are.
    found = np.array([change.found for change in detector.changes])
    if len(found) == detector.n_changes:
        return found
    return np.linspace(1, EVENTS, detector.n_changes)


def after_learning(found: np.ndarray) -> float:
    return float(np.sum(found > LEARNING)) / (EVENTS - LEARNING) * 1e6


def delay_row(name: str, k: int, seeds: int) -> tuple[str, int, dict[str, float]]:
    """Return median delays of one change, calibrated and not, and of ADWIN."""
    delays: dict[str, list[float]] = {"calibrated": [], "not calibrated": [], "ADWIN": []}
    for seed in range(seeds):
        rng = np.random.default_rng([FIRST_SEED + seed, k, *name.encode()])
        before = zipf(k)
        after = CHANGES[name](before, rng)
        labels = np.concatenate([draw(before, BEFORE, rng), draw(after, BEFORE, rng)])
        detectors = (
            found_by(es.AdaptiveWindow(), labels),
            found_by(es.AdaptiveWindow(calibrate=False), labels),
            events_of(adwin(labels, int(labels.max()) + 1)),
        )
        for each, found in zip(delays.values(), detectors, strict=True):
            each.append(min((at - BEFORE for at in found if at > BEFORE), default=NEVER))
    progress(f"{name}, {k} labels: {median(delays['calibrated'])}")
    return name, k, {which: median(each) for which, each in delays.items()}


def shown(delay: float) -> str:
    return "never" if delay == NEVER else f"{delay:,.0f}"


def dependent_delay_table(seeds: int) -> Table:
    rows = []
    for kind in DEPENDENT:
        delays = [
            shown(median(dependent_delay(kind, k, share, seed) for seed in range(seeds)))
            for share in MOVED.values()
            for k in SIZES
        ]
        progress(f"{kind}: {', '.join(delays)}")
        rows.append((kind, *delays))
    columns = (f"{moved}, {k:,} labels" for moved in MOVED for k in SIZES)
    return Table("Events until a change of a dependent stream is found", ("stream", *columns), rows)


def dependent_delay(kind: str, k: int, share: float, seed: int) -> float:
    rng = np.random.default_rng([FIRST_SEED + seed, k, *kind.encode()])
    labels = make(kind, k, EVENTS, FIRST_SEED + seed)
    moved = rng.random(EVENTS) < share
    moved[:LEARNED] = False
    labels[moved] = (labels[moved] + max(1, k // 3)) % k
    found = found_by(es.AdaptiveWindow(), labels)
    return min((at - LEARNED for at in found if at > LEARNED), default=NEVER)


def delay_table(rows: list[tuple[str, int, dict[str, float]]]) -> Table:
    return Table(
        "Events until a change of an independent stream is found",
        ("change", "labels", "calibrated", "not calibrated", "ratio", "ADWIN"),
        [
            (
                name,
                f"{k:,}",
                shown(delays["calibrated"]),
                shown(delays["not calibrated"]),
                f"{delays['calibrated'] / delays['not calibrated']:.2f}",
                shown(delays["ADWIN"]),
            )
            for name, k, delays in rows
        ],
    )


def summary(cells: list[Cell]) -> Table:
    rows = []
    for kind in DEPENDENT:
        mine = {cell.k: cell for cell in cells if cell.kind == kind}
        rows.append(
            (
                kind,
                *(f"{np.mean(mine[k].reported):.1f}" for k in SIZES),
                f"{np.mean(mine[50].found):.1f}",
                f"{np.mean(mine[50].plain):,.0f}",
                f"{np.mean(mine[50].adwin):,.0f}",
            )
        )
    columns = (
        "stream",
        *(f"{k:,} labels" for k in SIZES),
        "50: found",
        "50: not calibrated",
        "50: ADWIN",
    )
    return Table("Changes per million events of streams that do not change", columns, rows)


def table(cells: list[Cell], k: int) -> Table:
    rows = [
        (
            cell.kind,
            f"{np.mean(cell.first):.1f}",
            f"{np.mean(cell.reported):.1f}",
            f"{max(cell.reported):.1f}",
            f"{np.mean(cell.found):.1f}",
            f"{np.mean(cell.plain):,.0f}",
            f"{np.mean(cell.adwin):,.0f}",
        )
        for cell in cells
        if cell.k == k
    ]
    columns = ("stream", "first", "reported", "worst seed", "found", "not calibrated", "ADWIN")
    return Table(f"{k:,} labels: changes per million events", columns, rows)


def figures_of(cell: Cell, seed: int) -> dict[str, object]:
    return {
        "stream": cell.kind,
        "labels": cell.k,
        "seed": FIRST_SEED + seed,
        "first": f"{cell.first[seed]:.0f}",
        "reported": f"{cell.reported[seed]:.3f}",
        "found": f"{cell.found[seed]:.3f}",
        "not_calibrated": f"{cell.plain[seed]:.3f}",
        "adwin": f"{cell.adwin[seed]:.3f}",
    }
