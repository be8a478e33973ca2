// The bytes of a FadingWindow, to the bit as those of a FadingTally are.
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
    FadingWindow window;        // holds all of its codes
    std::vector<Label> labels;  // by code
    Missing missing = Missing::raise;
};

// Throws std::invalid_argument if two labels are written alike.
[[nodiscard]] StateBytes encode(const FadingWindowState& state);

// Throws StateError for anything that encode does not write. In the end code i has the
// label i, which is the i-th in the order of the bytes.
[[nodiscard]] FadingWindowState decode_fading_window(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
