// Counts of any size survive packing, and sorting merges equal times and codes.
#include "core/time/timed_events.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

template <class Many>
void check_parts(const TimedCount& counted, std::size_t max_parts) {
    std::uint64_t total = 0;
    std::size_t parts = 0;
    Many::split(counted, [&](Many part) {
        check(part.at() == counted.at && part.code() == counted.code, "time and code");
        total += part.count();
        part.rename(7);
        check(part.code() == 7 && part.at() == counted.at, "only the code is renamed");
        ++parts;
    });
    check(total == counted.count, "the parts add up");
    check(parts <= max_parts && (parts == 0) == (counted.count == 0), "as few parts as possible");
}

void counts_survive_packing() {
    Random random(1);
    std::vector<std::uint64_t> counts{0, 1, 2, (std::uint64_t{1} << 62) - 1};
    for (int bit = 1; bit < 62; ++bit) {
        const std::uint64_t power = std::uint64_t{1} << bit;
        counts.insert(counts.end(), {power - 1, power, power + 1, power + random.below(power)});
    }
    for (const std::uint64_t count : counts) {
        const TimedCount counted{-5, 0xfffffffe, count};
        check_parts<TimedEvents>(counted, 2);
        check_parts<TimedAmounts>(counted, 1);
    }
    check(TimedEvents(3, 4).single() && TimedEvents(3, 4).count() == 1, "a single event");
    TimedEvents::split({0, 0, 2}, [](const TimedEvents& two) { check(!two.single(), "two"); });
}

void sorting_merges() {
    Random random(2);
    std::vector<TimedCount> events;
    std::map<std::pair<Time, Code>, std::uint64_t> model;
    for (int i = 0; i < 5000; ++i) {
        const auto at = static_cast<Time>(random.below(60)) - 30;
        const auto code = static_cast<Code>(random.below(20));
        events.push_back({at, code, 1 + random.below(1000)});
        model[{at, code}] += events.back().count;
    }
    const std::vector<TimedCount> found = sorted(events);
    check(found.size() == model.size(), "each time and code once");
    std::size_t i = 0;
    for (const auto& [key, count] : model) {
        check(found[i++] == TimedCount{key.first, key.second, count}, "in order, counts added");
    }
    check(sorted({}).empty(), "no events");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    counts_survive_packing();
    sorting_merges();
    return report();
}
