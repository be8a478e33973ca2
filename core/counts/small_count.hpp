// Counts as the innermost loops of columns see them: in their cells, or small.
#pragma once
#include <cstdint>

#include "core/exact/sums.hpp"

namespace entrostream {

// A count while a long column passes: half as much memory to reach at random, which
// with a hundred thousand labels is a seventh of the time.
using SmallCount = std::uint32_t;

namespace detail {

[[nodiscard]] inline std::uint64_t& number(Cell& cell) noexcept {
    return cell.count;
}
[[nodiscard]] inline SmallCount& number(SmallCount& count) noexcept {
    return count;
}

// 1 if the count is 0, without a branch: which labels come and go is hard to foretell.
[[nodiscard]] inline std::uint64_t is_zero(std::uint64_t count) noexcept {
    return (count - 1) >> 63;
}

}  // namespace detail
}  // namespace entrostream
