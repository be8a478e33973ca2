// pandas' Series, Index, Categorical and other extension arrays.
#include "bindings/batches/batch.hpp"
#include "bindings/plain_label.hpp"

namespace entrostream {

namespace {

Loaded series("pandas", "Series");
Loaded index("pandas", "Index");
Loaded multi_index("pandas", "MultiIndex");
Loaded numpy_backed("pandas.arrays", "NumpyExtensionArray");
Loaded categorical("pandas", "Categorical");

nb::object array_of(nb::handle column) {
    const bool wrapped = series.is_type_of(column) || index.is_type_of(column);
    return wrapped ? nb::object(column.attr("array")) : nb::borrow(column);
}

bool is_arrow_backed(nb::handle array) {
    return nb::hasattr(array, "__arrow_array__") &&
           nb::hasattr(array.attr("dtype"), "pyarrow_dtype");
}

}  // namespace

Batch read_pandas(nb::handle column, LabelReader& reader) {
    if (multi_index.is_type_of(column)) return read_objects(column.attr("tolist")(), reader);
    const nb::object array = array_of(column);
    if (numpy_backed.is_type_of(array)) return read_array(array.attr("to_numpy")(), reader);
    if (categorical.is_type_of(array)) {
        return read_places(array.attr("codes"), array.attr("categories"), reader);
    }
    if (is_arrow_backed(array)) return read_arrow(array.attr("__arrow_array__")(), reader);
    // Nullable numbers, strings, times with a zone, periods, intervals: pandas
    // itself knows best what is distinct and what is missing.
    const nb::object factorized = array.attr("factorize")();
    return read_places(factorized[0], factorized[1], reader);
}

}  // namespace entrostream
