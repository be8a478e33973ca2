#include "bindings/module.hpp"

#include "core/exact/checksum.hpp"
#include "core/state/state_error.hpp"

namespace nb = nanobind;

NB_MODULE(_core, module) {
    module.doc() = "The compiled core of entrostream; its names are public in entrostream itself.";
    nb::exception<entrostream::StateError>(module, "StateError", PyExc_ValueError);
    entrostream::bind_tally(module);
    entrostream::bind_sliding_window(module);
    module.def("exact_checksum", &entrostream::exact_checksum,
               "One number over a fixed list of exact values: equal on every machine.");
}
