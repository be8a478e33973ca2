// What a block of steps is computed from: log-linear in the middle, and the curve beside it.
//
// With a the middle of the block, |t| <= 32, K = 1/ln 2, and in units of 2^-58 bit:
//
//     f(a + t) = f(a) + t f'(a) + curve(t),   f'(a) = 2^58 (log2 a + K),
//     curve(t) = 2^58 K (t^2/(2a) - t^3/(6a^2) + t^4/(12a^3) - t^5/(20a^4) + ...).
//
// The whole parts of f(a) and f'(a) are added without error, modulo 2^64. Their
// fractions and the curve are 64-bit numbers of grains: 2^(e-5) grains are one unit,
// 2^e <= a < 2^(e+1). The curve, below 2^(67.6 - e) units, then fills 63 bits.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/exact/step_block.hpp"

namespace entrostream::detail {

inline constexpr int reach_bits = 5;
inline constexpr std::size_t reach = 1u << reach_bits;
static_assert(block_steps == 2 * reach);

// The fraction of f(a), t f'(a) and the curve of each count of a block and of the one after
// it, in grains; 1/2 is added, so that cutting rounds, and `lift` units, so that none is negative.
using Grains = std::array<std::uint64_t, block_steps + 1>;

// t^k for t = 1 .. 32. 32 bits, as are the halves of the coefficients, so that the products
// suit vectors.
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
    int places;                    // log2 of the grains in a unit
    std::uint64_t whole;           // of f(a)
    std::uint64_t middle;          // the grains for t = 0
    std::uint64_t slope;           // the whole part of f'(a) ...
    std::uint32_t slope_fraction;  // ... and the rest, a fraction of 2^32
    std::uint64_t error;           // bound, in grains
    // |coefficient of t^k| * 32^k * 2, in grains. From the 5th on below 2^32.
    std::uint64_t second, third, fourth, fifth, sixth;

    // Precondition: a is an odd multiple of 32, 2^17 < a < 2^50.
    explicit Expansion(std::uint64_t a) noexcept;

    // t f'(a)'s fraction has 32 bits and t 6: shifted up to bit 63, and down to grains.
    [[nodiscard]] int linear_shift() const noexcept { return 63 - reach_bits - places; }
    static constexpr int linear_lift = 31 - reach_bits;

    // Then the 4th coefficient is below 2^32 too, and the terms after it count as errors.
    [[nodiscard]] bool is_short() const noexcept { return places >= 17; }

    [[nodiscard]] std::uint64_t fraction_mask() const noexcept {
        return (std::uint64_t{1} << places) - 1;
    }
};

}  // namespace entrostream::detail
