// `inspect.signature` and docstrings of the functions of the module, as Python's own have them.
#pragma once
#include <nanobind/nanobind.h>

namespace entrostream {

// Applies to all functions and methods of the module.
void show_signatures(nanobind::module_& module);

}  // namespace entrostream
