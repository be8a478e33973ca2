// The newest numbers of a stream in an exponential histogram: ADWIN's window.
//
// Row r holds buckets of 2^r numbers, oldest first, at most `most` of them; when one more
// comes, the two oldest become one bucket of row r + 1. So n numbers need O(most * log n)
// memory, and one number more costs O(1) on average. The totals are sums of pairs of sums
// of pairs: their error grows with log n, not with n.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace entrostream {

// What is known of a set of numbers. `spread` is the sum of their squared distances from
// their mean.
struct Moments {
    double total = 0.0;
    double spread = 0.0;

    friend bool operator==(const Moments&, const Moments&) = default;
};

class NumberBuckets {
  public:
    // So many numbers are taken in at once at most.
    static constexpr std::size_t block = 32;

    // `most`: at least 1.
    explicit NumberBuckets(std::size_t most);

    // Room for so many numbers more, so that they cannot run out of memory.
    void prepare(std::uint64_t numbers);
    // One number more.
    void append(double number);
    // At most `block` numbers, as if they came one by one.
    void append(std::span<const double> numbers);
    // Takes the oldest bucket away; there must be one.
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
    // How many numbers a bucket of a row holds.
    [[nodiscard]] static double size(std::size_t row) noexcept {
        return static_cast<double>(std::uint64_t{1} << row);
    }
    // How many numbers the oldest bucket holds, and their sum; there must be one.
    [[nodiscard]] std::uint64_t oldest_size() const noexcept {
        return std::uint64_t{1} << (rows_.size() - 1);
    }
    [[nodiscard]] double oldest_total() const noexcept { return totals(rows_.size() - 1)[0]; }
    // Of all numbers, afresh from the buckets: O(most * log n).
    [[nodiscard]] Moments moments() const noexcept;

    // For a state that is read: the buckets of the next row, from row 0 up.
    void restore_row(std::span<const Moments> buckets);

    // The same buckets.
    friend bool operator==(const NumberBuckets& a, const NumberBuckets& b) noexcept;

  private:
    // The buckets of a row lie one after another, the totals first, then the spreads
    // `capacity_` further on. They move to the front when the end is reached: seldom, since
    // a row has room for twice as many.
    struct Row {
        std::size_t begin = 0;
        std::size_t count = 0;
    };
    [[nodiscard]] const double* begin_of(std::size_t row) const noexcept {
        return cells_.data() + 2 * row * capacity_ + rows_[row].begin;
    }
    // Where `more` totals can be written behind those of a row.
    [[nodiscard]] double* room_in(std::size_t row, std::size_t more) noexcept;
    // Memory is asked for before anything changes.
    void reserve_rows(std::size_t rows);
    void add_row();
    // The oldest buckets of a row that is too full go up, in pairs.
    template <bool one_pair>
    void merge_pairs(std::size_t row);

    std::size_t most_;
    std::size_t capacity_;
    std::uint64_t n_ = 0;
    std::vector<Row> rows_;  // none of them, or the last one is not empty
    std::vector<double> cells_;
};

}  // namespace entrostream
