#include "bindings/input/batches/pandas_array.hpp"

#include "bindings/labels/plain_label.hpp"

namespace entrostream {

namespace {

Loaded series("pandas", "Series");
Loaded index("pandas", "Index");
Loaded numpy_backed("pandas.arrays", "NumpyExtensionArray");

}  // namespace

nb::object pandas_array(nb::handle column) {
    const bool wrapped = series.is_type_of(column) || index.is_type_of(column);
    return wrapped ? nb::object(column.attr("array")) : nb::borrow(column);
}

bool is_numpy_backed(nb::handle array) {
    return numpy_backed.is_type_of(array);
}

bool is_arrow_backed(nb::handle array) {
    return nb::hasattr(array, "__arrow_array__") &&
           nb::hasattr(array.attr("dtype"), "pyarrow_dtype");
}

bool is_arrow_text(nb::handle array) {
    const nb::object storage = nb::getattr(array.attr("dtype"), "storage", nb::none());
    return nb::hasattr(array, "__arrow_array__") && storage.equal(nb::str("pyarrow"));
}

}  // namespace entrostream
