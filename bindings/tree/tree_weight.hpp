// The weight of a row: its importance, or the number of equal rows it stands for.
#pragma once
#include <nanobind/nanobind.h>

#include <vector>

#include "core/tree/leaf/options.hpp"

namespace entrostream {

namespace nb = nanobind;

// An importance is a finite number, 0 or more; a frequency an integer from 0 to
// Vfdt::max_weight, or a float equal to one. TypeError if it is not a number, else ValueError.
[[nodiscard]] double tree_weight(nb::handle weight, tree::WeightType kind);

// The weights of many rows, from an array of float64; empty for None.
[[nodiscard]] std::vector<double> tree_weights(nb::handle weights, tree::WeightType kind);

}  // namespace entrostream
