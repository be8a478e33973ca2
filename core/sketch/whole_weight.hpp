// Weights of the sampling methods: whole numbers, since a sample is one event.
#pragma once
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "core/counts/require.hpp"

namespace entrostream {

// As for all sketches, so that numbers of events are exact as doubles.
inline constexpr std::uint64_t max_sampled_events = std::uint64_t{1} << 53;

// Throws std::overflow_error unless `more` events, after `n` others, are below it in all.
inline void require_room(double more, std::uint64_t n) {
    if (!(more < static_cast<double>(max_sampled_events - n)))
        throw std::overflow_error("the weights of a sketch must sum to less than 2^53");
}

// `weight` as a number of events, after `n` others. Throws std::invalid_argument unless it is a
// positive whole number, and std::overflow_error if the total would reach 2^53.
[[nodiscard]] inline std::uint64_t whole_weight(double weight, std::uint64_t n) {
    require(weight > 0 && weight == std::floor(weight), "weight must be a positive whole number");
    require_room(weight, n);
    return static_cast<std::uint64_t>(weight);
}

}  // namespace entrostream
