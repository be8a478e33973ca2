// The row last predicted, to recognise it when it is learned right after.
#pragma once
#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "core/tree/rows/row.hpp"

namespace entrostream::tree {

class LastRow {
  public:
    void keep(const Row& row) {
        is_sparse_ = row.sparse != nullptr;
        if (is_sparse_) {
            some_numbers_.assign(row.sparse->numbers.begin(), row.sparse->numbers.end());
            some_values_.assign(row.sparse->values.begin(), row.sparse->values.end());
        } else {
            numbers_.assign(row.numbers.begin(), row.numbers.end());
            values_.assign(row.values.begin(), row.values.end());
        }
    }
    // Compares bits. The same row in another form is not recognised, which costs a score.
    [[nodiscard]] bool is(const Row& row) const {
        if (is_sparse_ != (row.sparse != nullptr)) return false;
        if (is_sparse_)
            return std::ranges::equal(row.sparse->numbers, some_numbers_) &&
                   std::ranges::equal(row.sparse->values, some_values_);
        return same_bits(row.numbers, numbers_) && same_bits(row.values, values_);
    }

  private:
    template <class T>
    [[nodiscard]] static bool same_bits(std::span<const T> a, const std::vector<T>& b) {
        return a.size() == b.size() &&
               (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
    }

    bool is_sparse_ = false;
    std::vector<double> numbers_;
    std::vector<Code> values_;
    std::vector<NumberAt> some_numbers_;
    std::vector<ValueAt> some_values_;
};

}  // namespace entrostream::tree
