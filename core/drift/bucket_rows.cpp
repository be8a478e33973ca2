#include "core/drift/bucket_rows.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace entrostream {

Bucket BucketRows::prepare(std::size_t codes) {
    make_room(1);
    Bucket bucket;
    if (!spare_.empty()) {
        bucket.counts = std::move(spare_.back());
        spare_.pop_back();
    }
    bucket.counts.reserve(codes);
    return bucket;
}

void BucketRows::push(Bucket bucket) noexcept {
    rows_[0].push_back(std::move(bucket));
    for (std::size_t row = 0; row < rows_.size() && rows_[row].size() > fanout; ++row) {
        if (!merge_oldest(row)) return;
    }
}

// Returns whether the two oldest buckets of the row were merged into one of the next.
bool BucketRows::merge_oldest(std::size_t row) {
    if (rows_[row][0].size + rows_[row][1].size >= largest) return false;
    try {
        if (row + 1 == rows_.size()) rows_.emplace_back();
        rows_[row + 1].reserve(fanout + 1);
        absorb(rows_[row][0], rows_[row][1]);
    } catch (const std::bad_alloc&) {
        drop_empty_rows();
        return false;
    }
    rows_[row + 1].push_back(std::move(rows_[row][0]));
    recycle(rows_[row][1]);
    rows_[row].erase(rows_[row].begin(), rows_[row].begin() + 2);
    return true;
}

// Codes in both buckets are found through `places_`: linear in the number of counts, and
// independent of the order of the codes.
void BucketRows::absorb(Bucket& older, Bucket& newer) {
    std::vector<BucketCount>& counts = older.counts;
    counts.reserve(counts.size() + newer.counts.size());  // the last call that may throw
    const std::size_t before = counts.size();
    for (std::uint32_t i = 0; i < before; ++i) {
        places_[counts[i].code] = i;
    }
    for (const BucketCount& each : newer.counts) {
        const std::uint32_t place = places_[each.code];
        if (place == nowhere) {
            counts.push_back(each);
        } else {
            counts[place].count += each.count;
        }
    }
    for (std::size_t i = 0; i < before; ++i) {
        places_[counts[i].code] = nowhere;
    }
    if (counts.capacity() > 256 && counts.capacity() / 5 > counts.size() / 4) {
        counts.shrink_to_fit();  // most codes were in both
    }
    older.size += newer.size;
    older.repeats += newer.repeats;
    older.profile_noise += newer.profile_noise;
    for (std::size_t i = 0; i < older.exposures.size(); ++i)
        older.exposures[i] += newer.exposures[i];
}

// Recycles small buckets only: there are always some, and large ones would waste memory.
void BucketRows::recycle(Bucket& bucket) noexcept {
    if (spare_.size() == spare_.capacity() && spare_.size() >= 2 * fanout) return;
    if (bucket.counts.capacity() > 256) return;
    bucket.counts.clear();
    try {
        spare_.push_back(std::move(bucket.counts));
    } catch (const std::bad_alloc&) {
        return;  // it is freed with its bucket
    }
}

void BucketRows::drop_empty_rows() noexcept {
    while (rows_.size() > 1 && rows_.back().empty())
        rows_.pop_back();
}

void BucketRows::renumber(const Renumbering& to, std::size_t new_size) {
    places_.assign(new_size, nowhere);
    for (Row& row : rows_) {
        for (Bucket& bucket : row) {
            for (BucketCount& each : bucket.counts)
                each.code = to[each.code];
        }
    }
}

}  // namespace entrostream
