#include "core/counts/trace.hpp"

#include <algorithm>
#include <array>

#include "core/exact/count_log.hpp"

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

void read_row(const ExactSums& sums, TraceColumns columns, std::size_t row) noexcept {
    for (const TraceColumn& column : columns) {
        column.values[row] = read(sums, column.measure);
    }
}

namespace {

void write_entropies(TraceBlock& block, std::uint64_t n, bool grows, double* values) noexcept {
    if (grows) {
        entropy_growing_block(block.log_sums.data(), n, block.size, values);
        return;
    }
    std::array<uint128, TraceBlock::capacity> excess;
    const uint128 log_of_n = count_log(n);
    for (std::size_t i = 0; i < block.size; ++i) {
        excess[i] = log_of_n - block.log_sums[i];
    }
    entropy_block(excess.data(), block.size, n, values);
}

void write_ginis(TraceBlock& block, std::uint64_t n, bool grows, double* values) noexcept {
    if (grows) {
        gini_growing_block(block.square_sums.data(), n, block.size, values);
        return;
    }
    std::array<uint128, TraceBlock::capacity> deficit;
    const uint128 square_of_n = uint128{n} * n;
    for (std::size_t i = 0; i < block.size; ++i) {
        deficit[i] = square_of_n - block.square_sums[i];
    }
    gini_block(deficit.data(), block.size, n, values);
}

}  // namespace

void TraceBlock::write(TraceColumns columns, std::size_t row, std::uint64_t n,
                       bool grows) noexcept {
    for (const TraceColumn& column : columns) {
        if (column.measure == Measure::entropy) {
            write_entropies(*this, n, grows, column.values + row);
        } else {
            write_ginis(*this, n, grows, column.values + row);
        }
    }
    size = 0;
}

}  // namespace entrostream
