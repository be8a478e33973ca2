// The state of a contingency table, and its serialisation.
//
// Stored row by row in label order, so the bytes are a function of the counts. Sums are not
// stored, since they are a function of the counts too.
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
    std::vector<PairCount> pairs = {};  // positions in `labels`, no count 0, sum below 2^62
};

// Throws std::invalid_argument if two labels of x, or of y, have the same encoding.
[[nodiscard]] StateBytes encode(const ContingencyTableState& state);

// Throws StateError for anything that encode does not produce.
[[nodiscard]] ContingencyTableState decode_contingency_table(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
