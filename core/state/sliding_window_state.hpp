// The state of a sliding window, and its serialisation.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/counts/code.hpp"
#include "core/state/label.hpp"
#include "core/state/missing.hpp"
#include "core/state/state_labels.hpp"

namespace entrostream {

struct SlidingWindowState {
    Missing missing = Missing::raise;
    std::uint64_t size = 1;
    std::vector<Label> labels;  // each occurs in `events`
    std::vector<Code> events;   // positions in `labels`, oldest first, at most `size`
};

// Throws std::invalid_argument if two labels have the same encoding.
[[nodiscard]] StateBytes encode(const SlidingWindowState& state);

// Throws StateError for anything that encode does not produce.
[[nodiscard]] SlidingWindowState decode_sliding_window(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
