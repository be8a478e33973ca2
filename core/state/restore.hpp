// Turns a summary's rejection of restored content into a StateError.
#pragma once
#include <stdexcept>
#include <string>

#include "core/state/state_error.hpp"

namespace entrostream {

// Returns restore(). If it throws std::invalid_argument because of inconsistent content,
// throws StateError instead.
template <class Restore>
decltype(auto) restore_or_refuse(Restore&& restore) {
    try {
        return restore();
    } catch (const std::invalid_argument& error) {
        throw StateError(std::string("state is damaged: ") + error.what());
    }
}

}  // namespace entrostream
