// The rows of one stream that a window may still need, oldest first, indexed by their numbers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace entrostream {

// A vector whose front is erased from time to time: there may be many streams with few rows, and
// a std::deque takes half a kilobyte even if empty.
template <class Row>
class RowQueue {
  public:
    // The number of rows so far, including forgotten ones: the next row's number.
    [[nodiscard]] std::int64_t size() const noexcept {
        return forgotten_ + static_cast<std::int64_t>(rows_.size());
    }
    // Precondition: the row was not forgotten.
    [[nodiscard]] const Row& operator[](std::int64_t number) const noexcept {
        return rows_[static_cast<std::size_t>(number - forgotten_)];
    }

    void push(const Row& row) { rows_.push_back(row); }

    // Forgets the rows before this one. Amortised O(1): the rest moves only when at least half
    // of the rows are erased.
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
