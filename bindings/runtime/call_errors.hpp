// Arguments that do not fit, told in Python's own words.
#pragma once
#include <nanobind/nanobind.h>

namespace entrostream {

// For all functions and classes of the module.
void explain_call_errors(nanobind::module_& module);

}  // namespace entrostream
