// The kernel for columns of a full window: slides, and the values after each.
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
    Codes entering;           // at event i, entering[i] enters ...
    const Code* leaving;      // ... and leaving[i], which is held, leaves

    [[nodiscard]] Slides part(std::size_t first, std::size_t size) const noexcept {
        return {counts, entering.subspan(first, size), leaving + first};
    }
};

// Whether the step table covers all counts that slides can produce from these sums.
[[nodiscard]] bool slides_in_table(const ExactSums& sums) noexcept;

// Slides counts and sums, and writes the columns (entropy and Gini only) from row `row` on.
// The second overload requires `slides_in_table(sums)` and may leave the square sum and the
// number of labels wrong: the caller, who replaced the cells by small counts, must recompute
// them.
void trace_slides(const Slides<Cell>& slides, ExactSums& sums, TraceColumns columns,
                  std::size_t row) noexcept;
void trace_slides(const Slides<SmallCount>& slides, ExactSums& sums, TraceColumns columns,
                  std::size_t row) noexcept;

}  // namespace entrostream
