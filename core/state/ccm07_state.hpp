// Serialisation of the method ccm07 of an entropy sketch.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/sketch/ccm07.hpp"
#include "core/state/reader.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

void encode(Writer& payload, const Ccm07& sketch);

// Throws StateError for anything that encode does not produce for this memory and seed.
[[nodiscard]] Ccm07 decode_ccm07(Reader& reader, std::size_t memory, std::uint64_t seed);

}  // namespace entrostream
