// Small streams of keys, and their exact entropy, for the tests of the sketches.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "core/sketch/key.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {

using Keys = std::vector<Key>;

// A key as a label's hash would be: 64 unrelated bits.
[[nodiscard]] inline Key key_of(std::uint64_t label) {
    std::uint64_t x = (label + 1) * 0x9E3779B97F4A7C15;
    x = (x ^ (x >> 32)) * 0xD6E8FEB86659FD93;
    return x ^ (x >> 32);
}

[[nodiscard]] inline Keys keys_of(const std::vector<int>& labels) {
    Keys keys;
    for (const int label : labels)
        keys.push_back(key_of(static_cast<std::uint64_t>(label)));
    return keys;
}

[[nodiscard]] inline double uniform(Random& random) {
    return (static_cast<double>(random.next() >> 12) + 0.5) * 0x1p-52;
}

// One label makes up `share` of the stream, `labels` others the rest.
[[nodiscard]] inline Keys heavy_stream(Random& random, std::size_t size, double share,
                                       std::uint64_t labels) {
    Keys keys(size);
    for (Key& key : keys)
        key = key_of(uniform(random) < share ? 0 : 1 + random.below(labels));
    return keys;
}

// Frequencies that fall about as the inverse of the rank: Zipf's law.
[[nodiscard]] inline Keys skewed_stream(Random& random, std::size_t size, double labels) {
    Keys keys(size);
    for (Key& key : keys)
        key = key_of(static_cast<std::uint64_t>(std::pow(labels, uniform(random))));
    return keys;
}

[[nodiscard]] inline std::map<Key, double> counts_of(const Keys& keys) {
    std::map<Key, double> counts;
    for (const Key key : keys)
        ++counts[key];
    return counts;
}

[[nodiscard]] inline double norm_of(const Keys& keys) {
    double sum = 0;
    for (const auto& [key, count] : counts_of(keys))
        sum += count * std::log2(count);
    return sum;
}

[[nodiscard]] inline double entropy_of(const Keys& keys) {
    const auto n = static_cast<double>(keys.size());
    return std::log2(n) - norm_of(keys) / n;
}

// Mean and standard deviation of what a test repeats.
class Spread {
  public:
    void add(double value) {
        sum_ += value;
        squares_ += value * value;
        ++size_;
    }
    [[nodiscard]] double size() const { return size_; }
    [[nodiscard]] double mean() const { return sum_ / size_; }
    [[nodiscard]] double deviation() const {
        return std::sqrt(std::max(0.0, squares_ / size_ - mean() * mean()));
    }
    // Of the mean.
    [[nodiscard]] double error() const { return deviation() / std::sqrt(size_); }

  private:
    double sum_ = 0, squares_ = 0, size_ = 0;
};

}  // namespace entrostream::testing
