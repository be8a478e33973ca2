// What a summary refuses to be made of, its state refuses too.
#pragma once
#include <stdexcept>
#include <string>

#include "core/state/state_error.hpp"

namespace entrostream {

// Does what may throw std::invalid_argument for content that does not fit together, and
// gives what it gives.
template <class Restore>
decltype(auto) restore_or_refuse(Restore&& restore) {
    try {
        return restore();
    } catch (const std::invalid_argument& error) {
        throw StateError(std::string("state is damaged: ") + error.what());
    }
}

}  // namespace entrostream
