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

// The low halves of F(c) for the counts met last: a label that grows needs F of its
// old count again, a window goes up and down between the same few. Kept per thread, so
// that nobody waits; they are functions of c, so it does not matter who kept them.
class KeptLogs {
  public:
    [[nodiscard]] std::uint64_t low_half_of(std::uint64_t c) noexcept {
        Kept& kept = kept_[c % kept_.size()];
        if (kept.count != c) kept = {c, low_half(count_log(c))};
        return kept.low;
    }

  private:
    struct Kept {
        std::uint64_t count = 0;
        std::uint64_t low = 0;
    };
    std::array<Kept, 4096> kept_{};
};

}  // namespace

// Both are 64 bits of a larger number, and so is their difference; but that is the whole step.
std::uint64_t large_step(std::uint64_t c) noexcept {
    thread_local KeptLogs logs;
    KeptLogs& mine = logs;  // found once: asking for a thread's own variable is a call
    const std::uint64_t before = mine.low_half_of(c);
    return mine.low_half_of(c + 1) - before;
}

}  // namespace entrostream::detail
