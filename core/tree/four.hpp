// Four doubles at once, spelt out: the same lanes, and so the same bits, whatever the
// processor's vectors hold.
#pragma once
#include <cstdint>

namespace entrostream::tree {

using Four [[gnu::vector_size(32), gnu::may_alias]] = double;
using FourWords [[gnu::vector_size(32), gnu::may_alias]] = std::uint64_t;

// Arrays of whole lanes are aligned to them (metered.hpp).
[[nodiscard, gnu::always_inline]] inline const Four& four(const double* at) noexcept {
    return *reinterpret_cast<const Four*>(at);
}
[[nodiscard, gnu::always_inline]] inline Four& four(double* at) noexcept {
    return *reinterpret_cast<Four*>(at);
}

}  // namespace entrostream::tree
