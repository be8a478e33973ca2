// The law of the variates of the entropy sketch, written by make_stable_table.py: do not edit.
//
// A variate is given by its side (0: the left half), its octave and its place m in it: with a
// probability of 2^-(octave + 2) (1 + m), 0 <= m < 1, of lying beyond it. All values are rounded
// to multiples of 2^-10.
#pragma once
#include <cstdint>

// clang-format off
namespace entrostream::detail {

// Octaves below this by cubics: for half h of an octave and m = (h + f) / 2,
// sum over k of stable_cubics[k][16 side + 2 octave + h] (1 + f)^k.
inline constexpr std::uint32_t near_octaves = 8;
alignas(64) extern const float stable_cubics[4][4 * near_octaves];

// The others by segments: stable_table[side][octave - near_octaves][m * 128].
inline constexpr std::uint32_t stable_octaves = 48;
inline constexpr std::uint32_t stable_segment_bits = 7;
inline constexpr std::uint32_t stable_segments = 128;
alignas(64) extern const float stable_table[2][stable_octaves - near_octaves][stable_segments];

// Mean and variance of -ln(mean of 16 values e^R).
inline constexpr std::uint32_t log_mean_registers = 16;
inline constexpr double log_mean_bias = 0.098245;
inline constexpr double log_mean_variance = 0.211795;

}  // namespace entrostream::detail
