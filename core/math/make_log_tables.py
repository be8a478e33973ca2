"""Write log_tables.hpp and log_tables.cpp: every constant the exact logarithms rest on.

    python core/math/make_log_tables.py [FOLDER]

Integers only, so the files are the same on every machine; a test writes them
again and compares. Each number is the nearest one to an exact real value, and
the script stops if its own precision could not tell which that is.
"""

import sys
from fractions import Fraction
from functools import cache
from pathlib import Path

WORK_BITS = 400  # of every logarithm here; its error is below 2^-380
ERROR_BITS = 380

MIDPOINT_BITS, WIDE_MIDPOINT_BITS = 10, 7
RECIPROCAL_BITS, SECOND_ROWS = 9, 576
POWER_BITS = 6
DOUBLE_LOG_BITS = 8

HEADER = """\
// Constants of the exact logarithms, written by make_log_tables.py: do not edit.
//
// Plain data, there before any code runs. Every entry is the number nearest to
// the real value named next to it; limbs are little endian.
#pragma once
#include <cstdint>

#include "core/math/int128.hpp"

namespace entrostream::detail {{

// 1/(2 ln 2) and ln 2 as fractions of 2^128; 1/(2 ln 2) also of 2^256.
inline constexpr uint128 half_inverse_ln2 = join({half_high}, {half_low});
inline constexpr uint128 ln2 = join({ln2_high}, {ln2_low});
inline constexpr std::uint64_t half_inverse_ln2_wide[4] = {{{wide[0]}, {wide[1]},
                                                           {wide[2]}, {wide[3]}}};

// 1/ln 2 and ln 2 as sums of two doubles: the nearest one and the rest, and a
// short one (15 and 26 bits, so that products with it can be exact) and the rest.
inline constexpr double inverse_ln2 = {inverse[0]};
inline constexpr double inverse_ln2_low = {inverse[1]};
inline constexpr double inverse_ln2_short = {inverse[2]};
inline constexpr double inverse_ln2_rest = {inverse[3]};
inline constexpr double ln2_double = {natural[0]};
inline constexpr double ln2_short = {natural[1]};
inline constexpr double ln2_rest = {natural[2]};

// log2 of the midpoint of each of 2^bits equal parts of [1, 2).
inline constexpr int midpoint_bits = {midpoint_bits};
inline constexpr int wide_midpoint_bits = {wide_midpoint_bits};
extern const std::uint64_t midpoint_logs[1 << midpoint_bits][2];
extern const std::uint64_t wide_midpoint_logs[1 << wide_midpoint_bits][4];

// A short reciprocal, and minus its log2 as a multiple of 2^-122. In the first
// table r = reciprocal / 2^12 is just above 1/x for x = 1 + i/512; in the second
// 1 - reciprocal / 2^21 is just above 1/(1 + i/2^18).
struct Reciprocal {{
    std::uint64_t log_low, log_high;
    std::uint64_t reciprocal;
}};
inline constexpr int reciprocal_bits = {reciprocal_bits};
inline constexpr int second_reciprocals_size = {second_rows};
extern const Reciprocal first_reciprocals[1 << reciprocal_bits];
extern const Reciprocal second_reciprocals[second_reciprocals_size];

// The first table as doubles: log_high is a multiple of 2^-44, log_low the rest.
struct DoubleReciprocal {{
    double reciprocal;
    double log_high, log_low;
}};
extern const DoubleReciprocal double_reciprocals[1 << reciprocal_bits];

// A reciprocal r of x = 1 + i/256, both ends of [1, 2] included and exact, and -log2 r.
inline constexpr int double_log_bits = {double_log_bits};
struct DoubleLog {{
    double reciprocal, log;
}};
extern const DoubleLog double_logs[(1 << double_log_bits) + 1];

// 2^(i/64) = high + low.
inline constexpr int power_bits = {power_bits};
struct Power {{
    double high, low;
}};
extern const Power powers[1 << power_bits];

}}  // namespace entrostream::detail
"""

SOURCE_START = """\
// Written by make_log_tables.py: do not edit. The header documents each table.
#include "core/math/log_tables.hpp"

// clang-format off
namespace entrostream::detail {
"""

SOURCE_END = """
}  // namespace entrostream::detail
"""


def main(folder):
    """Write both files into `folder`."""
    (folder / "log_tables.hpp").write_text(_header(), encoding="utf-8", newline="\n")
    (folder / "log_tables.cpp").write_text(_source(), encoding="utf-8", newline="\n")


def _header():
    half = Fraction(1 << WORK_BITS, 2 * _ln(2, 1))
    half_limbs = _limbs(_nearest(half, 128), 2)
    natural = Fraction(_ln(2, 1), 1 << WORK_BITS)
    ln2_limbs = _limbs(_nearest(natural, 128), 2)
    return HEADER.format(
        half_high=half_limbs[1],
        half_low=half_limbs[0],
        ln2_high=ln2_limbs[1],
        ln2_low=ln2_limbs[0],
        wide=_limbs(_nearest(half, 256), 4),
        inverse=[*_split(2 * half, 53), *_split(2 * half, 15)],
        natural=[_split(natural, 53)[0], *_split(natural, 26)],
        midpoint_bits=MIDPOINT_BITS,
        wide_midpoint_bits=WIDE_MIDPOINT_BITS,
        reciprocal_bits=RECIPROCAL_BITS,
        second_rows=SECOND_ROWS,
        power_bits=POWER_BITS,
        double_log_bits=DOUBLE_LOG_BITS,
    )


def _split(value, bits):
    """Return a double of `bits` bits and the double nearest to the rest; 1/2 <= value < 2."""
    places = bits if value < 1 else bits - 1
    high = Fraction(_nearest(value, places), 1 << places)
    return float(high).hex(), _nearest_double(value - high).hex()


def _source():
    first, second = list(_first_reciprocals()), list(_second_reciprocals())
    tables = [
        _table(
            "std::uint64_t midpoint_logs[1 << midpoint_bits][2]", _midpoints(MIDPOINT_BITS, 128)
        ),
        _table(
            "std::uint64_t wide_midpoint_logs[1 << wide_midpoint_bits][4]",
            _midpoints(WIDE_MIDPOINT_BITS, 256),
        ),
        _table("Reciprocal first_reciprocals[1 << reciprocal_bits]", map(_reciprocal_row, first)),
        _table(
            "Reciprocal second_reciprocals[second_reciprocals_size]", map(_reciprocal_row, second)
        ),
        _table(
            "DoubleReciprocal double_reciprocals[1 << reciprocal_bits]", map(_double_row, first)
        ),
        _table("DoubleLog double_logs[(1 << double_log_bits) + 1]", _double_logs()),
        _table("Power powers[1 << power_bits]", _powers()),
    ]
    return SOURCE_START + "".join(tables) + SOURCE_END


def _midpoints(index_bits, fraction_bits):
    size = 1 << index_bits
    for i in range(size):
        value = _log2(2 * (size + i) + 1, 2 * size)
        yield _row(_limbs(_nearest(value, fraction_bits), fraction_bits // 64))


def _first_reciprocals():
    """Yield (numerator, log) of r = numerator/2^bits, rounded up so that x*r >= 1."""
    size, bits = 1 << RECIPROCAL_BITS, RECIPROCAL_BITS + 3
    for i in range(size):
        r = -(-(size << bits) // (size + i))
        yield r, _log2(1 << bits, r)


def _second_reciprocals():
    """Yield (numerator, log) of 1 - numerator/2^bits, rounded so that (1 + t)(1 - s) >= 1."""
    bits = 2 * RECIPROCAL_BITS + 3
    for j in range(SECOND_ROWS):
        s = (j << bits) // ((1 << 2 * RECIPROCAL_BITS) + j)
        yield s, _log2(1 << bits, (1 << bits) - s)


def _reciprocal_row(pair):
    numerator, log = pair
    return _row([*_limbs(_nearest(log, 122), 2), hex(numerator)])


def _double_row(pair):
    numerator, log = pair
    high = Fraction(_nearest(log, 44), 1 << 44)
    reciprocal = Fraction(numerator, 1 << RECIPROCAL_BITS + 3)
    return _row([float(reciprocal).hex(), float(high).hex(), _nearest_double(log - high).hex()])


def _double_logs():
    size, bits = 1 << DOUBLE_LOG_BITS, 3 * DOUBLE_LOG_BITS
    for i in range(size + 1):
        r = _round_half_up(Fraction(size << bits, size + i))
        log = _nearest_double(_log2(1 << bits, r))
        yield _row([float(Fraction(r, 1 << bits)).hex(), log.hex()])


def _powers():
    size = 1 << POWER_BITS
    for i in range(size):
        value = Fraction(_root(1 << i, size), 1 << WORK_BITS)
        high = _nearest_double(value)
        yield _row([high.hex(), _nearest_double(value - Fraction(high)).hex()])


def _root(x, power_of_two):
    """Return x^(1/power_of_two) * 2^WORK_BITS by repeated square roots, a unit too small."""
    guard = WORK_BITS + 64
    x <<= guard
    while power_of_two > 1:
        x = _integer_sqrt(x << guard)
        power_of_two //= 2
    return x >> 64


def _integer_sqrt(x):
    guess = 1 << -(-x.bit_length() // 2)
    while True:
        better = (guess + x // guess) // 2
        if better >= guess:
            return guess
        guess = better


def _log2(numerator, denominator):
    return Fraction(_ln(numerator, denominator), _ln(2, 1))


@cache
def _ln(numerator, denominator):
    """Return ln(numerator/denominator) * 2^WORK_BITS, error below 2^-388 of 1; exact for 1."""
    twos = max(0, numerator.bit_length() - denominator.bit_length() - 1)
    value = 2 * _atanh(numerator - (denominator << twos), numerator + (denominator << twos))
    return value + twos * _ln(2, 1) if twos else value


def _atanh(numerator, denominator):
    """Return atanh(numerator/denominator) * 2^WORK_BITS, a few hundred units too small."""
    term = (numerator << WORK_BITS) // denominator
    total, k = term, 1
    while term:
        term = term * numerator**2 // denominator**2
        k += 2
        total += term // k
    return total


def _nearest(value, bits):
    """Return the integer nearest to value * 2^bits, certain in spite of the error of `value`."""
    scaled = value * (1 << bits)
    error = Fraction(max(1, abs(value)) * (1 << bits), 1 << ERROR_BITS)
    low, high = _round_half_up(scaled - error), _round_half_up(scaled + error)
    if low != high:
        raise ArithmeticError(f"more than {ERROR_BITS} bits needed for {float(value)}")
    return low


def _nearest_double(value):
    """Return the double nearest to value, certain likewise; 0 is exact."""
    error = Fraction(1 if value else 0, 1 << ERROR_BITS)
    low, high = float(value - error), float(value + error)
    if low != high:
        raise ArithmeticError(f"more than {ERROR_BITS} bits needed for {low}")
    return low


def _round_half_up(x):
    return (2 * x.numerator + x.denominator) // (2 * x.denominator)


def _limbs(value, count):
    return [f"0x{value >> 64 * i & 2**64 - 1:016x}" for i in range(count)]


def _row(items):
    return "    {" + ", ".join(items) + "},"


def _table(declaration, rows):
    return "\n".join([f"\nconst {declaration} = {{", *rows, "};\n"])


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
