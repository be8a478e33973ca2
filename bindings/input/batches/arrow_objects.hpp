// The values of Arrow arrays as Python objects, read from the imported memory.
//
// The object that handed over a column need not be iterable, and a stream can be read only once:
// readers that take values one by one take them from here, not from the producer.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "bindings/input/batches/arrow_abi.hpp"
#include "bindings/input/batches/arrow_column.hpp"
#include "bindings/input/batches/arrow_type.hpp"
#include "bindings/input/batches/arrow_view.hpp"

namespace entrostream {

namespace nb = nanobind;

// One value as a label: bytes, strings and decimals from their bytes, integers and times from
// their integer.
[[nodiscard]] nb::object bytes_label(std::string_view bytes, const ArrowType& type);
[[nodiscard]] nb::object integer_label(std::int64_t value, const ArrowType& type);

// The rows of an array whose values are plain or indices into a dictionary, which may itself be
// encoded.
class ArrowObjects {
  public:
    // Throws TypeError for other values; the message begins with `what`.
    ArrowObjects(const ArrowSchema& schema, const ArrowArray& array, const char* what = "labels");

    [[nodiscard]] std::size_t rows() const noexcept { return view_.rows(); }

    // The value at an index, None if it is null. Throws std::out_of_range if there is no such
    // index.
    [[nodiscard]] nb::object at(std::uint64_t place) const;

    // Instants finer than microseconds become datetime64 in UTC, where a label would be a pair.
    void use_utc() noexcept;

  private:
    ArrowType type_;
    ArrowView view_;
    std::unique_ptr<ArrowObjects> dictionary_;
};

// The run of each row of a run-end encoded array.
[[nodiscard]] std::vector<std::uint32_t> runs_of_rows(const ArrowSchema& schema,
                                                      const ArrowArray& array);

// The values of all rows, None for nulls; `column` is what `producer` handed over. Values of an
// extension type come from the producer, since only its library can interpret their storage;
// TypeError if it is not iterable.
[[nodiscard]] nb::list arrow_objects(nb::handle producer, const ArrowColumn& column,
                                     const char* what);

}  // namespace entrostream
