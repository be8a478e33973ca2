// The state of a contingency window, and its serialisation.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/counts/code_pair.hpp"
#include "core/state/missing.hpp"
#include "core/state/pair_labels.hpp"
#include "core/state/state_labels.hpp"

namespace entrostream {

struct ContingencyWindowState {
    Missing missing = Missing::raise;
    std::uint64_t size = 1;
    PairLabels labels = {};
    std::vector<CodePair> events = {};  // positions in `labels`, oldest first, at most `size`
};

// Throws std::invalid_argument if two labels of x, or of y, have the same encoding.
[[nodiscard]] StateBytes encode(const ContingencyWindowState& state);

// Throws StateError for anything that encode does not produce.
[[nodiscard]] ContingencyWindowState decode_contingency_window(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
