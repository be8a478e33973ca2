// F(c), the integer nearest to c * log2(c) * 2^58: the contribution of a count to the log sum.
//
// Correctly rounded for every c < 2^63, so every platform gives the same integer. Integer
// arithmetic only: no libm, no floating point, no rounding mode.
#pragma once
#include <cstdint>

#include "core/math/int128.hpp"

namespace entrostream {

// The unit of the log sum is 2^-58 bit, so that F(c+1) - F(c) still fits 64 bits for c < 2^62.
inline constexpr int fraction_bits = 58;

// The maximum number of events in a summary: n < 2^62, so no 128-bit sum overflows.
inline constexpr std::uint64_t max_events = (std::uint64_t{1} << 62) - 1;

// F(c) for c < 2^63; F(0) = F(1) = 0.
[[nodiscard]] uint128 count_log(std::uint64_t c) noexcept;

}  // namespace entrostream
