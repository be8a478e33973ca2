// 2^-x, for probabilities and exponential decay. No libm.
#pragma once
#include <bit>
#include <cstdint>

#include "core/math/double_logs.hpp"

namespace entrostream {

// 2^-x, relative error below 2^-50; 0 from 1000 on. Precondition: x = 0 or x >= 2^-53 (between
// these, 1 - x rounds to 1 and the result is 1/2).
[[nodiscard]] inline double exp2_neg(double x) noexcept {
    if (!(x < 1000)) return 0;
    const auto whole = static_cast<std::uint64_t>(x);
    const double rest = x - static_cast<double>(whole);  // 2^-x = 2^(1 - rest) / 2^(whole + 1)
    const double scale = std::bit_cast<double>((1023 - whole - 1) << 52);
    if (rest == 0) return 2 * scale;
    const auto fraction = static_cast<std::uint64_t>((1 - rest) * 0x1p53) << 11;
    return detail::double_exp2(fraction) * scale;
}

}  // namespace entrostream
