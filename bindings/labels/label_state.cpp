#include "bindings/labels/label_state.hpp"

#include <datetime.h>

#include <cmath>
#include <string>

#include "bindings/labels/plain_label.hpp"
#include "bindings/labels/time_label.hpp"
#include "bindings/runtime/arguments.hpp"
#include "core/state/state_error.hpp"

namespace entrostream {

namespace {

Loaded decimal_type("decimal", "Decimal");
Loaded uuid_type("uuid", "UUID");

nb::handle int_type() {
    return reinterpret_cast<PyObject*>(&PyLong_Type);
}

void import_datetime() {
    if (PyDateTimeAPI == nullptr) PyDateTime_IMPORT;
}

// A subclass is treated as its base only if it hashes and compares like it.
bool compares_as(nb::handle label, PyTypeObject* base) {
    PyTypeObject* type = Py_TYPE(label.ptr());
    return type == base || (PyType_IsSubtype(type, base) != 0 && type->tp_hash == base->tp_hash &&
                            type->tp_richcompare == base->tp_richcompare);
}

bool compares_as(nb::handle label, Loaded& base) {
    const nb::handle type = base.get();
    return type.is_valid() && compares_as(label, reinterpret_cast<PyTypeObject*>(type.ptr()));
}

[[noreturn]] void throw_no_state(nb::handle label) {
    throw nb::type_error(("to_bytes cannot carry the label " + repr_with_type(label) +
                          "; pickle carries any label that can be pickled")
                             .c_str());
}

Label integer_state(nb::handle integer) {
    Label label{.kind = LabelKind::integer};
    const nb::object zero = nb::int_(0);
    label.negative = PyObject_RichCompareBool(integer.ptr(), zero.ptr(), Py_LT) == 1;
    const nb::object magnitude = nb::steal(PyNumber_Absolute(integer.ptr()));
    const auto bits = nb::cast<std::size_t>(int_type().attr("bit_length")(magnitude));
    const nb::object bytes = int_type().attr("to_bytes")(magnitude, (bits + 7) / 8, "little");
    label.text.assign(PyBytes_AS_STRING(bytes.ptr()),
                      static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr())));
    return label;
}

// 1.0 equals 1, so it is written as 1.
Label real_state(double value) {
    if (std::isfinite(value) && std::trunc(value) == value) {
        const nb::object integer = nb::steal(PyLong_FromDouble(value));
        return integer_state(integer);
    }
    return {.kind = LabelKind::real, .real = value};
}

Label text_state(nb::handle text) {
    // A lone surrogate is not valid UTF-8, but it is a label like any other.
    const nb::object bytes =
        nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
    if (!bytes.is_valid()) throw nb::python_error();
    Label label{.kind = LabelKind::text};
    label.text.assign(PyBytes_AS_STRING(bytes.ptr()),
                      static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr())));
    return label;
}

Label bytes_state(nb::handle bytes) {
    Label label{.kind = LabelKind::bytes};
    label.text.assign(PyBytes_AS_STRING(bytes.ptr()),
                      static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr())));
    return label;
}

std::uint64_t microsecond_of_day(nb::handle moment) {
    PyObject* at = moment.ptr();
    const auto seconds = static_cast<std::uint64_t>(PyDateTime_DATE_GET_HOUR(at)) * 3600 +
                         static_cast<std::uint64_t>(PyDateTime_DATE_GET_MINUTE(at)) * 60 +
                         static_cast<std::uint64_t>(PyDateTime_DATE_GET_SECOND(at));
    return seconds * 1'000'000 + static_cast<std::uint64_t>(PyDateTime_DATE_GET_MICROSECOND(at));
}

Label datetime_state(nb::handle given) {
    const nb::object moment = instant_label(given);
    const bool zoned = !moment.attr("utcoffset")().is_none();
    PyObject* zone = PyDateTime_DATE_GET_TZINFO(moment.ptr());
    if (zoned && zone != PyDateTime_TimeZone_UTC) throw_no_state(given);  // not a datetime in UTC
    return {.kind = zoned ? LabelKind::instant : LabelKind::datetime,
            .day = nb::cast<std::int64_t>(moment.attr("toordinal")()),
            .microsecond = microsecond_of_day(moment)};
}

Label timedelta_state(nb::handle delta) {
    const auto seconds = static_cast<std::uint64_t>(PyDateTime_DELTA_GET_SECONDS(delta.ptr()));
    const auto micros = static_cast<std::uint64_t>(PyDateTime_DELTA_GET_MICROSECONDS(delta.ptr()));
    return {.kind = LabelKind::timedelta,
            .day = PyDateTime_DELTA_GET_DAYS(delta.ptr()),
            .microsecond = seconds * 1'000'000 + micros};
}

// A Decimal that equals an integer or a float is written as one.
Label decimal_state(nb::handle number) {
    const nb::object parts = number.attr("as_tuple")();
    const nb::object exponent = parts.attr("exponent");
    const double nearest =
        nb::cast<double>(nb::handle(reinterpret_cast<PyObject*>(&PyFloat_Type))(number));
    const nb::object as_float = nb::float_(nearest);
    if (!PyLong_Check(exponent.ptr())) return real_state(nearest);  // an infinity
    Label label{.kind = LabelKind::decimal};
    label.negative = nb::cast<int>(parts.attr("sign")) == 1;
    label.day = nb::cast<std::int64_t>(exponent);
    for (const nb::handle digit : parts.attr("digits")) {
        label.text += static_cast<char>('0' + nb::cast<int>(digit));
    }
    while (label.text.size() > 1 && label.text.back() == '0') {
        label.text.pop_back();
        ++label.day;
    }
    if (label.text == "0") return integer_state(nb::int_(0));
    constexpr std::int64_t most_zeros = 10'000;
    if (label.day > most_zeros) throw_no_state(number);  // the integer would be too large
    if (label.day >= 0) {
        const nb::object integer = int_type()(number);
        return integer_state(integer);
    }
    const int same = PyObject_RichCompareBool(number.ptr(), as_float.ptr(), Py_EQ);
    if (same < 0) throw nb::python_error();
    return same == 1 ? real_state(nearest) : label;
}

Label tuple_state(nb::handle items, int depth);

Label state_of(nb::handle label, int depth) {
    import_datetime();
    PyObject* object = label.ptr();
    if (label.is_none()) return {};
    if (PyBool_Check(object)) return integer_state(nb::int_(object == Py_True ? 1 : 0));
    if (compares_as(label, &PyUnicode_Type)) return text_state(label);
    if (compares_as(label, &PyLong_Type)) return integer_state(label);
    if (compares_as(label, &PyFloat_Type)) return real_state(PyFloat_AS_DOUBLE(object));
    if (compares_as(label, &PyBytes_Type)) return bytes_state(label);
    if (compares_as(label, &PyTuple_Type)) return tuple_state(label, depth);
    if (PyDateTime_CheckExact(object)) return datetime_state(label);
    if (PyDate_CheckExact(object)) {
        return {.kind = LabelKind::date, .day = nb::cast<std::int64_t>(label.attr("toordinal")())};
    }
    if (PyDelta_CheckExact(object)) return timedelta_state(label);
    if (compares_as(label, decimal_type)) return decimal_state(label);
    if (label.type().is(uuid_type.get())) {
        Label state = bytes_state(label.attr("bytes"));
        state.kind = LabelKind::uuid;
        return state;
    }
    throw_no_state(label);
}

Label tuple_state(nb::handle items, int depth) {
    if (depth >= max_label_depth) {
        throw nb::value_error("to_bytes cannot carry tuples nested more than 64 deep");
    }
    Label label{.kind = LabelKind::tuple};
    for (const nb::handle item : nb::borrow<nb::tuple>(items)) {
        const nb::object plain = plain_label(item);
        if (!plain.is_valid() && !item.is_none()) {
            throw nb::value_error(("to_bytes cannot carry the label " + repr_short(items) + ": " +
                                   repr_short(item) + " is not equal to itself")
                                      .c_str());
        }
        label.items.push_back(state_of(plain.is_valid() ? plain : nb::none(), depth + 1));
    }
    return label;
}

nb::object date_from(const Label& label) {
    return nb::module_::import_("datetime").attr("date").attr("fromordinal")(label.day);
}

nb::object datetime_from(const Label& label) {
    const nb::module_ datetime = nb::module_::import_("datetime");
    const nb::object day = datetime.attr("datetime").attr("fromordinal")(label.day);
    const nb::object rest = datetime.attr("timedelta")(0, 0, label.microsecond);
    nb::object moment = nb::steal(PyNumber_Add(day.ptr(), rest.ptr()));
    if (label.kind == LabelKind::datetime) return moment;
    return moment.attr("replace")(nb::arg("tzinfo") = datetime.attr("timezone").attr("utc"));
}

nb::object decimal_from(const Label& label) {
    const std::string text =
        (label.negative ? "-" : "") + label.text + "E" + std::to_string(label.day);
    const nb::object number = nb::module_::import_("decimal").attr("Decimal")(text.c_str());
    // Values equal to an integer or a float are written as such: this would be a second form.
    if (label.day >= 0 || to_state(number).kind != LabelKind::decimal) {
        throw StateError("state is damaged: a decimal has a simpler form");
    }
    return number;
}

nb::object integer_from(const Label& label) {
    const nb::object magnitude =
        int_type().attr("from_bytes")(nb::bytes(label.text.data(), label.text.size()), "little");
    return label.negative ? nb::steal(PyNumber_Negative(magnitude.ptr())) : magnitude;
}

nb::object text_from(const Label& label) {
    PyObject* text = PyUnicode_DecodeUTF8(
        label.text.data(), static_cast<Py_ssize_t>(label.text.size()), "surrogatepass");
    if (text == nullptr) throw nb::python_error();
    return nb::steal(text);
}

nb::object tuple_from(const Label& label) {
    nb::list items;
    for (const Label& item : label.items) {
        items.append(from_state(item));
    }
    return nb::tuple(items);
}

nb::object label_from(const Label& label) {
    switch (label.kind) {
        case LabelKind::none:
            return nb::none();
        case LabelKind::integer:
            return integer_from(label);
        case LabelKind::real:
            return nb::float_(label.real);
        case LabelKind::text:
            return text_from(label);
        case LabelKind::bytes:
            return nb::bytes(label.text.data(), label.text.size());
        case LabelKind::date:
            return date_from(label);
        case LabelKind::datetime:
        case LabelKind::instant:
            return datetime_from(label);
        case LabelKind::timedelta:
            return nb::module_::import_("datetime")
                .attr("timedelta")(label.day, 0, label.microsecond);
        case LabelKind::decimal:
            return decimal_from(label);
        case LabelKind::uuid:
            return nb::module_::import_("uuid").attr("UUID")(
                nb::arg("bytes") = nb::bytes(label.text.data(), label.text.size()));
        case LabelKind::tuple:
            return tuple_from(label);
    }
    throw StateError("state is damaged: a label is of no known kind");
}

}  // namespace

Label to_state(nb::handle label) {
    return state_of(label, 0);
}

nb::object from_state(const Label& label) {
    try {
        return label_from(label);
    } catch (nb::python_error& error) {
        if (error.matches(PyExc_MemoryError)) throw;
        throw StateError(std::string("state is damaged: ") + text_of(error.value()));
    }
}

}  // namespace entrostream
