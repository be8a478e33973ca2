// The state of an entropy sketch of any method, and its serialisation.
#pragma once
#include <cstdint>
#include <span>
#include <variant>

#include "core/sketch/hcc.hpp"
#include "core/state/missing.hpp"
#include "core/state/sketch_state.hpp"
#include "core/state/state_labels.hpp"

namespace entrostream {

// The methods, in the order of their numbers in states, which never change.
using EntropySketchMethod = std::variant<Hcc>;

struct EntropySketchState {
    EntropySketchMethod method;
    Missing missing = Missing::raise;
};

[[nodiscard]] StateBytes encode(const EntropySketchState& state);

// Throws StateError for anything that encode does not produce.
[[nodiscard]] EntropySketchState decode_entropy_sketch(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
