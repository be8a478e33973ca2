#include "bindings/runtime/arguments.hpp"

#include <algorithm>
#include <cmath>

#include "core/count_log/count_log.hpp"

namespace entrostream {

namespace {

// Accepts any integer, including NumPy's; bool is rejected.
nb::object as_integer(nb::handle value, const std::string& what) {
    const bool is_bool = PyBool_Check(value.ptr()) != 0;
    if (!is_bool && PyIndex_Check(value.ptr()) != 0) {
        return nb::steal(PyNumber_Index(value.ptr()));
    }
    throw nb::type_error((what + " must be an integer, got " + repr_with_type(value)).c_str());
}

// The value if it lies in 0 .. 2^62 - 1; -1 if below, -2 if above.
std::int64_t in_range(nb::handle integer) {
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
    if (overflow < 0 || (overflow == 0 && value < 0)) return -1;
    if (overflow > 0 || static_cast<std::uint64_t>(value) > max_events) return -2;
    return value;
}

std::uint64_t integer_from(nb::handle value, const std::string& what, std::int64_t least,
                           const char* kind) {
    const nb::object integer = as_integer(value, what);
    if (!integer.is_valid()) throw nb::python_error();
    const std::int64_t number = in_range(integer);
    if (number == -2) {
        throw nb::value_error((what + " must be below 2^62, got " + repr_short(value)).c_str());
    }
    if (number < least) {
        throw nb::value_error((what + " must be " + kind + ", got " + repr_short(value)).c_str());
    }
    return static_cast<std::uint64_t>(number);
}

}  // namespace

std::string text_of(nb::handle value) {
    const nb::object text = nb::steal(PyObject_Str(value.ptr()));
    if (!text.is_valid()) throw nb::python_error();
    const char* characters = PyUnicode_AsUTF8(text.ptr());
    if (characters == nullptr) throw nb::python_error();
    return characters;
}

nb::list list_of(nb::handle values) {
    PyObject* list = PySequence_List(values.ptr());
    if (list == nullptr) throw nb::python_error();
    return nb::steal<nb::list>(list);
}

std::string class_name(nb::handle value) {
    return text_of(value.type().attr("__name__"));
}

void throw_not_initialised(nb::handle self) {
    throw nb::type_error(
        (class_name(self) + " was not initialised: __init__ was not called, or failed").c_str());
}

namespace {

// Some values have no repr: that of a datetime64 of the year 10^16 raises.
std::string repr_of(nb::handle value) {
    try {
        return nb::repr(value).c_str();
    } catch (const nb::python_error& error) {
        if (!error.matches(PyExc_Exception)) throw;
        return "<" + class_name(value) + " without a repr>";
    }
}

}  // namespace

std::string repr_short(nb::handle value) {
    std::string text = repr_of(value);
    constexpr std::size_t longest = 100;
    std::size_t size = std::min(text.find('\n'), text.size());
    if (size == text.size() && size <= longest) return text;
    size = std::min(size, longest - 3);
    // Not within a character: the message would not be valid UTF-8 and would be lost.
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U)
        --size;
    return text.substr(0, size) + "...";
}

std::string repr_with_type(nb::handle value) {
    return repr_short(value) + " (" + class_name(value) + ")";
}

std::string at_row(std::size_t row) {
    return row == no_row ? "" : " at position " + std::to_string(row);
}

double real_number(nb::handle value, const std::string& what) {
    const auto complaint = [&] {
        return nb::type_error((what + " must be a number, got " + repr_with_type(value)).c_str());
    };
    if (PyBool_Check(value.ptr())) throw complaint();
    const double number = PyFloat_AsDouble(value.ptr());
    if (number == -1.0 && PyErr_Occurred() != nullptr) {
        const nb::python_error error;
        if (error.matches(PyExc_OverflowError)) return HUGE_VAL;
        throw complaint();
    }
    return number;
}

std::uint64_t positive_integer(nb::handle value, const std::string& what) {
    return integer_from(value, what, 1, "a positive integer");
}

std::uint64_t natural_number(nb::handle value, const std::string& what) {
    return integer_from(value, what, 0, "0 or a positive integer");
}

nb::list items_of(nb::handle counts) {
    if (!nb::hasattr(counts, "items")) {
        throw nb::type_error(
            ("counts must be a mapping of labels to numbers, got " + repr_with_type(counts))
                .c_str());
    }
    return list_of(counts.attr("items")());
}

void throw_not_held(const char* verb, nb::handle label, nb::handle wanted, nb::handle held) {
    std::string message = std::string("cannot ") + verb + " ";
    if (PyObject_IsTrue(held.ptr()) == 0) {
        message += repr_short(label) + ": it is not held";
    } else {
        message += repr_short(wanted) + " of " + repr_short(label) + ": only " + repr_short(held) +
                   " held";
    }
    throw nb::value_error(message.c_str());
}

Missing missing_rule(nb::handle value) {
    for (const Missing missing : {Missing::raise, Missing::skip, Missing::label}) {
        if (nb::str(missing_name(missing)).equal(value)) return missing;
    }
    throw nb::value_error(
        (R"(missing must be "raise", "skip" or "label", got )" + repr_short(value)).c_str());
}

const char* missing_name(Missing missing) noexcept {
    switch (missing) {
        case Missing::skip:
            return "skip";
        case Missing::label:
            return "label";
        case Missing::raise:
            break;
    }
    return "raise";
}

nb::object callback_argument(nb::handle value) {
    if (value.is_none() || PyCallable_Check(value.ptr()) != 0) return nb::borrow(value);
    throw nb::type_error(("on_change must be callable, got " + repr_with_type(value)).c_str());
}

double logarithm_base(nb::handle value) {
    const double base = PyFloat_AsDouble(value.ptr());
    bool too_large = std::isinf(base);
    if (base == -1.0 && PyErr_Occurred() != nullptr) {
        const nb::python_error error;
        too_large = error.matches(PyExc_OverflowError);
        if (!too_large) {
            throw nb::type_error(("base must be a number, got " + repr_with_type(value)).c_str());
        }
    }
    if (too_large || !(base > 1.0)) {
        throw nb::value_error(("base must be a number above 1, got " + repr_short(value)).c_str());
    }
    return base;
}

}  // namespace entrostream
