// How many bytes of memory a label takes, for limits on memory.
//
// A function of the label as a state carries it: labels that are equal take the same, before a
// state was written and after it was read, on every machine and with every version of Python. The
// figures are those of CPython 3.10, the largest of the versions supported, in blocks of 16 bytes.
#pragma once
#include <cstddef>

#include "core/state/label.hpp"

namespace entrostream {

// Of the object alone. None, small integers and strings of one character of Latin-1 take nothing:
// there is only one object of each in a process.
[[nodiscard]] std::size_t label_bytes(const Label& label);

// Of an object that no state can carry. What it really takes nobody can know.
inline constexpr std::size_t unknown_label_bytes = 256;

}  // namespace entrostream
