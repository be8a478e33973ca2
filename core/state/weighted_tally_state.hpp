// The state of a weighted tally, and its serialisation.
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
    bool exact = false;  // whether weights that are not multiples of it are rejected
    TallyState units = {};
};

// Unit and exactness, at the start of every weighted state.
void encode_unit(Writer& payload, int exponent, bool exact);
[[nodiscard]] std::pair<int, bool> decode_unit(Reader& reader);

// Throws std::invalid_argument if two labels have the same encoding.
[[nodiscard]] StateBytes encode(const WeightedTallyState& state);

// Throws StateError for anything that encode does not produce.
[[nodiscard]] WeightedTallyState decode_weighted_tally(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
