// What the state of each summary holds, and how it becomes bytes and back.
//
// Labels stand in the order of their own bytes and none twice, so the bytes are
// a function of the parameters and of what is held, not of how it came. Sums are
// not stored: they are a function of the counts.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/counts/code.hpp"
#include "core/state/label.hpp"
#include "core/state/missing.hpp"

namespace entrostream {

using StateBytes = std::vector<std::uint8_t>;

struct TallyState {
    Missing missing = Missing::raise;
    std::vector<Label> labels = {};
    std::vector<std::uint64_t> counts = {};  // beside `labels`, none 0, sum below 2^62
};

struct SlidingWindowState {
    Missing missing = Missing::raise;
    std::uint64_t size = 1;
    std::vector<Label> labels;  // each of them occurs in `events`
    std::vector<Code> events;   // places in `labels`, oldest first, at most `size`
};

// Both throw std::invalid_argument if two labels are written alike.
[[nodiscard]] StateBytes encode(const TallyState& state);
[[nodiscard]] StateBytes encode(const SlidingWindowState& state);

// Both throw StateError for anything that encode does not write.
[[nodiscard]] TallyState decode_tally(std::span<const std::uint8_t> bytes);
[[nodiscard]] SlidingWindowState decode_sliding_window(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
