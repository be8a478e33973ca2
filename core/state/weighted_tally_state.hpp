// What the state of a weighted tally holds, and how it becomes bytes and back.
#pragma once
#include <cstdint>
#include <span>
#include <utility>

#include "core/state/reader.hpp"
#include "core/state/state_labels.hpp"
#include "core/state/tally_state.hpp"

namespace entrostream {

struct WeightedTallyState {
    int exponent = 0;    // of the unit, a power of two
    bool exact = false;  // whether weights that are no multiples of it are refused
    TallyState units = {};
};

// Unit and exactness, with which the states of weights begin.
void encode_unit(Writer& payload, int exponent, bool exact);
[[nodiscard]] std::pair<int, bool> decode_unit(Reader& reader);

// Throws std::invalid_argument if two labels are written alike.
[[nodiscard]] StateBytes encode(const WeightedTallyState& state);

// Throws StateError for anything that encode does not write.
[[nodiscard]] WeightedTallyState decode_weighted_tally(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
