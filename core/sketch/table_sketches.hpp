// Shared by the sketches that are tables in front of a linear sketch: sizes, the exact Gini index,
// equality.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/counts/require.hpp"
#include "core/sketch/exact_counts.hpp"
#include "core/sketch/heavy_hitters.hpp"
#include "core/sketch/held_labels.hpp"
#include "core/sketch/sketch_method.hpp"
#include "core/sketch/table_sketch.hpp"

namespace entrostream {

inline constexpr double most_sketch_memory = 0x1p34;  // numbers of cells have 32 bits

inline void require_memory(std::size_t memory, std::size_t least) {
    require(memory >= least, "memory must be at least " + std::to_string(least) + " bytes, got " +
                                 std::to_string(memory));
    require(static_cast<double>(memory) <= most_sketch_memory,
            "memory must be at most 2^34 bytes, got " + std::to_string(memory));
}

// Divides the memory: `cells` of the linear sketch, as far as one set of the table is left, then
// sets. The exact counts have all of it before.
[[nodiscard]] inline SketchLayout divided(std::size_t memory, std::size_t object_bytes,
                                          std::size_t cells, std::size_t bytes_per_cell) {
    SketchLayout layout;
    layout.names = memory / 32;
    const std::size_t rest = memory - object_bytes - layout.names;
    const std::size_t most = (rest - HeavyHitters::bytes_per_set) / bytes_per_cell;
    layout.cells = static_cast<std::uint32_t>(std::min(cells, most));
    layout.sets = static_cast<std::uint32_t>((rest - layout.cells * bytes_per_cell) /
                                             HeavyHitters::bytes_per_set);
    layout.exact = rest / ExactCounts::bytes_per_slot;
    return layout;
}

// 1 - sum of squares, with the errors of the sum.
[[nodiscard]] inline SketchEstimate gini_from(const detail::SquareSum& sum) noexcept {
    return {std::clamp(1 - sum.value, 0.0, 1.0), sum.standard_error, sum.bias_bound};
}

// While the counts are exact: that of a Tally if they are whole.
template <class Sketch>
[[nodiscard]] SketchEstimate exact_gini(const Sketch& sketch) {
    if (sketch.is_whole()) return {sketch.exact().sums().gini(), 0.0, 0.0};
    double squares = 0.0;
    for (const KeyCount& each : sketch.exact().sorted()) {
        const double share = each.count / sketch.n();
        squares += share * share;
    }
    return gini_from({squares, 0.0, 0.0});
}

// Parameters, total weight and content; the labels stored for most_common depend on the history
// and do not count.
template <class Sketch>
[[nodiscard]] bool same_content(const Sketch& a, const Sketch& b) {
    return a.memory() == b.memory() && a.seed() == b.seed() && a.n() == b.n() &&
           a.is_whole() == b.is_whole() && a.is_exact() == b.is_exact() &&
           a.exact().sorted() == b.exact().sorted() && (a.is_exact() || a.sketch() == b.sketch());
}

}  // namespace entrostream
