// The innermost loop of columns: a block of slides, and the sums after each.
#pragma once
#include <span>

#include "core/counts/code.hpp"
#include "core/counts/trace.hpp"
#include "core/exact/sums.hpp"

namespace entrostream {

struct Slides {
    std::span<Cell> cells;
    Codes entering;       // event i: entering[i] comes ...
    const Code* leaving;  // ... and leaving[i], which is held, goes
};

// Slides cells and sums by at most a block's capacity of events, and records the
// distances from the greatest possible sums after each. With `logs_only` it may leave
// the square sum and the number of labels as they were; true if it did.
bool slide_block(const Slides& slides, ExactSums& sums, TraceBlock& block, bool logs_only) noexcept;

}  // namespace entrostream
