// pandas Series, Index, Categorical and other extension arrays.
#include "bindings/input/batches/batch.hpp"
#include "bindings/input/batches/pandas_array.hpp"
#include "bindings/labels/plain_label.hpp"

namespace entrostream {

namespace {

Loaded multi_index("pandas", "MultiIndex");
Loaded categorical("pandas", "Categorical");

}  // namespace

Batch read_pandas(nb::handle column, LabelReader& reader, Wanted wanted) {
    if (multi_index.is_type_of(column)) return read_objects(column.attr("tolist")(), reader);
    const nb::object array = pandas_array(column);
    if (is_numpy_backed(array)) return read_array(array.attr("to_numpy")(), reader, wanted);
    if (categorical.is_type_of(array)) {
        return read_places(array.attr("codes"), array.attr("categories"), reader, wanted);
    }
    if (is_arrow_backed(array) || is_arrow_text(array)) {
        return read_arrow(array.attr("__arrow_array__")(), reader, wanted);
    }
    // Nullable numbers, strings, times with a zone, periods, intervals: pandas itself decides
    // which values are distinct and which are missing.
    const nb::object factorized = array.attr("factorize")();
    return read_places(factorized[0], factorized[1], reader, wanted);
}

}  // namespace entrostream
