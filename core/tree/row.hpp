// One row as it comes in: the numbers and the codes of the values, each kind in its own order.
//
// The owner of the names gives every attribute a kind and a slot among its kind, and every
// value and every class a dense code; all of them may go up at any time.
#pragma once
#include <cstdint>
#include <span>

#include "core/counts/code.hpp"

namespace entrostream::tree {

// A number that is NaN and a value that is this are missing; so is all beyond a span's end.
inline constexpr Code missing_value = no_code;

using NodeId = std::uint32_t;
inline constexpr NodeId root = 0;

struct Row {
    std::span<const double> numbers;
    std::span<const Code> values;
    NodeId from = root;  // a node on its way down the tree, where one is known: Vfdt::approach
};

}  // namespace entrostream::tree
