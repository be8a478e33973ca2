"""Write truth.hpp: what F and the reads must give, from mpmath with 420 bits.

    python core/tests/exact/make_truth.py [FOLDER]

Shares no code and no method with the library: logarithms are mpmath's, quotients
Python's (int / int is correctly rounded). Also works out the checksum that
core/exact/checksum.hpp promises. Needs mpmath.
"""

import random
import struct
import sys
from fractions import Fraction
from pathlib import Path

from mpmath import mp, mpf

mp.prec = 420
MASK = 2**64 - 1

HEADER = """\
// True values of F and of the reads, written by make_truth.py: do not edit.
#pragma once
#include <cstdint>
#include <vector>

namespace entrostream::testing {{

inline constexpr std::uint64_t true_checksum = {checksum:#018x};

struct TrueCountLog {{
    std::uint64_t count, high, low;
}};

// high + low is the true value to a hundred bits.
struct TrueValue {{
    double high, low;
}};

struct TrueReads {{
    std::vector<std::uint64_t> counts;
    TrueValue entropy, nats, gini, inverse_simpson, evenness, perplexity, renyi2, entropy_in_10;
}};

// clang-format off
inline constexpr TrueCountLog true_count_logs[] = {{
{logs}
}};

inline const std::vector<TrueReads> true_reads = {{
{reads}
}};
// clang-format on

}}  // namespace entrostream::testing
"""


def main(folder):
    """Write truth.hpp into `folder`."""
    text = HEADER.format(
        checksum=_checksum(),
        logs="\n".join(_count_log_row(c) for c in _chosen_counts()),
        reads="\n".join(_reads_row(counts) for counts in _chosen_vectors()),
    )
    (folder / "truth.hpp").write_text(text, encoding="utf-8", newline="\n")


def _count_log(c):
    """Return F(c), the integer nearest to c * log2(c) * 2^58."""
    return int(mp.nint(c * mp.log(c, 2) * 2**58)) if c > 1 else 0


def _chosen_counts():
    """Choose small counts, the neighbours of powers of two, and five of every length."""
    rng = random.Random(58)
    counts = set(range(20))
    for length in range(5, 64):
        power = 2 ** (length - 1)
        counts |= {power - 1, power, power + 1, 2 * power - 1}
        counts |= {power + rng.randrange(power) for _ in range(5)}
    return sorted(counts)


def _count_log_row(c):
    value = _count_log(c)
    return f"    {{{c:#x}, {value >> 64:#x}, {value & MASK:#x}}},"


def _chosen_vectors():
    rng = random.Random(1948)
    yield from (
        [1, 1],
        [1, 3],
        [2, 2, 2],
        [3] * 7,
        [1, 2, 3, 4, 5],
        [4095, 4097],
        [65535, 65536, 65537],
    )
    for exponent in range(1, 18):
        yield [10**exponent, 1]
        yield [10**exponent, 3, 3, 3]
    for length in range(2, 60, 2):
        yield [rng.getrandbits(length) + 1 for _ in range(2)]
        yield [rng.getrandbits(rng.randint(1, length)) + 1 for _ in range(rng.randint(3, 8))]
        yield [rng.getrandbits(length // 2) + 1] * rng.randint(2, 6)


def _reads_row(counts):
    n, squares = sum(counts), sum(c * c for c in counts)
    entropy = mp.log(n, 2) - mp.fsum(c * mp.log(c, 2) for c in counts) / n
    purity = mpf(squares) / n**2
    values = [
        entropy,
        entropy * mp.log(2),
        mpf(n**2 - squares) / n**2,
        1 / purity,
        entropy / mp.log(len(counts), 2),
        mpf(2) ** entropy,
        -mp.log(purity, 2),
        entropy / mp.log(10, 2),
    ]
    return f"    {{{{{', '.join(map(hex, counts))}}}, {', '.join(map(_pair, values))}}},"


def _pair(value):
    high = float(value)
    return f"{{{high.hex()}, {float(value - mpf(high)).hex()}}}"


def _checksum():
    """Hash what exact_checksum() in core/exact/checksum.cpp hashes, in the same order."""
    state, draw = _Hash(), _Xorshift()
    for c in range(10000):
        state.mix128(_count_log(c))
    for length in range(1, 64):
        for _ in range(100):
            state.mix128(_count_log((draw() | 2**63) >> (64 - length)))
    for i in range(2000):
        state.mix_reads([draw.count(1 + i % 55) for _ in range(2 + i % 49)])
    return state.value


class _Hash:
    def __init__(self):
        self.value = 0xCBF29CE484222325

    def mix(self, word):
        x = (self.value ^ word) * 0x100000001B3 & MASK
        self.value = (x << 29 | x >> 35) & MASK

    def mix128(self, value):
        self.mix(value & MASK)
        self.mix(value >> 64)

    def mix_double(self, value):
        self.mix(struct.unpack("<Q", struct.pack("<d", value))[0])

    def mix_reads(self, counts):
        n, log_sum, squares = sum(counts), sum(map(_count_log, counts)), sum(c * c for c in counts)
        excess = _count_log(n) - log_sum
        self.mix128(log_sum)
        self.mix128(squares)
        self.mix_double(excess / (n << 58))
        self.mix_double(_nearest(Fraction(excess, n << 58) * LN2))
        self.mix_double((n**2 - squares) / n**2)
        self.mix_double(n**2 / squares)


LN2 = Fraction(int(mp.log(2) * 2**400), 2**400)


def _nearest(value):
    return value.numerator / value.denominator


class _Xorshift:
    def __init__(self):
        self.state = 88172645463325252

    def __call__(self):
        self.state ^= self.state << 13 & MASK
        self.state ^= self.state >> 7
        self.state ^= self.state << 17 & MASK
        return self.state

    def count(self, length):
        bits = 1 + self() % length
        return (self() >> (64 - bits)) + 1


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
