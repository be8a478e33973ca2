// One input row: the numbers and the codes of the values, each kind in its own order.
//
// The owner of the names assigns every attribute a kind and a slot within its kind, and every
// value and every class a dense code; each of these may grow at any time. A row with few of many
// attributes comes as a list of what it has. Results do not depend on the form.
#pragma once
#include <bit>
#include <cstdint>
#include <span>

#include "core/counts/code.hpp"

namespace entrostream::tree {

// Missing: a NaN number, a value equal to this, and everything beyond the end of a span.
inline constexpr Code missing_value = no_code;

using NodeId = std::uint32_t;
inline constexpr NodeId root = 0;

struct NumberAt {
    std::uint32_t slot;
    double number;

    // Bit by bit: 0 and -0 differ.
    friend bool operator==(const NumberAt& a, const NumberAt& b) noexcept {
        return a.slot == b.slot &&
               std::bit_cast<std::uint64_t>(a.number) == std::bit_cast<std::uint64_t>(b.number);
    }
};
struct ValueAt {
    std::uint32_t slot;
    Code value;

    friend bool operator==(const ValueAt&, const ValueAt&) = default;
};

// What a row has, each kind by ascending slot.
struct SparseRow {
    std::span<const NumberAt> numbers;
    std::span<const ValueAt> values;
};

struct Row {
    std::span<const double> numbers;
    std::span<const Code> values;
    NodeId from = root;  // a node on its path down the tree, if known: TreeModel::route_block
    const SparseRow* sparse = nullptr;  // if given, it is the row
    std::int64_t time = 0;              // if a window has a length of time
};

}  // namespace entrostream::tree
