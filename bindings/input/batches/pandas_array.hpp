// The array inside a pandas column, and what holds its values.
#pragma once
#include <nanobind/nanobind.h>

namespace entrostream {

namespace nb = nanobind;

// The array of a Series or an Index; an array is its own.
[[nodiscard]] nb::object pandas_array(nb::handle column);
[[nodiscard]] bool is_numpy_backed(nb::handle array);
[[nodiscard]] bool is_arrow_backed(nb::handle array);
// pandas' own strings, where Arrow holds them: their dtype does not say so.
[[nodiscard]] bool is_arrow_text(nb::handle array);

}  // namespace entrostream
