// The serialised state of a FadingTally.
//
// Everything its future behaviour depends on, to the bit: a restored tally continues exactly
// as the saved one would have.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/fading/fading_tally.hpp"
#include "core/state/label.hpp"
#include "core/state/missing.hpp"
#include "core/state/state_labels.hpp"
#include "core/time/time.hpp"

namespace entrostream {

struct FadingTallyState {
    FadingTally tally;          // every code is held
    std::vector<Label> labels;  // by code
    Missing missing = Missing::raise;
    Clock clock = Clock::unset;  // of its times; unset before the first
};

// Throws std::invalid_argument if two labels have the same encoding.
[[nodiscard]] StateBytes encode(const FadingTallyState& state);

// Throws StateError for anything that encode does not produce. In the result code i has
// label i, the i-th in the order of the encoded bytes.
[[nodiscard]] FadingTallyState decode_fading_tally(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
