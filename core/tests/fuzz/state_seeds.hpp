// Seed states, and the conversion of a fuzz input to the bytes of a state.
//
// The first byte of an input chooses the kind and the framing. Most are payloads that get a
// right header and checksum, since otherwise the checksum would catch every change; some are
// complete states, with the checksum repaired or unchanged.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/state/label.hpp"
#include "core/state/state_labels.hpp"
#include "core/state/writer.hpp"
#include "core/tests/fuzz/mutation.hpp"

namespace entrostream::testing {

enum class Framing : std::uint8_t { payload, more_payload, repaired, as_it_is };
inline constexpr unsigned framings = 4;

// The bytes that an input stands for.
[[nodiscard]] StateBytes framed(StateKind kind, std::span<const std::uint8_t> input);
// The inputs that stand for this state; `place` is the index of its kind.
[[nodiscard]] std::vector<Input> inputs_for(const StateBytes& state, std::size_t place);

[[nodiscard]] std::vector<Label> seed_labels();
// Of all summaries, tables and detectors.
[[nodiscard]] std::vector<StateBytes> seed_states();

}  // namespace entrostream::testing
