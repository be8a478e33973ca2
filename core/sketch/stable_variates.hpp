// The stable variates of a key: 16 numbers R with E exp(t R) = t^t, the same for every occurrence.
//
// Eight 64-bit words are hashed from the key, and each half gives one variate. Of the 32 bits one
// chooses the side of the median, the leading zeros the octave of the tail, and those that follow
// the place in the octave. With probability 2^-24 a half has too few bits for that, and more are
// hashed, so the tail reaches down to 2^-49.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/sketch/key.hpp"
#include "core/sketch/stable_table.hpp"

namespace entrostream::detail {

inline constexpr std::uint32_t variates = 16;
using Variates = std::array<float, variates>;

inline constexpr std::uint32_t first_deep_octave = 31 - stable_segment_bits;

// Halves below this have too few bits.
inline constexpr std::uint32_t deep_below = std::uint32_t{2} << stable_segment_bits;

// Adding and subtracting it rounds a float to a multiple of 2^-10.
inline constexpr float grid_rounder = 0x1.8p13f;

[[nodiscard]] inline float deep_variate(Key key, std::uint32_t half, std::uint32_t lane) noexcept {
    const std::uint64_t more = scramble((key ^ key_step) + lane * key_step);
    const auto zeros = static_cast<std::uint32_t>(std::countl_zero(more | 1));
    const std::uint32_t octave = std::min(first_deep_octave + zeros, stable_octaves - 1);
    const std::uint64_t segment =
        zeros >= 63 ? 0 : more << (zeros + 1) >> (64 - stable_segment_bits);
    return stable_table[half & 1][octave - near_octaves][segment];
}

// `place`: the bits after the leading one, from the top.
[[nodiscard]] inline float near_variate(std::uint32_t side, std::uint32_t octave,
                                        std::uint32_t place) noexcept {
    const std::uint32_t row = side * 2 * near_octaves + 2 * octave + (place >> 31);
    const float m = std::bit_cast<float>(place << 1 >> 9 | std::bit_cast<std::uint32_t>(1.0f));
    float value = stable_cubics[3][row] * m + stable_cubics[2][row];
    value = value * m + stable_cubics[1][row];
    value = value * m + stable_cubics[0][row];
    return (value + grid_rounder) - grid_rounder;
}

[[nodiscard]] inline float variate(Key key, std::uint32_t half, std::uint32_t lane) noexcept {
    if (half < deep_below) [[unlikely]]
        return deep_variate(key, half, lane);
    const std::uint32_t rest = half >> 1;  // 31 bits
    const auto zeros = static_cast<std::uint32_t>(std::countl_zero(rest));
    const std::uint32_t octave = zeros - 1;
    const std::uint32_t place = rest << (zeros + 1);
    if (octave < near_octaves) return near_variate(half & 1, octave, place);
    return stable_table[half & 1][octave - near_octaves][place >> (32 - stable_segment_bits)];
}

// The 32 bits of a variate.
[[nodiscard]] inline std::uint32_t half_of(Key key, std::uint32_t lane) noexcept {
    const std::uint64_t word = scramble(key + (lane / 2 + 1) * key_step);
    return static_cast<std::uint32_t>(lane % 2 == 0 ? word : word >> 32);
}

[[nodiscard]] inline Variates variates_of(Key key) noexcept {
    Variates values;
    for (std::uint32_t lane = 0; lane < variates; ++lane) {
        values[lane] = variate(key, half_of(key, lane), lane);
    }
    return values;
}

}  // namespace entrostream::detail
