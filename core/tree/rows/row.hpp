// One row as it comes in: the numbers and the codes of the values, each kind in its own order.
//
// The owner of the names gives every attribute a kind and a slot among its kind, and every
// value and every class a dense code; all of them may go up at any time. A row that has few of
// many attributes comes as a list of what it has: nothing depends on the form that it comes in.
#pragma once
#include <bit>
#include <cstdint>
#include <span>

#include "core/counts/code.hpp"

namespace entrostream::tree {

// A number that is NaN and a value that is this are missing; so is all beyond a span's end.
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

// What a row has, each kind by ascending slots.
struct SparseRow {
    std::span<const NumberAt> numbers;
    std::span<const ValueAt> values;
};

struct Row {
    std::span<const double> numbers;
    std::span<const Code> values;
    NodeId from = root;  // a node on its way down the tree, where one is known: Vfdt::approach
    const SparseRow* sparse = nullptr;  // if it is given, it is the row
};

}  // namespace entrostream::tree
