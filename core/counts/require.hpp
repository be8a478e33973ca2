// The way in which the core refuses what cannot be.
#pragma once
#include <stdexcept>
#include <string>

namespace entrostream {

// Throws std::invalid_argument unless it holds.
inline void require(bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
}
inline void require(bool holds, const std::string& what) {
    require(holds, what.c_str());
}

}  // namespace entrostream
