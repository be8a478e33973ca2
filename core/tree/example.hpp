// A row made ready once for all that a leaf does with it.
//
// Up to three models and the leaf's own counts take the same row: numbers are copied into
// whole lanes, values are turned into cells, and what is missing is put aside, so that
// their loops have no branches.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/counts/code.hpp"
#include "core/tree/metered.hpp"
#include "core/tree/row.hpp"
#include "core/tree/schema.hpp"

namespace entrostream::tree {

struct WideValue {
    std::uint32_t wide;  // which of the wide attributes
    Code value;
};

class Example {
  public:
    // First the numbers: throws std::invalid_argument if one is infinite.
    void take_numbers(const Schema& schema, const Row& row);
    // Then the values. Those without a code in the schema are as good as missing: only a
    // prediction meets them. Returns whether all are there and known.
    bool take_values(const Schema& schema, const Row& row);

    [[nodiscard]] const double* numbers() const noexcept { return numbers_.data(); }
    [[nodiscard]] std::span<const std::uint32_t> cells() const noexcept { return cells_; }
    [[nodiscard]] std::span<const WideValue> wide_values() const noexcept { return wide_values_; }
    // Slots, ascending.
    [[nodiscard]] std::span<const std::uint32_t> missing_numbers() const noexcept {
        return missing_numbers_;
    }
    [[nodiscard]] std::span<const std::uint32_t> missing_values() const noexcept {
        return missing_values_;
    }
    [[nodiscard]] bool is_whole() const noexcept {
        return missing_numbers_.empty() && missing_values_.empty();
    }
    [[nodiscard]] double number(std::uint32_t slot) const { return numbers_[slot]; }
    [[nodiscard]] Code value(std::uint32_t slot) const { return values_[slot]; }
    [[nodiscard]] bool is_missing(Attribute a) const {
        if (a.kind == AttributeKind::nominal) return values_[a.slot] == missing_value;
        return numbers_[a.slot] != numbers_[a.slot];
    }

    // Where a leaf will count the numbers.
    [[nodiscard]] std::size_t* places(std::size_t size) {
        places_.resize(size);
        return places_.data();
    }
    [[nodiscard]] std::span<const std::size_t> places() const noexcept { return places_; }

    Code label = 0;
    std::uint32_t weight = 1;

  private:
    void note_missing_numbers(std::uint32_t numeric);
    [[nodiscard]] bool take_known_values(const Schema& schema, const Row& row);

    std::vector<double, LaneAllocator<double>> numbers_;
    std::vector<Code> values_;
    std::vector<std::uint32_t> cells_;
    std::vector<std::size_t> places_;
    std::vector<WideValue> wide_values_;
    std::vector<std::uint32_t> missing_numbers_;
    std::vector<std::uint32_t> missing_values_;
};

}  // namespace entrostream::tree
