// Kernels from an expansion to the steps of its block: scalar, and four at a time with AVX2.
//
// Both use only integer arithmetic, so they give the same grains and the same steps.
#pragma once
#include <cstdint>

#include "core/count_log/step_expansion.hpp"

namespace entrostream::detail {

// Writes the grains and the steps that follow from them. Returns true if the rounding of
// some count is in doubt, so that the steps next to it may be wrong.
bool write_steps_plain(const Expansion& x, Grains& grains, std::uint64_t* steps) noexcept;

// Precondition: has_vector_steps().
bool write_steps_avx2(const Expansion& x, Grains& grains, std::uint64_t* steps) noexcept;
[[nodiscard]] bool has_vector_steps() noexcept;

}  // namespace entrostream::detail
