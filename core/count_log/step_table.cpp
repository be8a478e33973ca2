// Fills the step table once, when the library is loaded.
#include "core/count_log/step_table.hpp"

#include "core/count_log/count_log.hpp"

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

}  // namespace

}  // namespace entrostream::detail
