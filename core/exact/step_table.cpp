// Fills the table of steps once, when the library is loaded; steps beyond it.
#include "core/exact/step_table.hpp"

#include <array>

#include "core/exact/count_log.hpp"

namespace entrostream::detail {

constinit StepTable step_table = {};

namespace {

[[maybe_unused]] const bool filled = [] {
    std::uint64_t before = 0;
    for (std::uint64_t c = 0; c < StepTable::capacity; ++c) {
        const std::uint64_t after = low_half(count_log(c + 1));
        step_table.steps[c] = after - before;
        before = after;
    }
    step_table.size = StepTable::capacity;
    return true;
}();

// The low half of F(c), last values kept: a label that grows needs F of its old
// count again, a window goes up and down between the same few. Kept per thread,
// so that nobody waits; it is a function of c, so it does not matter who kept it.
std::uint64_t kept_low_half(std::uint64_t c) noexcept {
    struct Kept {
        std::uint64_t count = 0;
        std::uint64_t low = 0;
    };
    thread_local std::array<Kept, 4096> cache{};
    Kept& kept = cache[c % cache.size()];
    if (kept.count != c) kept = {c, low_half(count_log(c))};
    return kept.low;
}

}  // namespace

// Both are 64 bits of a larger number, and so is their difference; but that is the whole step.
std::uint64_t large_step(std::uint64_t c) noexcept {
    const std::uint64_t before = kept_low_half(c);
    return kept_low_half(c + 1) - before;
}

}  // namespace entrostream::detail
