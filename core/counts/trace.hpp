// The values after each event, for whole columns.
//
// Entropy and Gini go through blocks: the integer sums of some hundred events
// first, then one vector pass that turns them into doubles. Everything else is
// read event by event. Both give the bits of the reads in ExactSums.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/counts/code.hpp"
#include "core/exact/block_reads.hpp"
#include "core/exact/sums.hpp"

namespace entrostream {

enum class Measure : std::uint8_t {
    entropy,
    gini,
    n,
    distinct,
    nats,
    evenness,
    perplexity,
    renyi2,
    inverse_simpson,
};

// The measure as it is now; `Sums` is ExactSums or has its reads.
template <class Sums>
[[nodiscard]] double read(const Sums& sums, Measure measure) noexcept {
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

// One array to fill: `values[i]` is the measure after event i.
struct TraceColumn {
    Measure measure = Measure::entropy;
    double* values = nullptr;
};
using TraceColumns = std::span<const TraceColumn>;

// True if only entropy and Gini are asked for: then the block path serves.
[[nodiscard]] bool fits_blocks(TraceColumns columns) noexcept;

[[nodiscard]] bool wants(TraceColumns columns, Measure measure) noexcept;

// Writes row `row` of every column from the sums as they are.
template <class Sums>
void read_row(const Sums& sums, TraceColumns columns, std::size_t row) noexcept {
    for (const TraceColumn& column : columns) {
        column.values[row] = read(sums, column.measure);
    }
}

// What the sums are after each of up to `capacity` events, as the reads of blocks
// want it: the sums themselves while n grows, their distance from the greatest
// possible (F(n) - L and n^2 - Q) while a full window slides.
struct TraceBlock {
    static constexpr std::size_t capacity = 512;  // 16 KB: half of a first-level cache
    std::array<uint128, capacity> logs;
    std::array<uint128, capacity> squares;

    // Writes the first `size` to rows `row` .. of the columns. `first_n`: the number
    // of events held after the first; it grows by one an event.
    void write_grown(TraceColumns columns, std::size_t row, std::size_t size,
                     std::uint64_t first_n) const noexcept;
    // The same for `n` events held after each.
    void write_slid(TraceColumns columns, std::size_t row, std::size_t size,
                    std::uint64_t n) const noexcept;
};

}  // namespace entrostream
