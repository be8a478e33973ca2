"""The tables of the sum's threshold are what their script writes, and bound what they should.

The script evaluates extremes on grids. Here they are compared with the truth between the points of
these grids and beyond their ends, read as the core reads them.
"""

import json
import math
import re
import runpy
from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).resolve().parents[2] / "core" / "drift"
SCRIPT = runpy.run_path(str(FOLDER / "make_chernoff_tables.py"))
EXPONENTS, EDGES, FIRST = SCRIPT["EXPONENTS"], SCRIPT["EDGES"], SCRIPT["FIRST"]
KNOTS = SCRIPT["LAST_KNOT"] - SCRIPT["FIRST_KNOT"] + 1
KNOWN = 1e-11  # absolute values of characteristic functions below are rounding errors


def table(name):
    """Return a table of chernoff_tables.cpp."""
    text = (FOLDER / "chernoff_tables.cpp").read_text()
    braces = re.search(rf"double {name}\[[^=]*= (\{{.*?\}});", text, re.DOTALL)[1]
    numbers = re.sub(r"(?<!\d)\.", "0.", braces)
    return np.array(json.loads(numbers.replace("{", "[").replace("}", "]")))


def some_laws(seed, count, smallest, largest):
    """Yield exponents, totals and expected counts off the grid, a quarter of them with p = 1/2."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        m = int(smallest * (largest / smallest) ** rng.random())
        lam = m / 2 if rng.random() < 0.25 else 2 ** rng.uniform(-24, math.log2(m / 2))
        yield int(rng.integers(len(EXPONENTS))), m, lam


def tilted(m, lam, t):
    """Return x, ln of its weight and D for Bin(m, lam/m), with the script's normalisation."""
    x = np.arange(m + 1.0)
    ways = np.array([math.lgamma(i + 1) for i in range(m + 1)])
    p, x_ln = lam / m, SCRIPT["xlogy"]
    log = ways[m] - ways - ways[::-1] + x * math.log(p) + (m - x) * math.log1p(-p)
    d = x_ln(x, lam) + x_ln(m - x, m - lam)
    return x, log + t * d, d


def knot_of(lam):
    return math.log2(lam) * SCRIPT["STEPS"] - SCRIPT["FIRST_KNOT"]


def at_marks(values, m, lam, *, decay=0.0, growth=0.0):
    """Return what the core adds for a total of m: at the knots of its two marks, and the next."""

    def at(knot):
        beyond = max(0, knot - (KNOTS - 1)) * growth + min(0, knot) * decay
        return values[min(max(knot, 0), KNOTS - 1)] * 2 ** (beyond / SCRIPT["STEPS"])

    above = SCRIPT["STEPS"] * math.log2(m) % 1
    place = knot_of(lam) - above
    low, part = math.floor(place), place % 1
    return [(1 - above) * at(low + i) + above * at(low + i + 1) for i in (0, 1)], part


def least_ratio(m, lam, t, claims):
    """Return the least of -ln |E exp(i u D + i v X)| over each claim (edge, spread, freedom)."""
    x, log, d = tilted(m, lam, t)
    weight = np.exp(log - log.max())
    weight /= weight.sum()
    mean = weight @ x
    slope = weight @ ((x - mean) * d) / (weight @ (x - mean) ** 2)
    if knot_of(lam) < 0 or (m >= FIRST and knot_of(lam) < 1):
        slope = d[1] - d[0]
    size = 1 << math.ceil(math.log2(max(1024, 8 * len(x))))
    rises = 1 - np.cos(2 * np.pi * np.arange(size) / size)
    least = math.inf
    for u in np.r_[0, SCRIPT["reach"](t) * np.geomspace(1e-3, 1, 60)]:
        size_of = np.abs(np.fft.fft(weight * np.exp(-1j * u * (d - slope * x)), size))
        falls = np.where(size_of < KNOWN, np.inf, -np.log(np.clip(size_of, KNOWN, 1)))
        scale = 1 + (u / (1 - t)) ** 2
        for edge, spread, freedom in claims:
            claim = spread * np.minimum(rises, edge) / scale + freedom / 4 * math.log(scale)
            some = claim > 1e-9  # below, the rounding of 1 - |...| is as large
            least = min(least, (falls[some] / claim[some]).min(initial=math.inf))
    return least


@pytest.mark.slow
@pytest.mark.parametrize("name", ["chernoff_tables.hpp", "chernoff_tables.cpp"])
def test_script_writes_the_tables(tmp_path, name):
    """Nobody edited them."""
    SCRIPT["main"](tmp_path)

    assert (tmp_path / name).read_text() == (FOLDER / name).read_text()


@pytest.mark.parametrize("count", [300, pytest.param(6000, marks=pytest.mark.slow)])
def test_moments_are_bounded_between_the_points_of_the_grid(count):
    """For totals up to 20,000, five times as large as on the grid; expected counts from 2^-24."""
    log_moment, surplus = table("chernoff_log_moment"), table("chernoff_surplus")
    decay, peak = table("chernoff_decay"), table("chernoff_peak")
    marks = 2.0 ** (np.arange(4 * 17) / 4)
    for i, m, lam in some_laws(1, count, FIRST, 20_000):
        _, log, _ = tilted(m, lam, EXPONENTS[i])
        true = SCRIPT["log_sum"](log)
        (low, high), part = at_marks(log_moment[i], m, lam, decay=decay[i])
        mark = marks[marks <= m][-1]
        above = 4 * math.log2(m / mark)
        inverse = FIRST * ((1 - above) / mark + above / mark / 2**0.25)
        (more_low, more_high), _ = at_marks(surplus[i], m, lam, decay=decay[i])
        bound = low + part * (high - low) + inverse * min(more_low, more_high)

        knot = math.floor(knot_of(lam) - above)
        fall = 2 ** (-max(0, knot - (KNOTS - 1)) / 8)
        highest = peak[i][min(max(knot, 0), KNOTS - 1)] * fall / math.sqrt(1 - lam / m)

        assert true <= bound + 1e-11 * m
        assert math.exp(log.max() - true) <= highest


@pytest.mark.parametrize("count", [30, pytest.param(2000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("smallest", "largest"), [(2, 2), (3, 16), (FIRST, 6000)])
def test_characteristic_functions_are_bounded_between_the_points_of_the_grid(
    smallest, largest, count
):
    """Every expected count that the tables cover, to ten times the last knot."""
    spreads, freedoms = table("chernoff_spread"), table("chernoff_freedom")
    for i, m, lam in some_laws(2, count, smallest, largest + 0.5):
        t, q = EXPONENTS[i], 1 - lam / m
        if m >= FIRST:
            freedom = at_marks(freedoms[i, 2], m, lam)[0][0]
            rows = zip(EDGES, spreads[i, 2:], strict=True)
            claims = [
                (edge, q * at_marks(row, m, lam, decay=1 - t, growth=1)[0][0], freedom)
                for edge, row in rows
            ]
        elif knot_of(lam) >= 0:
            kind, knot = min(m - 2, 1), min(int(knot_of(lam)), KNOTS - 1)
            claims = [(EDGES[0], q * spreads[i, kind, knot], freedoms[i, kind, knot])]
        else:
            weights = np.exp(tilted(m, lam, t)[1])
            claims = [(1.0, weights[0] * weights[1] / weights.sum() ** 2, 0.0)]

        assert least_ratio(m, lam, t, claims) >= 1 - 1e-6  # rounding, where the bound is tight
