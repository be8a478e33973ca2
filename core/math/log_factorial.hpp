// ln(1 - r) and ln x! in doubles, for statistics and thresholds; no libm, so the same cuts
// on every platform.
#pragma once
#include <array>
#include <cstddef>

#include "core/math/double_logs.hpp"
#include "core/math/log_tables.hpp"

namespace entrostream::detail {

// ln(1 - r) for 0 <= r < 1.
[[nodiscard]] inline double natural_log_below_one(double r) noexcept {
    // For small r, 1 - r loses r's last digits; the series is short there.
    if (r < 0x1p-10) return -r * (1 + r * (0.5 + r * (1.0 / 3 + r * (0.25 + r * 0.2))));
    return natural_log(1 - r);
}

inline constexpr std::size_t factorials = 256;

[[nodiscard]] inline const std::array<double, factorials>& log_factorials() noexcept {
    static const std::array<double, factorials> table = [] {
        std::array<double, factorials> logs{};
        for (std::size_t i = 1; i < factorials; ++i) {
            logs[i] = logs[i - 1] + natural_log(static_cast<double>(i));
        }
        return logs;
    }();
    return table;
}

// ln x! for an integer x >= 0. Stirling's series beyond the table: the remainder is below 1e-18.
[[nodiscard]] inline double log_factorial(double x) noexcept {
    if (x < factorials) return log_factorials()[static_cast<std::size_t>(x)];
    constexpr double half_log_two_pi = 0.91893853320467274178;
    const double y = 1 / x;
    const double series = y * (1.0 / 12 - y * y * (1.0 / 360 - y * y * (1.0 / 1260)));
    return (x + 0.5) * natural_log(x) - x + half_log_two_pi + series;
}

// ln of n choose k, for integers 0 <= k <= n.
[[nodiscard]] inline double log_choose(double n, double k) noexcept {
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

}  // namespace entrostream::detail
