// The exponential histogram of ADWIN2, with counts of codes in its buckets.
//
// Row r holds up to `fanout` buckets of 2^r blocks each; when there is one more, the two oldest
// of the row are merged into one of the next. So n events take O(log n) buckets, coarser towards
// the past, and O(log n) counts per label.
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

    // The newest events are in row 0. Only an empty histogram has an empty row: row 0.
    [[nodiscard]] const std::vector<Row>& rows() const noexcept { return rows_; }

    void grow(std::size_t codes) { places_.resize(codes, nowhere); }
    template <class Each>
    void for_each(Each&& each) {
        for (Row& row : rows_)
            std::for_each(row.begin(), row.end(), each);
    }

    // Returns an empty bucket with capacity for this many codes, and reserves space to push it.
    // May reuse the memory of a dropped bucket. Throws std::bad_alloc.
    [[nodiscard]] Bucket prepare(std::size_t codes);
    // Reserves space to push this many buckets. Throws std::bad_alloc.
    void make_room(std::size_t buckets) {
        rows_[0].reserve(std::max(rows_[0].size(), fanout) + buckets);
    }
    // Adds the newest bucket: one block, from `prepare`. If there is no memory to merge two
    // buckets, they stay separate until there is.
    void push(Bucket bucket) noexcept;

    // Calls `gone(bucket)` for the oldest bucket and drops it. Precondition: there is one.
    template <class Gone>
    void drop_oldest(Gone&& gone);
    // The same for all buckets older than bucket `place` of row `row`.
    template <class Gone>
    void drop_before(std::size_t row, std::size_t place, Gone&& gone);

    void clear() noexcept {
        rows_.resize(1);
        rows_[0].clear();
    }
    void renumber(const Renumbering& to, std::size_t new_size);
    // Sets the rows of a state, at least one.
    void restore(std::vector<Row> rows) noexcept { rows_ = std::move(rows); }

  private:
    static constexpr std::uint32_t nowhere = 0xffffffff;
    // Buckets must stay smaller, so that their counts fit into 32 bits.
    static constexpr std::uint64_t largest = std::uint64_t{1} << 32;

    [[nodiscard]] bool merge_oldest(std::size_t row);
    void absorb(Bucket& older, Bucket& newer);
    void recycle(Bucket& bucket) noexcept;
    void drop_empty_rows() noexcept;

    std::vector<Row> rows_ = std::vector<Row>(1);
    std::vector<std::uint32_t> places_;  // by code: its index in the bucket being merged
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
