// Weights of the sampling methods: whole numbers, since a sample is one event.
#pragma once
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "core/counts/require.hpp"

namespace entrostream {

// Samplers count events below this many.
inline constexpr std::uint64_t max_sampled_events = std::uint64_t{1} << 62;

// `weight` as a number of events, after `n` others. Throws std::invalid_argument unless it is a
// positive whole number, and std::overflow_error if the total would reach 2^62.
[[nodiscard]] inline std::uint64_t whole_weight(double weight, std::uint64_t n) {
    require(weight > 0 && weight == std::floor(weight), "weight must be a positive whole number");
    if (weight >= static_cast<double>(max_sampled_events - n))
        throw std::overflow_error("more than 2^62 - 1 events");
    return static_cast<std::uint64_t>(weight);
}

}  // namespace entrostream
