// Serialisation of the method clifford_cosma of an entropy sketch.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/sketch/clifford_cosma.hpp"
#include "core/state/reader.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

void encode(Writer& payload, const CliffordCosma& sketch);

// Throws StateError for anything that encode does not produce for this memory and seed.
[[nodiscard]] CliffordCosma decode_clifford_cosma(Reader& reader, std::size_t memory,
                                                  std::uint64_t seed);

}  // namespace entrostream
