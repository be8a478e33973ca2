// Inside the core a label is a small integer, its code.
//
// The owner of the labels (the bindings' label table, a column's dictionary) assigns dense
// codes 0, 1, 2, ...; the core only counts codes.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace entrostream {

using Code = std::uint32_t;
using Codes = std::span<const Code>;

// An amount of one code: a number of events, or a weight.
template <class Amount>
struct CodeAmount {
    Code code;
    Amount amount;
};
using CodeCount = CodeAmount<std::uint64_t>;
using CodeCounts = std::span<const CodeCount>;

inline constexpr Code no_code = 0xffffffff;  // means "no label"; never counted

// The new code of each old code when unused labels are dropped; no_code if dropped.
using Renumbering = std::vector<Code>;

}  // namespace entrostream
