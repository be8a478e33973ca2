#include "bindings/module.hpp"

#include <nanobind/stl/string.h>

#include <exception>
#include <stdexcept>

#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/call_errors.hpp"
#include "core/exact/checksum.hpp"
#include "core/state/state_error.hpp"

namespace nb = nanobind;

namespace {

// The container would exceed any memory: MemoryError.
void translate_length_error(const std::exception_ptr& error, void*) {
    try {
        std::rethrow_exception(error);
    } catch (const std::length_error&) {
        PyErr_NoMemory();
    }
}

// Python may import the extension again, but its types exist only once: the new module gets
// the same names. Returns whether there was a module before.
bool has_names_of_first(nb::module_& module) {
    static PyObject* first = nullptr;  // never released
    if (first == nullptr) {
        first = module.inc_ref().ptr();
        return false;
    }
    constexpr int keep_own = 0;
    if (PyDict_Merge(PyModule_GetDict(module.ptr()), PyModule_GetDict(first), keep_own) != 0) {
        throw nb::python_error();
    }
    return true;
}

}  // namespace

NB_MODULE(_core, module) {
    if (has_names_of_first(module)) return;
    // A summary that lives until the interpreter exits is not a leak.
    nb::set_leak_warnings(false);
    nb::register_exception_translator(translate_length_error);
    module.doc() = "The compiled core of entrostream; its names are public in entrostream itself.";
    nb::exception<entrostream::StateError>(module, "StateError", PyExc_ValueError);
    entrostream::bind_tally(module);
    entrostream::bind_sliding_window(module);
    entrostream::bind_time_window(module);
    entrostream::bind_weighted_time_window(module);
    entrostream::bind_weighted_tally(module);
    entrostream::bind_contingency_table(module);
    entrostream::bind_contingency_window(module);
    entrostream::bind_contingency_time_window(module);
    entrostream::bind_fading_tally(module);
    entrostream::bind_fading_window(module);
    entrostream::bind_adaptive_window(module);
    entrostream::bind_adwin(module);
    entrostream::bind_tree(module);
    entrostream::bind_encoders(module);
    entrostream::bind_column_readers(module);
    entrostream::bind_halt(module);
    entrostream::bind_row_windows(module);
    entrostream::bind_fading_rows(module);
    entrostream::bind_divergence(module);
    entrostream::bind_time_readers(module);
    entrostream::bind_adaptive_thresholds(module);
    module.def("repr_short", &entrostream::repr_short, nb::arg("value").none(),
               nb::sig("def repr_short(value: Any) -> str"),
               "A value as errors show it: its repr, cut to one line.");
    module.def("exact_checksum", &entrostream::exact_checksum,
               "One number over a fixed list of exact values: equal on every machine.");
    entrostream::explain_call_errors(module);
}
