"""Write truth.hpp: true logarithms, powers and fading steps, from mpmath with 300 bits.

    python core/tests/fading/make_truth.py [FOLDER]

Shares no code and no method with the library. Needs mpmath.
"""

import random
import sys
from pathlib import Path

from mpmath import mp, mpf

mp.prec = 300

HEADER = """\
// True logarithms, powers and fading steps, written by make_truth.py: do not edit.
#pragma once
#include <cstdint>

namespace entrostream::testing {{

// high + low is the true value to a hundred bits.
struct TrueLog {{
    double x, high, low;
}};
struct TruePower {{
    std::uint64_t fraction;  // of 2^64
    double high, low;
}};
// log2(1/fading_factor) as the nearest multiple of 2^-96.
struct TrueStep {{
    double fading_factor;
    std::uint64_t high, low;
}};

// clang-format off
inline constexpr TrueLog true_double_logs[] = {{
{logs}
}};

inline constexpr TruePower true_powers[] = {{
{powers}
}};

inline constexpr TrueStep true_steps[] = {{
{steps}
}};
// clang-format on

}}  // namespace entrostream::testing
"""


def main(folder):
    """Write truth.hpp into `folder`."""
    text = HEADER.format(
        logs="\n".join(map(_log_row, _numbers())),
        powers="\n".join(map(_power_row, _fractions())),
        steps="\n".join(map(_step_row, _fading_factors())),
    )
    (folder / "truth.hpp").write_text(text, encoding="utf-8", newline="\n")


def _numbers():
    """Choose numbers of all sizes, and the neighbours of powers of two and of the table's rows."""
    rng = random.Random(7)
    for exponent in (-300, -64, -1, 0, 1, 40, 300):
        power = 2.0**exponent
        yield from (power * (1 - 2**-53), power, power * (1 + 2**-52), power * (1 + 2**-9))
        yield from (power * (1 + rng.random()) for _ in range(20))
    for row in range(0, 512, 37):
        yield from (1 + row / 512, 1 + row / 512 + 2**-52, 1 + row / 512 - 2**-52)


def _log_row(x):
    return f"    {{{x.hex()}, {_pair(mp.log(mpf(x), 2))}}},"


def _fractions():
    rng = random.Random(8)
    yield from (0, 1, 2**57 - 1, 2**57, 2**57 + 1, 2**63, 2**64 - 2**57, 2**64 - 1)
    yield from (rng.getrandbits(64) for _ in range(120))


def _power_row(fraction):
    return f"    {{{fraction:#x}, {_pair(mpf(2) ** (mpf(fraction) / 2**64))}}},"


def _fading_factors():
    rng = random.Random(9)
    yield from (1.0, 0.5, 0.9, 0.99, 0.9999, 1 - 1e-6, 1 - 2**-53, 5e-324, 0.001)
    yield from (rng.random() for _ in range(20))


def _step_row(fading_factor):
    units = int(mp.nint(-mp.log(mpf(fading_factor), 2) * 2**96))
    return f"    {{{fading_factor.hex()}, {units >> 64:#x}, {units & 2**64 - 1:#x}}},"


def _pair(value):
    high = float(value)
    return f"{high.hex()}, {float(value - mpf(high)).hex()}"


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
