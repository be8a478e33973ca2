// What the state of a time window of pairs holds, and how it becomes bytes and back.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/counts/code_pair.hpp"
#include "core/state/pair_labels.hpp"
#include "core/state/state_labels.hpp"
#include "core/state/time_window_state.hpp"

namespace entrostream {

struct ContingencyTimeWindowState {
    PairLabels labels = {};
    std::vector<CodePair> pairs = {};  // places in `labels`; each occurs in the events
    TimeWindowState window = {};       // without labels: the codes are places in `pairs`
};

// Throws std::invalid_argument if two labels of x, or of y, are written alike.
[[nodiscard]] StateBytes encode(const ContingencyTimeWindowState& state);

// Throws StateError for anything that encode does not write.
[[nodiscard]] ContingencyTimeWindowState decode_contingency_time_window(
    std::span<const std::uint8_t> bytes);

}  // namespace entrostream
