// A step is F(c+1) - F(c), whether it comes from the table, from the cache or from F.
#include "core/count_log/steps.hpp"

#include <cstdint>

#include "core/count_log/count_log.hpp"
#include "core/count_log/count_log_stages.hpp"
#include "core/count_log/step_table.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

using detail::step_table;
using detail::StepTable;

void check_step(std::uint64_t c) {
    const uint128 step = detail::count_log_wide(c + 1) - detail::count_log_wide(c);
    check(high_half(step) == 0, "a step fits 64 bits");
    check(count_log_step(c) == low_half(step), "a step is F(c+1) - F(c)");
}

void steps_are_differences() {
    for (std::uint64_t c = 0; c < StepTable::capacity + 5000; ++c)
        check_step(c);
    Random random(6);
    for (int length = 17; length <= 62; ++length)
        for (int i = 0; i < 1000; ++i)
            check_step((random.next() | std::uint64_t{1} << 63) >> (64 - length));
    for (std::uint64_t i = 0; i < 100; ++i)
        check_step(max_events - 99 + i);
}

// The kernels read the array without a check.
void table_is_filled_to_its_capacity() {
    check(step_table.size == StepTable::capacity, "the table is complete once main() runs");
    for (std::uint64_t c = 0; c < StepTable::capacity; ++c)
        check(step_table.steps[c] == low_half(count_log(c + 1) - count_log(c)),
              "each entry is a step");
}

// A loop passes one Steps to every call; the counts lie on both sides of the table's end.
void one_object_serves_all_counts() {
    Random random(8);
    Steps steps;
    for (int i = 0; i < 20000; ++i) {
        const std::uint64_t c = StepTable::capacity - 100 + random.below(200);
        check(steps(c) == low_half(count_log(c + 1) - count_log(c)), "next to the table's end");
    }
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    steps_are_differences();
    table_is_filled_to_its_capacity();
    one_object_serves_all_counts();
    return report();
}
