#include "core/tables/table_trace.hpp"

#include <algorithm>
#include <array>

#include "core/count_log/count_log.hpp"
#include "core/exact/block_reads.hpp"
#include "core/math/int128.hpp"

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

// A step of F is below log2(n) + 1.45 bits. One event leaves and one enters; a pair is not more
// frequent than its x or its y, so the steps of the pairs never add to those of x and y: the
// measures change by at most two such steps.
TableBlock::TableBlock(const TableExcess& excess, std::uint64_t n) noexcept
    : n_(n), max_bits_(2 * (floor_log2(n) + 3)) {
    for (std::size_t i = 0; i < now_.size(); ++i) {
        now_[i] = excess.of(static_cast<TableMeasure>(i));
    }
}

void TableBlock::write(TableColumns columns, std::size_t row, std::size_t size) noexcept {
    for (std::size_t i = 0; i < now_.size(); ++i) {
        const auto measure = static_cast<TableMeasure>(i);
        const double* known = nullptr;  // a measure may occur twice
        for (const TableColumn& column : columns) {
            if (column.measure != measure) continue;
            double* values = column.values + row;
            if (known == nullptr) {
                write(measure, size, values);
            } else {
                std::copy_n(known, size, values);
            }
            known = values;
        }
    }
}

// The formulas of TableExcess, for numbers modulo 2^64 and for full ones.
void TableBlock::write(TableMeasure measure, std::size_t size, double* values) noexcept {
    const auto as = [&](const auto& sum) { write_as(measure, sum, size, values); };
    switch (measure) {
        case TableMeasure::entropy_x:
            return as([](auto x, auto, auto) { return x; });
        case TableMeasure::entropy_y:
            return as([](auto, auto y, auto) { return y; });
        case TableMeasure::joint_entropy:
            return as([](auto, auto, auto pairs) { return pairs; });
        case TableMeasure::conditional_entropy:
            return as([](auto x, auto, auto pairs) { return pairs - x; });
        case TableMeasure::mutual_information:
            return as([](auto x, auto y, auto pairs) { return x + y - pairs; });
        case TableMeasure::variation_of_information:
            return as([](auto x, auto y, auto pairs) { return pairs - x + (pairs - y); });
        default:
            return;
    }
}

template <class Sum>
void TableBlock::write_as(TableMeasure measure, const Sum& sum, std::size_t size,
                          double* values) noexcept {
    int128& now = now_[static_cast<std::size_t>(measure)];
    const auto start = static_cast<std::int64_t>(now & 0xffffffff);
    const int128 base = now - start;
    std::array<std::int64_t, capacity> offsets{};
    std::int64_t least = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const std::uint64_t moved = sum(x_[i], y_[i], pairs_[i]);
        offsets[i] = static_cast<std::int64_t>(static_cast<std::uint64_t>(start) + moved);
        least = std::min(least, offsets[i]);
    }
    // Only the mutual information can be near 0 without being 0.
    constexpr int128 one_bit = int128{1} << fraction_bits;
    const bool large = measure != TableMeasure::mutual_information || base + least >= one_bit;
    if (large && base >= 0 && max_bits_ < 63 &&
        entropy_near_block(static_cast<uint128>(base), offsets.data(), size, n_, values, max_bits_))
        [[likely]] {
        now = base + offsets[size - 1];
    } else {
        write_far(now, sum, size, values);
    }
}

// A single step of x, of y or of the pairs fits into 64 bits with its sign.
template <class Sum>
void TableBlock::write_far(int128& now, const Sum& sum, std::size_t size,
                           double* values) const noexcept {
    const auto step = [](const Moved& moved, std::size_t i) {
        return int128{static_cast<std::int64_t>(moved[i] - (i == 0 ? 0 : moved[i - 1]))};
    };
    std::array<uint128, capacity> excess;
    for (std::size_t i = 0; i < size; ++i) {
        now += sum(step(x_, i), step(y_, i), step(pairs_, i));
        excess[i] = now < 0 ? 0 : static_cast<uint128>(now);
    }
    entropy_block(excess.data(), size, n_, values);
}

}  // namespace entrostream
