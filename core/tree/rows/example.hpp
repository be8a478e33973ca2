// A row, prepared once for everything that a leaf does with it.
//
// Up to three models and the leaf's own counts use the same row. Numbers are copied into whole
// SIMD lanes, values are converted to cells, and if something is missing, the slots present are
// listed. So loops over a row without missing values have no branches, and loops over any other
// row take only as many steps as it has attributes. This class does too: a sparse row that follows
// another one costs what the two of them have.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/counts/code.hpp"
#include "core/tree/memory/metered.hpp"
#include "core/tree/rows/edge_choice.hpp"
#include "core/tree/rows/row.hpp"
#include "core/tree/rows/schema.hpp"

namespace entrostream::tree {

struct WideValue {
    std::uint32_t wide;  // which of the wide attributes
    Code value;
};

class Example {
  public:
    // First the numbers. Throws std::invalid_argument if one is infinite.
    void take_numbers(const Schema& schema, const Row& row);
    // Then the values. Those without a code in the schema are treated as missing; they occur only
    // in predictions.
    void take_values(const Schema& schema, const Row& row);

    // After this, taking a row of at most this many slots does not allocate.
    void reserve(std::uint32_t numeric, std::uint32_t nominal);

    // All of them, NaN if missing.
    [[nodiscard]] const double* numbers() const noexcept { return numbers_.data(); }
    // Of the values present, by slot.
    [[nodiscard]] std::span<const std::uint32_t> cells() const noexcept { return cells_; }
    [[nodiscard]] std::span<const WideValue> wide_values() const noexcept { return wide_values_; }

    [[nodiscard]] bool has_all_numbers() const noexcept { return has_all_numbers_; }
    [[nodiscard]] bool has_all_values() const noexcept { return has_all_values_; }
    [[nodiscard]] bool is_whole() const noexcept { return has_all_numbers_ && has_all_values_; }
    // Whether a model's data for its attributes is probably not in cache.
    [[nodiscard]] bool is_far(const Schema& schema) const noexcept {
        return !is_whole() && schema.attributes() > 1000;
    }
    // Values that the schema does not know, by slot.
    [[nodiscard]] std::span<const ValueAt> unmet_values() const noexcept { return unmet_values_; }

    [[nodiscard]] double number(std::uint32_t slot) const { return numbers_[slot]; }
    [[nodiscard]] Code value(std::uint32_t slot) const { return values_[slot]; }
    [[nodiscard]] bool is_missing(Attribute a) const {
        if (a.kind == AttributeKind::nominal) return values_[a.slot] == missing_value;
        return numbers_[a.slot] != numbers_[a.slot];
    }

    // The negation, where an unknown value counts as missing too.
    [[nodiscard]] bool has(const Schema& schema, Attribute a) const {
        if (a.kind == AttributeKind::nominal) return values_[a.slot] < schema.values(a.slot);
        return !is_missing(a);
    }

    // Calls use(slot) for the numbers, or the known values, that are present; ascending.
    template <class Use>
    void each_number(const Schema& schema, Use use) const {
        each(has_all_numbers_, schema.numeric(), number_slots_, use);
    }
    template <class Use>
    void each_value(const Schema& schema, Use use) const {
        each(has_all_values_, schema.nominal(), value_slots_, use);
    }
    // Calls use(number) for the attributes of both, in no particular order.
    template <class Use>
    void each_attribute(const Schema& schema, Use use) const {
        each_number(schema, [&](std::uint32_t slot) { use(schema.numeric_number(slot)); });
        each_value(schema, [&](std::uint32_t slot) { use(schema.nominal_number(slot)); });
    }

    // Where a leaf will count the numbers.
    [[nodiscard]] std::size_t* places(std::size_t size) {
        places_.resize(size);
        return places_.data();
    }
    [[nodiscard]] std::span<const std::size_t> places() const noexcept { return places_; }

    // For a leaf that chooses edges when it learns the example: reused, so that it does not
    // allocate.
    [[nodiscard]] EdgeChoice& edge_choice() const noexcept { return edge_choice_; }

    Code label = 0;
    std::uint32_t weight = 1;  // in the units of the counter: each node and pair has its own
    // Whether weights are importances; otherwise they are counts, in the same units everywhere.
    bool by_importance = false;
    double importance = 1;
    double part = 1;               // fraction of a row that the units are; 1 for frequencies
    std::uint64_t row_number = 0;  // in the stream

  private:
    template <class Use>
    static void each(bool all, std::uint32_t slots, const std::vector<std::uint32_t>& some,
                     Use use) {
        if (all) {
            for (std::uint32_t slot = 0; slot < slots; ++slot)
                use(slot);
            return;
        }
        for (const std::uint32_t slot : some)
            use(slot);
    }
    // Not inline: rows without missing values would pay for it.
    [[gnu::noinline]] void take_sparse_numbers(const Schema& schema,
                                               std::span<const NumberAt> given);
    [[gnu::noinline]] void take_sparse_values(const Schema& schema, std::span<const ValueAt> given);
    void list_numbers(std::uint32_t numeric);
    [[nodiscard]] bool take_known_values(const Schema& schema, const Row& row);
    void note_unknown(std::uint32_t slot, Code value);
    void list_values(const Schema& schema);

    std::vector<double, LaneAllocator<double>> numbers_;
    std::vector<Code> values_;
    std::vector<std::uint32_t> cells_;
    std::vector<std::size_t> places_;
    std::vector<WideValue> wide_values_;
    std::vector<ValueAt> unmet_values_;
    bool has_all_numbers_ = true;
    bool has_all_values_ = true;
    std::vector<std::uint32_t> number_slots_;  // if any is missing
    std::vector<std::uint32_t> value_slots_;
    // For sparse rows: in this many first slots, everything but what the last row set is missing. 0
    // after any other row.
    std::uint32_t clean_numbers_ = 0;
    std::uint32_t clean_values_ = 0;
    std::vector<std::uint32_t> set_values_;  // known or not
    mutable EdgeChoice edge_choice_;
};

}  // namespace entrostream::tree
