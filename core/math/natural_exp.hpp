// e^x in doubles, for thresholds and estimates; no libm, so bit-identical on every platform.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/math/double_logs.hpp"
#include "core/math/log_tables.hpp"

namespace entrostream::detail {

// Returns 0 if e^x is below 2^-1000, and infinity above 2^1000. Relative error below |x| 2^-52,
// and 2^-53 more above 1.
[[nodiscard]] inline double natural_exp(double x) noexcept {
    if (x > 0) return 1 / natural_exp(-x);
    const double y = x * inverse_ln2;
    if (!(y > -1000)) return 0;
    const auto whole = static_cast<std::int64_t>(y);
    const double rest = y - static_cast<double>(whole);  // -1 to 0
    const auto below = static_cast<std::uint64_t>(-rest * 0x1p63);
    const std::uint64_t fraction = (std::uint64_t{1} << 63) - below;  // in units of 2^-63
    const double power = below == 0 ? 2 : double_exp2(fraction << 1);
    return power * std::bit_cast<double>(static_cast<std::uint64_t>(whole + 1022) << 52);
}

// Makes of x <= 0 e^x, and e^-700 of what is below -700. Relative error below 2^-50. No table and
// no branch: `Doubles` may be a vector (core/simd/lanes.hpp), `Words` are as many std::uint64_t.
//
// x = k ln 2 + r, |r| <= ln 2 / 2, by the series of e^r: its remainder is r^13/13! < 2^-52.
template <class Words, class Doubles>
[[gnu::always_inline]] inline void make_exp_of_negative(Doubles& x) noexcept {
    constexpr double middle = 0x1.8p52;  // its mantissa takes an integer that is added
    constexpr double ln2_high = 0x1.62e42fefa0000p-1;
    constexpr double ln2_low = 0x1.cf79abc9e3b3ap-40;
    const Doubles bounded = x > -700.0 ? x : Doubles{} - 700.0;
    const Doubles placed = bounded * inverse_ln2 + middle;
    const Doubles k = placed - middle;
    const Doubles r = (bounded - k * ln2_high) - k * ln2_low;
    const Doubles r2 = r * r;
    const Doubles r4 = r2 * r2;
    const Doubles low = (1.0 + r) + r2 * (0.5 + r * (1.0 / 6));
    const Doubles middle_terms = (1.0 / 24 + r * (1.0 / 120)) + r2 * (1.0 / 720 + r * (1.0 / 5040));
    const Doubles high = (1.0 / 40320 + r * (1.0 / 362880)) +
                         r2 * (1.0 / 3628800 + r * (1.0 / 39916800)) + r4 * (1.0 / 479001600);
    const Doubles series = low + r4 * (middle_terms + r4 * high);
    // The last bits of `placed` are those of k. std::bit_cast is a call, which cannot return
    // vectors of AVX from code that is compiled without.
    const Words exponent = (__builtin_bit_cast(Words, placed) + 1023) << 52;
    x = series * __builtin_bit_cast(Doubles, exponent);
}

}  // namespace entrostream::detail
