// Columns of times and weights as arrays of integers, and what is known of a column before it is
// read. Private to the package.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bindings/columns/arrays.hpp"
#include "bindings/input/batches/array_view.hpp"
#include "bindings/input/batches/column_buffer.hpp"
#include "bindings/input/times/times.hpp"
#include "bindings/input/weights.hpp"
#include "bindings/labels/plain_label.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/interruptible.hpp"
#include "core/counts/interruption.hpp"

namespace entrostream {

namespace {

nb::tuple column_times(nb::handle times, std::size_t rows) {
    ReadTimes read = read_times(times, rows);
    const char* clock = read.clock == Clock::instants  ? "instants"
                        : read.clock == Clock::seconds ? "seconds"
                                                       : "unset";
    const bool in_order = ascending(read.times);
    return nb::make_tuple(as_array(std::move(read.times)), clock, in_order);
}

nb::object column_weights(nb::handle weights, std::size_t rows, nb::handle missing,
                          nb::handle unit) {
    const WeightedCounts scale(unit_exponent(unit), false);
    const std::vector<std::uint64_t> units =
        read_weights(scale, weights, rows, missing_rule(missing));
    ColumnBuffer<std::uint64_t> buffer(units.size());
    std::copy(units.begin(), units.end(), buffer.begin());
    return as_array(std::move(buffer));
}

// The types that most labels have need no Python code.
bool is_missing_label(const nb::object& label) {
    PyObject* object = label.ptr();
    if (PyUnicode_CheckExact(object) || PyLong_CheckExact(object)) return false;
    if (PyFloat_CheckExact(object)) return std::isnan(PyFloat_AS_DOUBLE(object));
    return !plain_label(label).is_valid();
}

// A foreign label may run Python code that changes the list.
bool is_missing_in_sequence(nb::handle sequence) {
    InterruptPoll<4096> poll;
    for (Py_ssize_t row = 0; row < PySequence_Fast_GET_SIZE(sequence.ptr()); ++row) {
        poll();
        if (is_missing_label(nb::borrow(PySequence_Fast_GET_ITEM(sequence.ptr(), row)))) {
            return true;
        }
    }
    return false;
}

bool has_missing(nb::handle labels) {
    Interruptible open;
    if (PyList_CheckExact(labels.ptr()) || PyTuple_CheckExact(labels.ptr())) {
        return is_missing_in_sequence(labels);
    }
    const Array array = open_array(labels, "labels");
    if (array.kind != 'O' || array.mask.is_valid()) {
        throw nb::type_error("labels must be a list, a tuple or an array of objects");
    }
    const ArrayBuffer buffer(array.values);
    InterruptPoll<4096> poll;
    for (PyObject* object : buffer.as<PyObject*>()) {
        poll();
        if (object == nullptr || is_missing_label(nb::borrow(object))) return true;
    }
    return false;
}

}  // namespace

void bind_column_readers(nb::module_& module) {
    module.def(
        "column_times", &column_times, nb::arg("times"), nb::arg("rows"),
        nb::sig(
            "def column_times(times: Any, rows: int) -> tuple[NDArray[numpy.int64], str, bool]"),
        "A column of times as nanoseconds, of which clock they are, and whether they ascend.");
    module.def("column_weights", &column_weights, nb::arg("weights"), nb::arg("rows"),
               nb::kw_only(), nb::arg("missing"), nb::arg("unit"),
               nb::sig("def column_weights(weights: Any, rows: int, *, missing: str, unit: float) "
                       "-> NDArray[numpy.uint64]"),
               "A column of weights in units; 0 for a missing one that is skipped.");
    module.def("has_missing", &has_missing, nb::arg("labels"),
               "Whether a list, a tuple or an array of objects holds None, NaN, NaT or NA.");
    module.def(
        "span_nanoseconds", [](nb::handle span) { return read_span(span, "window", false); },
        nb::arg("span"), "A span of time as nanoseconds.");
}

}  // namespace entrostream
