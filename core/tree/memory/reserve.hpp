// Reserves room in a vector ahead of its use, so that a later step cannot fail.
#pragma once
#include <bit>
#include <cstddef>

namespace entrostream::tree {

// For this many items; capacity doubles, so that many small steps cost little.
template <class Vector>
void reserve_to(Vector& items, std::size_t size) {
    if (size > items.capacity()) items.reserve(std::bit_ceil(size));
}

}  // namespace entrostream::tree
