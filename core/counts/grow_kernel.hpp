// The kernel for columns while n grows: a block of events, and the sums after each.
#pragma once
#include <span>

#include "core/counts/code.hpp"
#include "core/counts/trace.hpp"
#include "core/exact/sums.hpp"

namespace entrostream {

// Counts at most a block's capacity of events, and records the log sum after each, and the
// square sum if `record_squares`. Precondition: n stays below 2^62.
void grow_kernel(std::span<Cell> cells, Codes codes, ExactSums& sums, TraceBlock& block,
                 bool record_squares) noexcept;

}  // namespace entrostream
