#include "bindings/plain_label.hpp"

#include <nanobind/stl/string.h>

#include <datetime.h>

#include <cmath>
#include <string>

#include "bindings/time_label.hpp"

namespace entrostream {

namespace {

Loaded numpy_generic("numpy", "generic");
Loaded arrow_scalar("pyarrow", "Scalar");
Loaded arrow_timestamp("pyarrow", "TimestampScalar");
Loaded arrow_duration("pyarrow", "DurationScalar");
Loaded numpy_masked("numpy.ma", "masked");
Loaded pandas_nat("pandas", "NaT");
Loaded pandas_na("pandas", "NA");
Loaded decimal("decimal", "Decimal");

nb::object plain_foreign(nb::handle value);

bool equal(nb::handle a, nb::handle b) {
    const int same = PyObject_RichCompareBool(a.ptr(), b.ptr(), Py_EQ);
    if (same < 0) throw nb::python_error();
    return same == 1;
}

// Months and years differ in length, and a bare timedelta64 has no unit at all.
bool has_no_length(nb::handle time) {
    const nb::object numpy = nb::module_::import_("numpy");
    const nb::object unit = numpy.attr("datetime_data")(time.attr("dtype"))[0];
    const std::string name = nb::cast<std::string>(unit);
    return name == "Y" || name == "M" || name == "generic";
}

// NumPy gives times that Python cannot hold as bare integers; a label must stay a
// time. It becomes Python's own where that is fine and wide enough, otherwise it
// stays NumPy's, in microseconds if they are fine enough: one form for one time.
nb::object plain_numpy_time(nb::handle value, const char* microseconds) {
    nb::object item = value.attr("item")();
    if (!PyLong_Check(item.ptr())) return item;
    if (has_no_length(value)) return nb::borrow(value);
    nb::object rounded = value.attr("astype")(microseconds);
    if (!equal(rounded, value)) return nb::borrow(value);
    nb::object whole = rounded.attr("item")();
    if (PyLong_Check(whole.ptr())) return rounded;
    return whole;
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

// pandas' spans are subclasses of timedelta with nanoseconds beside; with any of
// these they have a twin in NumPy only.
nb::object plain_pandas_span(nb::handle value) {
    if (!nb::hasattr(value, "to_pytimedelta")) return nb::borrow(value);
    const bool whole = equal(value.attr("nanoseconds"), nb::int_(0));
    return value.attr(whole ? "to_pytimedelta" : "to_timedelta64")();
}

// So are its moments. One with a zone is an instant, whatever the zone: in UTC no
// hour occurs twice.
nb::object plain_pandas_moment(nb::handle value) {
    if (!nb::hasattr(value, "to_pydatetime")) return nb::borrow(value);
    if (!value.attr("tzinfo").is_none()) {
        const nb::object ticks = value.attr("as_unit")("ns").attr("value");
        return timestamp_label(nb::cast<std::int64_t>(ticks), 1'000'000'000, true);
    }
    const bool whole = equal(value.attr("nanosecond"), nb::int_(0));
    return value.attr(whole ? "to_pydatetime" : "to_datetime64")();
}

// Arrow's times are ticks; asked for a Python object, it would need pandas for
// nanoseconds.
nb::object plain_arrow(nb::handle scalar) {
    const bool valid = nb::cast<bool>(scalar.attr("is_valid"));
    if (valid && arrow_timestamp.is_type_of(scalar)) {
        const nb::object type = scalar.attr("type");
        return timestamp_label(nb::cast<std::int64_t>(scalar.attr("value")),
                               ticks_a_second(type.attr("unit")), !type.attr("tz").is_none());
    }
    if (valid && arrow_duration.is_type_of(scalar)) {
        return duration_label(nb::cast<std::int64_t>(scalar.attr("value")),
                              ticks_a_second(scalar.attr("type").attr("unit")));
    }
    const nb::object value = scalar.attr("as_py")();
    return plain_foreign(value);
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

// Kinds that need no look at the rest: they are Python's own.
bool is_surely_plain(nb::handle value) {
    PyObject* object = value.ptr();
    return PyUnicode_CheckExact(object) || PyLong_CheckExact(object) || PyBool_Check(object) ||
           PyBytes_CheckExact(object) || PyTuple_CheckExact(object);
}

nb::object plain_foreign(nb::handle value) {
    if (numpy_generic.is_type_of(value)) return plain_numpy(value);
    if (arrow_scalar.is_type_of(value)) return plain_arrow(value);
    if (PyDateTime_Check(value.ptr()) && !PyDateTime_CheckExact(value.ptr())) {
        return plain_pandas_moment(value);
    }
    if (PyDelta_Check(value.ptr()) && !PyDelta_CheckExact(value.ptr())) {
        return plain_pandas_span(value);
    }
    return nb::borrow(value);
}

}  // namespace

bool is_missing(nb::handle value) {
    return value.is_none() || is_nan(value) || value.is(pandas_nat.get()) ||
           value.is(pandas_na.get()) || value.is(numpy_masked.get());
}

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
