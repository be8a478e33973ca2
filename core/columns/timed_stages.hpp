// The events of the last span of time, and those of the span before it.
//
// Events may arrive in any order within the lateness. An event in order costs amortised O(1); one
// that is late costs the logarithm of the number of late events held.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/columns/compared_counts.hpp"
#include "core/counts/code.hpp"
#include "core/time/event_clock.hpp"
#include "core/time/time.hpp"
#include "core/windows/event_queue.hpp"

namespace entrostream {

struct TimedCode {
    Time at;
    Code code;

    friend auto operator<=>(const TimedCode&, const TimedCode&) = default;
};

class TimedStages {
  public:
    // Throws std::invalid_argument unless span > 0 and lateness >= 0.
    TimedStages(Time span, Time lateness, Late late, bool keeps_previous);

    [[nodiscard]] Time span() const noexcept { return span_; }
    [[nodiscard]] const EventClock& clock() const noexcept { return clock_; }
    [[nodiscard]] std::size_t held() const noexcept {
        return queue_.size() + late_.size() + late_previous_.size();
    }

    // Throws TooLate, with nothing changed, if `update` would for one of these in order. If it
    // does not throw, `update` cannot fail for these.
    void prepare(Times times);
    void update(ComparedCounts& counts, Code code, Time at);
    void advance(ComparedCounts& counts, Time at);
    // Not between `prepare` and the events that it is for.
    void shrink_if_wasteful() noexcept { queue_.shrink_if_wasteful(); }

    // Ordered by time and then by code.
    [[nodiscard]] std::vector<TimedCode> events() const;
    // Precondition: nothing is held. Throws std::invalid_argument, with nothing changed, unless
    // the events are in the order of time and in one of the windows.
    void restore(ComparedCounts& counts, std::optional<Time> now, std::uint64_t dropped,
                 const std::vector<TimedCode>& events);

    void clear() noexcept;
    void renumber(const Renumbering& to) noexcept;

  private:
    using LateEvents = std::multimap<Time, Code>;

    // The first times that belong to the window and to the previous one.
    [[nodiscard]] Time window_start(Time now) const noexcept { return earlier_by(now, span_ - 1); }
    [[nodiscard]] Time previous_start(Time now) const noexcept {
        const Time start = window_start(now);
        return keeps_previous_ ? earlier_by(start, span_) : start;
    }
    void put(ComparedCounts& counts, Code code, Time at) noexcept;
    void expire(ComparedCounts& counts) noexcept;
    void pass_before(ComparedCounts& counts, Time start) noexcept;
    void forget_before(ComparedCounts& counts, Time start) noexcept;

    Time span_;
    bool keeps_previous_;
    EventClock clock_;
    EventQueue queue_;        // events that arrived in order
    std::size_t passed_ = 0;  // how many of them, the oldest, are in the previous window
    LateEvents late_;         // other events of the window
    LateEvents late_previous_;
    LateEvents spare_;  // memory for late events
};

}  // namespace entrostream
