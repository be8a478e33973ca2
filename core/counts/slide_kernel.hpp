// The innermost loop of columns: slides of a full window, and the values after each.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/counts/code.hpp"
#include "core/counts/small_count.hpp"
#include "core/counts/trace.hpp"
#include "core/exact/sums.hpp"

namespace entrostream {

template <class Count>
struct Slides {
    std::span<Count> counts;  // by code
    Codes entering;           // event i: entering[i] comes ...
    const Code* leaving;      // ... and leaving[i], which is held, goes

    [[nodiscard]] Slides part(std::size_t first, std::size_t size) const noexcept {
        return {counts, entering.subspan(first, size), leaving + first};
    }
};

// Whether the table of steps serves all counts that these sums may come to by slides.
[[nodiscard]] bool slides_in_table(const ExactSums& sums) noexcept;

// Slides counts and sums, and writes the columns, entropy and Gini alone, from row
// `row` on. The second is for sums of which `slides_in_table` is true, and need not
// keep their square sum and number of labels right: whoever put the small counts in
// place of the cells knows when to count again.
void trace_slides(const Slides<Cell>& slides, ExactSums& sums, TraceColumns columns,
                  std::size_t row) noexcept;
void trace_slides(const Slides<SmallCount>& slides, ExactSums& sums, TraceColumns columns,
                  std::size_t row) noexcept;

}  // namespace entrostream
