// What the state of a contingency table holds, and how it becomes bytes and back.
//
// Row by row in the order of the labels, so the bytes are a function of the counts.
// Sums are not stored: they are too.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/counts/code_pair.hpp"
#include "core/state/missing.hpp"
#include "core/state/pair_labels.hpp"
#include "core/state/state_labels.hpp"

namespace entrostream {

struct ContingencyTableState {
    Missing missing = Missing::raise;
    PairLabels labels = {};
    std::vector<PairCount> pairs = {};  // places in `labels`, no count 0, sum below 2^62
};

// Throws std::invalid_argument if two labels of x, or of y, are written alike.
[[nodiscard]] StateBytes encode(const ContingencyTableState& state);

// Throws StateError for anything that encode does not write.
[[nodiscard]] ContingencyTableState decode_contingency_table(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
