// Errors for arguments that do not match, worded like Python's own.
#pragma once
#include <nanobind/nanobind.h>

namespace entrostream {

// Applies to all functions and classes of the module.
void explain_call_errors(nanobind::module_& module);

}  // namespace entrostream
