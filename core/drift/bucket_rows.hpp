// The exponential histogram of ADWIN2, with counts of codes in its buckets.
//
// Row r holds up to `fanout` buckets of 2^r blocks each; one more, and the two oldest of
// the row become one of the next. So the buckets of n events are O(log n), the past ever
// coarser, and their counts O(log n) times the labels.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/counts/code.hpp"
#include "core/drift/bucket.hpp"

namespace entrostream {

class BucketRows {
  public:
    static constexpr std::size_t fanout = 5;
    using Row = std::vector<Bucket>;  // oldest first

    // The newest events are in row 0. Only an empty histogram has an empty row, this one.
    [[nodiscard]] const std::vector<Row>& rows() const noexcept { return rows_; }

    void grow(std::size_t codes) { places_.resize(codes, nowhere); }

    // An empty bucket with room for so many codes, and makes room to push it. May use memory of
    // one that is gone. Throws std::bad_alloc.
    [[nodiscard]] Bucket prepare(std::size_t codes);
    // Makes room to push so many. Throws std::bad_alloc.
    void make_room(std::size_t buckets) {
        rows_[0].reserve(std::max(rows_[0].size(), fanout) + buckets);
    }
    // The newest bucket: one block, `prepare`d. Where there is no memory to make one bucket of
    // two, they stay two until there is.
    void push(Bucket bucket) noexcept;

    // Calls `gone(bucket)` for the oldest bucket, and drops it. There must be one.
    template <class Gone>
    void drop_oldest(Gone&& gone);
    // The same for all that are older than bucket `place` of row `row`.
    template <class Gone>
    void drop_before(std::size_t row, std::size_t place, Gone&& gone);

    void clear() noexcept {
        rows_.resize(1);
        rows_[0].clear();
    }
    void renumber(const Renumbering& to, std::size_t kept);
    // Sets what a state holds, at least one row.
    void restore(std::vector<Row> rows) noexcept { rows_ = std::move(rows); }

  private:
    static constexpr std::uint32_t nowhere = 0xffffffff;
    // A bucket that would be larger is not made: its counts would not fit.
    static constexpr std::uint64_t largest = std::uint64_t{1} << 32;

    [[nodiscard]] bool merge_oldest(std::size_t row);
    void absorb(Bucket& older, Bucket& newer);
    void recycle(Bucket& bucket) noexcept;
    void drop_empty_rows() noexcept;

    std::vector<Row> rows_ = std::vector<Row>(1);
    std::vector<std::uint32_t> places_;  // by code: where it stands in a bucket being merged
    std::vector<std::vector<BucketCount>> spare_;
};

template <class Gone>
void BucketRows::drop_oldest(Gone&& gone) {
    Row& row = rows_.back();
    gone(row.front());
    recycle(row.front());
    row.erase(row.begin());
    drop_empty_rows();
}

template <class Gone>
void BucketRows::drop_before(std::size_t row, std::size_t place, Gone&& gone) {
    while (rows_.size() > row + 1)
        drop_oldest(gone);
    for (std::size_t i = 0; i < place; ++i)
        drop_oldest(gone);
}

}  // namespace entrostream
