#include "core/counts/trace.hpp"

#include <algorithm>

namespace entrostream {

bool fits_blocks(TraceColumns columns) noexcept {
    return std::all_of(columns.begin(), columns.end(), [](const TraceColumn& column) {
        return column.measure == Measure::entropy || column.measure == Measure::gini;
    });
}

bool wants(TraceColumns columns, Measure measure) noexcept {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const TraceColumn& column) { return column.measure == measure; });
}

void TraceBlock::write_grown(TraceColumns columns, std::size_t row, std::size_t size,
                             std::uint64_t first_n) const noexcept {
    for (const TraceColumn& column : columns) {
        if (column.measure == Measure::entropy) {
            entropy_growing_block(logs.data(), first_n, size, column.values + row);
        } else {
            gini_growing_block(squares.data(), first_n, size, column.values + row);
        }
    }
}

void TraceBlock::write_slid(TraceColumns columns, std::size_t row, std::size_t size,
                            std::uint64_t n) const noexcept {
    for (const TraceColumn& column : columns) {
        if (column.measure == Measure::entropy) {
            entropy_block(logs.data(), size, n, column.values + row);
        } else {
            gini_block(squares.data(), size, n, column.values + row);
        }
    }
}

}  // namespace entrostream
