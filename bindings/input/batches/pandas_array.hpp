// The array inside a pandas column, and how it stores its values.
#pragma once
#include <nanobind/nanobind.h>

namespace entrostream {

namespace nb = nanobind;

// The array of a Series or an Index; an array is returned as is.
[[nodiscard]] nb::object pandas_array(nb::handle column);
[[nodiscard]] bool is_numpy_backed(nb::handle array);
[[nodiscard]] bool is_arrow_backed(nb::handle array);
// pandas' own strings stored in Arrow, which have no pyarrow_dtype.
[[nodiscard]] bool is_arrow_text(nb::handle array);

}  // namespace entrostream
