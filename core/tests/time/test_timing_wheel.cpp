// Each late event leaves exactly once, when the limit passes its time.
#include "core/time/timing_wheel.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr Time earliest = std::numeric_limits<Time>::min();
constexpr Time latest = std::numeric_limits<Time>::max();

// Reference model: a number of events for each time.
using Held = std::map<Time, std::uint64_t>;

Held held_by(const TimingWheel& events) {
    Held held;
    events.for_each([&](const TimedEvents& event) { held[event.at()] += event.count(); });
    return held;
}

void push(TimingWheel& events, Held& held, Time at) {
    events.reserve(1);
    events.push({at, 0});
    ++held[at];
}

void leave_before(TimingWheel& events, Held& held, Time limit) {
    Held left;
    events.leave_before(limit, [&](const TimedEvents& event) { ++left[event.at()]; });
    const auto end = held.lower_bound(limit);
    check(std::equal(left.begin(), left.end(), held.begin(), end), "all before the limit leave");
    held.erase(held.begin(), end);
}

// Times near and far, over as many digits as times have.
void test_any_history(Random& random) {
    for (int bits = 1; bits <= 63; ++bits) {
        TimingWheel events;
        Held held;
        Time limit = bits < 63 ? -(Time{1} << bits) : earliest;
        const Time end = bits < 63 ? Time{1} << bits : latest;
        while (limit < end - 2) {
            const auto room = static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(limit);
            for (std::uint64_t i = random.below(40); i > 0; --i) {
                const std::uint64_t ahead = random.next() >> random.below(64);
                push(events, held,
                     static_cast<Time>(static_cast<std::uint64_t>(limit) + ahead % room));
            }
            const std::uint64_t step = 1 + (random.next() >> random.below(64)) % (room - 1);
            limit = static_cast<Time>(static_cast<std::uint64_t>(limit) + step);
            leave_before(events, held, limit);
            check(held_by(events) == held, "the others stay");
            std::uint64_t size = 0;
            for (const auto& each : held) {
                size += each.second;
            }
            check(events.size() == size && events.empty() == held.empty(), "and are counted");
        }
        events.clear();
        check(events.empty() && held_by(events).empty(), "a cleared wheel is empty");
        held.clear();
        push(events, held, earliest);
        leave_before(events, held, latest);
        check(events.empty(), "it can begin again");
    }
}

void test_extremes() {
    TimingWheel events;
    Held held;
    for (const Time at : {earliest, earliest + 1, Time{-1}, Time{0}, Time{1}, latest - 1, latest}) {
        push(events, held, at);
    }
    for (const Time limit : {earliest, earliest + 1, earliest + 2, Time{0}, Time{2}, latest}) {
        leave_before(events, held, limit);
    }
    check(events.size() == 1 && held_by(events) == Held{{latest, 1}}, "the latest time is held");
}

void test_many_at_one_time() {
    TimingWheel events;
    events.reserve(1000);
    for (int i = 0; i < 1000; ++i) {
        events.push({7, 0});
    }
    const TimingWheel copy = events;
    std::uint64_t left = 0;
    const auto count = [&](const TimedEvents&) { ++left; };
    events.leave_before(7, count);
    check(left == 0 && events.size() == 1000, "what is at the limit stays");
    events.leave_before(8, count);
    check(left == 1000 && events.empty(), "all leave at once");
    check(copy.size() == 1000 && held_by(copy) == Held{{7, 1000}}, "a copy is independent");
    events.shrink_if_wasteful();
    events.reserve(1);
    events.push({9, 0});
    check(held_by(events) == Held{{9, 1}}, "and it can be used again without its memory");
}

}  // namespace

int main() {
    Random random(11);
    test_any_history(random);
    test_extremes();
    test_many_at_one_time();
    return report();
}
