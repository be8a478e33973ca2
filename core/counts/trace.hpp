// The values after each event, for whole columns.
//
// Entropy and Gini are computed in blocks: first the integer sums of a few hundred events,
// then a SIMD pass that converts them to doubles. Everything else is read event by event.
// Both are bit-identical to the reads of ExactSums.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/counts/code.hpp"
#include "core/counts/measure.hpp"
#include "core/exact/block_reads.hpp"
#include "core/exact/sums.hpp"

namespace entrostream {

// An output array: `values[i]` is the measure after event i.
struct TraceColumn {
    Measure measure = Measure::entropy;
    double* values = nullptr;
};
using TraceColumns = std::span<const TraceColumn>;

// True if only entropy and Gini are requested, so that the block path applies.
[[nodiscard]] bool fits_blocks(TraceColumns columns) noexcept;

[[nodiscard]] bool wants(TraceColumns columns, Measure measure) noexcept;

// Writes row `row` of every column from the current sums.
template <class Sums>
void read_row(const Sums& sums, TraceColumns columns, std::size_t row) noexcept {
    for (const TraceColumn& column : columns) {
        column.values[row] = read(sums, column.measure);
    }
}

// The sums after each of up to `capacity` events, in the form that the block reads take: the
// sums themselves while n grows, their distances from the maxima (F(n) - L and n^2 - Q)
// while a full window slides.
struct TraceBlock {
    static constexpr std::size_t capacity = 512;  // 16 KB: half of an L1 cache
    std::array<uint128, capacity> logs;
    std::array<uint128, capacity> squares;

    // Writes the first `size` values to the columns from row `row` on. `first_n` is the number
    // of events held after the first; it grows by one per event.
    void write_grown(TraceColumns columns, std::size_t row, std::size_t size,
                     std::uint64_t first_n) const noexcept;
    // The same with `n` events held after each.
    void write_slid(TraceColumns columns, std::size_t row, std::size_t size,
                    std::uint64_t n) const noexcept;
};

}  // namespace entrostream
