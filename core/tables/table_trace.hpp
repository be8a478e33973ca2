// The values after each pair, for whole columns.
//
// Measures in bits go through blocks while a full window slides; everything else is
// read event by event. Both give the bits of the reads in TableSums.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tables/table_sums.hpp"

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

// How far each of up to `capacity` slides of a full window has moved n times the
// entropies, in units of 2^-58 bit, modulo 2^64: they have up to 87 bits, but in a few
// events they move little.
class TableBlock {
  public:
    static constexpr std::size_t capacity = 64;

    // `excess`: before the first block; `n`: the events held.
    TableBlock(const TableExcess& excess, std::uint64_t n) noexcept;

    [[nodiscard]] std::uint64_t* x() noexcept { return x_.data(); }
    [[nodiscard]] std::uint64_t* y() noexcept { return y_.data(); }
    [[nodiscard]] std::uint64_t* pairs() noexcept { return pairs_.data(); }

    // Writes the values after the first `size` to rows `row` .. of the columns; the
    // next block goes on from there.
    void write(TableColumns columns, std::size_t row, std::size_t size) noexcept;

  private:
    using Moved = std::array<std::uint64_t, capacity>;

    void write(TableMeasure measure, std::size_t size, double* values) noexcept;
    template <class Sum>
    void write_as(TableMeasure measure, const Sum& sum, std::size_t size, double* values) noexcept;
    template <class Sum>
    void write_far(int128& now, const Sum& sum, std::size_t size, double* values) const noexcept;

    Moved x_;
    Moved y_;
    Moved pairs_;
    std::uint64_t n_;
    int most_bits_;
    std::array<int128, measures_in_bits> now_;  // n times each measure
};

}  // namespace entrostream
