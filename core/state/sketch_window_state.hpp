// The state of a ring of sketches, one per pane of a time window, and its serialisation.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/state/entropy_sketch_state.hpp"
#include "core/state/state_labels.hpp"
#include "core/time/time.hpp"

namespace entrostream {

struct SketchPane {
    Time number = 0;  // time / length of a pane, rounded down
    EntropySketchState sketch;
};

struct SketchWindowState {
    EntropySketchState empty;  // a sketch without events, which a new pane starts from
    Time span = 1;
    std::uint64_t panes = 1;
    Late late = Late::raise;
    Clock clock = Clock::unset;  // unset: no time seen yet, and the members below are empty
    Time newest = 0;             // the number of the newest pane, which may have no events
    std::uint64_t dropped = 0;
    // With events, in the order of their numbers; seed, method and rule for missing labels are
    // those of `empty`, the memory is at most that of it.
    std::vector<SketchPane> ring;
};

[[nodiscard]] StateBytes encode(const SketchWindowState& state);

// Throws StateError for anything that encode does not produce.
[[nodiscard]] SketchWindowState decode_sketch_window(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
