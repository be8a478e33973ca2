// log2 and 2^x for the reads that need them; no libm, so bit-identical on every platform.
//
// Much more precise than a double: a result that is then rounded once is within 0.51 ulp.
#pragma once
#include <cstdint>

#include "core/math/double_double.hpp"
#include "core/math/int128.hpp"

namespace entrostream::detail {

// A real number as a multiple of 2^-112, |x| < 2^12.
struct Fixed {
    int128 units;
};
inline constexpr int fixed_bits = 112;

[[nodiscard]] DoubleDouble to_double_double(Fixed x) noexcept;

// log2 x, x > 0, error below 2^-110.
[[nodiscard]] Fixed log2_of(uint128 x) noexcept;

// The same for a finite double, x > 0.
[[nodiscard]] Fixed log2_of(double x) noexcept;

// 2^x for 0 <= x < 64, with a relative error below 2^-60 before the single rounding.
[[nodiscard]] double exp2_of(DoubleDouble x) noexcept;

}  // namespace entrostream::detail
