// The part of a row that the schema knows, if the row brings attributes that are yet to be added.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tree/rows/row.hpp"
#include "core/tree/rows/schema.hpp"

namespace entrostream::tree {

class KnownPart {
  public:
    KnownPart(const Row& row, const Schema& schema)
        : numbers_(row.numbers.first(std::min<std::size_t>(row.numbers.size(), schema.numeric()))),
          values_(row.values.first(std::min<std::size_t>(row.values.size(), schema.nominal()))) {
        for (const double number : row.numbers.subspan(numbers_.size()))
            is_finite_beyond_ &= !std::isinf(number);
        if (row.sparse == nullptr) return;
        is_sparse_ = true;
        sparse_ = {known(row.sparse->numbers, schema.numeric()),
                   known(row.sparse->values, schema.nominal())};
        for (const NumberAt& item : row.sparse->numbers.subspan(sparse_.numbers.size()))
            is_finite_beyond_ &= !std::isinf(item.number);
    }

    // Valid as long as this object.
    [[nodiscard]] Row row() const noexcept {
        return {numbers_, values_, root, is_sparse_ ? &sparse_ : nullptr};
    }
    // Whether the rest has no infinite number.
    [[nodiscard]] bool is_finite_beyond() const noexcept { return is_finite_beyond_; }

  private:
    template <class Item>
    [[nodiscard]] static std::span<const Item> known(std::span<const Item> items,
                                                     std::uint32_t slots) {
        const auto end = std::ranges::partition_point(
            items, [&](const Item& item) { return item.slot < slots; });
        return items.first(static_cast<std::size_t>(end - items.begin()));
    }

    std::span<const double> numbers_;
    std::span<const Code> values_;
    SparseRow sparse_;
    bool is_sparse_ = false;
    bool is_finite_beyond_ = true;
};

}  // namespace entrostream::tree
