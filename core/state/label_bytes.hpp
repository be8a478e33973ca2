// The memory that a label takes in bytes, for memory limits.
//
// A function of the label as stored in a state: equal labels take the same, before saving and
// after loading, on every machine and with every version of Python. The figures are those of
// CPython 3.10, the largest of the supported versions, in blocks of 16 bytes.
#pragma once
#include <cstddef>

#include "core/state/label.hpp"

namespace entrostream {

// The size of the object alone. None, small integers and strings of one Latin-1 character count
// as 0: a process has only one object of each.
[[nodiscard]] std::size_t label_bytes(const Label& label);

// For an object that cannot be stored in a state; its actual size is unknown.
inline constexpr std::size_t unknown_label_bytes = 256;

}  // namespace entrostream
