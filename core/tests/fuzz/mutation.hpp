// Mutations of an input that know the structure of states: varints, doubles of eight bytes, and
// runs of fields that may be swapped.
#pragma once
#include <cstdint>
#include <vector>

#include "core/tests/random.hpp"

namespace entrostream::testing {

using Input = std::vector<std::uint8_t>;

// Changes the input somewhere behind its first byte. `other` is of the same kind.
void mutate(Input& input, const Input& other, Random& random);

}  // namespace entrostream::testing
