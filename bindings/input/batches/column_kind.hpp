// The kind of a column from Python: detected here and nowhere else.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>

namespace entrostream {

namespace nb = nanobind;

enum class ColumnKind : std::uint8_t {
    sequence,  // exactly a list or a tuple
    array,     // numpy.ndarray
    pandas,    // Series, Index or extension array
    polars,    // a Series of categories; any other Series is an Arrow column
    arrow,     // anything with the Arrow C data interface, including Polars
    buffer,    // anything NumPy can view as an array
    other,     // an iterable, or not a column at all
};

[[nodiscard]] ColumnKind column_kind(nb::handle column);

// A buffer as a NumPy array.
[[nodiscard]] nb::object as_array(nb::handle buffer);

}  // namespace entrostream
