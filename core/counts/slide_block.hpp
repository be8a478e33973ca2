// The innermost loop of columns: a block of slides, and the sums after each.
#pragma once
#include <cstdint>
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

// How much of the sums a trace of slides needs.
enum class SlideDetail : std::uint8_t {
    logs_alone,  // the square sum and the number of labels may be left as they were
    logs,        // they are kept right, but not recorded
    all,
};

// Slides cells and sums by at most a block's capacity of events, and records the
// distances from the greatest possible sums after each. True if it left the square
// sum and the number of labels as they were.
bool slide_block(const Slides& slides, ExactSums& sums, TraceBlock& block,
                 SlideDetail detail) noexcept;

}  // namespace entrostream
