// The bytes of a FadingTally.
//
// All that its future depends on, to the bit: a tally that was restored goes on as the one
// that was saved would have.
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
    FadingTally tally;          // holds all of its codes
    std::vector<Label> labels;  // by code
    Missing missing = Missing::raise;
    Clock clock = Clock::unset;  // of its times; unset before the first
};

// Throws std::invalid_argument if two labels are written alike.
[[nodiscard]] StateBytes encode(const FadingTallyState& state);

// Throws StateError for anything that encode does not write. In the end code i has the
// label i, which is the i-th in the order of the bytes.
[[nodiscard]] FadingTallyState decode_fading_tally(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
