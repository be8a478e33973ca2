// The state of a tally, and its serialisation.
//
// Sums are not stored: they are a function of the counts.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/state/label.hpp"
#include "core/state/missing.hpp"
#include "core/state/state_labels.hpp"

namespace entrostream {

struct TallyState {
    Missing missing = Missing::raise;
    std::vector<Label> labels = {};
    std::vector<std::uint64_t> counts = {};  // parallel to `labels`, none 0, sum below 2^62
};

// Labels with their counts, also used by other states.
void encode_counts(Writer& writer, const TallyState& state);
[[nodiscard]] TallyState decode_counts(Reader& reader);

// Throws std::invalid_argument if two labels have the same encoding.
[[nodiscard]] StateBytes encode(const TallyState& state);

// Throws StateError for anything that encode does not produce.
[[nodiscard]] TallyState decode_tally(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
