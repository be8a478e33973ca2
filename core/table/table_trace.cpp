#include "core/table/table_trace.hpp"

#include <algorithm>
#include <utility>

#include "core/exact/block_reads.hpp"

namespace entrostream {

bool needs_no_rows(TableColumns columns) noexcept {
    return std::none_of(columns.begin(), columns.end(), [](const TableColumn& column) {
        return column.measure == TableMeasure::gini_gain ||
               column.measure == TableMeasure::conditional_gini;
    });
}

bool fits_blocks(TableColumns columns) noexcept {
    return std::all_of(columns.begin(), columns.end(),
                       [](const TableColumn& column) { return is_in_bits(column.measure); });
}

void read_row(const TableSums& sums, TableColumns columns, std::size_t row) noexcept {
    for (const TableColumn& column : columns) {
        column.values[row] = read(sums, column.measure);
    }
}

TableBlock::TableBlock(const TableExcess& excess) noexcept {
    for (std::size_t i = 0; i < now_.size(); ++i) {
        now_[i] = excess.of(static_cast<TableMeasure>(i));
    }
}

void TableBlock::write(TableColumns columns, std::size_t row, std::size_t size,
                       std::uint64_t n) noexcept {
    Excess after;
    for (std::size_t i = 0; i < now_.size(); ++i) {
        const auto measure = static_cast<TableMeasure>(i);
        bool known = false;  // a measure may be asked for twice
        for (const TableColumn& column : columns) {
            if (column.measure != measure) continue;
            if (!std::exchange(known, true)) advance(measure, size, after);
            entropy_block(after.data(), size, n, column.values + row);
        }
    }
}

// As TableExcess has them.
void TableBlock::advance(TableMeasure measure, std::size_t size, Excess& after) noexcept {
    const auto by = [&](const auto& change) { advance_by(measure, size, after, change); };
    switch (measure) {
        case TableMeasure::entropy_x:
            return by([&](std::size_t i) { return int128{x_[i]}; });
        case TableMeasure::entropy_y:
            return by([&](std::size_t i) { return int128{y_[i]}; });
        case TableMeasure::joint_entropy:
            return by([&](std::size_t i) { return int128{pairs_[i]}; });
        case TableMeasure::conditional_entropy:
            return by([&](std::size_t i) { return int128{pairs_[i]} - x_[i]; });
        case TableMeasure::mutual_information:
            return by([&](std::size_t i) { return int128{x_[i]} + y_[i] - pairs_[i]; });
        case TableMeasure::variation_of_information:
            return by([&](std::size_t i) { return 2 * int128{pairs_[i]} - x_[i] - y_[i]; });
        default:
            return;
    }
}

template <class Change>
void TableBlock::advance_by(TableMeasure measure, std::size_t size, Excess& after,
                            const Change& change) noexcept {
    int128& total = now_[static_cast<std::size_t>(measure)];
    int128 now = total;
    for (std::size_t i = 0; i < size; ++i) {
        now += change(i);
        after[i] = now < 0 ? 0 : static_cast<uint128>(now);
    }
    total = now;
}

}  // namespace entrostream
