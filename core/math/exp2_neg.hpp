// 2^-x, for probabilities and exponential decay. No libm.
#pragma once
#include <bit>
#include <cstdint>

#include "core/math/double_logs.hpp"

namespace entrostream {

// 2^-x for x >= 0, relative error below 2^-50; 0 from 1000 on.
[[nodiscard]] inline double exp2_neg(double x) noexcept {
    if (!(x < 1000)) return 0;
    const auto whole = static_cast<std::uint64_t>(x);
    const double rest = x - static_cast<double>(whole);  // 2^-x = 2^(1 - rest) / 2^(whole + 1)
    const double scale = std::bit_cast<double>((1023 - whole - 1) << 52);
    if (1 - rest == 1) return 2 * scale;  // 0, or too small to change the result
    const auto fraction = static_cast<std::uint64_t>((1 - rest) * 0x1p53) << 11;
    return detail::double_exp2(fraction) * scale;
}

}  // namespace entrostream
