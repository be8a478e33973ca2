"""Write truth.hpp: what the parts of the estimates must give, from mpmath.

    python core/tests/estimates/make_truth.py [FOLDER]

Shares no code and no method with the library: the terms come from their definitions
with mpmath's logarithm and digamma function, the unseen labels from the published
formula where that is affordable and from an integral elsewhere. Needs mpmath.
"""

import sys
from pathlib import Path

from mpmath import mp, mpf

mp.prec = 420

HEADER = """\
// True values of the parts of the estimates, written by make_truth.py: do not edit.
#pragma once
#include <cstdint>

namespace entrostream::testing {{

// In units of 2^-58 bit, to the nearest.
struct TrueTerms {{
    std::uint64_t count, jackknife, digamma;
}};

struct TrueIntegral {{
    double z, value;
}};

struct TrueUnseen {{
    std::uint64_t n, singletons, doubletons;
    double bits;
}};

// clang-format off
inline constexpr std::uint64_t true_miller_madow = {miller_madow:#x};

inline constexpr TrueTerms true_terms[] = {{
{terms}
}};

inline constexpr TrueIntegral true_integrals[] = {{
{integrals}
}};

inline constexpr TrueUnseen true_unseen[] = {{
{unseen}
}};
// clang-format on

}}  // namespace entrostream::testing
"""


def main(folder):
    """Write truth.hpp into `folder`."""
    text = HEADER.format(
        miller_madow=_units(1 / (2 * mp.log(2))),
        terms="\n".join(_terms_row(c) for c in _chosen_counts()),
        integrals="\n".join(_integral_row(z) for z in _chosen_arguments()),
        unseen="\n".join(_unseen_row(*rare) for rare in _chosen_samples()),
    )
    (folder / "truth.hpp").write_text(text, encoding="utf-8", newline="\n")


def _units(bits):
    return int(mp.nint(bits * 2**58))


def _chosen_counts():
    """Choose all small counts, and the neighbours of powers of 2 and 10."""
    counts = set(range(1, 140))
    for base, most in ((2, 62), (10, 18)):
        counts |= {base**k + step for k in range(1, most + 1) for step in (-1, 0, 1)}
    return sorted(c for c in counts if 1 <= c < 2**62)


def _terms_row(c):
    jackknife = (c - c * (c - 1) * mp.log(mpf(c) / (c - 1)) if c > 1 else mpf(1)) / mp.log(2)
    digamma = c * (mp.log(c) - mp.digamma(c)) / mp.log(2)
    return f"    {{{c:#x}, {_units(jackknife):#x}, {_units(digamma):#x}}},"


def _chosen_arguments():
    """Choose z of all sizes, more of them where the method changes."""
    yield from (2.0**k for k in range(-40, 12))
    yield from (0.5 + k / 32 for k in range(64))
    yield from (0.999999, 1.000001, 3.7, 12.25, 99.5, 1e6, 1e12, 1e18)


def _integral_row(z):
    with mp.workdps(60):
        value = mp.exp(mpf(z)) * mp.e1(mpf(z)) if z < 1e4 else _by_asymptotic_series(z)
    return f"    {{{float(z).hex()}, {float(value).hex()}}},"


def _by_asymptotic_series(z):
    """Return e^z E1(z) for large z: sum of (-1)^k k! / z^(k+1)."""
    return mp.fsum((-1) ** k * mp.factorial(k) / mpf(z) ** (k + 1) for k in range(20))


def _chosen_samples():
    """Choose (n, f1, f2) that samples can have, from few events to nearly 2^62 of them."""
    for n in (2, 3, 4, 5, 8, 20, 31, 32, 33, 100, 1000):
        shares = {1, 2, 3, n // 10, n // 2, n - 1, n}
        for f1 in sorted(f1 for f1 in shares if 0 < f1 <= n):
            for f2 in sorted({0, 1, 2, (n - f1) // 4, (n - f1) // 2}):
                if 2 * f2 <= n - f1:
                    yield n, f1, f2
    for n in (10**4, 10**6, 10**9, 10**12, 10**15, 2**62 - 1):
        for f1 in (1, 2, 7, 1000, min(n // 2, 10**9)):
            for f2 in (0, 1, 30, 10**3, min(n // 8, 10**9)):
                yield n, f1, f2


def _unseen_row(n, f1, f2):
    share = _share(n, f1, f2)
    if share == 1:
        bits = mpf(0)
    elif n <= 1000:
        bits = _as_published(n, f1, share)
        assert mp.almosteq(bits, _by_integral(n, f1, share), 1e-25), (n, f1, f2)
    else:
        bits = _by_integral(n, f1, share)
    return f"    {{{n:#x}, {f1:#x}, {f2:#x}, {float(bits).hex()}}},"


def _share(n, f1, f2):
    """Return A of Chao, Wang and Jost (2013)."""
    if f2 > 0:
        return mpf(2 * f2) / ((n - 1) * f1 + 2 * f2)
    return mpf(2) / ((n - 1) * (f1 - 1) + 2)


def _as_published(n, f1, share):
    """Return n times their second term, in bits."""
    with mp.workprec(4 * n + 400):  # the bracket cancels to (1 - A)^n
        x = 1 - share
        bracket = -mp.log(share) - mp.fsum(x**r / r for r in range(1, n))
        return f1 * x ** (1 - n) * bracket / mp.log(2)


def _by_integral(n, f1, share):
    """Return the same: x^(j+1)/(n+j), summed under the integral of e^(-(n+j) t)."""
    with mp.workdps(50):
        x, places = 1 - share, [0, *(mpf(10) ** k for k in range(-24, 1)), 10, 40, 160]
        value = mp.quad(lambda u: mp.exp(-u) * x / (1 - x * mp.exp(-u / n)), places)
        return f1 * value / n / mp.log(2)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
