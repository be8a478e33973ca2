// Rows that are still needed are found by their numbers; the memory of the others is freed.
#include "core/columns/row_queue.hpp"

#include <cstdint>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

void rows_keep_their_numbers() {
    Random random(1);
    for (int round = 0; round < 50; ++round) {
        RowQueue<std::int64_t> queue;
        std::int64_t needed = 0;
        for (std::int64_t number = 0; number < 500; ++number) {
            check(queue.size() == number, "the number of the next row");
            queue.push(7 * number);
            const auto held = static_cast<std::uint64_t>(queue.size() - needed);
            if (random.below(3) == 0) needed += static_cast<std::int64_t>(random.below(held + 1));
            queue.forget_before(needed);
            for (std::int64_t number = needed; number < queue.size(); ++number) {
                check(queue[number] == 7 * number, "a row that is still needed");
            }
        }
    }
}

void nothing_forgotten_is_no_work() {
    RowQueue<int> queue;
    queue.forget_before(0);
    queue.push(1);
    queue.forget_before(0);
    check(queue.size() == 1 && queue[0] == 1, "the row is there");
    queue.forget_before(1);
    check(queue.size() == 1, "numbers go on");
}

}  // namespace

int main() {
    rows_keep_their_numbers();
    nothing_forgotten_is_no_work();
    return report();
}
