// The values after each pair, for whole columns.
//
// While a full window slides, measures in bits are computed in blocks; everything else is
// computed event by event. Both give the same bits as TableSums.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tables/table_sums.hpp"

namespace entrostream {

// One output array: `values[i]` is the measure after event i.
struct TableColumn {
    TableMeasure measure = TableMeasure::mutual_information;
    double* values = nullptr;
};
using TableColumns = std::span<const TableColumn>;

// True if no measure needs the rows' squares.
[[nodiscard]] bool needs_no_rows(TableColumns columns) noexcept;
// True if all measures are in bits, as the block path requires.
[[nodiscard]] bool fits_blocks(TableColumns columns) noexcept;

// Writes row `row` of every column from the current sums.
void read_row(const TableSums& sums, TableColumns columns, std::size_t row) noexcept;

// The changes of n times the entropies after each of up to `capacity` slides of a full window, in
// units of 2^-58 bit, modulo 2^64: the values have up to 87 bits, but change little in a few
// events.
class TableBlock {
  public:
    static constexpr std::size_t capacity = 64;

    // `excess`: before the first block; `n`: the number of events.
    TableBlock(const TableExcess& excess, std::uint64_t n) noexcept;

    [[nodiscard]] std::uint64_t* x() noexcept { return x_.data(); }
    [[nodiscard]] std::uint64_t* y() noexcept { return y_.data(); }
    [[nodiscard]] std::uint64_t* pairs() noexcept { return pairs_.data(); }

    // Writes the values after the first `size` slides to the columns, starting at `row`; the next
    // block continues from there.
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
    int max_bits_;
    std::array<int128, measures_in_bits> now_;  // n times each measure
};

}  // namespace entrostream
