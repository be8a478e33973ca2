#include "bindings/input/batches/iterable.hpp"

#include <utility>

#include "bindings/input/batches/batch.hpp"
#include "bindings/input/batches/column_kind.hpp"
#include "bindings/runtime/arguments.hpp"

namespace entrostream {

namespace {

nb::object iterator_of(nb::handle items, const char* what) {
    PyObject* iterator = PyObject_GetIter(items.ptr());
    if (iterator != nullptr) return nb::steal(iterator);
    nb::python_error error;
    if (!error.matches(PyExc_TypeError) || nb::hasattr(items, "__iter__")) throw error;
    nb::raise_from(error, PyExc_TypeError,
                   "%s must be a list, an array, a column or another iterable, got %s (%s)", what,
                   repr_short(items).c_str(), Py_TYPE(items.ptr())->tp_name);
}

}  // namespace

Iterable::Iterable(nb::handle items, const char* what)
    : what_(what), iterator_(iterator_of(items, what)), next_(next()) {}

bool Iterable::gives_columns() const {
    if (!next_.is_valid()) return false;
    if (PyList_CheckExact(next_.ptr())) return true;
    switch (column_kind(next_)) {
        case ColumnKind::array:
        case ColumnKind::pandas:
        case ColumnKind::polars:
        case ColumnKind::arrow:
            return true;
        default:
            return false;
    }
}

nb::object Iterable::next() const {
    PyObject* item = PyIter_Next(iterator_.ptr());
    if (item == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
    return nb::steal(item);
}

nb::object Iterable::as_list() {
    nb::list items;
    if (!next_.is_valid()) return std::move(items);
    items.append(next_);
    items.attr("extend")(iterator_);
    return std::move(items);
}

void Iterable::throw_no_column(std::size_t rows) const {
    throw nb::type_error((std::string(what_) + " gives columns one after the other, but after " +
                          std::to_string(rows) + " rows " + repr_with_type(next_))
                             .c_str());
}

Batch read_iterable(nb::handle labels, LabelReader& reader, Wanted wanted) {
    if (PyMapping_Check(labels.ptr()) && nb::hasattr(labels, "items")) {
        throw nb::type_error("labels is a mapping; pass counts to update_counts");
    }
    Iterable items(labels, "labels");
    if (!items.gives_columns()) return read_objects(items.as_list(), reader);
    Batch batch(0, wanted);
    items.each_column([&](nb::handle column, std::size_t rows) {
        reader.begin_column(rows);
        Batch next = read_batch(column, reader, wanted);
        batch.append(next);
        return batch.rows();
    });
    reader.begin_column(0);
    return batch;
}

}  // namespace entrostream
