// Conversion of Python labels to the form of a state, and back.
#pragma once
#include <nanobind/nanobind.h>

#include "core/state/label.hpp"

namespace entrostream {

namespace nb = nanobind;

// Throws TypeError, naming the type, for a label that a state cannot represent.
[[nodiscard]] Label to_state(nb::handle label);
// Throws StateError if no such label exists.
[[nodiscard]] nb::object from_state(const Label& label);

}  // namespace entrostream
