// What a label is inside the core: a small number.
//
// Whoever knows the labels (the bindings' label table, a column's dictionary)
// gives out dense codes 0, 1, 2, ...; the core only counts codes.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace entrostream {

using Code = std::uint32_t;
using Codes = std::span<const Code>;

// So much of one code: a number of events, or a weight.
template <class Amount>
struct CodeAmount {
    Code code;
    Amount amount;
};
using CodeCount = CodeAmount<std::uint64_t>;
using CodeCounts = std::span<const CodeCount>;

inline constexpr Code no_code = 0xffffffff;  // stands for "no label"; never counted

// Where each old code goes when dead labels are thrown out; no_code: thrown out.
using Renumbering = std::vector<Code>;

}  // namespace entrostream
