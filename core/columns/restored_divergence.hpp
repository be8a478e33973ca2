// A divergence window from its state.
#pragma once
#include <vector>

#include "core/columns/divergence_window.hpp"
#include "core/counts/code.hpp"
#include "core/state/divergence_window_state.hpp"

namespace entrostream {

// Codes for the labels of a state: those of the reference come first.
[[nodiscard]] std::vector<Code> codes_of_labels(const DivergenceWindowState& state);

// The window with these codes. Throws std::invalid_argument if the events do not belong to it, and
// std::overflow_error if it and its reference are too large for each other.
[[nodiscard]] DivergenceWindow restored_window(const DivergenceWindowState& state,
                                               const std::vector<Code>& codes);

}  // namespace entrostream
