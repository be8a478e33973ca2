#include "bindings/input/batches/column_kind.hpp"

#include <string>

#include "bindings/labels/plain_label.hpp"
#include "bindings/runtime/arguments.hpp"

namespace entrostream {

namespace {

Loaded numpy_array("numpy", "ndarray");
Loaded pandas_series("pandas", "Series");
Loaded pandas_index("pandas", "Index");
Loaded polars_series("polars", "Series");
Loaded pandas_array("pandas.api.extensions", "ExtensionArray");

bool is_pandas(nb::handle column) {
    return pandas_series.is_type_of(column) || pandas_index.is_type_of(column) ||
           pandas_array.is_type_of(column);
}

bool is_arrow(nb::handle column) {
    return nb::hasattr(column, "__arrow_c_stream__") || nb::hasattr(column, "__arrow_c_array__");
}

// Polars exports Python objects as bare pointers, and categories only after a copy.
ColumnKind polars_kind(nb::handle series) {
    const std::string dtype = text_of(series.attr("dtype"));
    if (dtype == "Object") return ColumnKind::other;
    return dtype.starts_with("Categorical") ? ColumnKind::polars : ColumnKind::arrow;
}

}  // namespace

ColumnKind column_kind(nb::handle column) {
    if (PyList_CheckExact(column.ptr()) || PyTuple_CheckExact(column.ptr())) {
        return ColumnKind::sequence;
    }
    if (numpy_array.is_type_of(column)) return ColumnKind::array;
    if (is_pandas(column)) return ColumnKind::pandas;
    if (polars_series.is_type_of(column)) return polars_kind(column);
    if (is_arrow(column)) return ColumnKind::arrow;
    const bool is_buffer =
        PyObject_CheckBuffer(column.ptr()) != 0 || nb::hasattr(column, "__array__");
    return is_buffer ? ColumnKind::buffer : ColumnKind::other;
}

nb::object as_array(nb::handle buffer) {
    const nb::module_ numpy = nb::module_::import_("numpy");
    // NumPy reads bytes as one string; to Python they are a sequence of numbers.
    if (PyBytes_Check(buffer.ptr()) || PyByteArray_Check(buffer.ptr())) {
        return numpy.attr("frombuffer")(buffer, "uint8");
    }
    return numpy.attr("asarray")(buffer);
}

}  // namespace entrostream
