// Streams of keys with known counts.
#pragma once
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "core/exact/sums.hpp"
#include "core/sketch/label_hash.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {

// Labels 0, 1, ... with probabilities falling with a power of their number: `skew` 0 is uniform.
inline std::vector<std::uint64_t> skewed_labels(std::size_t events, std::uint64_t labels,
                                                double skew, std::uint64_t seed) {
    Random random(seed);
    std::vector<std::uint64_t> stream(events);
    for (std::uint64_t& label : stream) {
        const double u = static_cast<double>(random.next() >> 11) * 0x1p-53;
        const double place = std::pow(u, 1 + skew);
        label = static_cast<std::uint64_t>(place * static_cast<double>(labels));
    }
    return stream;
}

inline std::vector<Key> keys_of(const std::vector<std::uint64_t>& labels, std::uint64_t seed) {
    const LabelHash hash(seed);
    std::vector<Key> keys;
    keys.reserve(labels.size());
    for (const std::uint64_t label : labels) {
        keys.push_back(hash.integer(false, label));
    }
    return keys;
}

// The sums of the labels: the exact values.
inline ExactSums sums_of(const std::vector<std::uint64_t>& labels) {
    std::map<std::uint64_t, Cell> cells;
    ExactSums sums;
    for (const std::uint64_t label : labels) {
        sums.insert(cells[label]);
    }
    return sums;
}

}  // namespace entrostream::testing
