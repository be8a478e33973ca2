#include "bindings/weights.hpp"

#include <cmath>
#include <span>
#include <stdexcept>
#include <string>

#include "bindings/arguments.hpp"
#include "bindings/batches/array_view.hpp"
#include "core/counts/interruption.hpp"

namespace entrostream {

namespace {

[[noreturn]] void throw_no_number(nb::handle weight, std::size_t row) {
    throw nb::type_error(
        ("weight must be a number, got " + shown_with_type(weight) + at_row(row)).c_str());
}

// As a double; where an integer is none, its distance to it is asked for by `exact`.
double as_double(nb::handle weight, bool exact, std::size_t row) {
    if (PyBool_Check(weight.ptr()) || PyUnicode_Check(weight.ptr())) throw_no_number(weight, row);
    const double value = PyFloat_AsDouble(weight.ptr());
    if (value == -1.0 && PyErr_Occurred() != nullptr) {
        const nb::python_error error;
        if (error.matches(PyExc_OverflowError)) return HUGE_VAL;
        throw_no_number(weight, row);
    }
    if (exact && PyLong_Check(weight.ptr()) && !nb::float_(value).equal(weight)) {
        throw nb::value_error(("weight " + shown(weight) + at_row(row) +
                               " has no float of its own; exact=False rounds it")
                                  .c_str());
    }
    return value;
}

// `number()` is the weight as errors show it.
template <class Number>
std::uint64_t units_of(const WeightedCounts& core, double weight, std::size_t row,
                       Number&& number) {
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
    return units_of(core, as_double(weight, core.exact(), row), row, [&] { return shown(weight); });
}

std::vector<std::uint64_t> units_of_objects(const WeightedCounts& core, const nb::list& weights) {
    std::vector<std::uint64_t> units;
    units.reserve(nb::len(weights));
    SeldomAsking<4096> ask;
    for (const nb::handle weight : weights) {
        ask();
        units.push_back(units_at(core, weight, units.size()));
    }
    return units;
}

std::vector<std::uint64_t> units_of_floats(const WeightedCounts& core,
                                           std::span<const double> weights) {
    std::vector<std::uint64_t> units(weights.size());
    SeldomAsking<4096> ask;
    for (std::size_t row = 0; row < weights.size(); ++row) {
        ask();
        units[row] =
            units_of(core, weights[row], row, [&] { return shown(nb::float_(weights[row])); });
    }
    return units;
}

}  // namespace

std::uint64_t read_weight(const WeightedCounts& core, nb::handle weight) {
    return units_at(core, weight, no_row);
}

int sign_of_weight(nb::handle weight) {
    const double value = as_double(weight, false, no_row);
    return value < 0.0 ? -1 : static_cast<int>(value != 0.0);
}

std::vector<std::uint64_t> read_weights(const WeightedCounts& core, nb::handle weights,
                                        std::size_t rows) {
    const bool scalar = PyFloat_Check(weights.ptr()) || PyLong_Check(weights.ptr());
    if (scalar) return std::vector<std::uint64_t>(rows, read_weight(core, weights));
    const nb::module_ numpy = nb::module_::import_("numpy");
    const nb::object array = numpy.attr("asarray")(weights);
    if (nb::cast<int>(array.attr("ndim")) == 0) {
        return std::vector<std::uint64_t>(rows, read_weight(core, array.attr("item")()));
    }
    if (nb::cast<int>(array.attr("ndim")) != 1) {
        throw nb::value_error("weights must have one dimension");
    }
    const std::size_t given = nb::len(array);
    if (given != rows) {
        throw nb::value_error(("labels and weights differ in length: " + std::to_string(rows) +
                               " and " + std::to_string(given))
                                  .c_str());
    }
    // Integers go one by one: not all of them are doubles.
    if (text_of(array.attr("dtype").attr("kind")) != "f") {
        return units_of_objects(core, list_of(array.attr("tolist")()));
    }
    const ArrayBuffer buffer(numpy.attr("ascontiguousarray")(array, "float64"));
    return units_of_floats(core, buffer.as<double>());
}

int unit_exponent(nb::handle unit) {
    const double value = PyBool_Check(unit.ptr()) ? -1.0 : PyFloat_AsDouble(unit.ptr());
    if (value == -1.0 && PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        throw nb::type_error(("unit must be a number, got " + shown_with_type(unit)).c_str());
    }
    int exponent = 0;
    const bool power = value > 0.0 && std::frexp(value, &exponent) == 0.5;
    constexpr int most = WeightedCounts::max_exponent;
    if (!power || exponent - 1 < -most || exponent - 1 > most) {
        throw nb::value_error(
            ("unit must be a power of two from 2^-900 to 2^900, got " + shown(unit)).c_str());
    }
    return exponent - 1;
}

}  // namespace entrostream
