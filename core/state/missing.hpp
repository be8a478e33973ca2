// What a summary does with a missing value: a parameter that its state carries.
#pragma once
#include <cstdint>

namespace entrostream {

enum class Missing : std::uint8_t {
    raise = 0,  // an error
    skip = 1,   // no event happened
    label = 2,  // all missing values are one label
};

}  // namespace entrostream
