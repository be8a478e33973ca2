// The newest numbers of a stream in an exponential histogram: ADWIN's window.
//
// Row r holds buckets of 2^r numbers, oldest first, at most `most` of them; when there is one
// more, the two oldest are merged into one bucket of row r + 1. So n numbers need O(most * log n)
// memory, and each number takes O(1) amortised time. The totals are pairwise sums: their error
// grows with log n, not with n.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace entrostream {

// Sum of a set of numbers, and `spread`, the sum of their squared deviations from the mean.
struct Moments {
    double total = 0.0;
    double spread = 0.0;

    friend bool operator==(const Moments&, const Moments&) = default;
};

class NumberBuckets {
  public:
    // The largest number of numbers appended at once.
    static constexpr std::size_t block = 32;

    // `most`: at least 1.
    explicit NumberBuckets(std::size_t most);

    // Reserves space for this many more numbers, so that appending them cannot throw.
    void prepare(std::uint64_t numbers);
    // Appends one number.
    void append(double number);
    // Appends at most `block` numbers, with the same result as one by one.
    void append(std::span<const double> numbers);
    // Precondition: there is a bucket.
    void drop_oldest() noexcept;
    void clear() noexcept;

    [[nodiscard]] std::uint64_t n() const noexcept { return n_; }
    [[nodiscard]] std::size_t memory() const noexcept { return cells_.size() * sizeof(double); }
    [[nodiscard]] std::size_t most() const noexcept { return most_; }
    [[nodiscard]] std::size_t rows() const noexcept { return rows_.size(); }
    // Of the buckets of a row, oldest first.
    [[nodiscard]] std::span<const double> totals(std::size_t row) const noexcept {
        return {begin_of(row), rows_[row].count};
    }
    [[nodiscard]] std::span<const double> spreads(std::size_t row) const noexcept {
        return {begin_of(row) + capacity_, rows_[row].count};
    }
    // Numbers per bucket of a row.
    [[nodiscard]] static double size(std::size_t row) noexcept {
        return static_cast<double>(std::uint64_t{1} << row);
    }
    // Size and sum of the oldest bucket. Precondition: there is one.
    [[nodiscard]] std::uint64_t oldest_size() const noexcept {
        return std::uint64_t{1} << (rows_.size() - 1);
    }
    [[nodiscard]] double oldest_total() const noexcept { return totals(rows_.size() - 1)[0]; }
    // Of all numbers, recomputed from the buckets: O(most * log n).
    [[nodiscard]] Moments moments() const noexcept;

    // For reading a state: sets the buckets of the next row, from row 0 up.
    void restore_row(std::span<const Moments> buckets);

    // Whether the buckets are the same.
    friend bool operator==(const NumberBuckets& a, const NumberBuckets& b) noexcept;

  private:
    // The buckets of a row are contiguous: the totals first, and the spreads `capacity_` cells
    // further on. They are moved to the front when the end is reached, which is rare because a row
    // has capacity for twice as many.
    struct Row {
        std::size_t begin = 0;
        std::size_t count = 0;
    };
    [[nodiscard]] const double* begin_of(std::size_t row) const noexcept {
        return cells_.data() + 2 * row * capacity_ + rows_[row].begin;
    }
    // Where to write `more` totals after those of a row.
    [[nodiscard]] double* room_in(std::size_t row, std::size_t more) noexcept;
    // Memory is allocated before anything changes.
    void reserve_rows(std::size_t rows);
    void add_row();
    // Merges pairs of the oldest buckets of an overfull row into the next row.
    template <bool one_pair>
    void merge_pairs(std::size_t row);

    std::size_t most_;
    std::size_t capacity_;
    std::uint64_t n_ = 0;
    std::vector<Row> rows_;  // the last row is not empty
    std::vector<double> cells_;
};

}  // namespace entrostream
