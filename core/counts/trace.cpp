#include "core/counts/trace.hpp"

#include <algorithm>

namespace entrostream {

double read(const ExactSums& sums, Measure measure) noexcept {
    switch (measure) {
        case Measure::entropy:
            return sums.entropy();
        case Measure::gini:
            return sums.gini();
        case Measure::n:
            return static_cast<double>(sums.n());
        case Measure::distinct:
            return static_cast<double>(sums.distinct());
        case Measure::nats:
            return sums.nats();
        case Measure::evenness:
            return sums.evenness();
        case Measure::perplexity:
            return sums.perplexity();
        case Measure::renyi2:
            return sums.renyi2();
        case Measure::inverse_simpson:
            return sums.inverse_simpson();
    }
    return 0.0;
}

bool fits_blocks(TraceColumns columns) noexcept {
    return std::all_of(columns.begin(), columns.end(), [](const TraceColumn& column) {
        return column.measure == Measure::entropy || column.measure == Measure::gini;
    });
}

bool wants(TraceColumns columns, Measure measure) noexcept {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const TraceColumn& column) { return column.measure == measure; });
}

void read_row(const ExactSums& sums, TraceColumns columns, std::size_t row) noexcept {
    for (const TraceColumn& column : columns) {
        column.values[row] = read(sums, column.measure);
    }
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
