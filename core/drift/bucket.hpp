// Some events in a row, counted: what the adaptive window keeps of its past.
#pragma once
#include <cstdint>
#include <vector>

#include "core/counts/code.hpp"
#include "core/time/time.hpp"

namespace entrostream {

// So often a code occurs in a bucket. Buckets hold fewer than 2^32 events.
struct BucketCount {
    Code code;
    std::uint32_t count;

    friend bool operator==(const BucketCount&, const BucketCount&) = default;
};

struct Bucket {
    std::uint64_t size = 0;           // events
    std::uint64_t repeats = 0;        // of them: equal to the event before
    Time first = 0;                   // time of its first event, where events have times
    std::vector<BucketCount> counts;  // each code once, in the order of their first events

    friend bool operator==(const Bucket&, const Bucket&) = default;
};

}  // namespace entrostream
