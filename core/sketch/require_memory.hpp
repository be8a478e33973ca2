// How a method of a sketch rejects a memory that is too small.
#pragma once
#include <cstddef>
#include <string>

#include "core/counts/require.hpp"

namespace entrostream {

// Throws std::invalid_argument, naming the method and the minimum.
inline void require_memory(const char* method, std::size_t memory, std::size_t least) {
    require(memory >= least, "memory of the method " + std::string(method) + " must be at least " +
                                 std::to_string(least) + " bytes, got " + std::to_string(memory));
}

}  // namespace entrostream
