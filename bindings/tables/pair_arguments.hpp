// Pairs (x, y) as arguments, with one wording for each error.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>

#include "core/counts/code.hpp"

namespace entrostream {

namespace nb = nanobind;

// The two labels of a tuple. TypeError unless it is a tuple of two.
[[nodiscard]] std::pair<nb::object, nb::object> pair_argument(nb::handle pair);

// ValueError unless the two columns have the same length.
void require_same_length(std::size_t x_rows, std::size_t y_rows);

// Skips a row in both columns if either has no label.
void skip_together(std::span<Code> xs, std::span<Code> ys) noexcept;

// An amount of each pair of codes.
using PairAmounts = std::map<std::pair<Code, Code>, std::uint64_t>;

}  // namespace entrostream
