// How often each value of each nominal attribute came with each class, and log2 of that plus one.
//
// One row per value: the counts of all classes, then, if naive Bayes needs them, the logarithms
// of the counts plus one as floats. Next to each other, so that a step touches one cache line and
// scoring adds one row per attribute.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/count_log/count_log_table.hpp"
#include "core/tree/memory/metered.hpp"
#include "core/tree/rows/example.hpp"
#include "core/tree/rows/schema.hpp"
#include "core/tree/statistics/wide_counts.hpp"

namespace entrostream::tree {

class NominalTable {
  public:
    NominalTable(Meter& meter, const Schema& schema, bool with_logs, std::uint32_t max_values);

    // An example of a class whose count is `total` including it.
    void learn(const Example& example, std::uint32_t total, const CountLogTable& logs);
    // The same for two tables of one schema, both with logs, in one pass over the values.
    static void learn_both(NominalTable& a, std::uint32_t total_a, NominalTable& b,
                           std::uint32_t total_b, const Example& example,
                           const CountLogTable& logs);

    // Whether an example can have been learned.
    [[nodiscard]] bool holds(const Example& example) const noexcept;
    // Removes an example that was learned; returns whether a value of it has none left.
    // Precondition: without logs.
    bool remove(const Example& example) noexcept;

    // scores[c] += sum over the example's values of log2(count + 1). Precondition: with logs.
    void add_logs(const Example& example, std::uint32_t classes, double* scores) const;
    // The same for two tables of one schema: their sums are interleaved, each in its own order.
    static void add_logs_of_both(const NominalTable& a, const NominalTable& b,
                                 const Example& example, std::uint32_t classes, double* scores_a,
                                 double* scores_b);

    // Prefetches a cell that will soon be read or counted.
    void fetch(std::uint32_t cell) const noexcept {
        __builtin_prefetch(cells_.data() + std::size_t{cell} * row_size_, 1);
    }

    // The class counts of a value of the slot; null if it has no row.
    [[nodiscard]] const std::uint32_t* find(const Schema& schema, std::uint32_t slot,
                                            Code value) const {
        const Block& block = schema.block(slot);
        if (block.is_wide()) return wide_[block.wide].find(value);
        return cells_.data() + std::size_t{block.first_cell + value} * row_size_;
    }
    // Calls use(value, counts) for every row of the slot; some rows may be all 0. Values of wide
    // attributes come in order of first appearance.
    template <class Use>
    void each_value(const Schema& schema, std::uint32_t slot, Use use) const {
        const Block& block = schema.block(slot);
        if (block.is_wide()) {
            const WideCounts& wide = wide_[block.wide];
            for (std::uint32_t place = 0; place < wide.size(); ++place)
                use(wide.value(place), wide.at(place));
            return;
        }
        const std::uint32_t* row = cells_.data() + std::size_t{block.first_cell} * row_size_;
        for (Code value = 0; value < schema.values(slot); ++value, row += row_size_)
            use(value, row);
    }

    // After the schema grew: moves the slot's values from one block to another.
    void move_block(const Schema& schema, const Block& from, const Block& to);
    void grow_classes(const Schema& schema);
    void drop_logs();

    // Counts are in units of 2^-shift examples from now on: existing ones are converted.
    void refine(std::uint32_t shift);
    // The same without converting the counts; logarithms are recomputed.
    void set_shift(std::uint32_t shift);

    // Halves the counts of a slot.
    void halve(const Schema& schema, std::uint32_t slot);

    // Bytes that learn may allocate.
    [[nodiscard]] std::size_t growth(const Example& example) const;
    [[nodiscard]] static std::size_t bytes(const Schema& schema, bool with_logs);
    [[nodiscard]] std::size_t wide_bytes() const noexcept;

    // Resets it to a new table.
    void clear();
    // Examples per class, summed over the values of a slot; and over all cells.
    [[nodiscard]] std::vector<std::uint64_t> class_sums(const Schema& schema,
                                                        std::uint32_t slot) const;
    [[nodiscard]] std::vector<std::uint64_t> class_sums_of_cells() const;

    // Logarithms are functions of the counts: only the counts are written.
    template <class Archive>
    void visit(Archive& archive, const Schema& schema) {
        for (std::size_t cell = 0; cell < schema.cells(); ++cell)
            visit_row(archive, cells_.data() + cell * row_size_);
        const std::vector<std::uint32_t> values = schema.wide_values();
        for (std::size_t i = 0; i < wide_.size(); ++i)
            wide_[i].visit(archive, values[i],
                           [&](std::uint32_t* row) { visit_row(archive, row); });
    }

  private:
    void learn_wide(const Example& example, const CountLogTable& logs);
    void add_wide_logs(const Example& example, std::uint32_t classes, double* scores) const;
    template <class Archive>
    void visit_row(Archive& archive, std::uint32_t* row) {
        for (std::uint32_t c = 0; c < classes_; ++c)
            archive.number(row[c]);
        if (archive.reading) renew_logs(row);
    }
    // Counts may be arbitrary: log2 of 1 is 0.
    void renew_logs(std::uint32_t* row) const;
    // log2 of the examples plus one. Precondition: the sum fits into 32 bits.
    [[nodiscard]] float log_of(std::uint32_t units, const CountLogTable& logs) const noexcept {
        return logs.log2(units + (1u << shift_)) - static_cast<float>(shift_);
    }
    template <class Change>
    void each_row(Change change);
    [[nodiscard]] WideCounts new_wide() const;
    void copy_row(const std::uint32_t* from, std::uint32_t from_classes, std::uint32_t* to) const;
    void lay_out(std::uint32_t classes, bool with_logs);

    Meter* meter_;
    bool with_logs_;
    std::uint8_t shift_ = 0;  // log2 of the units per example
    std::uint32_t max_values_;
    std::uint32_t classes_;   // room
    std::uint32_t row_size_;  // classes, twice with logs
    Metered<std::uint32_t> cells_;
    std::vector<WideCounts> wide_;
};

}  // namespace entrostream::tree
