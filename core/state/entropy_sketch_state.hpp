// The state of an entropy sketch of any method, and its serialisation.
#pragma once
#include <cstdint>
#include <span>

#include "core/sketch/entropy_sketch.hpp"
#include "core/state/missing.hpp"
#include "core/state/sketch_state.hpp"
#include "core/state/state_labels.hpp"

namespace entrostream {

using EntropySketchMethod = EntropySketch::Methods;

struct EntropySketchState {
    EntropySketchMethod method;
    Missing missing = Missing::raise;
};

[[nodiscard]] StateBytes encode(const EntropySketchState& state);

// Throws StateError for anything that encode does not produce.
[[nodiscard]] EntropySketchState decode_entropy_sketch(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
