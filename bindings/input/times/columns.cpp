#include "bindings/input/times/columns.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "bindings/input/batches/column_kind.hpp"
#include "bindings/input/batches/iterable.hpp"
#include "bindings/input/times/point.hpp"
#include "bindings/labels/plain_label.hpp"
#include "bindings/runtime/arguments.hpp"

namespace entrostream {

namespace {

Loaded numpy_generic("numpy", "generic");
Loaded arrow_scalar("pyarrow", "Scalar");

// One time rather than a column: also strings, and bytes, which are rejected later.
bool is_single(nb::handle at) {
    PyObject* object = at.ptr();
    return PyFloat_Check(object) || PyLong_Check(object) || PyUnicode_Check(object) ||
           PyBytes_Check(object) || PyByteArray_Check(object) || numpy_generic.is_type_of(at) ||
           arrow_scalar.is_type_of(at);
}

ReadTimes repeated(nb::handle at, std::size_t rows) {
    const ReadTime read = read_time(at);
    TimeBuffer times(rows);
    std::ranges::fill(times, read.at);
    return {std::move(times), read.clock};
}

ReadTimes times_in_turn(Iterable& columns, std::size_t rows);

ReadTimes any_times(nb::handle at, std::size_t rows) {
    if (is_single(at)) return repeated(at, rows);
    switch (column_kind(at)) {
        case ColumnKind::sequence:
            return object_times(at, rows);
        case ColumnKind::array:
            return array_times(at, rows);
        case ColumnKind::pandas:
            return pandas_times(at, rows);
        case ColumnKind::polars:
        case ColumnKind::arrow:
            return arrow_times(at, rows);
        case ColumnKind::buffer:
            return array_times(as_array(at), rows);
        case ColumnKind::other:
            break;
    }
    const bool is_column = nb::hasattr(at, "__iter__") && !nb::hasattr(at, "keys");
    if (!is_column) return repeated(at, rows);
    Iterable items(at, "times");
    return items.gives_columns() ? times_in_turn(items, rows) : object_times(items.as_list(), rows);
}

ReadTimes times_in_turn(Iterable& columns, std::size_t rows) {
    ReadTimes all{TimeBuffer(0), Clock::unset};
    columns.each_column([&](nb::handle column, std::size_t before) {
        const std::size_t more = nb::len(column);
        const ReadTimes next = behind_rows(before, [&] { return read_times(column, more); });
        require_same_clock(all.clock, next.clock);
        if (next.clock != Clock::unset) all.clock = next.clock;
        all.times.grow(before + more);
        std::ranges::copy(next.times, all.times.begin() + before);
        return before + more;
    });
    require_rows(all.times.all().size(), rows);
    return all;
}

}  // namespace

void require_rows(std::size_t times, std::size_t rows) {
    if (times == rows) return;
    const std::string message = "labels and times differ in length: " + std::to_string(rows) +
                                " and " + std::to_string(times);
    throw nb::value_error(message.c_str());
}

void throw_bad_row(Times times, nb::handle column) {
    const auto row = static_cast<std::size_t>(std::ranges::find(times, no_time) - times.begin());
    const nb::object value =
        nb::steal(PySequence_GetItem(column.ptr(), static_cast<Py_ssize_t>(row)));
    // Reading the value alone throws the most precise error.
    if (value.is_valid()) static_cast<void>(time_in_row(value, row));
    PyErr_Clear();
    const std::string message =
        "time" + at_row(row) + " is missing or not between 1677-09-21 and 2262-04-11";
    throw nb::value_error(message.c_str());
}

ReadTimes object_times(nb::handle sequence, std::size_t rows) {
    PyObject* objects = sequence.ptr();
    require_rows(static_cast<std::size_t>(PySequence_Fast_GET_SIZE(objects)), rows);
    TimeBuffer times(rows);
    Clock clock = Clock::unset;
    InterruptPoll<4096> poll;
    for (std::size_t row = 0; row < rows; ++row) {
        poll();
        // A time zone may run Python code that changes the list.
        if (row >= static_cast<std::size_t>(PySequence_Fast_GET_SIZE(objects))) {
            throw std::runtime_error("times changed while they were read");
        }
        const nb::object at =
            nb::borrow(PySequence_Fast_GET_ITEM(objects, static_cast<Py_ssize_t>(row)));
        const ReadTime read = time_in_row(at, row);
        if (row > 0 && read.clock != clock) {
            throw_other_clock(clock, row);
        }
        clock = read.clock;
        times.all()[row] = read.at;
    }
    return {std::move(times), clock};
}

ReadTimes read_times(nb::handle at, std::size_t rows) {
    ReadTimes read = any_times(at, rows);
    if (rows == 0) read.clock = Clock::unset;  // no time was read that could decide
    return read;
}

}  // namespace entrostream
