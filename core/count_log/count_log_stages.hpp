// The individual stages of F(c), for count_log and for the tests that compare them.
//
// Each stage has a bound on its own error. Where that leaves the rounding in doubt it
// falls back to the next, so all stages return the same integer; they differ only in
// speed and range.
#pragma once
#include <cstdint>

#include "core/math/int128.hpp"
#include "core/math/wide_fraction.hpp"

namespace entrostream::detail {

// The middle stage handles counts below this.
inline constexpr std::uint64_t middle_limit = std::uint64_t{1} << 34;

// F(c) without a division, 1 <= c < 2^34. In doubt for about c * 2^-37 of the counts.
[[nodiscard]] uint128 count_log_middle(std::uint64_t c) noexcept;

// F(c) with a 128-bit logarithm, c < 2^63. In doubt for about c * 2^-60 of the counts.
[[nodiscard]] uint128 count_log_long(std::uint64_t c) noexcept;

// F(c) with a 256-bit logarithm, c < 2^63; never in doubt (see the definition).
[[nodiscard]] uint128 count_log_wide(std::uint64_t c) noexcept;

// log2 c in units of 2^-122, 1 <= c < 2^34, error below 2^-97.
[[nodiscard]] uint128 log2_middle(std::uint64_t c) noexcept;

// log2(significand / 2^63) in units of 2^-128, error below 2^-120.
// Precondition: significand >= 2^63 and even.
[[nodiscard]] uint128 log2_fraction(std::uint64_t significand) noexcept;

// The same in units of 2^-256, error below 2^-250.
[[nodiscard]] WideFraction log2_fraction_wide(std::uint64_t significand) noexcept;

}  // namespace entrostream::detail
