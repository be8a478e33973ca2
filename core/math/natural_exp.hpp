// e^x in doubles, for thresholds; no libm, so bit-identical on every platform.
#pragma once
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

}  // namespace entrostream::detail
