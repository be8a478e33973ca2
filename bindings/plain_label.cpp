#include "bindings/plain_label.hpp"

#include <nanobind/stl/string.h>

#include <datetime.h>

#include <cmath>
#include <string>

namespace entrostream {

namespace {

Loaded numpy_generic("numpy", "generic");
Loaded arrow_scalar("pyarrow", "Scalar");
Loaded pandas_nat("pandas", "NaT");
Loaded pandas_na("pandas", "NA");
Loaded decimal("decimal", "Decimal");

bool equal(nb::handle a, nb::handle b) {
    const int same = PyObject_RichCompareBool(a.ptr(), b.ptr(), Py_EQ);
    if (same < 0) throw nb::python_error();
    return same == 1;
}

// NumPy gives its times in nanoseconds as bare integers; a label must stay a
// time, so they become Python's where those are fine enough.
nb::object plain_numpy_time(nb::handle value, const char* microseconds) {
    nb::object item = value.attr("item")();
    if (!PyLong_Check(item.ptr())) return item;
    const nb::object rounded = value.attr("astype")(microseconds);
    if (!equal(rounded, value)) return nb::borrow(value);
    nb::object whole = rounded.attr("item")();
    return PyLong_Check(whole.ptr()) ? nb::borrow(value) : whole;
}

nb::object plain_numpy(nb::handle value) {
    const nb::object kind = value.attr("dtype").attr("kind");
    const std::string name = nb::cast<std::string>(nb::str(kind));
    if (name == "M") return plain_numpy_time(value, "datetime64[us]");
    if (name == "m") return plain_numpy_time(value, "timedelta64[us]");
    nb::object item = value.attr("item")();
    // A long double has no Python twin; where a float holds its value, that is it.
    if (name == "f" && !PyFloat_CheckExact(item.ptr())) {
        nb::object number = nb::steal(PyNumber_Float(item.ptr()));
        if (!number.is_valid()) throw nb::python_error();
        if (equal(number, item) || std::isnan(PyFloat_AS_DOUBLE(number.ptr()))) return number;
    }
    return item;
}

// pandas' times are subclasses of datetime's with nanoseconds beside.
nb::object plain_pandas_time(nb::handle value, const char* nanoseconds, const char* convert) {
    if (!nb::hasattr(value, convert)) return nb::borrow(value);
    return equal(value.attr(nanoseconds), nb::int_(0)) ? nb::object(value.attr(convert)())
                                                       : nb::borrow(value);
}

bool is_nan(nb::handle value) {
    PyObject* number = value.ptr();
    if (PyFloat_Check(number)) return std::isnan(PyFloat_AS_DOUBLE(number));
    if (PyComplex_Check(number)) {
        const Py_complex parts = PyComplex_AsCComplex(number);
        return std::isnan(parts.real) || std::isnan(parts.imag);
    }
    return decimal.is_type_of(value) && nb::cast<bool>(value.attr("is_nan")());
}

bool is_missing(nb::handle value) {
    return value.is_none() || is_nan(value) || value.is(pandas_nat.get()) ||
           value.is(pandas_na.get());
}

// Kinds that need no look at the rest: they are Python's own.
bool is_surely_plain(nb::handle value) {
    PyObject* object = value.ptr();
    return PyUnicode_CheckExact(object) || PyLong_CheckExact(object) || PyBool_Check(object) ||
           PyBytes_CheckExact(object) || PyTuple_CheckExact(object);
}

nb::object plain_foreign(nb::handle value) {
    if (numpy_generic.is_type_of(value)) return plain_numpy(value);
    if (arrow_scalar.is_type_of(value)) return plain_foreign(value.attr("as_py")());
    if (PyDateTime_Check(value.ptr()) && !PyDateTime_CheckExact(value.ptr())) {
        return plain_pandas_time(value, "nanosecond", "to_pydatetime");
    }
    if (PyDelta_Check(value.ptr()) && !PyDelta_CheckExact(value.ptr())) {
        return plain_pandas_time(value, "nanoseconds", "to_pytimedelta");
    }
    return nb::borrow(value);
}

}  // namespace

nb::handle Loaded::get() {
    if (found_ != nullptr) return found_;
    if (key_ == nullptr) key_ = nb::str(module_).release().ptr();
    const nb::object owner = nb::steal(PyImport_GetModule(key_));
    if (!owner.is_valid() || !nb::hasattr(owner, name_)) {
        PyErr_Clear();
        return {};
    }
    found_ = nb::object(owner.attr(name_)).release().ptr();
    return found_;
}

bool Loaded::is_type_of(nb::handle value) {
    const nb::handle type = get();
    return type.is_valid() &&
           PyType_IsSubtype(Py_TYPE(value.ptr()), reinterpret_cast<PyTypeObject*>(type.ptr())) != 0;
}

nb::object plain_label(nb::handle value) {
    if (PyDateTimeAPI == nullptr) PyDateTime_IMPORT;
    if (is_surely_plain(value)) return nb::borrow(value);
    if (is_missing(value)) return {};
    nb::object plain = plain_foreign(value);
    if (is_missing(plain)) plain.reset();
    return plain;
}

}  // namespace entrostream
