// How a summary handles missing values: a parameter stored in its state.
#pragma once
#include <cstdint>

namespace entrostream {

enum class Missing : std::uint8_t {
    raise = 0,  // throw an error
    skip = 1,   // ignore the event
    label = 2,  // count all missing values as one label
};

}  // namespace entrostream
