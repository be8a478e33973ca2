// Serialisation of the method cdm06 of an entropy sketch.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/sketch/cdm06.hpp"
#include "core/state/reader.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

void encode(Writer& payload, const Cdm06& sketch);

// Throws StateError for anything that encode does not produce for this memory and seed.
[[nodiscard]] Cdm06 decode_cdm06(Reader& reader, std::size_t memory, std::uint64_t seed);

}  // namespace entrostream
