#include "bindings/tree/row_values.hpp"

#include <algorithm>
#include <limits>

namespace entrostream {

namespace {

// Sorts by slot; of several items of one slot, keeps the last.
template <class Item>
void put_slots_in_order(std::vector<Item>& items) {
    const auto above = [](const Item& a, const Item& b) { return a.slot > b.slot; };
    const auto same = [](const Item& a, const Item& b) { return a.slot == b.slot; };
    const auto not_below = [](const Item& a, const Item& b) { return a.slot >= b.slot; };
    if (std::adjacent_find(items.begin(), items.end(), not_below) == items.end()) return;
    std::reverse(items.begin(), items.end());
    std::stable_sort(items.begin(), items.end(), above);
    items.erase(std::unique(items.begin(), items.end(), same), items.end());
    std::reverse(items.begin(), items.end());
}

}  // namespace

void RowValues::begin(const tree::Schema& schema, std::size_t items) {
    is_sparse_ = are_few(items, schema);
    some_numbers_.clear();
    some_values_.clear();
    numbers_.assign(is_sparse_ ? 0 : schema.numeric(), std::numeric_limits<double>::quiet_NaN());
    values_.assign(is_sparse_ ? 0 : schema.nominal(), tree::missing_value);
}

void RowValues::add_number(std::uint32_t slot, double number) {
    if (is_sparse_) {
        some_numbers_.push_back({slot, number});
    } else {
        numbers_.push_back(number);
    }
}

void RowValues::add_value(std::uint32_t slot, Code value) {
    if (is_sparse_) {
        some_values_.push_back({slot, value});
    } else {
        values_.push_back(value);
    }
}

void RowValues::put_in_order() {
    put_slots_in_order(some_numbers_);
    put_slots_in_order(some_values_);
    sparse_ = {some_numbers_, some_values_};
}

}  // namespace entrostream
