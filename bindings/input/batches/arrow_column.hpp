// A column imported through the Arrow C data interface: its type and its chunks.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "bindings/input/batches/arrow_abi.hpp"

namespace entrostream {

namespace nb = nanobind;

struct ArrowColumn {
    ArrowOwned<ArrowSchema> schema;
    std::vector<std::unique_ptr<ArrowOwned<ArrowArray>>> chunks;

    [[nodiscard]] std::size_t rows() const noexcept;
};

// Takes ownership of the column: its memory lives as long as `into`. Throws ValueError,
// TypeError or RuntimeError if the column is invalid, was consumed before, or fails.
void open_column(nb::handle column, ArrowColumn& into);

}  // namespace entrostream
