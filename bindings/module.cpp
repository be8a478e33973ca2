// The module: the registry of everything that it contains.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <exception>
#include <stdexcept>

#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/call_errors.hpp"
#include "bindings/runtime/measures.hpp"
#include "bindings/runtime/signatures.hpp"
#include "core/counts/measure.hpp"
#include "core/exact/checksum.hpp"
#include "core/state/state_error.hpp"
#include "core/tables/table_measure.hpp"

namespace nb = nanobind;

namespace entrostream {

// Each is defined in the file of its class.
void bind_tally(nb::module_& module);
void bind_sliding_window(nb::module_& module);
void bind_time_window(nb::module_& module);
void bind_weighted_time_window(nb::module_& module);
void bind_weighted_tally(nb::module_& module);
void bind_contingency_table(nb::module_& module);
void bind_contingency_window(nb::module_& module);
void bind_contingency_time_window(nb::module_& module);
void bind_fading_tally(nb::module_& module);
void bind_fading_window(nb::module_& module);
void bind_adaptive_window(nb::module_& module);
void bind_adwin(nb::module_& module);
void bind_divergence_window(nb::module_& module);
void bind_entropy_sketch(nb::module_& module);
void bind_gini_sketch(nb::module_& module);
void bind_tree(nb::module_& module);
void bind_encoders(nb::module_& module);
void bind_column_readers(nb::module_& module);
void bind_halt(nb::module_& module);
void bind_row_windows(nb::module_& module);
void bind_fading_rows(nb::module_& module);
void bind_divergence(nb::module_& module);
void bind_group_sketches(nb::module_& module);
void bind_fading_sketches(nb::module_& module);
void bind_recent_sketches(nb::module_& module);
void bind_time_readers(nb::module_& module);
void bind_adaptive_thresholds(nb::module_& module);

namespace {

// The registry of public classes, one line per class: `_core.__all__` has their names, and the
// package, its stubs, laws, doctests, states and docs are checked against that.
constexpr void (*public_classes[])(nb::module_&) = {
    bind_tally,
    bind_sliding_window,
    bind_time_window,
    bind_weighted_time_window,
    bind_weighted_tally,
    bind_contingency_table,
    bind_contingency_window,
    bind_contingency_time_window,
    bind_fading_tally,
    bind_fading_window,
    bind_adaptive_window,
    bind_adwin,
    bind_divergence_window,
    bind_entropy_sketch,
    bind_gini_sketch,
};

constexpr void (*private_parts[])(nb::module_&) = {
    bind_tree,             // for entrostream.tree
    bind_encoders,         // for columns
    bind_column_readers,   // for columns
    bind_halt,             // for columns
    bind_row_windows,      // for columns
    bind_fading_rows,      // for columns
    bind_divergence,       // for columns
    bind_group_sketches,   // for columns
    bind_fading_sketches,  // for entrostream.sketches
    bind_recent_sketches,
    bind_time_readers,         // for tests
    bind_adaptive_thresholds,  // for tests
};

// The public names: those in the module so far.
nb::list public_names(const nb::module_& module) {
    nb::list names;
    for (const nb::handle name : nb::dict(module.attr("__dict__")).keys()) {
        if (!nb::cast<std::string>(name).starts_with("_")) names.append(name);
    }
    return names;
}

}  // namespace

}  // namespace entrostream

namespace {

// The container would exceed any memory: MemoryError.
void translate_length_error(const std::exception_ptr& error, void*) {
    try {
        std::rethrow_exception(error);
    } catch (const std::length_error&) {
        PyErr_NoMemory();
    }
}

// The names of the measures, and of those that are counts.
void add_measures(nb::module_& module) {
    using entrostream::Measure;
    using entrostream::TableMeasure;
    module.attr("MEASURES") = entrostream::measure_names<Measure>();
    module.attr("COUNTS") = entrostream::count_names<Measure>();
    module.attr("PAIR_MEASURES") = entrostream::measure_names<TableMeasure>();
    module.attr("PAIR_COUNTS") = entrostream::count_names<TableMeasure>();
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
    for (const auto bind : entrostream::public_classes)
        bind(module);
    module.attr("__all__") = entrostream::public_names(module);
    for (const auto bind : entrostream::private_parts)
        bind(module);
    add_measures(module);
    module.def("repr_short", &entrostream::repr_short, nb::arg("value").none(),
               nb::sig("def repr_short(value: Any) -> str"),
               "A value as errors show it: its repr, cut to one line.");
    module.def("exact_checksum", &entrostream::exact_checksum,
               "One number over a fixed list of exact values: equal on every machine.");
    entrostream::explain_call_errors(module);
    entrostream::show_signatures(module);
}
