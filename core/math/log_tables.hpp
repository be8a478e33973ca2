// Constants of the exact logarithms, written by make_log_tables.py: do not edit.
//
// Plain data, there before any code runs. Every entry is the number nearest to
// the real value named next to it; limbs are little endian.
#pragma once
#include <cstdint>

#include "core/math/int128.hpp"

namespace entrostream::detail {

// 1/(2 ln 2) and ln 2 as fractions of 2^128; 1/(2 ln 2) also of 2^256.
inline constexpr uint128 half_inverse_ln2 = join(0xb8aa3b295c17f0bb, 0xbe87fed0691d3e89);
inline constexpr uint128 ln2 = join(0xb17217f7d1cf79ab, 0xc9e3b39803f2f6af);
inline constexpr std::uint64_t half_inverse_ln2_wide[4] = {0x8b25166cd1a13248, 0xeb577aa8dd695a58,
                                                           0xbe87fed0691d3e88, 0xb8aa3b295c17f0bb};

// 1/ln 2 and ln 2 as sums of two doubles: the nearest one and the rest, and a
// short one (15 and 26 bits, so that products with it can be exact) and the rest.
inline constexpr double inverse_ln2 = 0x1.71547652b82fep+0;
inline constexpr double inverse_ln2_low = 0x1.777d0ffda0d24p-56;
inline constexpr double inverse_ln2_short = 0x1.7154000000000p+0;
inline constexpr double inverse_ln2_rest = 0x1.d94ae0bf85ddfp-18;
inline constexpr double ln2_double = 0x1.62e42fefa39efp-1;
inline constexpr double ln2_short = 0x1.62e4300000000p-1;
inline constexpr double ln2_rest = -0x1.05c610ca86c39p-29;

// log2 of the midpoint of each of 2^bits equal parts of [1, 2).
inline constexpr int midpoint_bits = 10;
inline constexpr int wide_midpoint_bits = 7;
extern const std::uint64_t midpoint_logs[1 << midpoint_bits][2];
extern const std::uint64_t wide_midpoint_logs[1 << wide_midpoint_bits][4];

// A short reciprocal, and minus its log2 as a multiple of 2^-122. In the first
// table r = reciprocal / 2^12 is just above 1/x for x = 1 + i/512; in the second
// 1 - reciprocal / 2^21 is just above 1/(1 + i/2^18).
struct Reciprocal {
    std::uint64_t log_low, log_high;
    std::uint64_t reciprocal;
};
inline constexpr int reciprocal_bits = 9;
inline constexpr int second_reciprocals_size = 576;
extern const Reciprocal first_reciprocals[1 << reciprocal_bits];
extern const Reciprocal second_reciprocals[second_reciprocals_size];

// The first table as doubles: log_high is a multiple of 2^-44, log_low the rest.
struct DoubleReciprocal {
    double reciprocal;
    double log_high, log_low;
};
extern const DoubleReciprocal double_reciprocals[1 << reciprocal_bits];

// A reciprocal r of x = 1 + i/256, both ends of [1, 2] included and exact, and -log2 r.
inline constexpr int double_log_bits = 8;
struct DoubleLog {
    double reciprocal, log;
};
extern const DoubleLog double_logs[(1 << double_log_bits) + 1];

// 2^(i/64) = high + low.
inline constexpr int power_bits = 6;
struct Power {
    double high, low;
};
extern const Power powers[1 << power_bits];

}  // namespace entrostream::detail
