#include "core/math/normal.hpp"

#include <bit>
#include <cstdint>

#include "core/math/double_logs.hpp"

namespace entrostream {

namespace {

// e^-x for 0 <= x < 700.
double exp_minus(double x) noexcept {
    const double y = x * detail::inverse_ln2;  // 2^-y, y = whole + 1 - fraction
    const double up = static_cast<double>(static_cast<std::int64_t>(y)) + 1;
    const auto fraction = static_cast<std::uint64_t>((up - y) * 0x1p52) << 12;
    const double scale = std::bit_cast<double>(
        static_cast<std::uint64_t>(1023 - static_cast<std::int64_t>(up)) << 52);
    // up - y may be 1, which does not fit a 64-bit fraction.
    return up - y >= 1 ? 2 * scale : detail::double_exp2(fraction) * scale;
}

}  // namespace

// Near the middle, the density times a series of positive terms, z (1 + z^2/3 + z^4/15 + ...);
// in the tails, a continued fraction. Both converge within a few tens of steps.
double normal_below(double z) noexcept {
    constexpr double root_two_pi = 2.5066282746310002;
    const double x = z < 0 ? -z : z;
    if (!(x <= 37)) return z < 0 ? 0 : 1;
    const double density = exp_minus(0.5 * x * x) / root_two_pi;
    if (x < 3) {
        double term = x;
        double sum = x;
        for (int i = 3; term > 1e-17 * sum; i += 2) {
            term *= x * x / i;
            sum += term;
        }
        return z < 0 ? 0.5 - density * sum : 0.5 + density * sum;
    }
    double tail = x;
    for (int i = 60; i > 0; --i)
        tail = x + i / tail;
    return z < 0 ? density / tail : 1 - density / tail;
}

}  // namespace entrostream
