// Weights of events under exponential decay: exponents of two as fixed-point numbers.
//
// An event weighs 2^E. E is a sum of exact steps, so it does not drift however many events
// there are, and recomputing the E of an event gives the same weight bit for bit. Adding an
// integer to E scales all weights by an exact power of two.
#pragma once
#include <bit>
#include <cstdint>

#include "core/exact/logarithms.hpp"
#include "core/math/double_logs.hpp"
#include "core/math/int128.hpp"

namespace entrostream {

// A multiple of 2^-96, |E| < 2^31.
struct Exponent {
    static constexpr int fraction_bits = 96;

    int128 units = 0;

    [[nodiscard]] constexpr std::int64_t whole() const noexcept {
        return static_cast<std::int64_t>(units >> fraction_bits);
    }
    // The fractional part, in units of 2^-64.
    [[nodiscard]] constexpr std::uint64_t fraction() const noexcept {
        return static_cast<std::uint64_t>(units >> (fraction_bits - 64));
    }

    friend constexpr Exponent operator+(Exponent a, Exponent b) noexcept {
        return {a.units + b.units};
    }
    friend constexpr Exponent operator-(Exponent a, Exponent b) noexcept {
        return {a.units - b.units};
    }
    friend constexpr bool operator==(const Exponent&, const Exponent&) = default;
};

[[nodiscard]] constexpr Exponent whole_exponent(std::int64_t whole) noexcept {
    return {static_cast<int128>(whole) * (int128{1} << Exponent::fraction_bits)};
}

// 2^(whole + fraction/2^64) for -1000 <= whole <= 1000, error below 0.55 ulp.
[[nodiscard, gnu::always_inline]] inline double weight_of(std::int64_t whole,
                                                          std::uint64_t fraction) noexcept {
    const auto bits = std::bit_cast<std::uint64_t>(detail::double_exp2(fraction));
    return std::bit_cast<double>(bits + (static_cast<std::uint64_t>(whole) << 52));
}
[[nodiscard, gnu::always_inline]] inline double weight_of(Exponent e) noexcept {
    return weight_of(e.whole(), e.fraction());
}

// log2(1/fading_factor), the exponent step from one event to the next; 0 < fading_factor <= 1.
// Error at most 2^-97: over m events the ratio of their weights is off by less than m 2^-97.
[[nodiscard]] inline Exponent fading_step(double fading_factor) noexcept {
    constexpr int cut = detail::fixed_bits - Exponent::fraction_bits;
    return {(-detail::log2_of(fading_factor).units + (int128{1} << (cut - 1))) >> cut};
}

// 1/half_life, the same step for a half-life in events; 2^-10 <= half_life <= 2^40. Error at most
// 2^-97, too. Computed bit by bit, since it is needed only once per column.
[[nodiscard]] inline Exponent halving_step(double half_life) noexcept {
    const auto bits = std::bit_cast<std::uint64_t>(half_life);
    constexpr std::uint64_t implicit = std::uint64_t{1} << 52;
    const std::uint64_t divisor = (bits & (implicit - 1)) | implicit;
    const int exponent = static_cast<int>(bits >> 52) - 1023 - 52;
    int128 quotient = 0;
    std::uint64_t rest = 1;
    for (int bit = 0; bit < Exponent::fraction_bits - exponent; ++bit) {
        rest *= 2;
        quotient *= 2;
        if (rest < divisor) continue;
        rest -= divisor;
        ++quotient;
    }
    return {quotient + (2 * rest >= divisor ? 1 : 0)};
}

}  // namespace entrostream
