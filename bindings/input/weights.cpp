#include "bindings/input/weights.hpp"

#include <cmath>
#include <span>
#include <stdexcept>
#include <string>

#include "bindings/input/batches/array_view.hpp"
#include "bindings/input/batches/arrow_column.hpp"
#include "bindings/input/batches/arrow_objects.hpp"
#include "bindings/input/batches/column_kind.hpp"
#include "bindings/input/batches/iterable.hpp"
#include "bindings/labels/plain_label.hpp"
#include "bindings/runtime/arguments.hpp"
#include "core/counts/interruption.hpp"

namespace entrostream {

namespace {

Loaded masked_array("numpy.ma", "MaskedArray");

[[noreturn]] void throw_no_number(nb::handle weight, std::size_t row) {
    throw nb::type_error(
        ("weight must be a number, got " + repr_with_type(weight) + at_row(row)).c_str());
}

// With `exact`, throws for an integer that no double represents.
double as_double(nb::handle weight, bool exact, std::size_t row) {
    if (PyBool_Check(weight.ptr()) || PyUnicode_Check(weight.ptr())) throw_no_number(weight, row);
    const double value = PyFloat_AsDouble(weight.ptr());
    if (value == -1.0 && PyErr_Occurred() != nullptr) {
        const nb::python_error error;
        if (error.matches(PyExc_OverflowError)) return HUGE_VAL;
        throw_no_number(weight, row);
    }
    if (exact && PyLong_Check(weight.ptr()) && !nb::float_(value).equal(weight)) {
        throw nb::value_error(("weight " + repr_short(weight) + at_row(row) +
                               " has no float of its own; exact=False rounds it")
                                  .c_str());
    }
    return value;
}

// A missing weight adds nothing or is an error; it cannot become a label.
std::uint64_t missing_units(Missing missing, nb::handle weight, std::size_t row) {
    if (missing == Missing::skip) return 0;
    throw nb::value_error(("weight is missing (" + repr_short(weight) + at_row(row) +
                           "); pass missing=\"skip\", or a weight of 0, to leave the row out")
                              .c_str());
}

// `number()` is the weight as errors show it.
template <class Number>
std::uint64_t units_of(const WeightedCounts& core, double weight, std::size_t row,
                       Number&& number) {
    if (weight == 0.0) return 0;
    try {
        return core.units(weight);
    } catch (const std::invalid_argument& error) {
        const std::string text = error.what();
        const bool range = text.rfind("must", 0) == 0;
        const std::string message = range ? "weight " + text + ", got " + number() + at_row(row)
                                          : "weight " + number() + at_row(row) + " " + text;
        throw nb::value_error(message.c_str());
    }
}

std::uint64_t units_at(const WeightedCounts& core, nb::handle weight, std::size_t row) {
    return units_of(core, as_double(weight, core.exact(), row), row,
                    [&] { return repr_short(weight); });
}

// Calls no Python code for the most common types.
bool is_missing_weight(nb::handle weight) {
    if (PyFloat_CheckExact(weight.ptr())) return std::isnan(PyFloat_AS_DOUBLE(weight.ptr()));
    return !PyLong_CheckExact(weight.ptr()) && is_missing(weight);
}

std::uint64_t units_at(const WeightedCounts& core, nb::handle weight, Missing missing,
                       std::size_t row) {
    if (is_missing_weight(weight)) return missing_units(missing, weight, row);
    const double number = as_double(weight, core.exact(), row);
    if (std::isnan(number)) return missing_units(missing, weight, row);  // a NumPy NaN
    return units_of(core, number, row, [&] { return repr_short(weight); });
}

std::vector<std::uint64_t> units_of_objects(const WeightedCounts& core, const nb::list& weights,
                                            Missing missing) {
    std::vector<std::uint64_t> units;
    units.reserve(nb::len(weights));
    InterruptPoll<4096> poll;
    for (const nb::handle weight : weights) {
        poll();
        units.push_back(units_at(core, weight, missing, units.size()));
    }
    return units;
}

std::vector<std::uint64_t> units_of_floats(const WeightedCounts& core,
                                           std::span<const double> weights, Missing missing) {
    std::vector<std::uint64_t> units(weights.size());
    InterruptPoll<4096> poll;
    for (std::size_t row = 0; row < weights.size(); ++row) {
        poll();
        const double weight = weights[row];
        units[row] = std::isnan(weight) ? missing_units(missing, nb::float_(weight), row)
                                        : units_of(core, weight, row,
                                                   [&] { return repr_short(nb::float_(weight)); });
    }
    return units;
}

nb::list objects_of_arrow(nb::handle weights) {
    ArrowColumn column;
    open_column(weights, column);
    return arrow_objects(weights, column, "weights");
}

// NumPy's asarray would read masked values as weights, and Arrow columns of most producers as one
// object.
nb::object array_of(nb::handle weights, const nb::module_& numpy) {
    if (masked_array.is_type_of(weights)) {
        return numpy.attr("array")(weights.attr("tolist")(), "object");
    }
    const bool only_arrow =
        column_kind(weights) == ColumnKind::arrow && !nb::hasattr(weights, "__array__");
    if (only_arrow) return numpy.attr("array")(objects_of_arrow(weights), "object");
    return numpy.attr("asarray")(weights);
}

void require_as_many(std::size_t weights, std::size_t rows) {
    if (weights == rows) return;
    throw nb::value_error(("labels and weights differ in length: " + std::to_string(rows) +
                           " and " + std::to_string(weights))
                              .c_str());
}

// NumPy would take an iterator for one object.
bool is_iterator(nb::handle weights) {
    return column_kind(weights) == ColumnKind::other && nb::hasattr(weights, "__iter__") &&
           !nb::hasattr(weights, "__len__");
}

std::vector<std::uint64_t> weights_of_iterator(const WeightedCounts& core, nb::handle weights,
                                               std::size_t rows, Missing missing) {
    Iterable items(weights, "weights");
    if (!items.gives_columns()) return read_weights(core, items.as_list(), rows, missing);
    std::vector<std::uint64_t> units;
    items.each_column([&](nb::handle column, std::size_t before) {
        const std::vector<std::uint64_t> next = behind_rows(
            before, [&] { return read_weights(core, column, nb::len(column), missing); });
        units.insert(units.end(), next.begin(), next.end());
        return units.size();
    });
    require_as_many(units.size(), rows);
    return units;
}

}  // namespace

std::uint64_t read_weight(const WeightedCounts& core, nb::handle weight) {
    return units_at(core, weight, no_row);
}

std::uint64_t read_weight(const WeightedCounts& core, nb::handle weight, Missing missing) {
    return units_at(core, weight, missing, no_row);
}

int sign_of_weight(nb::handle weight) {
    const double value = as_double(weight, false, no_row);
    return value < 0.0 ? -1 : static_cast<int>(value != 0.0);
}

std::vector<std::uint64_t> read_weights(const WeightedCounts& core, nb::handle weights,
                                        std::size_t rows, Missing missing) {
    const bool scalar = PyFloat_Check(weights.ptr()) || PyLong_Check(weights.ptr());
    if (scalar) return std::vector<std::uint64_t>(rows, read_weight(core, weights, missing));
    if (is_iterator(weights)) return weights_of_iterator(core, weights, rows, missing);
    const nb::module_ numpy = nb::module_::import_("numpy");
    const nb::object array = array_of(weights, numpy);
    if (nb::cast<int>(array.attr("ndim")) == 0) {
        const nb::object weight = array.attr("item")();
        return std::vector<std::uint64_t>(rows, read_weight(core, weight, missing));
    }
    if (nb::cast<int>(array.attr("ndim")) != 1) {
        throw nb::value_error("weights must have one dimension");
    }
    require_as_many(nb::len(array), rows);
    // Integers are converted one by one: not all of them are representable as doubles.
    if (text_of(array.attr("dtype").attr("kind")) != "f") {
        return units_of_objects(core, list_of(array.attr("tolist")()), missing);
    }
    const ArrayBuffer buffer(numpy.attr("ascontiguousarray")(array, "float64"));
    return units_of_floats(core, buffer.as<double>(), missing);
}

int unit_exponent(nb::handle unit) {
    const double value = PyBool_Check(unit.ptr()) ? -1.0 : PyFloat_AsDouble(unit.ptr());
    if (value == -1.0 && PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        throw nb::type_error(("unit must be a number, got " + repr_with_type(unit)).c_str());
    }
    int exponent = 0;
    const bool power = value > 0.0 && std::frexp(value, &exponent) == 0.5;
    constexpr int most = WeightedCounts::max_exponent;
    if (!power || exponent - 1 < -most || exponent - 1 > most) {
        throw nb::value_error(
            ("unit must be a power of two from 2^-900 to 2^900, got " + repr_short(unit)).c_str());
    }
    return exponent - 1;
}

bool exact_argument(nb::handle exact) {
    if (PyBool_Check(exact.ptr())) return exact.is(Py_True);
    throw nb::type_error(("exact must be True or False, got " + repr_short(exact)).c_str());
}

}  // namespace entrostream
