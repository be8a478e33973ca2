#include "core/tree/statistics/nominal_table.hpp"

#include <algorithm>
#include <cstring>
#include <functional>

#include "core/tree/statistics/halving.hpp"

namespace entrostream::tree {

namespace {

using FourFloats [[gnu::vector_size(16), gnu::may_alias]] = float;

// What is read from a table, and where its sums go.
struct Sums {
    const std::uint32_t* logs;
    double* scores;
};

// The sums of 4 W classes of T tables stay in registers.
template <std::uint32_t W, std::uint32_t T>
void add_rows(const Sums (&tables)[T], std::uint32_t first, std::size_t row_size,
              std::span<const std::uint32_t> cells, std::uint32_t classes) {
    FourFloats sums[T][W] = {};
    for (const std::uint32_t cell : cells) {
        const std::size_t at = std::size_t{cell} * row_size + first;
        for (std::uint32_t t = 0; t < T; ++t) {
            const auto* const row = reinterpret_cast<const FourFloats*>(tables[t].logs + at);
            for (std::uint32_t c = 0; c < W; ++c)
                sums[t][c] += row[c];
        }
    }
    for (std::uint32_t t = 0; t < T; ++t) {
        float each[4 * W];
        std::memcpy(each, sums[t], sizeof each);
        for (std::uint32_t c = 0; c < std::min(4 * W, classes - first); ++c)
            tables[t].scores[first + c] += static_cast<double>(each[c]);
    }
}

// 16 classes at a time, then the remainder.
template <std::uint32_t T>
void add_all_rows(const Sums (&tables)[T], std::size_t row_size,
                  std::span<const std::uint32_t> cells, std::uint32_t classes) {
    std::uint32_t done = 0;
    for (; classes - done > 12; done += std::min(16u, classes - done))
        add_rows<4>(tables, done, row_size, cells, classes);
    if (classes - done > 8)
        add_rows<3>(tables, done, row_size, cells, classes);
    else if (classes - done > 4)
        add_rows<2>(tables, done, row_size, cells, classes);
    else if (classes != done)
        add_rows<1>(tables, done, row_size, cells, classes);
}

// `log2` is called with the count plus one.
template <class Log2>
void count(std::uint32_t* place, std::size_t log_place, std::uint32_t weight, Log2 log2) {
    const std::uint32_t now = *place + weight;
    *place = now;
    place[log_place] = std::bit_cast<std::uint32_t>(log2(now + 1));
}

}  // namespace

NominalTable::NominalTable(Meter& meter, const Schema& schema, bool with_logs,
                           std::uint32_t max_values)
    : meter_(&meter),
      with_logs_(with_logs),
      max_values_(max_values),
      classes_(schema.class_room()),
      row_size_(classes_ * (with_logs ? 2 : 1)),
      cells_(MeteredAllocator<std::uint32_t>(meter)) {
    resize_exactly(cells_, schema.cell_room() * row_size_, 0u);
    wide_.reserve(schema.wide());
    for (std::uint32_t i = 0; i < schema.wide(); ++i)
        wide_.push_back(new_wide());
}

WideCounts NominalTable::new_wide() const {
    return {*meter_, row_size_, max_values_};
}

void NominalTable::learn(const Example& example, std::uint32_t total, const CountLogTable& logs) {
    std::uint32_t* const column = cells_.data() + example.label;
    const std::size_t row_size = row_size_;
    const std::size_t log_place = classes_;
    const std::uint32_t weight = example.weight;
    const float* const small = logs.log2_up_to(total + 1);  // no count is above the total
    if (!with_logs_) {
        for (const std::uint32_t cell : example.cells())
            column[cell * row_size] += weight;
    } else if (shift_ != 0) [[unlikely]] {
        for (const std::uint32_t cell : example.cells())
            count(column + cell * row_size, log_place, weight,
                  [&](std::uint32_t c) { return log_of(c - 1, logs); });
    } else if (small != nullptr) {
        for (const std::uint32_t cell : example.cells())
            count(column + cell * row_size, log_place, weight,
                  [&](std::uint32_t c) { return small[c]; });
    } else {
        for (const std::uint32_t cell : example.cells())
            count(column + cell * row_size, log_place, weight,
                  [&](std::uint32_t c) { return logs.log2(c); });
    }
    if (!example.wide_values().empty()) [[unlikely]]
        learn_wide(example, logs);
}

void NominalTable::learn_both(NominalTable& a, std::uint32_t total_a, NominalTable& b,
                              std::uint32_t total_b, const Example& example,
                              const CountLogTable& logs) {
    const float* const small = logs.log2_up_to(std::max(total_a, total_b) + 1);
    if (small == nullptr || a.shift_ != 0) [[unlikely]] {
        a.learn(example, total_a, logs);
        b.learn(example, total_b, logs);
        return;
    }
    std::uint32_t* const column_a = a.cells_.data() + example.label;
    std::uint32_t* const column_b = b.cells_.data() + example.label;
    const std::size_t row_size = a.row_size_;
    const std::size_t log_place = a.classes_;
    const std::uint32_t weight = example.weight;
    const auto log2 = [&](std::uint32_t c) { return small[c]; };
    for (const std::uint32_t cell : example.cells()) {
        count(column_a + cell * row_size, log_place, weight, log2);
        count(column_b + cell * row_size, log_place, weight, log2);
    }
    if (example.wide_values().empty()) [[likely]]
        return;
    a.learn_wide(example, logs);
    b.learn_wide(example, logs);
}

void NominalTable::learn_wide(const Example& example, const CountLogTable& logs) {
    for (const WideValue v : example.wide_values()) {
        std::uint32_t* const place = wide_[v.wide].row(v.value) + example.label;
        *place += example.weight;
        if (with_logs_) place[classes_] = std::bit_cast<std::uint32_t>(log_of(*place, logs));
    }
}

bool NominalTable::holds(const Example& example) const noexcept {
    const auto is_counted = [&](const std::uint32_t* row) {
        return row != nullptr && row[example.label] >= example.weight;
    };
    bool found = true;
    for (const std::uint32_t cell : example.cells())
        found &= is_counted(cells_.data() + std::size_t{cell} * row_size_);
    for (const WideValue v : example.wide_values())
        found &= is_counted(wide_[v.wide].find(v.value));
    return found;
}

bool NominalTable::remove(const Example& example) noexcept {
    bool vanished = false;
    const auto remove_from = [&](std::uint32_t* row) {
        row[example.label] -= example.weight;
        if (row[example.label] != 0) return;
        vanished |=
            std::all_of(row, row + classes_, [](std::uint32_t count) { return count == 0; });
    };
    for (const std::uint32_t cell : example.cells())
        remove_from(cells_.data() + std::size_t{cell} * row_size_);
    for (const WideValue v : example.wide_values())
        remove_from(wide_[v.wide].row(v.value));
    return vanished;
}

void NominalTable::add_logs(const Example& example, std::uint32_t classes, double* scores) const {
    const Sums one[] = {{cells_.data() + classes_, scores}};
    add_all_rows(one, row_size_, example.cells(), classes);
    add_wide_logs(example, classes, scores);
}

void NominalTable::add_logs_of_both(const NominalTable& a, const NominalTable& b,
                                    const Example& example, std::uint32_t classes, double* scores_a,
                                    double* scores_b) {
    const Sums both[] = {{a.cells_.data() + a.classes_, scores_a},
                         {b.cells_.data() + b.classes_, scores_b}};
    add_all_rows(both, a.row_size_, example.cells(), classes);
    a.add_wide_logs(example, classes, scores_a);
    b.add_wide_logs(example, classes, scores_b);
}

void NominalTable::add_wide_logs(const Example& example, std::uint32_t classes,
                                 double* scores) const {
    for (const WideValue v : example.wide_values()) {
        const std::uint32_t* const row = wide_[v.wide].find(v.value);
        if (row == nullptr) continue;
        for (std::uint32_t c = 0; c < classes; ++c)
            scores[c] += static_cast<double>(std::bit_cast<float>(row[classes_ + c]));
    }
}

void NominalTable::renew_logs(std::uint32_t* row) const {
    // Sums beyond 2^32 only come from a corrupt state, which is rejected later.
    const auto log2 = [&](std::uint32_t c) {
        return log_of(std::min(c, 0xffffffff - (1u << shift_)), CountLogTable::table());
    };
    for (std::uint32_t c = 0; c < classes_ && with_logs_; ++c)
        row[classes_ + c] = row[c] == 0 ? 0 : std::bit_cast<std::uint32_t>(log2(row[c]));
}

template <class Change>
void NominalTable::each_row(Change change) {
    for (std::size_t at = 0; at < cells_.size(); at += row_size_)
        change(cells_.data() + at);
    for (WideCounts& wide : wide_)
        for (std::uint32_t place = 0; place < wide.size(); ++place)
            change(wide.at(place));
}

void NominalTable::refine(std::uint32_t shift) {
    const std::uint32_t by = shift - shift_;
    shift_ = static_cast<std::uint8_t>(shift);
    each_row([&](std::uint32_t* row) {
        std::transform(row, row + classes_, row, [by](std::uint32_t c) { return c << by; });
        renew_logs(row);
    });
}

void NominalTable::set_shift(std::uint32_t shift) {
    shift_ = static_cast<std::uint8_t>(shift);
    each_row([&](std::uint32_t* row) { renew_logs(row); });
}

void NominalTable::halve(const Schema& schema, std::uint32_t slot) {
    ClassHalving halving(classes_);
    const auto halve_row = [&](std::uint32_t* row) {
        halving.halve(row);
        renew_logs(row);
    };
    const Block& block = schema.block(slot);
    if (block.is_wide()) {
        WideCounts& wide = wide_[block.wide];
        for (std::uint32_t place = 0; place < wide.size(); ++place)
            halve_row(wide.at(place));
        return;
    }
    for (Code value = 0; value < schema.values(slot); ++value)
        halve_row(cells_.data() + std::size_t{block.first_cell + value} * row_size_);
}

void NominalTable::copy_row(const std::uint32_t* from, std::uint32_t from_classes,
                            std::uint32_t* to) const {
    std::copy(from, from + from_classes, to);
    if (with_logs_) std::copy_n(from + from_classes, from_classes, to + classes_);
}

void NominalTable::move_block(const Schema& schema, const Block& from, const Block& to) {
    resize_exactly(cells_, schema.cell_room() * row_size_, 0u);
    while (wide_.size() < schema.wide())
        wide_.push_back(new_wide());
    for (std::uint32_t i = 0; i < from.cells; ++i) {
        std::uint32_t* const row = cells_.data() + std::size_t{from.first_cell + i} * row_size_;
        const bool met = std::any_of(row, row + classes_, [](std::uint32_t c) { return c != 0; });
        if (!met) continue;
        std::uint32_t* const target =
            to.is_wide() ? wide_[to.wide].row(i)
                         : cells_.data() + std::size_t{to.first_cell + i} * row_size_;
        // Values that do not fit into a wide attribute share one row.
        std::transform(row, row + classes_, target, target, std::plus<>());
        renew_logs(target);
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
    return taken(schema.cell_room() * schema.class_room() * (with_logs ? 2 : 1) *
                 sizeof(std::uint32_t)) +
           schema.wide() * sizeof(WideCounts);
}

std::size_t NominalTable::wide_bytes() const noexcept {
    std::size_t bytes = 0;
    for (const WideCounts& wide : wide_)
        bytes += wide.bytes();
    return bytes;
}

std::vector<std::uint64_t> NominalTable::class_sums(const Schema& schema,
                                                    std::uint32_t slot) const {
    std::vector<std::uint64_t> sums(classes_, 0);
    each_value(schema, slot, [&](Code, const std::uint32_t* row) {
        std::transform(row, row + classes_, sums.begin(), sums.begin(), std::plus<>());
    });
    return sums;
}

std::vector<std::uint64_t> NominalTable::class_sums_of_cells() const {
    std::vector<std::uint64_t> sums(classes_, 0);
    for (const std::uint32_t* row = cells_.data(); row < cells_.data() + cells_.size();
         row += row_size_)
        std::transform(row, row + classes_, sums.begin(), sums.begin(), std::plus<>());
    return sums;
}

void NominalTable::clear() {
    std::fill(cells_.begin(), cells_.end(), 0u);
    for (WideCounts& wide : wide_)
        wide = new_wide();
}

}  // namespace entrostream::tree
