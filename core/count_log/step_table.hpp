// F(c+1) - F(c) for counts up to 131071: one array access per event.
//
// One of the four memos of F: see docs/architecture.md. The kernels read nothing but differences
// of F, so the table has these and not F itself (CountLogTable): one access instead of two.
//
// 1 MB, of which a stream touches only what its counts need; filled from F when the library
// is loaded (1.4 ms). Windows of up to this many events never leave it, and a tally of a
// hundred labels only after 13 million events. Beyond it each thread caches blocks of steps
// (step_cache.hpp), 1 to 2 ns more per event if there are few labels. Code that runs before
// the table is filled sees size 0 and computes F: the same numbers.
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
