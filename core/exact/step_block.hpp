// The steps F(c+1) - F(c) of 64 consecutive counts at once: 1 ns each with AVX2, 2 without.
//
// One logarithm serves them all: around the middle of the block c * log2(c) is a
// short polynomial. Where its error leaves the rounding of some F(c) in doubt, that
// one is computed by count_log, so the steps are exact.
#pragma once
#include <cstdint>

#include "core/exact/step_table.hpp"

namespace entrostream::detail {

inline constexpr std::uint64_t block_steps = 64;

// From here on too many roundings would be in doubt: all are computed by count_log.
inline constexpr std::uint64_t expansion_limit = std::uint64_t{1} << 50;

// steps[i] = F(first+i+1) - F(first+i). Preconditions: `first` is a multiple of 64,
// and StepTable::capacity <= first < 2^62.
void fill_steps(std::uint64_t first, std::uint64_t* steps) noexcept;

}  // namespace entrostream::detail
