#include "bindings/tree/attribute_value.hpp"

#include <cmath>
#include <string>

#include "bindings/labels/plain_label.hpp"

namespace entrostream {

namespace {

bool is_number(nb::handle value) {
    const PyNumberMethods* methods = Py_TYPE(value.ptr())->tp_as_number;
    return PyBool_Check(value.ptr()) == 0 && methods != nullptr && methods->nb_float != nullptr;
}

AttributeValue number_value(nb::handle value, nb::handle shown_value, const ValuePlace& place) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (number == -1.0 && PyErr_Occurred() != nullptr) {
        const nb::python_error error;
        if (!error.matches(PyExc_OverflowError)) throw error;
        throw_infinite(shown_value, place);
    }
    if (std::isinf(number)) throw_infinite(shown_value, place);
    if (std::isnan(number)) return {};
    return {ValueKind::number, number, {}};
}

}  // namespace

void throw_infinite(nb::handle value, const ValuePlace& place) {
    throw nb::value_error(("attribute " + repr_short(place.attribute) +
                           " must be a finite float, got " + repr_short(value) + at_row(place.row) +
                           "; pass None where it is unknown")
                              .c_str());
}

void throw_other_kind(ValueKind before, nb::handle value, const ValuePlace& place) {
    const char* was = before == ValueKind::number ? "numeric" : "nominal";
    throw nb::type_error(("attribute " + repr_short(place.attribute) + " is " + was +
                          " since its first value, got " + repr_with_type(value) +
                          at_row(place.row) +
                          "; name it in nominal_attributes of a new tree to take every value of "
                          "it as a label")
                             .c_str());
}

void throw_no_hash(nb::handle value, const ValuePlace& place) {
    throw nb::type_error(("attribute " + repr_short(place.attribute) +
                          " must have values with a hash, got " + repr_with_type(value) +
                          at_row(place.row))
                             .c_str());
}

AttributeValue read_value(nb::handle value, const ValuePlace& place) {
    if (PyFloat_CheckExact(value.ptr()) || PyLong_CheckExact(value.ptr())) {
        return number_value(value, value, place);
    }
    AttributeValue read = read_label(value);
    if (read.kind != ValueKind::label || !is_number(read.label)) return read;
    return number_value(read.label, value, place);
}

AttributeValue read_label(nb::handle value) {
    nb::object plain = plain_label(value);
    if (!plain.is_valid()) return {};
    return {ValueKind::label, 0.0, std::move(plain)};
}

}  // namespace entrostream
