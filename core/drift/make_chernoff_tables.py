"""Write chernoff_tables.hpp and chernoff_tables.cpp: the tables of the sum statistic's bound.

    python core/drift/make_chernoff_tables.py [FOLDER]

A label with m events in the window has X of them behind the split, and adds D = m kl(X/m || pi)
to the statistic. The bound tilts the law of X: x gets the weight

    C(m, x) (x/m)^(t x) (1 - x/m)^(t (m - x)) w^x,      w = (p / (1 - p))^(1 - t),  p <= 1/2,

with an exponent t out of EXPONENTS and any p; lam = m p. Tables for each t, over lam:

log_moment, surplus    ln sum of the weights - m (1 - t) ln(1 + p / (1 - p))
                       <= log_moment(lam) + surplus(lam) FIRST / m,        m >= FIRST
spread, freedom        |E exp(i u D + i v X)|
                       <= U^(-freedom/4) exp(-spread (1 - p) min(1 - cos(v + b u), edge) / U)
                       for |u| <= reach(t), every v, U = 1 + (u / (1 - t))^2 and b of the label;
                       for m = 2, 3 <= m < FIRST and m >= FIRST; one spread for each of EDGES
                       where m >= FIRST, that of the first edge else
peak                   P(X = x) <= peak(lam) / sqrt(1 - p) for all x,     m >= FIRST

log_moment, surplus and peak must not be too small, spread and freedom not too large. The identity
and the inequalities in sum_threshold.cpp are proved. Totals below FIRST need no log_moment: the
code sums their weights. About the tables:

Below the first knot: proved, given the tables at the first two knots. Let q_x be the probability
of x, y = -ln q_0, which grows with lam, and r = q_1 / q_0 = (m p / (1 - p))^(1 - t)
(1 - 1/m)^(t (m - 1)) >= lam (e lam)^-t.
- spread, freedom: |E exp(i u D + i v X)|^2 is 1 less the sum of q_x q_z (1 - cos(..)) over all
  x != z, so at most 1 - 2 q_0 q_1 (1 - cos(v + b u)) with b = D(1) - D(0). Hence q_0 q_1 is a
  spread, for a freedom of 0, any edge and every m and lam. For m < FIRST the code computes it. For
  m >= FIRST it is r exp(-2 y) >= lam^(1-t) exp(-t - 2 y), and y at the second knot is in the
  tables. So spread falls with lam^(1-t), from a value that is not more than that at the first
  knot; 0.996, because a chord of lam^(1-t) between two marks is above it by up to 1.0038 times.
- peak: 1.
- log_moment, surplus: the derivative of K = ln sum of the weights + m (1 - t) ln(1 - p) with
  respect to ln lam is (1 - t) (E X - lam) / (1 - p). Here E X >= 1 - q_0 = 1 - exp(-y) >= c y with
  c of the first knot, K <= y - (1 - t) lam, and y >= r / (1 + r) >= g lam with g of the first
  knot. Therefore K' >= alpha K with alpha = (1 - t) (g c - 1) / (g - (1 - t)), and K falls with
  lam^alpha or faster. Powers of lam are convex in ln lam, so interpolation is above them; the
  first surplus is a knot's step too large, so that this is true across the first knot as well.

Between knots and marks: numerical.
- log_moment and surplus are the largest values on a grid of eight points from knot to knot and
  100 totals from FIRST to 4096 and Poisson's law. Knots are raised until the double interpolation
  that the code does (of totals between the marks, of p between the knots) is nowhere below the
  values. Second differences say that between two points of the grid the true value is above the
  chord by at most 5e-5 of itself, and SLACK is more; in m it is nearly a straight line over 1/m,
  which surplus is. 1/m is convex in ln m, so interpolation between two marks is above it.
- spread and freedom are the smallest values, peak the largest, over grids of lam, m, u and v, less
  MARGIN. The code reads spread and freedom at the knots of the marks around a total, both at most
  two knots below lam, and takes the mean of the two: each has the minimum from one knot below to
  two above. The product of two bounds with different b is used as if they were two labels. peak
  is read at a knot below lam, and the largest of all knots from there on.

Beyond the last knot: numerical. log_moment falls towards -ln(1 - t)/2 and freedom grows towards 1:
both are held. spread grows with lam and peak falls with its root.

MARGIN of spread, freedom or peak is a hundredth of a nat in a threshold. The tests compare the
tables with the truth at random points off the grids and beyond the last knot, and the thresholds
with exact counting and simulation.
"""

import math
import sys
from pathlib import Path

import numpy as np

EXPONENTS = [0.01, 0.02, 0.035, 0.05, 0.07, 0.095, 0.125, 0.16, 0.2, 0.25]
EXPONENTS += [0.31, 0.38, 0.46, 0.55, 0.65, 0.75, 0.85, 0.93, 0.98]
STEPS = 4  # knots in an octave of lam
FIRST_KNOT, LAST_KNOT = -64, 32  # lam from 2^-16 to 2^8
KNOT = 1 / STEPS  # from a knot to the next, in octaves
FINE = 8  # points of the grid between two knots
FIRST = 17  # the smallest total that needs the table
FIRST_SHARE = -48  # for smaller totals: pi from 2^-12 to 1/2
LARGEST = 4096  # totals beyond are as good as without end
SLACK = 6e-5  # of log_moment
MARGIN = 0.02  # of the others
SPREAD_PART = 0.72  # how much of the spread at u = 0 is left to every u
EDGES = [0.175, 0.04, 0.01]  # of 1 - cos v
NOISE, DEEPEST = 1e-13, 28.0  # absolute values below are not known; -ln of what must be known

LOG_FACTORIALS = np.array([math.lgamma(x + 1) for x in range(2 * LARGEST)])


def reach(t):
    """Return the largest |u|. At pi / ln 4 = 2.27 the terms of a total of 2 are in phase again."""
    return 1.0 if t < 0.15 else 2.0


def terms(m, lam):
    """Return x, ln of the probability of x under Bin(m, lam/m) (Poisson(lam) for m = None), D."""
    if m is None:
        x = np.arange(0.0, min(2 * LARGEST - 1, lam + 90 * np.sqrt(lam) + 900))
        log = x * np.log(lam) - lam - LOG_FACTORIALS[: len(x)]
        return x, log, xlogy(x, lam) - x + lam
    p = lam / m
    x = np.arange(0.0, m + 1)
    ways = LOG_FACTORIALS[m] - LOG_FACTORIALS[: m + 1] - LOG_FACTORIALS[m::-1]
    log = ways + x * np.log(p) + (m - x) * np.log1p(-p)
    return x, log, xlogy(x, lam) + xlogy(m - x, m - lam)


def xlogy(x, y):
    """Return x ln(x/y), 0 for x = 0."""
    return x * np.log(np.maximum(x, 1e-300) / y)


def log_sum(logs):
    """Return ln of the sum of exp(logs)."""
    top = logs.max()
    return top + np.log(np.exp(logs - top).sum())


def totals_above(lam):
    """Return totals m >= FIRST with lam/m <= 1/2, and None for Poisson's law."""
    low = max(FIRST, int(np.ceil(2 * lam)))
    some = {low + i for i in range(24)}
    some |= {int(low * 1.08**i) for i in range(80)}
    return [m for m in sorted(some) if m <= LARGEST] + [None]


# ---- log_moment and surplus -------------------------------------------------------------------


def moments():
    """Return log_moment and surplus, each [exponent][knot]."""
    knots = LAST_KNOT - FIRST_KNOT + 1
    points = (knots - 1) * FINE + 1
    limit = np.zeros((len(EXPONENTS), points))
    above = np.zeros((len(EXPONENTS), points))
    for j in range(points):
        lam = 2.0 ** ((FIRST_KNOT + j / FINE) / STEPS)
        whole = j % FINE == 0
        for m in reversed([*totals_above(lam)[:: 1 if whole else 3], None]):
            _, log, d = terms(m, lam)
            for i, t in enumerate(EXPONENTS):
                value = log_sum(log + t * d)
                if m is None:
                    limit[i, j] = value
                else:
                    above[i, j] = max(above[i, j], (value - limit[i, j]) * m / FIRST)
    return raised(limit * (1 + SLACK)), widest(above) * (1 + MARGIN)


def raised(fine):
    """Return knots whose double interpolation is nowhere below the values on the fine grid."""
    knots = fine[:, ::FINE].copy()
    part = np.arange(FINE + 1) / FINE
    for _ in range(50):
        bend = np.zeros_like(knots)
        bend[:, 1:-1] = knots[:, 2:] - 2 * knots[:, 1:-1] + knots[:, :-2]
        bend = np.minimum(bend, 0)
        lacking = np.zeros_like(knots)
        for j in range(knots.shape[1] - 1):
            line = knots[:, [j]] * (1 - part) + knots[:, [j + 1]] * part
            line += np.minimum(bend[:, [j]] * (1 - part) ** 2, bend[:, [j + 1]] * part**2) / 4
            lack = (fine[:, j * FINE : (j + 1) * FINE + 1] - line).max(axis=1)
            for at in (j, j + 1):
                lacking[:, at] = np.maximum(lacking[:, at], lack)
        if lacking.max() <= 1e-12:
            return knots
        knots += np.maximum(lacking, 0) * 1.02
    raise AssertionError("the knots do not settle")


def widest(fine):
    """Return at each knot the largest value within two knots of it."""
    knots = fine[:, ::FINE]
    pad = np.pad(fine, ((0, 0), (2 * FINE, 2 * FINE)))
    return np.stack(
        [pad[:, j * FINE : (j + 4) * FINE + 1].max(axis=1) for j in range(knots.shape[1])], axis=1
    )


# ---- spread and freedom -----------------------------------------------------------------------


def smoothness(kind, edges):
    """Return a spread for each edge and freedom, each [exponent][knot], of totals of one kind."""
    knots = LAST_KNOT - FIRST_KNOT + 1
    tables = np.zeros((len(edges) + 1, len(EXPONENTS), knots))
    for j in range(knots):
        lam = 2.0 ** ((FIRST_KNOT + j) / STEPS)
        laws = laws_at(kind(lam), lam)
        if not laws:  # p > 1/2 for all of them
            tables[:, :, j] = tables[:, :, j - 1]
            continue
        for i, t in enumerate(EXPONENTS):
            tables[:, i, j] = np.min([smoothness_of(t, edges, *law) for law in laws], axis=0)
    return [lowest(table) * (1 - MARGIN) for table in tables]


def laws_at(totals, lam):
    """Return terms and 1 - p of totals at a knot; also at p = 1/2 if that is before the next."""
    places = [(m, lam) for m in totals]
    places += [(m, m / 2) for m in totals if m is not None and lam < m / 2 < lam * 2**KNOT]
    return [(*terms(m, at), 1 if m is None else 1 - at / m) for m, at in places]


def smoothness_of(t, edges, x, log, d, q):
    """Return the spreads and freedom of one law; q = 1 - p."""
    log = log + t * d
    keep = log > log.max() - 40
    x, log, d = x[keep], log[keep], d[keep]
    weight = np.exp(log - log.max())
    weight /= weight.sum()
    mean, size = weight @ x, 1 << int(np.ceil(np.log2(max(512, 8 * len(x)))))
    variance = weight @ (x - mean) ** 2
    slope = weight @ ((x - mean) * (d - weight @ d)) / variance if variance > 0 else 0.0
    v = 2 * np.pi * np.arange(size) / size

    def fall(u):  # -ln |E exp(i u (d - slope x) + i y x)| over y = v + slope u
        values = np.abs(np.fft.fft(weight * np.exp(-1j * u * (d - slope * x)), size))
        return np.where(values < NOISE, np.inf, -np.log(np.clip(values, NOISE, 1)))

    phases = [np.minimum(1 - np.cos(v), edge) for edge in edges]
    falls = fall(0.0)[1:]
    spreads = [
        SPREAD_PART * min(variance, (falls / phase[1:]).min(), DEEPEST / edge)
        for edge, phase in zip(edges, phases, strict=True)
    ]
    steps = np.geomspace(0.05, reach(t) / (1 - t), 40)  # u / (1 - t)
    known = [(fall(u), 1 + (u / (1 - t)) ** 2) for u in (1 - t) * steps]
    rest = weight @ (d - weight @ d - slope * (x - mean)) ** 2
    while True:
        freedom = min(
            2 * (1 - t) ** 2 * rest,  # the limit for u -> 0
            *(
                4 * (falls - spread * phase / scale).min() / np.log(scale)
                for falls, scale in known
                for spread, phase in zip(spreads, phases, strict=True)
            ),
        )
        if freedom > -1e-9:  # rounding
            return [*(spread / q for spread in spreads), max(freedom, 0.0)]
        spreads = [0.8 * spread for spread in spreads]


def peaks():
    """Return peak, [exponent][knot]."""
    peak = np.zeros((len(EXPONENTS), LAST_KNOT - FIRST_KNOT + 1))
    for j in range(peak.shape[1]):
        lam = 2.0 ** ((FIRST_KNOT + j) / STEPS)
        for m in totals_above(lam):
            _, log, d = terms(m, lam)
            q = 1 if m is None else 1 - lam / m
            for i, t in enumerate(EXPONENTS):
                tilted = log + t * d
                top = np.exp(tilted.max() - log_sum(tilted)) * np.sqrt(q)
                peak[i, j] = max(peak[i, j], top)
    return np.maximum.accumulate(peak[:, ::-1], axis=1)[:, ::-1] * (1 + MARGIN)


def lowest(knots):
    """Return at each knot the smallest value from one knot below it to two above."""
    pad = np.pad(knots, ((0, 0), (1, 2)), mode="edge")
    return np.minimum.reduce([pad[:, i : i + knots.shape[1]] for i in range(4)])


def pairs(lam):
    """Return the totals of two."""
    return [2] if lam <= 1 else []


def few(lam):
    """Return the totals from three to below FIRST."""
    return [m for m in range(3, FIRST) if lam <= m / 2]


def many(lam):
    """Return totals from FIRST on."""
    return [*totals_above(lam)[:: 9 if lam < 64 else 12], None]


# ---- below the first knot ---------------------------------------------------------------------


def decays(log_moment, surplus):
    """Return alpha: below the first knot log_moment falls with lam^alpha or faster."""
    lam, t = 2.0 ** (FIRST_KNOT / STEPS), np.array(EXPONENTS)
    y = log_moment[:, 0] + surplus[:, 0] + 1.001 * lam
    c = -np.expm1(-y) / y
    g = (math.e * lam) ** -t / (1 + lam * (math.e * lam) ** -t)
    return (1 - t) * (g * c - 1) / (g - (1 - t))


def lowest_spread(log_moment, surplus):
    """Return at most P(X = 0) P(X = 1) for m >= FIRST at the first knot."""
    lam, t = 2.0 ** (FIRST_KNOT / STEPS), np.array(EXPONENTS)
    y = (log_moment + surplus)[:, :2].max(axis=1) + 1.2 * lam
    return 0.996 * lam ** (1 - t) * np.exp(-t - 2 * y)


# ---- mean and variance ------------------------------------------------------------------------


def deviance(m, lam):
    """Return mean of D, variance of D, covariance of D and X under Bin(m, lam/m), all over lam."""
    x, log, d = terms(m, lam)
    chance = np.exp(log)
    mean = chance @ d
    return np.array([mean, chance @ (d - mean) ** 2, chance @ ((d - mean) * (x - lam))]) / lam


def deviances():
    """Return them for each total below FIRST, [share][3][total], and not over lam by knots."""
    exact = [
        [deviance(m, m * 2.0 ** (i / STEPS)) for m in range(1, FIRST)]
        for i in range(FIRST_SHARE, 1 - STEPS)
    ]
    knots = []
    for j in range(FIRST_KNOT, LAST_KNOT + 1):
        lam = 2.0 ** (j / STEPS)
        mean = min(deviance(m, lam)[0] for m in totals_above(lam)[::6])
        knots.append([mean * lam, *(deviance(None, lam)[1:] * lam)])
    return np.array(exact).transpose(0, 2, 1), np.array(knots).T


def main(folder):
    """Write both files into `folder`."""
    (folder / "chernoff_tables.hpp").write_text(header(), encoding="utf-8", newline="\n")
    (folder / "chernoff_tables.cpp").write_text(source(), encoding="utf-8", newline="\n")


HEADER = """\
// Constants of the bound of the sum statistic, written by make_chernoff_tables.py: do not edit.
//
// lam is the expected count of a label behind the split, knots are lam = 2^(i/4). What the numbers
// bound, and how well that is proved, is documented in the script.
#pragma once
#include <cstddef>

// clang-format off
namespace entrostream::detail {{

inline constexpr std::size_t chernoff_exponents = {exponents};
inline constexpr double chernoff_exponent[chernoff_exponents] = {{
    {exponent_list}}};
// How far the characteristic functions are known: |u| up to this.
inline constexpr double chernoff_reach[chernoff_exponents] = {{
    {reach_list}}};

inline constexpr int chernoff_first_knot = {first_knot};
inline constexpr std::size_t chernoff_knots = {knots};
inline constexpr std::size_t chernoff_first_total = {first};
// 1 - cos v is known to count up to an edge, and at least v^2/2 times the other up to there.
struct ChernoffEdge {{
    double height, bend;
}};
inline constexpr std::size_t chernoff_edges = {edges};
inline constexpr ChernoffEdge chernoff_edge[chernoff_edges] = {{{edge_list}}};

// Upper bounds, for totals from chernoff_first_total.
extern const double chernoff_log_moment[chernoff_exponents][chernoff_knots];
extern const double chernoff_surplus[chernoff_exponents][chernoff_knots];
// Below the first knot both fall with lam to this power.
extern const double chernoff_decay[chernoff_exponents];

// Lower bounds, for totals of 2, below and from chernoff_first_total; there, for each edge.
inline constexpr std::size_t chernoff_kinds = 3;
extern const double chernoff_spread[chernoff_exponents][chernoff_kinds - 1 + chernoff_edges]
                                   [chernoff_knots];
extern const double chernoff_freedom[chernoff_exponents][chernoff_kinds][chernoff_knots];

// Upper bound, for totals from chernoff_first_total; falls with sqrt(lam) beyond the last knot.
extern const double chernoff_peak[chernoff_exponents][chernoff_knots];

// Mean and variance of what a label adds to the statistic, and covariance with its count behind
// the split. By knot for large totals; over lam for small ones, by the share 2^(i/4) up to 1/2.
extern const double deviance_at_knot[3][chernoff_knots];
inline constexpr int deviance_first_share = {first_share};
inline constexpr std::size_t deviance_shares = {shares};
extern const double deviance_of_total[deviance_shares][3][chernoff_first_total - 1];

}}  // namespace entrostream::detail
"""


def bend(edge):
    """Return c with 1 - cos v >= c v^2/2 wherever 1 - cos v <= edge: 1 - v^2/12 is."""
    return np.floor((1 - np.arccos(1 - edge) ** 2 / 12) * 10000) / 10000


def header():
    """Return the header."""
    return HEADER.format(
        exponents=len(EXPONENTS),
        exponent_list=", ".join(map(str, EXPONENTS)),
        reach_list=", ".join(str(reach(t)) for t in EXPONENTS),
        first_knot=FIRST_KNOT,
        knots=LAST_KNOT - FIRST_KNOT + 1,
        first=FIRST,
        edges=len(EDGES),
        edge_list=", ".join(f"{{{edge}, {bend(edge)}}}" for edge in EDGES),
        first_share=FIRST_SHARE,
        shares=1 - STEPS - FIRST_SHARE,
    )


SOURCE = """\
// Written by make_chernoff_tables.py: do not edit. The header documents each table.
#include "core/drift/chernoff_tables.hpp"

// clang-format off
namespace entrostream::detail {{

const double chernoff_log_moment[chernoff_exponents][chernoff_knots] = {log_moment};

const double chernoff_surplus[chernoff_exponents][chernoff_knots] = {surplus};

const double chernoff_decay[chernoff_exponents] = {decay};

const double chernoff_spread[chernoff_exponents][chernoff_kinds - 1 + chernoff_edges]
                            [chernoff_knots] = {spread};

const double chernoff_freedom[chernoff_exponents][chernoff_kinds][chernoff_knots] = {freedom};

const double chernoff_peak[chernoff_exponents][chernoff_knots] = {peak};

const double deviance_at_knot[3][chernoff_knots] = {by_knot};

const double deviance_of_total[deviance_shares][3][chernoff_first_total - 1] = {of_total};

}}  // namespace entrostream::detail
"""


def source():
    """Return the source."""
    log_moment, surplus = moments()
    surplus[:, 0] *= 2**KNOT  # so that a knot before it is still as large as those after it
    *spread_2, freedom_2 = smoothness(pairs, EDGES[:1])
    *spread_few, freedom_few = smoothness(few, EDGES[:1])
    *spread_many, freedom_many = smoothness(many, EDGES)
    for spread in spread_many:
        spread[:, 0] = np.minimum(spread[:, 0], lowest_spread(log_moment, surplus))
    freedom_many[:, 0] = 0
    peak = peaks()
    peak[:, 0] = 1
    decay = decays(log_moment, surplus)
    bend = log_moment[:, 1] - 2 * log_moment[:, 0] + log_moment[:, 0] * 2 ** (-KNOT * decay)
    assert bend.min() > 0
    spread = np.stack([*spread_2, *spread_few, *spread_many], axis=1)
    freedom = np.stack([freedom_2, freedom_few, freedom_many], axis=1)
    of_total, by_knot = deviances()
    return SOURCE.format(
        log_moment=braced(log_moment, 6, up=True),
        surplus=braced(surplus, 3, up=True),
        spread=braced(spread, 3, up=False),
        freedom=braced(freedom, 3, up=False),
        peak=braced(peak, 3, up=True),
        decay=braced(decay, 4, up=False),
        by_knot=braced(by_knot, 5, up=False),
        of_total=braced(of_total, 5, up=False),
    )


def braced(values, digits, *, up):
    """Return an array in C++, each number rounded up or down to `digits` digits."""
    if values.ndim == 1:
        return "{" + ",".join(rounded(value, digits, up=up) for value in values) + "}"
    return "{\n" + ",\n".join(braced(row, digits, up=up) for row in values) + "}"


def rounded(value, digits, *, up):
    """Return a number's text, rounded up or down to `digits` digits."""
    if value == 0:
        return "0"
    unit = 10.0 ** (np.floor(np.log10(abs(value))) - digits + 1)
    steps = np.ceil(value / unit) if up else np.floor(value / unit)
    text = f"{steps * unit:.{digits}g}"
    return text.replace("e-0", "e-").removeprefix("0")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
