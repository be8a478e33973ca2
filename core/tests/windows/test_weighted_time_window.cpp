// A time window of weights is the list of events in (now - span, now], each with its units.
#include "core/windows/weighted_time_window.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/counts/model.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::size_t codes = 5;

WeightedTimeWindow empty_window(Time span, Time lateness, Late late) {
    WeightedTimeWindow window(span, lateness, late, WeightedCounts(0, true));
    window.grow(codes);
    return window;
}

// Reference model: a list of all events.
struct List {
    Time span;
    Time lateness;
    std::map<std::pair<Time, Code>, std::uint64_t> events;
    std::optional<Time> now;
    std::uint64_t dropped = 0;

    void advance(Time at) {
        now = std::max(now.value_or(at), at);
        std::erase_if(events, [&](const auto& each) { return each.first.first <= *now - span; });
    }
    void push(Code code, Time at, std::uint64_t units) {
        if (units == 0) return;
        if (now && at < *now - lateness) {
            ++dropped;
            return;
        }
        events[{at, code}] += units;
        advance(at);
    }
    [[nodiscard]] Model model() const {
        Model model{std::vector<std::uint64_t>(codes, 0)};
        for (const auto& [key, units] : events) {
            model.counts[key.second] += units;
        }
        return model;
    }
};

bool same(const WeightedTimeWindow& window, const List& list) {
    std::vector<TimedCount> events;
    for (const auto& [key, units] : list.events) {
        events.push_back({key.first, key.second, units});
    }
    return window.events() == events && agrees(window, list.model()) &&
           window.clock().now() == list.now && window.clock().dropped() == list.dropped;
}

struct Rows {
    std::vector<Code> codes;
    std::vector<Time> times;
    std::vector<std::uint64_t> units;
};

Rows rows_from(Random& random, Time& now, std::size_t size) {
    Rows rows;
    for (std::size_t i = 0; i < size; ++i) {
        now += static_cast<Time>(random.below(4));
        rows.codes.push_back(static_cast<Code>(random.below(codes)));
        rows.times.push_back(now - static_cast<Time>(random.below(9)));
        rows.units.push_back(random.below(4) == 0 ? 0 : random.next() >> (12 + random.below(50)));
    }
    return rows;
}

void test_any_history(Random& random) {
    for (int repeat = 0; repeat < 200; ++repeat) {
        const Time span = 1 + static_cast<Time>(random.below(60));
        const Time lateness = static_cast<Time>(random.below(12));
        WeightedTimeWindow window = empty_window(span, lateness, Late::drop);
        List list{span, lateness, {}, {}};
        Time now = 0;
        for (int step = 0; step < 30; ++step) {
            const Rows rows = rows_from(random, now, random.below(40));
            const bool traced = random.below(2) == 0;
            std::vector<double> entropies(rows.codes.size());
            const TraceColumn column{Measure::entropy, entropies.data()};
            window.prepare(rows.times, rows.units);
            if (traced) {
                window.trace(rows.codes, rows.times, rows.units, {&column, 1});
            } else {
                window.update_many(rows.codes, rows.times, rows.units);
            }
            for (std::size_t i = 0; i < rows.codes.size(); ++i) {
                list.push(rows.codes[i], rows.times[i], rows.units[i]);
                check(!traced || entropies[i] == list.model().sums().entropy(),
                      "a traced value is right");
            }
            check(same(window, list), "the window is the list");
            const Rows one = rows_from(random, now, 1);
            window.update(one.codes[0], one.times[0], one.units[0]);
            list.push(one.codes[0], one.times[0], one.units[0]);
            check(same(window, list), "the window is the list after one event");
        }
    }
}

void test_limit_is_of_what_is_held_at_one_time() {
    constexpr std::uint64_t most = (std::uint64_t{1} << 62) - 1;
    WeightedTimeWindow window = empty_window(10, 0, Late::raise);
    window.update(0, 0, most);
    check_throws<std::overflow_error>([&] { window.update(1, 9, 1); }, "it is full");
    window.update(1, 10, most);
    check(window.count(0) == 0 && window.count(1) == most, "what leaves makes room");
    const Rows passing{{0, 1, 2}, {20, 30, 40}, {most, most, most}};
    window.prepare(passing.times, passing.units);
    window.update_many(passing.codes, passing.times, passing.units);
    check(window.count(2) == most, "more than the limit passes through");
    const Rows full{{0, 1, 2}, {60, 61, 90}, {most, 1, 1}};
    check_throws<std::overflow_error>([&] { window.prepare(full.times, full.units); },
                                      "it would be too full in between");
    check(window.count(2) == most && *window.clock().now() == 40, "nothing has changed");
}

}  // namespace

int main() {
    Random random(11);
    test_any_history(random);
    test_limit_is_of_what_is_held_at_one_time();
    return report();
}
