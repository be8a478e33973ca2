// F(c+1) - F(c) for counts up to 131071: one array access an event.
//
// 1 MB, of which a stream touches what its counts need; filled by F itself when the
// library is loaded (1.4 ms). Windows of up to so many events never leave it, and a
// tally of a hundred labels only after 13 million events. Beyond it each thread keeps
// blocks of steps (kept_steps.hpp), 1 to 2 ns more an event where labels are few. Code
// that runs before the table is filled sees size 0, and so computes F: the same numbers.
#pragma once
#include <cstdint>

namespace entrostream::detail {

struct StepTable {
    static constexpr std::uint64_t capacity = 1u << 17;

    std::uint64_t size;  // 0, then `capacity`
    std::uint64_t steps[capacity];
};

extern StepTable step_table;

}  // namespace entrostream::detail
