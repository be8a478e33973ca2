// Converts integer sums to doubles with a single rounding.
//
// Every function here returns the double nearest to the exact quotient it names (ties to
// even) unless documented otherwise, whichever code path it takes.
#pragma once
#include <cstdint>

#include "core/math/int128.hpp"

namespace entrostream {

// a / b. Precondition: a < 2^127, 0 < b < 2^127. About 7 ns.
[[nodiscard]] double quotient(uint128 a, uint128 b) noexcept;

// excess / (n * 2^58), n > 0: bits per event, for an excess in units of the log sum.
// The entropy is bits_per_event(count_log(n) - log_sum, n).
[[nodiscard]] double bits_per_event(uint128 excess, std::uint64_t n) noexcept;

// The same in units of ln 2, within 0.5 + 2^-60 ulp of excess * ln 2 / (n * 2^58).
[[nodiscard]] double nats_per_event(uint128 excess, std::uint64_t n) noexcept;

// Entropy in bits of counts with sum n and log sum L; 0.0 for n < 2. Avoids F(n) where it can.
[[nodiscard]] double entropy_of(uint128 log_sum, std::uint64_t n) noexcept;

// Gini index (n^2 - Q) / n^2 of counts with sum n and square sum Q; 0.0 for n < 2.
[[nodiscard]] double gini_of(uint128 square_sum, std::uint64_t n) noexcept;

namespace detail {

// The last stage of `quotient`: integers only, for the cases in doubt.
[[nodiscard]] double quotient_by_integers(uint128 a, uint128 b) noexcept;

}  // namespace detail

}  // namespace entrostream
