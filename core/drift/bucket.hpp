// Label counts of consecutive events, as the adaptive window stores them.
#pragma once
#include <cstdint>
#include <vector>

#include "core/counts/code.hpp"
#include "core/time/time.hpp"

namespace entrostream {

// How often a code occurs in a bucket. Buckets hold fewer than 2^32 events.
struct BucketCount {
    Code code;
    std::uint32_t count;

    friend bool operator==(const BucketCount&, const BucketCount&) = default;
};

struct Bucket {
    std::uint64_t size = 0;           // events
    std::uint64_t repeats = 0;        // events equal to the previous event
    Time first = 0;                   // time of the first event, if events have times
    std::vector<BucketCount> counts;  // each code once, in order of first occurrence
    // With a season only, see SeasonProfile: exposure by class, and events over those that the
    // rhythm is known from.
    std::vector<double> exposures;
    double profile_noise = 0;

    friend bool operator==(const Bucket&, const Bucket&) = default;
};

}  // namespace entrostream
