// The state of a time window of pairs, and its serialisation.
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
    std::vector<CodePair> pairs = {};  // positions in `labels`; each occurs in the events
    TimeWindowState window = {};       // without labels: the codes are positions in `pairs`
};

// Throws std::invalid_argument if two labels of x, or of y, have the same encoding.
[[nodiscard]] StateBytes encode(const ContingencyTimeWindowState& state);

// Throws StateError for anything that encode does not produce.
[[nodiscard]] ContingencyTimeWindowState decode_contingency_time_window(
    std::span<const std::uint8_t> bytes);

}  // namespace entrostream
