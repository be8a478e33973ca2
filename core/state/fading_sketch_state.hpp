// The state of a sketch with exponential decay, and its serialisation.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "core/state/entropy_sketch_state.hpp"
#include "core/state/state_labels.hpp"
#include "core/time/time.hpp"

namespace entrostream {

struct FadingSketchState {
    EntropySketchState sketch;
    std::optional<double> fading_factor;  // none: by time, with the half-life
    double weight = 1.0;                  // of the next event, with a fading factor
    Time half_life = 1;
    Clock clock = Clock::unset;  // unset: no time seen yet, and the members below are 0
    Time now = 0;
    // An event at time t has the weight 2^(t / half_life - base), below 2^most_halvings for `now`.
    std::int64_t base = 0;
};

[[nodiscard]] StateBytes encode(const FadingSketchState& state);

// Throws StateError for anything that encode does not produce.
[[nodiscard]] FadingSketchState decode_fading_sketch(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
