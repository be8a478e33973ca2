// A double in 48 bits: sign, exponent and the first 36 bits of the mantissa.
//
// Sums of multiples of 2^-10 are exact below 2^27 and do not depend on the order; beyond, each sum
// is rounded to 37 bits. The first 32 bits and the other 16 are separate arrays, so that SIMD code
// loads each with one instruction.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>

namespace entrostream {

struct PackedReal {
    std::uint32_t high = 0;
    std::uint16_t low = 0;
};

inline constexpr std::size_t packed_real_bytes = sizeof(std::uint32_t) + sizeof(std::uint16_t);

[[nodiscard]] inline double unpack(std::uint32_t high, std::uint16_t low) noexcept {
    return std::bit_cast<double>(std::uint64_t{high} << 32 | std::uint64_t{low} << 16);
}

// Rounds to the nearest, ties away from zero: an addition of integers, whatever the sign.
[[nodiscard]] inline PackedReal pack(double value) noexcept {
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(value) + 0x8000;
    return {static_cast<std::uint32_t>(bits >> 32), static_cast<std::uint16_t>(bits >> 16)};
}

}  // namespace entrostream
