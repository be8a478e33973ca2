#include "bindings/sketches/sketch_arguments.hpp"

#include <nanobind/stl/string.h>

#include <array>
#include <cctype>
#include <cmath>
#include <string>
#include <utility>

#include "bindings/input/batches/array_view.hpp"
#include "bindings/labels/plain_label.hpp"
#include "bindings/runtime/arguments.hpp"

namespace entrostream {

namespace {

[[noreturn]] void throw_no_memory_size(nb::handle memory) {
    throw nb::value_error(("memory must be a number of bytes, or a string such as \"64KiB\", "
                           "\"64kB\" or \"1.5MB\", got " +
                           repr_short(memory))
                              .c_str());
}

double unit_of(const std::string& name) {
    static constexpr std::array<std::pair<const char*, double>, 8> units{{{"", 1},
                                                                          {"b", 1},
                                                                          {"kb", 1e3},
                                                                          {"mb", 1e6},
                                                                          {"gb", 1e9},
                                                                          {"kib", 0x1p10},
                                                                          {"mib", 0x1p20},
                                                                          {"gib", 0x1p30}}};
    for (const auto& [each, bytes] : units) {
        if (name == each) return bytes;
    }
    return 0.0;
}

std::size_t memory_in(const std::string& text, nb::handle memory) {
    std::size_t place = 0;
    while (place < text.size() &&
           (std::isdigit(static_cast<unsigned char>(text[place])) != 0 || text[place] == '.')) {
        ++place;
    }
    std::string unit;
    for (const char letter : text.substr(place)) {
        if (letter != ' ') unit += static_cast<char>(std::tolower(letter));
    }
    const nb::object number =
        nb::steal(PyFloat_FromString(nb::str(text.substr(0, place).c_str()).ptr()));
    if (!number.is_valid()) PyErr_Clear();
    const double bytes = number.is_valid() ? PyFloat_AS_DOUBLE(number.ptr()) * unit_of(unit) : 0.0;
    if (!(bytes >= 1.0 && bytes < 0x1p62)) throw_no_memory_size(memory);
    return static_cast<std::size_t>(bytes);
}

[[noreturn]] void throw_bad_weight(const std::string& shown) {
    throw nb::value_error(("weight must be finite and 0 or more, got " + shown).c_str());
}

double checked_weight(double weight, Missing missing, const std::string& shown) {
    if (std::isnan(weight) && missing == Missing::skip) return 0.0;
    if (!(weight >= 0.0) || std::isinf(weight)) throw_bad_weight(shown);
    return weight;
}

nb::object as_doubles(nb::handle weights) {
    try {
        return nb::module_::import_("numpy").attr("asarray")(weights, "float64");
    } catch (const nb::python_error& error) {
        if (!error.matches(PyExc_TypeError) && !error.matches(PyExc_ValueError)) throw;
    }
    throw nb::type_error(("weights must be numbers, got " + repr_with_type(weights)).c_str());
}

}  // namespace

std::size_t memory_argument(nb::handle memory) {
    if (PyUnicode_Check(memory.ptr())) {
        return memory_in(nb::cast<std::string>(memory), memory);
    }
    return positive_integer(memory, "memory");
}

std::uint64_t seed_argument(nb::handle seed) {
    if (seed.is_none()) {
        const nb::object drawn = nb::module_::import_("secrets").attr("randbits")(64);
        return PyLong_AsUnsignedLongLong(drawn.ptr());
    }
    const bool integer = PyIndex_Check(seed.ptr()) != 0 && !PyBool_Check(seed.ptr());
    if (!integer) {
        throw nb::type_error(
            ("seed must be an integer or None, got " + repr_with_type(seed)).c_str());
    }
    const nb::object number = nb::steal(PyNumber_Index(seed.ptr()));
    if (!number.is_valid()) throw nb::python_error();
    const std::uint64_t value = PyLong_AsUnsignedLongLong(number.ptr());
    if (PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        throw nb::value_error(
            ("seed must be from 0 to 2**64 - 1, got " + repr_short(seed)).c_str());
    }
    return value;
}

double sketch_weight(nb::handle weight, Missing missing) {
    if (is_missing(weight) && missing == Missing::skip) return 0.0;
    return checked_weight(real_number(weight, "weight"), missing, repr_short(weight));
}

SketchWeights sketch_weights(nb::handle weights, Missing missing) {
    SketchWeights read;
    if (weights.is_none()) return read;
    if (PyFloat_Check(weights.ptr()) != 0 || PyLong_Check(weights.ptr()) != 0) {
        read.one_for_all = true;
        read.each.push_back(sketch_weight(weights, missing));
        return read;
    }
    const nb::object array = as_doubles(weights);
    const Array column = open_array(array, "weights");
    const ArrayBuffer buffer(column.values);
    for (const double weight : buffer.as<double>()) {
        read.each.push_back(checked_weight(weight, missing, std::to_string(weight)));
    }
    return read;
}

}  // namespace entrostream
