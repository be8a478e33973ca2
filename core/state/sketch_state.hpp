// The parts of a sketch's state that all sketches with a table share.
//
// Exact counts are sorted by key, so the bytes are a function of the content. Later the slots are
// stored as they are: a restored sketch continues exactly as the saved one would have.
#pragma once
#include <cstdint>
#include <span>

#include "core/sketch/gini_sketch.hpp"
#include "core/sketch/hcc.hpp"
#include "core/state/missing.hpp"
#include "core/state/reader.hpp"
#include "core/state/state_labels.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

void encode(Writer& writer, const Hcc& sketch);
[[nodiscard]] Hcc decode_hcc(Reader& reader, std::size_t memory, std::uint64_t seed);

struct GiniSketchState {
    GiniSketch sketch;
    Missing missing = Missing::raise;
};

[[nodiscard]] StateBytes encode(const GiniSketchState& state);
// Throws StateError for anything that encode does not produce.
[[nodiscard]] GiniSketchState decode_gini_sketch(std::span<const std::uint8_t> bytes);

// The memory and the seed of a sketch, which every state begins with.
struct SketchParameters {
    std::size_t memory = 0;
    std::uint64_t seed = 0;
    Missing missing = Missing::raise;
};
void encode(Writer& writer, const SketchParameters& parameters);
[[nodiscard]] SketchParameters decode_sketch_parameters(Reader& reader);

}  // namespace entrostream
