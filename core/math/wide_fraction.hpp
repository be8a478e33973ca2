// 256-bit fixed-point fractions: the arithmetic that a 256-bit logarithm needs.
//
// Products and quotients are rounded down, by less than one unit of 2^-256.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/math/int128.hpp"

namespace entrostream::detail {

struct WideFraction {
    std::array<std::uint64_t, 4> limbs;  // little endian
};

[[nodiscard]] constexpr WideFraction wide_fraction(const std::uint64_t (&limbs)[4]) noexcept {
    return {{limbs[0], limbs[1], limbs[2], limbs[3]}};
}

// numerator / denominator. Precondition: numerator < denominator.
[[nodiscard]] constexpr WideFraction wide_fraction(std::uint64_t numerator,
                                                   std::uint64_t denominator) noexcept {
    WideFraction result{};
    for (std::size_t i = 4; i-- > 0;) {
        const Division digit = divide(numerator, 0, denominator);
        result.limbs[i] = digit.quotient;
        numerator = digit.remainder;
    }
    return result;
}

[[nodiscard]] constexpr WideFraction operator+(const WideFraction& a,
                                               const WideFraction& b) noexcept {
    WideFraction sum{};
    uint128 carry = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        carry += uint128{a.limbs[i]} + b.limbs[i];
        sum.limbs[i] = low_half(carry);
        carry >>= 64;
    }
    return sum;
}

[[nodiscard]] constexpr WideFraction operator-(const WideFraction& a,
                                               const WideFraction& b) noexcept {
    WideFraction difference{};
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const uint128 limb = uint128{a.limbs[i]} - b.limbs[i] - borrow;
        difference.limbs[i] = low_half(limb);
        borrow = high_half(limb) & 1;
    }
    return difference;
}

[[nodiscard]] constexpr WideFraction operator*(const WideFraction& a,
                                               const WideFraction& b) noexcept {
    std::array<std::uint64_t, 8> product{};
    for (std::size_t i = 0; i < 4; ++i) {
        std::uint64_t carry = 0;
        for (std::size_t j = 0; j < 4; ++j) {
            const uint128 limb = uint128{a.limbs[i]} * b.limbs[j] + product[i + j] + carry;
            product[i + j] = low_half(limb);
            carry = high_half(limb);
        }
        product[i + 4] = carry;
    }
    return {{product[4], product[5], product[6], product[7]}};
}

}  // namespace entrostream::detail
