// The state of a divergence window, and its serialisation.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/counts/code.hpp"
#include "core/exact/divergence_rule.hpp"
#include "core/state/label.hpp"
#include "core/state/state_labels.hpp"
#include "core/state/time_window_state.hpp"
#include "core/time/time.hpp"

namespace entrostream {

struct DivergenceWindowState {
    struct Event {
        Time at = 0;    // 0 without times
        Code code = 0;  // position in `labels`
    };

    DivergenceRule rule;
    std::uint64_t size = 0;  // 0: a window by time
    // The parameters and the clock; without times only `missing` counts. Its labels and events
    // are not used.
    TimeWindowState time;
    std::vector<Label> labels;             // each is in the reference or occurs in `events`
    std::vector<std::uint64_t> reference;  // a count per label, 0 if it has none; empty: "previous"
    std::vector<Event> events;  // oldest first, at one time by code; the previous window's included
};

// Throws std::invalid_argument if two labels have the same encoding.
[[nodiscard]] StateBytes encode(const DivergenceWindowState& state);

// Throws StateError for anything that encode does not produce.
[[nodiscard]] DivergenceWindowState decode_divergence_window(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
