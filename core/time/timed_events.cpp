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
    std::size_t kept = 0;
    for (const TimedCount& each : events) {
        if (kept != 0 && events[kept - 1].at == each.at && events[kept - 1].code == each.code) {
            events[kept - 1].count += each.count;
        } else {
            events[kept++] = each;
        }
    }
    events.resize(kept);
    return events;
}

}  // namespace entrostream
