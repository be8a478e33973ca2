#include "core/time/timed_events.hpp"

#include <tuple>
#include <utility>

#include "core/counts/interruption.hpp"

namespace entrostream {

namespace {

bool in_place(const TimedCount& a, const TimedCount& b) noexcept {
    return std::tie(a.at, a.code) < std::tie(b.at, b.code);
}

}  // namespace

std::vector<TimedCount> sorted(std::vector<TimedCount> events) {
    sort_interruptibly(events.begin(), events.end(), in_place);
    std::size_t merged = 0;
    for (const TimedCount& each : events) {
        if (merged != 0 && events[merged - 1].at == each.at &&
            events[merged - 1].code == each.code) {
            events[merged - 1].count += each.count;
        } else {
            events[merged++] = each;
        }
    }
    events.resize(merged);
    return events;
}

}  // namespace entrostream
