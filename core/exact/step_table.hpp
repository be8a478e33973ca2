// F(c+1) - F(c) for counts up to 65535: one array access an event.
//
// 512 KB, filled by F itself when the library is loaded (0.7 ms). An event of a
// larger count costs one more evaluation of F, 10 ns: with 4096 entries a hundred
// labels would pay that after 400 000 events, with 65 536 after 6.5 million. Code that
// runs before the table is filled sees size 0, and so computes F: the same numbers.
#pragma once
#include <cstdint>

namespace entrostream::detail {

struct StepTable {
    static constexpr std::uint64_t capacity = 1u << 16;

    std::uint64_t size;  // 0, then `capacity`
    std::uint64_t steps[capacity];
};

extern StepTable step_table;

}  // namespace entrostream::detail
