#include "bindings/input/unit_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "bindings/input/batches/arrow_column.hpp"
#include "bindings/input/batches/arrow_objects.hpp"
#include "bindings/input/batches/arrow_type.hpp"
#include "bindings/input/batches/arrow_type_name.hpp"
#include "bindings/input/batches/arrow_view.hpp"
#include "bindings/input/batches/column_kind.hpp"
#include "bindings/input/batches/iterable.hpp"
#include "bindings/input/batches/numbers.hpp"
#include "bindings/input/batches/pandas_array.hpp"
#include "bindings/labels/plain_label.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/gil.hpp"
#include "core/counts/interruption.hpp"

namespace entrostream {

namespace {

using NumberBuffer = ColumnBuffer<double>;

[[noreturn]] void throw_out_of_range(nb::handle value, std::size_t row) {
    throw nb::value_error(
        ("value must be a number from 0 to 1, got " + repr_short(value) + at_row(row)).c_str());
}

[[noreturn]] void throw_missing(const std::string& what, std::size_t row) {
    throw nb::value_error(("value is missing (" + what + ")" + at_row(row)).c_str());
}

[[noreturn]] void throw_no_number(nb::handle value, std::size_t row) {
    throw nb::type_error(
        ("value must be a number, got " + repr_with_type(value) + at_row(row)).c_str());
}

[[noreturn]] void throw_no_numbers(const std::string& column) {
    throw nb::type_error(("values must be numbers from 0 to 1, got " + column).c_str());
}

template <class Value>
bool in_range(Value value) noexcept {
    return value >= 0 && value <= 1;  // false for NaN
}

// ------------------------------------------------------------------ one

// Anything but Python's own numbers: scalars of other libraries, fractions, strings.
double foreign_number(nb::handle value, std::size_t row) {
    if (is_missing(value)) throw_missing(repr_short(value), row);
    const nb::object plain = plain_label(value);
    if (!plain.is_valid()) throw_missing(repr_short(value), row);
    if (PyUnicode_Check(plain.ptr()) || PyBytes_Check(plain.ptr())) throw_no_number(value, row);
    const double number = PyFloat_AsDouble(plain.ptr());
    if (number == -1.0 && PyErr_Occurred() != nullptr) {
        const nb::python_error error;
        if (error.matches(PyExc_OverflowError)) throw_out_of_range(value, row);
        throw_no_number(value, row);
    }
    return number;
}

double any_number(nb::handle value, std::size_t row) {
    if (PyFloat_Check(value.ptr())) return PyFloat_AS_DOUBLE(value.ptr());
    if (PyLong_Check(value.ptr())) {
        const double number = PyLong_AsDouble(value.ptr());
        if (number != -1.0 || PyErr_Occurred() == nullptr) return number;
        PyErr_Clear();
        throw_out_of_range(value, row);
    }
    return foreign_number(value, row);
}

double number_at(nb::handle value, std::size_t row) {
    const double number = any_number(value, row);
    if (!in_range(number)) throw_out_of_range(value, row);
    return number;
}

// ------------------------------------------------------------------ lists

UnitNumbers numbers_of_objects(nb::handle sequence) {
    PyObject* objects = sequence.ptr();
    const auto rows = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(objects));
    NumberBuffer numbers(rows);
    InterruptPoll<4096> poll;
    for (std::size_t row = 0; row < rows; ++row) {
        poll();
        // Converting a number may run Python code that changes the list.
        if (row >= static_cast<std::size_t>(PySequence_Fast_GET_SIZE(objects))) {
            throw std::runtime_error("values changed while they were read");
        }
        const nb::object value =
            nb::borrow(PySequence_Fast_GET_ITEM(objects, static_cast<Py_ssize_t>(row)));
        numbers.all()[row] = number_at(value, row);
    }
    return UnitNumbers(std::move(numbers));
}

// ------------------------------------------------------------------ arrays

template <class Value>
nb::object as_object(Value value) {
    if constexpr (std::integral<Value>) {
        return nb::int_(value);
    } else {
        return nb::float_(static_cast<double>(value));
    }
}

template <class Value>
void require_in_range(std::span<const Value> values, std::size_t rows_before) {
    bool good = true;
    {
        const GilReleased unlocked;
        for (const Value value : values) {
            good &= in_range(value);
        }
    }
    if (good) return;
    const auto bad = std::ranges::find_if_not(values, in_range<Value>);
    throw_out_of_range(as_object(*bad),
                       rows_before + static_cast<std::size_t>(bad - values.begin()));
}

// Checks the values and widens them.
template <class Value>
void convert(std::span<const Value> values, std::span<double> numbers, std::size_t rows_before) {
    require_in_range(values, rows_before);
    const GilReleased unlocked;
    std::ranges::transform(values, numbers.begin(),
                           [](Value value) { return static_cast<double>(value); });
}

void require_no_mask(const Array& array) {
    if (!array.mask.is_valid()) return;
    const ArrayBuffer buffer(array.mask);
    const std::span<const bool> mask = buffer.as<bool>();
    const auto first = std::ranges::find(mask, true);
    if (first != mask.end()) {
        throw_missing("masked", static_cast<std::size_t>(first - mask.begin()));
    }
}

UnitNumbers numbers_of_plain_array(const Array& array) {
    const bool half = array.kind == 'f' && array.item_size == 2;
    const nb::object values = half ? array.values.attr("astype")("float32") : array.values;
    const ArrayBuffer buffer(values);
    NumberBuffer numbers(array.rows);
    with_numbers(
        array.kind, half ? 4 : static_cast<int>(array.item_size),
        [&]<class T>(std::type_identity<T>) { return buffer.as<T>(); },
        [&](auto plain) { convert(plain, numbers.all(), 0); });
    return UnitNumbers(std::move(numbers));
}

UnitNumbers numbers_of_doubles(const Array& array) {
    UnitNumbers numbers{nb::handle(array.values)};
    require_in_range(numbers.all(), 0);
    return numbers;
}

UnitNumbers numbers_of_array(nb::handle given) {
    const Array array = open_array(given, "values");
    require_no_mask(array);
    switch (array.kind) {
        case 'f':
            if (array.item_size == sizeof(double)) return numbers_of_doubles(array);
            if (array.item_size < sizeof(double)) return numbers_of_plain_array(array);
            return numbers_of_objects(list_of(array.values));  // as NumPy scalars
        case 'b':                                              // one byte each, 0 or 1
            return numbers_of_plain_array({.values = array.values.attr("view")("uint8"),
                                           .mask = {},
                                           .kind = 'u',
                                           .item_size = 1,
                                           .rows = array.rows});
        case 'i':
        case 'u':
            return numbers_of_plain_array(array);
        case 'O':
            return numbers_of_objects(array.values.attr("tolist")());
        default:
            throw_no_numbers("an array of dtype " + text_of(array.values.attr("dtype")));
    }
}

// ------------------------------------------------------------------ Arrow

void require_no_nulls(const ArrowView& view, std::size_t rows_before) {
    if (!view.has_nulls()) return;
    for (std::size_t row = 0; row < view.rows(); ++row) {
        if (view.is_null(row)) throw_missing("null", rows_before + row);
    }
}

// Bits and half floats, converted one by one.
template <class Read>
void convert_each(std::span<double> numbers, std::size_t rows_before, const Read& read) {
    for (std::size_t row = 0; row < numbers.size(); ++row) {
        numbers[row] = read(row);
    }
    require_in_range(std::span<const double>(numbers), rows_before);
}

void read_chunk(const ArrowView& view, const ArrowType& type, std::span<double> numbers,
                std::size_t rows_before) {
    if (type.kind == ArrowKind::boolean) {
        return convert_each(numbers, rows_before,
                            [&](std::size_t row) { return view.boolean(row) ? 1.0 : 0.0; });
    }
    if (type.kind == ArrowKind::real && type.width == 2) {
        return convert_each(numbers, rows_before, [&](std::size_t row) { return view.real(row); });
    }
    const bool is_signed = type.kind == ArrowKind::signed_integer;
    with_numbers(
        type.kind == ArrowKind::real ? 'f' : (is_signed ? 'i' : 'u'), type.width,
        [&]<class T>(std::type_identity<T>) { return view.values<T>(); },
        [&](auto plain) { convert(plain, numbers, rows_before); });
}

bool is_number(ArrowKind kind) {
    return kind == ArrowKind::boolean || kind == ArrowKind::signed_integer ||
           kind == ArrowKind::unsigned_integer || kind == ArrowKind::real;
}

UnitNumbers numbers_of_arrow(nb::handle given) {
    ArrowColumn column;
    open_column(given, column);
    const auto as_objects = [&] {
        return numbers_of_objects(arrow_objects(given, column, "values"));
    };
    if (is_encoded(*column.schema)) return as_objects();
    const ArrowType type = arrow_type(*column.schema, "values");
    if (type.kind == ArrowKind::decimal) return as_objects();
    if (!is_number(type.kind) && type.kind != ArrowKind::null) {
        throw_no_numbers(shown_column(*column.schema));
    }
    NumberBuffer numbers(column.rows());
    std::size_t done = 0;
    for (const auto& chunk : column.chunks) {
        const ArrowView view(**chunk, type);
        if (view.rows() == 0) continue;
        require_no_nulls(view, done);
        read_chunk(view, type, numbers.all().subspan(done, view.rows()), done);
        done += view.rows();
    }
    return UnitNumbers(std::move(numbers));
}

// ------------------------------------------------------------------ pandas

// Nullable numbers: values with a mask.
UnitNumbers numbers_of_nullable(nb::handle array) {
    const nb::object missing = array.attr("isna")().attr("nonzero")()[0];
    if (nb::len(missing) > 0) {
        throw_missing("<NA>", nb::cast<std::size_t>(nb::int_(nb::object(missing[0]))));
    }
    return numbers_of_array(array.attr("to_numpy")(array.attr("dtype").attr("numpy_dtype")));
}

UnitNumbers numbers_of_pandas(nb::handle column) {
    const nb::object array = pandas_array(column);
    if (is_numpy_backed(array)) return numbers_of_array(array.attr("to_numpy")());
    if (is_arrow_backed(array)) return numbers_of_arrow(array.attr("__arrow_array__")());
    const nb::object dtype = array.attr("dtype");
    if (nb::hasattr(dtype, "numpy_dtype")) return numbers_of_nullable(array);
    return numbers_of_objects(list_of(column));
}

void require_iterable(nb::handle values) {
    if (nb::hasattr(values, "__iter__")) return;
    throw nb::type_error(("values must be a list, an array, a column or another iterable, got " +
                          repr_with_type(values) + "; update takes one value")
                             .c_str());
}

UnitNumbers numbers_of_columns(Iterable& columns) {
    NumberBuffer numbers(0);
    columns.each_column([&](nb::handle column, std::size_t rows) {
        const UnitNumbers next = behind_rows(rows, [&] { return read_unit_numbers(column); });
        numbers.grow(rows + next.all().size());
        std::ranges::copy(next.all(), numbers.begin() + rows);
        return rows + next.all().size();
    });
    return UnitNumbers(std::move(numbers));
}

}  // namespace

double read_unit_number(nb::handle value) {
    return number_at(value, no_row);
}

UnitNumbers read_unit_numbers(nb::handle values) {
    switch (column_kind(values)) {
        case ColumnKind::sequence:
            return numbers_of_objects(values);
        case ColumnKind::array:
            return numbers_of_array(values);
        case ColumnKind::pandas:
            return numbers_of_pandas(values);
        case ColumnKind::polars:
        case ColumnKind::arrow:
            return numbers_of_arrow(values);
        case ColumnKind::buffer:
            return numbers_of_array(as_array(values));
        case ColumnKind::other:
            break;
    }
    require_iterable(values);
    Iterable items(values, "values");
    if (items.gives_columns()) return numbers_of_columns(items);
    return numbers_of_objects(items.as_list());
}

}  // namespace entrostream
