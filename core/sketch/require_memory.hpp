// How a method of a sketch rejects a memory that is too small.
#pragma once
#include <cstddef>
#include <string>

#include "core/counts/require.hpp"

namespace entrostream {

// Throws std::invalid_argument, naming the method and the limit, unless least <= memory <= 2^40.
inline void require_memory(const char* method, std::size_t memory, std::size_t least) {
    const std::string got = " bytes for method='" + std::string(method) + "', got ";
    require(memory >= least,
            "memory must be at least " + std::to_string(least) + got + std::to_string(memory));
    require(memory <= std::size_t{1} << 40,
            "memory must be at most 2^40" + got + std::to_string(memory));
}

}  // namespace entrostream
