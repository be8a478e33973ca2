// How the core rejects invalid arguments.
#pragma once
#include <stdexcept>
#include <string>

namespace entrostream {

// Throws std::invalid_argument(what) unless `holds`.
inline void require(bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
}
inline void require(bool holds, const std::string& what) {
    require(holds, what.c_str());
}

}  // namespace entrostream
