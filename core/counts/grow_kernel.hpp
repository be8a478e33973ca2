// The innermost loop of columns while n grows: a block of events, and the sums after each.
#pragma once
#include <span>

#include "core/counts/code.hpp"
#include "core/counts/trace.hpp"
#include "core/exact/sums.hpp"

namespace entrostream {

// Counts at most a block's capacity of events, and records the log sums after each, and
// the square sums if they are asked for.
// Precondition: there is room for them below 2^62.
void grow_kernel(std::span<Cell> cells, Codes codes, ExactSums& sums, TraceBlock& block,
                 bool record_squares) noexcept;

}  // namespace entrostream
