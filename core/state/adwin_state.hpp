// The bytes of an Adwin.
//
// All that its future depends on, to the bit, and the changes it keeps; equal ones have
// equal bytes.
#pragma once
#include <cstdint>
#include <span>

#include "core/drift/adwin.hpp"
#include "core/state/state_labels.hpp"

namespace entrostream {

[[nodiscard]] StateBytes encode(const Adwin& adwin);

// Throws StateError for anything that encode does not write.
[[nodiscard]] Adwin decode_adwin(std::span<const std::uint8_t> bytes);

}  // namespace entrostream
