// The expansion that a block of steps is computed from: a linear part around the middle of
// the block, plus a curve.
//
// With a the middle of the block, |t| <= 32, K = 1/ln 2, and in units of 2^-58 bit:
//
//     f(a + t) = f(a) + t f'(a) + curve(t),   f'(a) = 2^58 (log2 a + K),
//     curve(t) = 2^58 K (t^2/(2a) - t^3/(6a^2) + t^4/(12a^3) - t^5/(20a^4) + ...).
//
// The integer parts of f(a) and f'(a) are added exactly, modulo 2^64. Their fractions and
// the curve are 64-bit integers in grains: 2^(e-5) grains are one unit, where
// 2^e <= a < 2^(e+1). The curve, below 2^(67.6 - e) units, then fits 63 bits.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/count_log/step_block.hpp"

namespace entrostream::detail {

inline constexpr int reach_bits = 5;
inline constexpr std::size_t reach = 1u << reach_bits;
static_assert(block_steps == 2 * reach);

// The fraction of f(a) + t f'(a) plus the curve, in grains, for each count of a block and the one
// after it. 1/2 is added so that truncation rounds, and `lift` units so that none is negative.
using Grains = std::array<std::uint64_t, block_steps + 1>;

// t^k for t = 1 .. 32. 32 bits, like the halves of the coefficients, so that the products
// suit SIMD lanes.
struct Powers {
    std::array<std::uint32_t, reach> second, third, fourth, fifth, sixth;
};
inline constexpr Powers powers_of_t = [] {
    Powers all{};
    for (std::uint32_t i = 0; i < reach; ++i) {
        const std::uint32_t t = i + 1;
        all.second[i] = t * t;
        all.third[i] = t * t * t;
        all.fourth[i] = t * t * t * t;
        all.fifth[i] = t * t * t * t * t;
        all.sixth[i] = t * t * t * t * t * t;
    }
    return all;
}();

struct Expansion {
    static constexpr std::uint64_t lift = 64;

    std::uint64_t anchor;
    int places;                    // log2 of the number of grains per unit
    std::uint64_t whole;           // integer part of f(a)
    std::uint64_t middle;          // the grains for t = 0
    std::uint64_t slope;           // integer part of f'(a) ...
    std::uint32_t slope_fraction;  // ... and its fraction, in units of 2^-32
    std::uint64_t error;           // bound, in grains
    // |coefficient of t^k| * 32^k * 2, in grains. Below 2^32 from the 5th on.
    std::uint64_t second, third, fourth, fifth, sixth;

    // Precondition: a is an odd multiple of 32, 2^17 < a < 2^50.
    explicit Expansion(std::uint64_t a) noexcept;

    // The fraction of f'(a) has 32 bits and t has 6: t f'(a) is shifted up to bit 63, then down
    // to grains.
    [[nodiscard]] int linear_shift() const noexcept { return 63 - reach_bits - places; }
    static constexpr int linear_lift = 31 - reach_bits;

    // In a short expansion the 4th coefficient is below 2^32 too, and later terms count as errors.
    [[nodiscard]] bool is_short() const noexcept { return places >= 17; }

    [[nodiscard]] std::uint64_t fraction_mask() const noexcept {
        return (std::uint64_t{1} << places) - 1;
    }
};

}  // namespace entrostream::detail
