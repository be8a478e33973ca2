// The steps F(c+1) - F(c) of 64 consecutive counts at once: 1 ns each with AVX2, 2 without.
//
// All share one logarithm: around the middle of the block, c * log2(c) is approximated by
// a short polynomial. Where its error leaves the rounding of an F(c) in doubt, count_log
// computes that value, so the steps are exact.
#pragma once
#include <cstdint>

#include "core/count_log/step_table.hpp"

namespace entrostream::detail {

inline constexpr std::uint64_t block_steps = 64;

// From here on too many roundings would be in doubt, so count_log computes every value.
inline constexpr std::uint64_t expansion_limit = std::uint64_t{1} << 50;

// steps[i] = F(first+i+1) - F(first+i). Preconditions: `first` is a multiple of 64,
// and StepTable::capacity <= first < 2^62.
void fill_steps(std::uint64_t first, std::uint64_t* steps) noexcept;

}  // namespace entrostream::detail
