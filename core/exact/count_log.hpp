// F(c), the integer nearest to c * log2(c) * 2^58: what one count adds to the log sum.
//
// Correctly rounded for every c < 2^63, so one line specifies it and every
// platform gives the same integer. Integer arithmetic only: no libm, no
// floating point, no rounding mode.
#pragma once
#include <cstdint>

#include "core/math/int128.hpp"

namespace entrostream {

// Unit of the log sum: 2^-58 bit. With 58 bits, F(c+1) - F(c) still fits 64 bits for c < 2^62.
inline constexpr int fraction_bits = 58;

// The most events a summary holds: n < 2^62, so every 128-bit sum has room.
inline constexpr std::uint64_t max_events = (std::uint64_t{1} << 62) - 1;

// F(c) for c < 2^63; F(0) = F(1) = 0.
[[nodiscard]] uint128 count_log(std::uint64_t c) noexcept;

}  // namespace entrostream
