// Columns of times and weights as arrays of numbers, and what is known of a column before it is
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
#include "core/fading/decayed_weight.hpp"
#include "core/fading/half_life.hpp"

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

nb::object decayed_weights(const TimeArray& times, Time half_life, std::int64_t base) {
    const HalfLife halving(half_life);
    ColumnBuffer<double> weights(times.shape(0));
    std::ranges::transform(numbers(times), weights.begin(),
                           [&](Time time) { return decayed_weight(halving, time, base); });
    return as_array(std::move(weights));
}

// Most labels are of types that need no Python code and no reference.
bool is_missing_label(PyObject* label) {
    if (PyUnicode_CheckExact(label) || PyLong_CheckExact(label)) return false;
    if (PyFloat_CheckExact(label)) return std::isnan(PyFloat_AS_DOUBLE(label));
    return label == Py_None || !plain_label(nb::borrow(label)).is_valid();
}

// `label(row)` is null behind the last row: a foreign label may run Python code that changes a
// list.
template <class Label>
bool any_missing(const Label& label) {
    for (std::size_t first = 0;; first += 4096) {
        check_interrupt();
        for (std::size_t row = first; row < first + 4096; ++row) {
            PyObject* object = label(row);
            if (object == nullptr) return false;
            if (is_missing_label(object)) return true;
        }
    }
}

bool has_missing(nb::handle labels) {
    Interruptible open;
    if (PyList_CheckExact(labels.ptr()) || PyTuple_CheckExact(labels.ptr())) {
        return any_missing([&](std::size_t row) {
            const auto place = static_cast<Py_ssize_t>(row);
            const bool behind = place >= PySequence_Fast_GET_SIZE(labels.ptr());
            return behind ? nullptr : PySequence_Fast_GET_ITEM(labels.ptr(), place);
        });
    }
    const Array array = open_array(labels, "labels");
    if (array.kind != 'O' || array.mask.is_valid()) {
        throw nb::type_error("labels must be a list, a tuple or an array of objects");
    }
    const ArrayBuffer buffer(array.values);
    const auto objects = buffer.as<PyObject*>();
    return any_missing([&](std::size_t row) -> PyObject* {
        if (row >= objects.size()) return nullptr;
        return objects[row] == nullptr ? Py_None : objects[row];
    });
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
    module.def("decayed_weights", &decayed_weights, nb::arg("times"), nb::arg("half_life"),
               nb::arg("base"),
               nb::sig("def decayed_weights(times: NDArray[numpy.int64], half_life: int, "
                       "base: int) -> NDArray[numpy.float64]"),
               "Return 2**(time / half_life - base) for each time in nanoseconds.");
    module.attr("MOST_HALVINGS") = most_halvings;
    module.def("has_missing", &has_missing, nb::arg("labels"),
               "Whether a list, a tuple or an array of objects holds None, NaN, NaT or NA.");
    module.def(
        "span_nanoseconds", [](nb::handle span) { return read_span(span, "window", false); },
        nb::arg("span"), "A span of time as nanoseconds.");
}

}  // namespace entrostream
