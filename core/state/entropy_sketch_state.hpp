// The state of an entropy sketch of any method, and its serialisation.
#pragma once
#include <cstdint>
#include <span>
#include <variant>

#include "core/sketch/ccm07.hpp"
#include "core/sketch/cdm06.hpp"
#include "core/sketch/clifford_cosma.hpp"
#include "core/sketch/hcc.hpp"
#include "core/sketch/sketch_method.hpp"
#include "core/state/missing.hpp"
#include "core/state/reader.hpp"
#include "core/state/sketch_state.hpp"
#include "core/state/state_labels.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

// The methods, in the order of their numbers in states, which never change.
using EntropySketchMethod = std::variant<Hcc, Ccm07, Cdm06, CliffordCosma>;

static_assert(SketchMethod<Hcc> && SketchMethod<Ccm07> && SketchMethod<Cdm06> &&
              SketchMethod<CliffordCosma>);

struct EntropySketchState {
    EntropySketchMethod method;
    Missing missing = Missing::raise;
};
// The total weight of its events.
[[nodiscard]] double total_weight(const EntropySketchState& state);

[[nodiscard]] StateBytes encode(const EntropySketchState& state);
// The payload alone, for states that contain sketches.
void encode(Writer& writer, const EntropySketchState& state);
[[nodiscard]] EntropySketchState decode_entropy_sketch(Reader& reader);

// Throws StateError for anything that encode does not produce.
[[nodiscard]] EntropySketchState decode_entropy_sketch(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
