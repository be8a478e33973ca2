// The serialised state of an Adwin.
//
// Everything its future behaviour depends on, to the bit, and the changes it stores. Equal
// objects have equal bytes.
#pragma once
#include <cstdint>
#include <span>

#include "core/drift/adwin.hpp"
#include "core/state/state_labels.hpp"

namespace entrostream {

[[nodiscard]] StateBytes encode(const Adwin& adwin);

// Throws StateError for anything that encode does not produce.
[[nodiscard]] Adwin decode_adwin(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
