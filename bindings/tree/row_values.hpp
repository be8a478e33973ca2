// The values of one row as they are read: dense, or, for few of many attributes, a list of
// those present.
//
// A row costs what it contains: absent attributes cost nothing.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/counts/code.hpp"
#include "core/tree/rows/row.hpp"
#include "core/tree/rows/schema.hpp"

namespace entrostream {

class RowValues {
  public:
    // Whether this many of the schema's attributes are better stored as a list.
    [[nodiscard]] static bool are_few(std::size_t items, const tree::Schema& schema) noexcept {
        return items < schema.attributes() / 4;
    }

    // Begins a row of at most `items` items.
    void begin(const tree::Schema& schema, std::size_t items);

    [[nodiscard]] bool is_sparse() const noexcept { return is_sparse_; }

    // Sets a value of an attribute; the last one counts. Slots may be beyond the schema passed
    // to begin(), if they come in order.
    void set_number(std::uint32_t slot, double number) {
        if (slot < numbers_.size()) [[likely]]
            numbers_[slot] = number;
        else
            add_number(slot, number);
    }
    void set_value(std::uint32_t slot, Code value) {
        if (slot < values_.size()) [[likely]]
            values_[slot] = value;
        else
            add_value(slot, value);
    }

    // Completes the row; row() returns it until the next one begins.
    void finish() {
        if (is_sparse_) put_in_order();
    }
    [[nodiscard]] tree::Row row() const noexcept {
        return {numbers_, values_, tree::root, is_sparse_ ? &sparse_ : nullptr};
    }

  private:
    void add_number(std::uint32_t slot, double number);
    void add_value(std::uint32_t slot, Code value);
    void put_in_order();

    bool is_sparse_ = false;
    std::vector<double> numbers_;  // empty if sparse
    std::vector<Code> values_;
    std::vector<tree::NumberAt> some_numbers_;
    std::vector<tree::ValueAt> some_values_;
    tree::SparseRow sparse_;
};

}  // namespace entrostream
