#include "core/tree/nominal_table.hpp"

#include <algorithm>
#include <cstring>

namespace entrostream::tree {

namespace {

using FourFloats [[gnu::vector_size(16), gnu::may_alias]] = float;

// The sums of 4 W classes stay in registers.
template <std::uint32_t W>
void add_rows(const std::uint32_t* logs, std::size_t row_size, std::span<const std::uint32_t> cells,
              std::uint32_t classes, double* scores) {
    FourFloats sums[W] = {};
    for (const std::uint32_t cell : cells) {
        const auto* const row =
            reinterpret_cast<const FourFloats*>(logs + std::size_t{cell} * row_size);
        for (std::uint32_t c = 0; c < W; ++c)
            sums[c] += row[c];
    }
    float each[4 * W];
    std::memcpy(each, sums, sizeof sums);
    for (std::uint32_t c = 0; c < std::min(4 * W, classes); ++c)
        scores[c] += static_cast<double>(each[c]);
}

}  // namespace

NominalTable::NominalTable(Meter& meter, const Schema& schema, bool with_logs,
                           std::uint32_t most_values)
    : meter_(&meter),
      with_logs_(with_logs),
      most_values_(most_values),
      classes_(schema.class_room()),
      row_size_(classes_ * (with_logs ? 2 : 1)),
      cells_(MeteredAllocator<std::uint32_t>(meter)) {
    resize_exactly(cells_, std::size_t{schema.cells()} * row_size_, 0u);
    wide_.reserve(schema.wide());
    for (std::uint32_t i = 0; i < schema.wide(); ++i)
        wide_.push_back(new_wide());
}

WideCounts NominalTable::new_wide() const {
    return {*meter_, row_size_, most_values_};
}

void NominalTable::add_logs(const Example& example, std::uint32_t classes, double* scores) const {
    const std::uint32_t* const logs = cells_.data() + classes_;
    const auto cells = example.cells();
    std::uint32_t done = 0;  // 16 classes at a time, then what is left
    for (; classes - done > 12; done += std::min(16u, classes - done))
        add_rows<4>(logs + done, row_size_, cells, classes - done, scores + done);
    if (classes - done > 8)
        add_rows<3>(logs + done, row_size_, cells, classes - done, scores + done);
    else if (classes - done > 4)
        add_rows<2>(logs + done, row_size_, cells, classes - done, scores + done);
    else if (classes != done)
        add_rows<1>(logs + done, row_size_, cells, classes - done, scores + done);
    for (const WideValue v : example.wide_values()) {
        const std::uint32_t* const row = wide_[v.wide].find(v.value);
        if (row == nullptr) continue;
        for (std::uint32_t c = 0; c < classes; ++c)
            scores[c] += static_cast<double>(std::bit_cast<float>(row[classes_ + c]));
    }
}

void NominalTable::copy_row(const std::uint32_t* from, std::uint32_t from_classes,
                            std::uint32_t* to) const {
    std::copy(from, from + from_classes, to);
    if (with_logs_) std::copy(from + from_classes, from + 2 * from_classes, to + classes_);
}

void NominalTable::move_block(const Schema& schema, const Block& from, const Block& to) {
    resize_exactly(cells_, std::size_t{schema.cells()} * row_size_, 0u);
    while (wide_.size() < schema.wide())
        wide_.push_back(new_wide());
    for (std::uint32_t i = 0; i < from.cells; ++i) {
        std::uint32_t* const row = cells_.data() + std::size_t{from.first_cell + i} * row_size_;
        const bool met = std::any_of(row, row + classes_, [](std::uint32_t c) { return c != 0; });
        if (!met) continue;
        copy_row(row, classes_,
                 to.is_wide() ? wide_[to.wide].row(i)
                              : cells_.data() + std::size_t{to.first_cell + i} * row_size_);
        std::fill(row, row + row_size_, 0u);
    }
}

void NominalTable::grow_classes(const Schema& schema) {
    lay_out(schema.class_room(), with_logs_);
}

void NominalTable::drop_logs() {
    if (with_logs_) lay_out(classes_, false);
}

void NominalTable::lay_out(std::uint32_t classes, bool with_logs) {
    const std::uint32_t before = classes_;
    const std::uint32_t row_before = row_size_;
    const std::size_t cells = row_before == 0 ? 0 : cells_.size() / row_before;
    classes_ = classes;
    with_logs_ = with_logs;
    row_size_ = classes_ * (with_logs_ ? 2 : 1);
    Metered<std::uint32_t> made(cells_.get_allocator());
    resize_exactly(made, cells * row_size_, 0u);
    for (std::size_t cell = 0; cell < cells; ++cell)
        copy_row(cells_.data() + cell * row_before, before, made.data() + cell * row_size_);
    cells_ = std::move(made);
    for (WideCounts& wide : wide_)
        wide.resize_rows(row_size_, [&](const std::uint32_t* from, std::uint32_t* to) {
            copy_row(from, before, to);
        });
}

std::size_t NominalTable::growth(const Example& example) const {
    std::size_t bytes = 0;
    for (const WideValue v : example.wide_values())
        bytes += wide_[v.wide].growth(v.value);
    return bytes;
}

std::size_t NominalTable::bytes(const Schema& schema, bool with_logs) {
    return taken(std::size_t{schema.cells()} * schema.class_room() * (with_logs ? 2 : 1) *
                 sizeof(std::uint32_t)) +
           schema.wide() * sizeof(WideCounts);
}

std::size_t NominalTable::wide_bytes() const noexcept {
    std::size_t bytes = 0;
    for (const WideCounts& wide : wide_)
        bytes += wide.bytes();
    return bytes;
}

void NominalTable::clear() {
    std::fill(cells_.begin(), cells_.end(), 0u);
    for (WideCounts& wide : wide_)
        wide = new_wide();
}

}  // namespace entrostream::tree
