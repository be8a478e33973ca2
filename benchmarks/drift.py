"""How far the printed recurrences drift from the exact window, and by what law."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import entrostream as es
from benchmarks import drift_streams
from benchmarks.drift_law import eps_entropy, eps_gini
from benchmarks.drift_truth import require_exact
from benchmarks.harness.report import Report, Table, power
from benchmarks.rivals.printed_recurrences import (
    PrintedQueue,
    PrintedWindow,
    agrees_with_the_paper,
)

WINDOWS = (100, 1000, 100_000)
LAW_WINDOWS = (64, 100, 200, 500, 777, 1000, 1001, 1024, 2000, 7852)
FILL_AND_DRAIN = "fill to w, drain to 1"
BOTH = ("entropy", "gini")

METHOD = """\
Algorithms 1 and 3 of the paper in float64, line by line as printed (log2 0 = 0 is the one repair,
without it every value is NaN; compiled, and equal in every bit to `entrostream.formulas.as_printed`
on a sample), and `es.SlidingWindow`. Error: the largest difference from the exact value at any
event so far; H in bits, G without a unit. At every power of ten the exact window was compared with
a fresh `es.Tally` of its content (equal in every bit), with mpmath (H within 0.51 ulp) and with
exact fractions (G correctly rounded). Law: |eps(w)| T times the mean of H (of 1 - G)."""


class Errors:
    """The largest errors of a stream so far, noted at the marks."""

    def __init__(self) -> None:
        self.at: dict[int, tuple[float, float]] = {}
        self.largest = (0.0, 0.0)
        self.events, self.sums, self.below_zero = 0, np.zeros(2), 0
        self.signed = (0.0, 0.0)

    def see(self, printed: tuple[np.ndarray, np.ndarray], exact: dict[str, np.ndarray]) -> None:
        differences = [given - exact[name] for given, name in zip(printed, BOTH, strict=True)]
        worst = [float(np.abs(each).max()) for each in differences]
        self.largest = (max(self.largest[0], worst[0]), max(self.largest[1], worst[1]))
        self.signed = (float(differences[0][-1]), float(differences[1][-1]))
        self.sums += [float(exact["entropy"].sum()), float((1 - exact["gini"]).sum())]
        self.below_zero += int((printed[0] < 0).sum())
        self.events += len(differences[0])

    def note(self) -> None:
        self.at[self.events] = self.largest

    def means(self) -> np.ndarray:
        """Return the means of H and of 1 - G."""
        return self.sums / self.events


def report(*, quick: bool) -> Report:
    events = 10**6 if quick else 10**8
    sample = np.random.default_rng(0).integers(0, 50, 20_000).astype(np.int32)
    if not agrees_with_the_paper(sample, 100):
        raise AssertionError("the compiled recurrences differ from the printed ones")
    found = Report("drift", "Drift of the printed recurrences", METHOD, 0)
    errors = {
        (stream, window): slide(draw, window, events)
        for stream, draw in drift_streams.SLIDING.items()
        for window in WINDOWS
    }
    errors |= {(FILL_AND_DRAIN, window): fill_and_drain(window, events) for window in WINDOWS}
    found.tables = [
        error_table(errors, events),
        law_table(min(events, 2 * 10**6)),
        drain_table([events // 100, events // 10]),
    ]
    record(found, errors)
    return found


def marks(events: int) -> list[int]:
    """Return four numbers of events a decade, from 1000 on."""
    quarters = round(4 * np.log10(events / 1000))
    return [round(1000 * 10 ** (quarter / 4)) for quarter in range(quarters + 1)]


def slide(draw: drift_streams.Draw, window: int, events: int) -> Errors:
    printed, exact = PrintedWindow(window, drift_streams.LABELS), es.SlidingWindow(window)
    errors, ends = Errors(), marks(events)
    for done, codes in drift_streams.chunks(draw, window, ends):
        errors.see(printed.trace(codes), exact.trace(codes, BOTH))
        if done in ends:
            errors.note()
            if np.log10(done).is_integer():
                require_exact(exact, printed.held())
    return errors


def fill_and_drain(window: int, events: int) -> Errors:
    """Fill to `window` labels, drain to one, and again; ten labels, uniform."""
    rng = np.random.default_rng(window)
    codes = rng.integers(0, 10, window).astype(np.int32)
    printed, errors, ends = PrintedQueue(10, codes[0]), Errors(), marks(events)
    while ends:
        errors.see(printed.trace(codes), filled_and_drained(codes))
        if errors.events >= ends[0]:
            errors.note()
            ends = [end for end in ends if end > errors.events]
        codes = np.append(codes[-1:], rng.integers(0, 10, window - 1).astype(np.int32))
    return errors


def filled_and_drained(codes: np.ndarray) -> dict[str, np.ndarray]:
    """Return the exact values: what is left of a drained queue is a stream read backwards."""
    filled = es.Tally().trace(codes, BOTH)
    left = es.Tally().trace(codes[::-1], BOTH)
    return {name: np.concatenate([filled[name][1:], left[name][-2::-1]]) for name in BOTH}


def law(errors: Errors, window: int, events: float) -> tuple[float, float]:
    entropy, rest = errors.means()
    return abs(eps_entropy(window)) * events * entropy, abs(eps_gini(window)) * events * rest


def error_table(errors: dict[tuple[str, int], Errors], events: int) -> Table:
    ends = [events // 100, events // 10, events]
    rows = []
    for (stream, window), each in errors.items():
        seen = {end: each.at[min(at for at in each.at if at >= end)] for end in ends}
        sliding = stream != FILL_AND_DRAIN
        by_law = [f"{value:.1e}" if sliding else "" for value in law(each, window, events)]
        entropies = [f"{seen[end][0]:.1e}" for end in ends]
        share = f"{each.below_zero / each.events:.1%}"
        ginis = (f"{seen[events][1]:.1e}", by_law[1])
        rows.append((stream, power(window), *entropies, by_law[0], *ginis, share))
    heads = [f"H, {power(end)} events" for end in ends]
    columns = ("stream", "w", *heads, "law", f"G, {power(events)} events", "law", "H below 0")
    return Table(
        "Largest error of the printed recurrences; of the exact window: none", columns, rows
    )


def law_table(events: int) -> Table:
    rows = []
    for window in LAW_WINDOWS:
        errors = [slide(drift_streams.uniform(k), window, events) for k in (10, 1000)]
        measured = [each.signed[0] / each.means()[0] / each.events for each in errors]
        gini = -errors[0].signed[1] / errors[0].means()[1] / errors[0].events
        cells = (eps_entropy(window), *measured, eps_gini(window), gini)
        rows.append((window, *(f"{cell:+.1e}" for cell in cells)))
    columns = (
        "w",
        "eps of h",
        "seen, 10 labels",
        "seen, 1000 labels",
        "eps of 1-g",
        "seen, 10 labels",
    )
    return Table(f"The law: relative drift per event ({power(events)} events)", columns, rows)


def drain_table(fills: list[int]) -> Table:
    rows = []
    for many in fills:
        codes = np.random.default_rng(many).integers(0, 10, many).astype(np.int32)
        printed = PrintedQueue(10, codes[0]).trace(codes)
        for left, exact in drained(codes, (1000, 10, 2, 1)):
            pairs = zip((given[-left] for given in printed), exact, strict=True)
            cells = [f"{value:.10g}" for pair in pairs for value in pair]
            rows.append((power(many), left, *cells))
    columns = ("filled to", "drained to", "H printed", "H exact", "G printed", "G exact")
    return Table("A window that shrinks", columns, rows)


def drained(codes: np.ndarray, sizes: tuple[int, ...]) -> Iterator[tuple[int, tuple[float, float]]]:
    """Yield (labels left, H and G) of a Tally that is filled and then really drained."""
    tally = es.Tally()
    tally.update_many(codes)
    for left in sizes:
        for code in codes[len(codes) - tally.n : len(codes) - left].tolist():
            tally.remove(code)
        yield left, (tally.entropy, tally.gini)


def record(found: Report, errors: dict[tuple[str, int], Errors]) -> None:
    for (stream, window), each in errors.items():
        for events, (entropy, gini) in each.at.items():
            laws = [f"{value:.2g}" for value in law(each, window, events)]
            sliding = stream != FILL_AND_DRAIN
            found.figures.append(
                {
                    "stream": stream,
                    "window": window,
                    "events": events,
                    "entropy_error": f"{entropy:.3g}",
                    "gini_error": f"{gini:.3g}",
                    "entropy_law": laws[0] if sliding else "",
                    "gini_law": laws[1] if sliding else "",
                }
            )
