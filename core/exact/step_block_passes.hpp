// From an expansion to the steps of its block: plain, and four at a time with AVX2.
//
// Both give the same grains and the same steps: all of it is integer arithmetic.
#pragma once
#include <cstdint>

#include "core/exact/step_expansion.hpp"

namespace entrostream::detail {

// Write the grains and the steps that follow from them; true if the rounding of some
// count is in doubt, so that the steps beside it may be wrong.
bool write_steps_plain(const Expansion& x, Grains& grains, std::uint64_t* steps) noexcept;

// To be called only where `has_vector_steps()`.
bool write_steps_avx2(const Expansion& x, Grains& grains, std::uint64_t* steps) noexcept;
[[nodiscard]] bool has_vector_steps() noexcept;

}  // namespace entrostream::detail
