// The key of a label: a hash of its value under the seed of a sketch.
//
// A sketch sees keys only. Equal labels have equal keys in every process and on every machine,
// whatever the byte order, so sketches with the same seed merge.
#pragma once
#include <cstdint>

namespace entrostream {

using Key = std::uint64_t;

}  // namespace entrostream
