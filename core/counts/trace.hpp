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

[[nodiscard]] double read(const ExactSums& sums, Measure measure) noexcept;

// One array to fill: `values[i]` is the measure after event i.
struct TraceColumn {
    Measure measure = Measure::entropy;
    double* values = nullptr;
};
using TraceColumns = std::span<const TraceColumn>;

// True if only entropy and Gini are asked for: then the block path serves.
[[nodiscard]] bool fits_blocks(TraceColumns columns) noexcept;

// Writes row `row` of every column from the sums as they are.
void read_row(const ExactSums& sums, TraceColumns columns, std::size_t row) noexcept;

// The sums after each of up to `capacity` events.
struct TraceBlock {
    static constexpr std::size_t capacity = 512;  // 16 KB: half of a first-level cache
    std::array<uint128, capacity> log_sums;
    std::array<uint128, capacity> square_sums;
    std::size_t size = 0;

    void record(const ExactSums& sums) noexcept {
        log_sums[size] = sums.log_sum();
        square_sums[size] = sums.square_sum();
        ++size;
    }

    // Turns the block into rows `row` .. of the columns and empties it. `n` is
    // the number of events held after the block's first event; it stays so
    // (windows) or grows by one an event (`grows`).
    void write(TraceColumns columns, std::size_t row, std::uint64_t n, bool grows) noexcept;
};

}  // namespace entrostream
