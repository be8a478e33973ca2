// The rows of one stream that a window may still need, oldest first, under their numbers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace entrostream {

// A vector whose front is given back from time to time: streams with few rows are many, and
// a deque of the standard library takes half a kilobyte even if empty.
template <class Row>
class RowQueue {
  public:
    // Rows so far, also those forgotten: the number of the next one.
    [[nodiscard]] std::int64_t size() const noexcept {
        return forgotten_ + static_cast<std::int64_t>(rows_.size());
    }
    // Precondition: the row was not forgotten.
    [[nodiscard]] const Row& operator[](std::int64_t number) const noexcept {
        return rows_[static_cast<std::size_t>(number - forgotten_)];
    }

    void push(const Row& row) { rows_.push_back(row); }

    // The rows before this one are not needed any more. Cheap in the mean: half of what is
    // held must go before the rest moves.
    void forget_before(std::int64_t number) {
        const auto dead = static_cast<std::size_t>(number - forgotten_);
        if (dead < 16 || 2 * dead < rows_.size()) return;
        rows_.erase(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(dead));
        forgotten_ = number;
    }

  private:
    std::vector<Row> rows_;
    std::int64_t forgotten_ = 0;
};

}  // namespace entrostream
