// The values after each pair, for whole columns.
//
// Measures in bits go through blocks while a full window slides; everything else is
// read event by event. Both give the bits of the reads in TableSums.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/table/table_sums.hpp"

namespace entrostream {

// One array to fill: `values[i]` is the measure after event i.
struct TableColumn {
    TableMeasure measure = TableMeasure::mutual_information;
    double* values = nullptr;
};
using TableColumns = std::span<const TableColumn>;

// True if the rows' squares are not asked for.
[[nodiscard]] bool needs_no_rows(TableColumns columns) noexcept;
// True if only measures in bits are asked for: then the block path serves.
[[nodiscard]] bool fits_blocks(TableColumns columns) noexcept;

// Writes row `row` of every column from the sums as they are.
void read_row(const TableSums& sums, TableColumns columns, std::size_t row) noexcept;

// What each of up to `capacity` slides of a full window makes of n times the entropies,
// in units of 2^-58 bit.
class TableBlock {
  public:
    static constexpr std::size_t capacity = 512;
    using Changes = std::array<std::int64_t, capacity>;

    // `excess`: before the first block.
    explicit TableBlock(const TableExcess& excess) noexcept;

    [[nodiscard]] std::int64_t* x() noexcept { return x_.data(); }
    [[nodiscard]] std::int64_t* y() noexcept { return y_.data(); }
    [[nodiscard]] std::int64_t* pairs() noexcept { return pairs_.data(); }

    // Writes the values after the first `size` to rows `row` .. of the columns, for `n`
    // events held; the next block goes on from there.
    void write(TableColumns columns, std::size_t row, std::size_t size, std::uint64_t n) noexcept;

  private:
    using Excess = std::array<uint128, capacity>;

    void advance(TableMeasure measure, std::size_t size, Excess& after) noexcept;
    template <class Change>
    void advance_by(TableMeasure measure, std::size_t size, Excess& after,
                    const Change& change) noexcept;

    Changes x_;
    Changes y_;
    Changes pairs_;
    std::array<int128, measures_in_bits> now_;  // n times each measure
};

}  // namespace entrostream
