"""Write stable_table.hpp and stable_table.cpp: quantiles of the variates of the entropy sketch.

    python core/sketch/make_stable_table.py [FOLDER]

The variates R are maximally skewed stable with index 1 and E exp(t R) = t^t (Clifford and Cosma,
"A simple sketching algorithm for entropy estimation over streaming data", 2013). With T uniform
on (0, pi) and W exponential,

    R = phi(T) + ln W,    phi(t) = ln(sin t / (pi - t)) - (pi - t) cot t,

where phi grows from -infinity to 1. Conditioning on v = ln W and with the inverse t of phi
(t(x) = pi for x >= 1) both tails are integrals of positive terms, so neither loses digits:

    P(R <= x) = E t(x - v) / pi,     P(R > x) = E (pi - t(x - v)) / pi.

The left tail is heavy, P(R <= x) ~ 1 / |x|: a table of equally likely values would cut it, and
with it the entropy of a stream with more labels than the table has values. Therefore a uniform
number is split into its binary exponent (the octave) and the bits that follow it. Near the median,
in the first NEAR octaves, a cubic for each half of an octave gives R, which SIMD code evaluates
without loads. Beyond, a table has the mean of R in each of SEGMENTS parts of an octave. Both
preserve the mean of R where they replace it, and change ln E exp(t R) by less than 1e-5.

All values are multiples of GRID: sums of variates with whole weights are then exact in floating
point, in any order, as long as they are not huge.

The header also has the mean and the variance of the logarithm of the mean of REGISTERS values
exp(R), which are those of the estimate for one bucket: see log_mean_moments.
"""

import sys
from pathlib import Path

import numpy as np
from scipy.interpolate import CubicSpline

NEAR, LEFT_OCTAVES, RIGHT_OCTAVES, SEGMENT_BITS = 8, 48, 32, 7
SEGMENTS = 1 << SEGMENT_BITS
GRID = 2.0**-10
REGISTERS = 16
NODES, WEIGHTS = np.polynomial.legendre.leggauss(200)


def phi(t):
    """Return phi(t), increasing; by its series near pi, where the formula cancels."""
    rest = np.pi - t
    near = rest < 1e-3
    safe = np.where(near, 1.0, t)
    formula = np.log(np.sin(safe) / (np.pi - safe)) - (np.pi - safe) / np.tan(safe)
    return np.where(near, 1 - rest**2 / 2 - rest**4 / 36, formula)


def phi_inverse(x):
    """Return t with phi(t) = x, x <= 1: bisection of ln t, which resolves both ends."""
    low, high = np.full_like(x, -41.0), np.full_like(x, np.log(np.pi))
    for _ in range(60):
        middle = (low + high) / 2
        below = phi(np.exp(middle)) < x
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return np.exp((low + high) / 2)


def tails(x):
    """Return P(R <= x) and P(R > x).

    t has a square root at v = x - 1, below which it is pi: v = x - 1 + z^2 makes it smooth.
    """
    start = max(x - 1.0, -40.0)
    reach = np.sqrt(4.2 - start)
    z = reach * (NODES + 1) / 2
    v = start + z * z
    weight = WEIGHTS * reach * z * np.exp(v - np.exp(v))
    t = phi_inverse(x - v)
    certain = -np.expm1(-np.exp(x - 1.0))
    return certain + weight @ t / np.pi, weight @ (np.pi - t) / np.pi


def quantiles():
    """Return the quantile functions of the left and of the right tail."""
    left_x = np.sinh(np.linspace(np.arcsinh(-(2.0 ** (LEFT_OCTAVES + 3))), np.arcsinh(2.0), 6000))
    right_x = np.linspace(-4.0, 4.15, 3000)
    left = np.log([tails(x)[0] for x in left_x])
    right = np.log([tails(x)[1] for x in right_x])
    sane = right > np.log(1e-14)
    of_left = CubicSpline(left, np.arcsinh(left_x))
    of_right = CubicSpline(right[sane][::-1], right_x[sane][::-1])
    return (lambda p: np.sinh(of_left(np.log(p)))), (lambda p: of_right(np.log(p)))


def segment_means(quantile, octaves):
    """Return the mean of R in each segment of the octaves beyond NEAR, by Simpson's rule."""
    edges = 1 + np.arange(2 * SEGMENTS + 1) / (2 * SEGMENTS)
    rows = [quantile(2.0 ** -(octave + 2) * edges) for octave in range(NEAR, octaves)]
    return [(row[:-2:2] + 4 * row[1:-1:2] + row[2::2]) / 6 for row in rows]


def cubics(quantile):
    """Return the cubic in 1 + f of each half octave, f the position in it; constant term first.

    Least squares with a constant term preserve the mean.
    """
    f = (np.arange(400) + 0.5) / 400
    halves = [(octave, half) for octave in range(NEAR) for half in (0, 1)]
    return [
        np.polynomial.polynomial.polyfit(
            1 + f, quantile(2.0 ** -(octave + 2) * (1 + (half + f) / 2)), 3
        )
        for octave, half in halves
    ]


def on_grid(values):
    """Return multiples of GRID that a float holds."""
    return np.float32(np.round(np.asarray(values) / GRID) * GRID)


def tables():
    """Return the coefficients by power and half octave, and the values by side and octave.

    The right tail is thin: beyond RIGHT_OCTAVES the last octave is repeated, which no sum shows.
    """
    left, right = quantiles()
    highs = segment_means(right, RIGHT_OCTAVES)
    highs += [highs[-1]] * (LEFT_OCTAVES - RIGHT_OCTAVES)
    coefficients = np.float32(cubics(left) + cubics(right)).T
    return coefficients, on_grid([segment_means(left, LEFT_OCTAVES), highs])


def law(coefficients, values):
    """Return the probabilities and values of the variates, the cubics at 256 points each."""
    m = np.float32(1 + (np.arange(256) + 0.5) / 256)
    near = np.zeros((coefficients.shape[1], m.size), np.float32)
    for power in (3, 2, 1, 0):
        near = near * m + coefficients[power][:, None]
    octaves = np.arange(LEFT_OCTAVES)
    chance = 2.0 ** -(octaves + 2.0)
    near_chance = np.tile(np.repeat(chance[:NEAR] / 2, 2), 2)[:, None] / m.size
    far_chance = np.tile(chance[NEAR:], 2)[:, None] / SEGMENTS
    far = values.reshape(-1, SEGMENTS)
    chances = [np.broadcast_to(near_chance, near.shape), np.broadcast_to(far_chance, far.shape)]
    every = np.concatenate([on_grid(near).ravel(), far.ravel()]).astype(float)
    return np.concatenate([each.ravel() for each in chances]), every


def log_mean_moments(chance, values):
    """Return E and Var of -ln(mean of REGISTERS values exp(R)).

    With S the sum of exp(R), E S^-a = integral s^(a-1) E exp(-s S) ds / Gamma(a), whose
    derivatives at a = 0 are the moments of -ln S. The transform exp(-s) of the constant 1 is
    subtracted, whose moments are 0, so that the integrals converge at s = 0.
    """
    log_s = np.linspace(-34, 12, 2001)
    step = log_s[1] - log_s[0]
    points = np.exp(values)
    missing = np.array([chance @ -np.expm1(-s * points) for s in np.exp(log_s)])
    difference = (1 - missing) ** REGISTERS - np.exp(-np.exp(log_s))
    # E S^-a = 1 + a I0 + a^2 (I1 + gamma I0) + ..., from 1/Gamma(a) = a + gamma a^2 + ...
    i0 = difference.sum() * step
    i1 = (difference * log_s).sum() * step
    mean, second = i0, 2 * (i1 + np.euler_gamma * i0)
    return mean + np.log(REGISTERS), second - mean**2


HEADER = """\
// The law of the variates of the entropy sketch, written by make_stable_table.py: do not edit.
//
// A variate is given by its side (0: the left half), its octave and its place m in it: with a
// probability of 2^-(octave + 2) (1 + m), 0 <= m < 1, of lying beyond it. All values are rounded
// to multiples of 2^-10.
#pragma once
#include <cstdint>

// clang-format off
namespace entrostream::detail {{

// Octaves below this by cubics: for half h of an octave and m = (h + f) / 2,
// sum over k of stable_cubics[k][16 side + 2 octave + h] (1 + f)^k.
inline constexpr std::uint32_t near_octaves = {near};
alignas(64) extern const float stable_cubics[4][4 * near_octaves];

// The others by segments: stable_table[side][octave - near_octaves][m * {segments}].
inline constexpr std::uint32_t stable_octaves = {octaves};
inline constexpr std::uint32_t stable_segment_bits = {bits};
inline constexpr std::uint32_t stable_segments = {segments};
alignas(64) extern const float stable_table[2][stable_octaves - near_octaves][stable_segments];

// Mean and variance of -ln(mean of {registers} values e^R).
inline constexpr std::uint32_t log_mean_registers = {registers};
inline constexpr double log_mean_bias = {bias:.6f};
inline constexpr double log_mean_variance = {variance:.6f};

}}  // namespace entrostream::detail
"""

SOURCE = """\
// Written by make_stable_table.py: do not edit. The header documents the tables.
#include "core/sketch/stable_table.hpp"

// clang-format off
namespace entrostream::detail {{

alignas(64) const float stable_cubics[4][4 * near_octaves] = {{
{cubics}}};

alignas(64) const float stable_table[2][stable_octaves - near_octaves][stable_segments] = {{
{rows}}};

}}  // namespace entrostream::detail
"""


def literal(value):
    """Return a float literal: multiples of the grid need no more than 10 decimals."""
    text = f"{float(value):.10f}".rstrip("0").rstrip(".")
    return (text if "." in text else text + ".") + "f"


def rows_of(values, text=literal):
    """Return rows of literals in braces."""
    return ",\n".join("{" + ",".join(map(text, row)) + "}" for row in values)


def main(folder):
    """Write both files."""
    coefficients, values = tables()
    bias, variance = log_mean_moments(*law(coefficients, values))
    source = SOURCE.format(
        cubics=rows_of(coefficients, lambda value: f"{float(value):.9e}f"),
        rows="".join("{" + rows_of(side) + "},\n" for side in values),
    )
    header = HEADER.format(
        near=NEAR,
        octaves=LEFT_OCTAVES,
        bits=SEGMENT_BITS,
        segments=SEGMENTS,
        registers=REGISTERS,
        bias=bias,
        variance=variance,
    )
    (folder / "stable_table.hpp").write_text(header, encoding="utf-8")
    (folder / "stable_table.cpp").write_text(source, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
