// The serialised state of a FadingWindow, preserved to the bit like that of a FadingTally.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/fading/fading_window.hpp"
#include "core/state/label.hpp"
#include "core/state/missing.hpp"
#include "core/state/state_labels.hpp"

namespace entrostream {

struct FadingWindowState {
    FadingWindow window;        // every code is held
    std::vector<Label> labels;  // by code
    Missing missing = Missing::raise;
};

// Throws std::invalid_argument if two labels have the same encoding.
[[nodiscard]] StateBytes encode(const FadingWindowState& state);

// Throws StateError for anything that encode does not produce. In the result code i has
// label i, the i-th in the order of the encoded bytes.
[[nodiscard]] FadingWindowState decode_fading_window(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
