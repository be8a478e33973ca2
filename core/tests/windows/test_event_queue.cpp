// The queue agrees with a std::deque, and its memory is bounded by its length.
#include "core/windows/event_queue.hpp"

#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

using Model = std::deque<std::pair<Time, Code>>;

void check_same(const EventQueue& queue, const Model& model) {
    check(queue.size() == model.size() && queue.empty() == model.empty(), "the length");
    for (std::size_t i = 0; i < model.size(); ++i) {
        check(queue.times()[i] == model[i].first && queue.codes()[i] == model[i].second,
              "the events, oldest first");
    }
    if (!model.empty()) check(queue.last_time() == model.back().first, "the newest time");
}

void operations_agree_with_a_deque() {
    Random random(1);
    EventQueue queue;
    Model model;
    Time now = 0;
    for (int i = 0; i < 3000; ++i) {
        const std::uint64_t what = random.below(10);
        if (what < 4) {
            now += static_cast<Time>(random.below(3));
            const auto code = static_cast<Code>(random.below(5));
            check(queue.takes(now) && (queue.empty() || !queue.takes(queue.last_time() - 1)),
                  "times do not decrease");
            queue.make_room(1);
            queue.push(now, code);
            model.emplace_back(now, code);
        } else if (what < 6) {
            const std::size_t many = random.below(40);
            std::vector<Time> times(many, ++now);
            std::vector<Code> codes(many);
            for (Code& code : codes) {
                code = static_cast<Code>(random.below(5));
                model.emplace_back(now, code);
            }
            queue.make_room(many);
            queue.push(codes, times);
        } else if (what < 9) {
            const std::size_t many = random.below(model.size() / 4 + 1);
            queue.pop(many);
            model.erase(model.begin(), model.begin() + static_cast<std::ptrdiff_t>(many));
        } else {
            const auto gone = static_cast<Code>(random.below(5));
            queue.erase_if([&](Code code) { return code == gone; });
            std::erase_if(model, [&](const auto& event) { return event.second == gone; });
        }
        check_same(queue, model);
    }
    EventQueue copy = queue;
    check_same(copy, model);
    copy.clear();
    check_same(copy, {});
    check_same(queue, model);
}

// A reserved queue never moves to other memory while it stays within the reservation.
void reserved_memory_suffices() {
    EventQueue queue;
    queue.reserve(100);
    queue.push(0, 0);
    std::size_t allocations = 0;
    const Time* block = queue.times();
    for (Time at = 1; at < 5000; ++at) {
        queue.make_room(1);
        queue.push(at, 0);
        if (queue.size() > 99) queue.pop();
        const std::ptrdiff_t off = queue.times() - block;
        allocations += off < 0 || off > 200;
    }
    check(allocations == 0, "events move within the same memory");
}

void wasteful_memory_is_freed() {
    EventQueue queue;
    queue.make_room(100000);
    for (Time at = 0; at < 100000; ++at)
        queue.push(at, 3);
    queue.pop(99990);
    const Time* before = queue.times();
    queue.shrink_if_wasteful();
    check(queue.times() != before, "moved to a smaller block");
    check(queue.size() == 10 && *queue.times() == 99990 && *queue.codes() == 3, "the same events");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    operations_agree_with_a_deque();
    reserved_memory_suffices();
    wasteful_memory_is_freed();
    return report();
}
