#include "bindings/labels/plain_label.hpp"

#include <nanobind/stl/string.h>

#include <datetime.h>

#include <cmath>
#include <string>

#include "bindings/labels/time_label.hpp"

namespace entrostream {

namespace {

Loaded numpy_generic("numpy", "generic");
Loaded arrow_scalar("pyarrow", "Scalar");
Loaded arrow_timestamp("pyarrow", "TimestampScalar");
Loaded arrow_date32("pyarrow", "Date32Scalar");
Loaded arrow_date64("pyarrow", "Date64Scalar");
Loaded arrow_duration("pyarrow", "DurationScalar");
Loaded numpy_masked("numpy.ma", "masked");
Loaded pandas_nat("pandas", "NaT");
Loaded pandas_na("pandas", "NA");
Loaded decimal("decimal", "Decimal");

nb::object plain_foreign(nb::handle value, int depth = 0);

bool equal(nb::handle a, nb::handle b) {
    const int same = PyObject_RichCompareBool(a.ptr(), b.ptr(), Py_EQ);
    if (same < 0) throw nb::python_error();
    return same == 1;
}

// Months and years vary in length, and a bare timedelta64 has no unit at all.
bool has_no_length(nb::handle span) {
    const nb::object numpy = nb::module_::import_("numpy");
    const nb::object unit = numpy.attr("datetime_data")(span.attr("dtype"))[0];
    const std::string name = nb::cast<std::string>(unit);
    return name == "Y" || name == "M" || name == "generic";
}

// The same time in microseconds, or the time itself if it is finer or out of their range.
// A conversion out of range raises from NumPy 2.5 on. Earlier versions wrap around, also to
// compare across units: hence the comparison in the original unit.
nb::object in_microseconds(nb::handle time, const char* microseconds) {
    nb::object rounded;
    try {
        rounded = time.attr("astype")(microseconds);
    } catch (const nb::python_error& error) {
        if (!error.matches(PyExc_OverflowError)) throw;
        return nb::borrow(time);
    }
    return equal(rounded.attr("astype")(time.attr("dtype")), time) ? rounded : nb::borrow(time);
}

// NumPy returns bare integers for times outside Python's range; a label must stay a time. It
// becomes a Python object if that has the range and resolution; otherwise it stays a NumPy
// scalar, in microseconds if they are fine enough: one form for each time.
nb::object plain_numpy_time(nb::handle value, const char* microseconds) {
    nb::object item = value.attr("item")();
    if (!PyLong_Check(item.ptr())) return item;
    nb::object time = in_microseconds(value, microseconds);
    nb::object whole = time.attr("item")();
    return PyLong_Check(whole.ptr()) ? time : whole;
}

// To NumPy a day is the moment at which it begins, equal to that moment in any other unit.
nb::object plain_numpy_moment(nb::handle value) {
    nb::object moment = plain_numpy_time(value, "datetime64[us]");
    if (!PyDate_Check(moment.ptr()) || PyDateTime_Check(moment.ptr())) return moment;
    return plain_numpy_time(value.attr("astype")("datetime64[us]"), "datetime64[us]");
}

nb::object plain_numpy_span(nb::handle value) {
    const bool timeless =
        PyLong_Check(nb::object(value.attr("item")()).ptr()) && has_no_length(value);
    return timeless ? nb::borrow(value) : plain_numpy_time(value, "timedelta64[us]");
}

nb::object plain_numpy(nb::handle value) {
    const nb::object kind = value.attr("dtype").attr("kind");
    const std::string name = nb::cast<std::string>(nb::str(kind));
    if (name == "M") return plain_numpy_moment(value);
    if (name == "m") return plain_numpy_span(value);
    nb::object item = value.attr("item")();
    // Python has no long double; a value that a float holds exactly becomes that float.
    if (name == "f" && !PyFloat_CheckExact(item.ptr())) {
        nb::object number = nb::steal(PyNumber_Float(item.ptr()));
        if (!number.is_valid()) throw nb::python_error();
        if (equal(number, item) || std::isnan(PyFloat_AS_DOUBLE(number.ptr()))) return number;
    }
    return item;
}

// pandas' Timedelta is a subclass of timedelta with additional nanoseconds; if it has any,
// only NumPy has an equivalent.
nb::object plain_pandas_span(nb::handle value) {
    if (!nb::hasattr(value, "to_pytimedelta")) return nb::borrow(value);
    const bool whole = equal(value.attr("nanoseconds"), nb::int_(0));
    return value.attr(whole ? "to_pytimedelta" : "to_timedelta64")();
}

// pandas timestamps are converted by NumPy, with or without a zone.
nb::object plain_pandas_moment(nb::handle value) {
    const nb::object moment = value.attr("to_datetime64")();
    if (value.attr("tzinfo").is_none()) return plain_numpy(moment);
    const nb::object ticks = moment.attr("astype")("int64").attr("item")();
    return timestamp_label(nb::cast<std::int64_t>(ticks), ticks_per_second(value.attr("unit")),
                           true);
}

// A subclass may define its own ==; only one that compares like datetime is an instant.
nb::object plain_datetime(nb::handle value) {
    if (PyDateTime_CheckExact(value.ptr())) return instant_label(value);
    if (nb::hasattr(value, "to_datetime64")) return plain_pandas_moment(value);
    const bool own =
        Py_TYPE(value.ptr())->tp_richcompare != PyDateTimeAPI->DateTimeType->tp_richcompare;
    return own ? nb::borrow(value) : instant_label(value);
}

// Reads Arrow times by their ticks: `as_py` would need pandas for nanoseconds.
nb::object plain_arrow(nb::handle scalar) {
    const bool valid = nb::cast<bool>(scalar.attr("is_valid"));
    if (valid && arrow_timestamp.is_type_of(scalar)) {
        const nb::object type = scalar.attr("type");
        return timestamp_label(nb::cast<std::int64_t>(scalar.attr("value")),
                               ticks_per_second(type.attr("unit")), !type.attr("tz").is_none());
    }
    if (valid && arrow_date32.is_type_of(scalar)) {
        return date_label(nb::cast<std::int64_t>(scalar.attr("value")));
    }
    if (valid && arrow_date64.is_type_of(scalar)) {
        return date_label(nb::cast<std::int64_t>(scalar.attr("value")) / 86'400'000);
    }
    if (valid && arrow_duration.is_type_of(scalar)) {
        return duration_label(nb::cast<std::int64_t>(scalar.attr("value")),
                              ticks_per_second(scalar.attr("type").attr("unit")));
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

// Native Python types that need no further checks.
bool is_surely_plain(nb::handle value) {
    PyObject* object = value.ptr();
    return PyUnicode_CheckExact(object) || PyLong_CheckExact(object) || PyBool_Check(object) ||
           PyBytes_CheckExact(object);
}

// Converts an item of a tuple like a label; missing values stay as they are.
nb::object plain_item(nb::handle item, int depth) {
    if (PyFloat_CheckExact(item.ptr()) || is_surely_plain(item)) return nb::borrow(item);
    if (is_missing(item)) return nb::borrow(item);
    return plain_foreign(item, depth + 1);
}

// The tuple of the plain items: the same object if all of them are plain already.
nb::object plain_tuple(nb::handle items, int depth) {
    constexpr int deepest = 64;  // the limit of `to_bytes`
    if (depth >= deepest) return nb::borrow(items);
    const Py_ssize_t size = PyTuple_GET_SIZE(items.ptr());
    nb::object changed;
    for (Py_ssize_t i = 0; i < size; ++i) {
        PyObject* item = PyTuple_GET_ITEM(items.ptr(), i);
        nb::object plain = plain_item(item, depth);
        if (plain.is(item)) continue;
        if (!changed.is_valid()) changed = nb::steal(PySequence_List(items.ptr()));
        if (!changed.is_valid()) throw nb::python_error();
        PyList_SetItem(changed.ptr(), i, plain.release().ptr());
    }
    return changed.is_valid() ? nb::steal(PyList_AsTuple(changed.ptr())) : nb::borrow(items);
}

nb::object plain_foreign(nb::handle value, int depth) {
    PyObject* object = value.ptr();
    if (PyTuple_Check(object)) {
        const bool own = Py_TYPE(object)->tp_richcompare != PyTuple_Type.tp_richcompare;
        return own ? nb::borrow(value) : plain_tuple(value, depth);
    }
    if (numpy_generic.is_type_of(value)) return plain_numpy(value);
    if (arrow_scalar.is_type_of(value)) return plain_arrow(value);
    if (PyDateTime_Check(object)) return plain_datetime(value);
    if (PyDelta_Check(object) && !PyDelta_CheckExact(object)) return plain_pandas_span(value);
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
