// The weight of a row: it counts as so many rows.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace entrostream {

namespace nb = nanobind;

// An integer from 0 to Vfdt::max_weight, or a float that is one. TypeError if it is no number,
// ValueError for any other.
[[nodiscard]] std::uint32_t tree_weight(nb::handle weight);

// Those of many rows, from an array of float64; empty for None.
[[nodiscard]] std::vector<std::uint32_t> tree_weights(nb::handle weights);

}  // namespace entrostream
