#include "core/columns/timed_stages.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace entrostream {

TimedStages::TimedStages(Time span, Time lateness, Late late, bool keeps_previous)
    : span_(span), keeps_previous_(keeps_previous), clock_(lateness, late) {
    if (span <= 0 || lateness < 0) {
        throw std::invalid_argument("a span must be above 0, a lateness not below");
    }
}

// An event is late if another in front of it has a later time: an upper bound on those that the
// queue does not take.
void TimedStages::prepare(Times times) {
    clock_.require_all(times);
    Time latest = queue_.empty() ? std::numeric_limits<Time>::min() : queue_.last_time();
    std::size_t late = 0;
    for (const Time at : times) {
        late += at < latest ? 1 : 0;
        latest = std::max(latest, at);
    }
    shrink_if_wasteful();
    queue_.make_room(times.size());
    while (spare_.size() < late) {
        spare_.emplace(0, 0);
    }
}

void TimedStages::update(ComparedCounts& counts, Code code, Time at) {
    if (queue_.takes(at)) {
        queue_.make_room(1);
    } else if (spare_.empty()) {
        spare_.emplace(0, 0);
    }
    if (!clock_.admit(at)) return;
    expire(counts);
    put(counts, code, at);
}

void TimedStages::advance(ComparedCounts& counts, Time at) {
    clock_.advance(at);
    expire(counts);
}

void TimedStages::put(ComparedCounts& counts, Code code, Time at) noexcept {
    const Time now = *clock_.now();
    if (at < previous_start(now)) return;
    const bool passes = at < window_start(now);
    counts.enter(code);
    if (passes) counts.leave(code);
    if (queue_.takes(at)) {
        queue_.push(at, code);
        passed_ += passes ? 1 : 0;  // then all events before it have passed, too
        return;
    }
    auto node = spare_.extract(spare_.begin());
    node.key() = at;
    node.mapped() = code;
    (passes ? late_previous_ : late_).insert(std::move(node));
}

void TimedStages::expire(ComparedCounts& counts) noexcept {
    const Time now = *clock_.now();
    pass_before(counts, window_start(now));
    if (keeps_previous_) forget_before(counts, previous_start(now));
}

void TimedStages::pass_before(ComparedCounts& counts, Time start) noexcept {
    while (passed_ < queue_.size() && queue_.times()[passed_] < start) {
        counts.leave(queue_.codes()[passed_]);
        if (keeps_previous_) {
            ++passed_;
        } else {
            queue_.pop();
        }
    }
    while (!late_.empty() && late_.begin()->first < start) {
        counts.leave(late_.begin()->second);
        auto node = late_.extract(late_.begin());
        if (keeps_previous_) late_previous_.insert(std::move(node));
    }
}

void TimedStages::forget_before(ComparedCounts& counts, Time start) noexcept {
    while (passed_ > 0 && *queue_.times() < start) {
        counts.forget(*queue_.codes());
        queue_.pop();
        --passed_;
    }
    while (!late_previous_.empty() && late_previous_.begin()->first < start) {
        counts.forget(late_previous_.begin()->second);
        late_previous_.erase(late_previous_.begin());
    }
}

std::vector<TimedCode> TimedStages::events() const {
    std::vector<TimedCode> events;
    events.reserve(held());
    for (std::size_t i = 0; i < queue_.size(); ++i) {
        events.push_back({queue_.times()[i], queue_.codes()[i]});
    }
    for (const LateEvents* each : {&late_, &late_previous_}) {
        for (const auto& [at, code] : *each) {
            events.push_back({at, code});
        }
    }
    std::sort(events.begin(), events.end());
    return events;
}

void TimedStages::restore(ComparedCounts& counts, std::optional<Time> now, std::uint64_t dropped,
                          const std::vector<TimedCode>& events) {
    const bool ordered = std::is_sorted(events.begin(), events.end(),
                                        [](const auto& a, const auto& b) { return a.at < b.at; });
    const bool inside = events.empty() || (now && events.front().at >= previous_start(*now) &&
                                           events.back().at <= *now);
    if (!ordered || !inside) {
        throw std::invalid_argument("events are not in the order of time, or not in the window");
    }
    queue_.reserve(events.size());
    clock_.restore(now, dropped);
    for (const TimedCode& each : events) {
        put(counts, each.code, each.at);
    }
}

void TimedStages::clear() noexcept {
    queue_.clear();
    passed_ = 0;
    late_.clear();
    late_previous_.clear();
    spare_.clear();
    clock_.clear();
}

void TimedStages::renumber(const Renumbering& to) noexcept {
    std::for_each(queue_.codes(), queue_.codes() + queue_.size(),
                  [&](Code& code) { code = to[code]; });
    for (LateEvents* each : {&late_, &late_previous_}) {
        for (auto& [at, code] : *each) {
            code = to[code];
        }
    }
}

}  // namespace entrostream
