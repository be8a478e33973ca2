// The state of a time window of weights, and its serialisation.
#pragma once
#include <cstdint>
#include <span>

#include "core/state/state_labels.hpp"
#include "core/state/time_window_state.hpp"

namespace entrostream {

struct WeightedTimeWindowState {
    int exponent = 0;             // of the unit, a power of two
    bool exact = false;           // whether weights that are not multiples of it are rejected
    TimeWindowState window = {};  // counts are units
};

// Throws std::invalid_argument if two labels have the same encoding.
[[nodiscard]] StateBytes encode(const WeightedTimeWindowState& state);

// Throws StateError for anything that encode does not produce.
[[nodiscard]] WeightedTimeWindowState decode_weighted_time_window(
    std::span<const std::uint8_t> bytes);

}  // namespace entrostream
