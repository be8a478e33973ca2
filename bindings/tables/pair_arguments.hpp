// Pairs (x, y) as arguments, and the one wording of each complaint about them.
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

// The two labels of a tuple. TypeError if it is no tuple of two.
[[nodiscard]] std::pair<nb::object, nb::object> pair_argument(nb::handle pair);

// ValueError if two columns do not go together.
void require_same_length(std::size_t x_rows, std::size_t y_rows);

// A row in which either has no label has none in both.
void skip_together(std::span<Code> xs, std::span<Code> ys) noexcept;

// So much of each pair of codes.
using PairAmounts = std::map<std::pair<Code, Code>, std::uint64_t>;

}  // namespace entrostream
