// The clock of a summary with timed events: the current time, and how late an event may be.
// Shared by all such summaries, so that lateness means the same everywhere.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>

#include "core/time/time.hpp"

namespace entrostream {

// a - b, clamped to the earliest time. Precondition: b >= 0.
[[nodiscard]] constexpr Time earlier_by(Time a, Time b) noexcept {
    constexpr Time earliest = std::numeric_limits<Time>::min();
    return a < earliest + b ? earliest : a - b;
}

// An event came too late. The bindings format its times.
class TooLate : public std::runtime_error {
  public:
    TooLate(Time event, Time clock, Time allowed)
        : std::runtime_error("an event came too late"), at(event), now(clock), lateness(allowed) {}

    Time at;
    Time now;
    Time lateness;
};

class EventClock {
  public:
    // Precondition: lateness >= 0.
    EventClock(Time lateness, Late late) noexcept : lateness_(lateness), late_(late) {}

    [[nodiscard]] Time lateness() const noexcept { return lateness_; }
    [[nodiscard]] Late late() const noexcept { return late_; }
    // The latest time seen or advanced to; none before the first.
    [[nodiscard]] std::optional<Time> now() const noexcept { return now_; }
    // The number of events that came too late and were dropped.
    [[nodiscard]] std::uint64_t dropped() const noexcept { return dropped_; }

    // Whether `events` events at this time are accepted; if so, the clock advances. If they
    // are too late, counts them as dropped, or throws TooLate with nothing changed.
    [[nodiscard]] bool admit(Time at, std::uint64_t events = 1) {
        if (!now_ || at >= *now_) {
            now_ = at;
            return true;
        }
        if (at >= earlier_by(*now_, lateness_)) return true;
        if (late_ == Late::raise) throw TooLate(at, *now_, lateness_);
        dropped_ += events;
        return false;
    }

    // Advances without an event. A time in the past is ignored within the lateness; beyond it,
    // it is treated like a late event but not counted as dropped.
    void advance(Time at) {
        if (late_ == Late::raise && now_ && at < earlier_by(*now_, lateness_)) {
            throw TooLate(at, *now_, lateness_);
        }
        now_ = now_ ? std::max(*now_, at) : at;
    }

    // Throws TooLate, with nothing changed, if `admit` would throw for one of these in order.
    void require_all(Times times) const {
        EventClock trial = *this;
        for (const Time at : times) {
            static_cast<void>(trial.admit(at));
        }
    }

    // For restoring a summary: sets the time and the number of dropped events.
    void restore(std::optional<Time> now, std::uint64_t dropped) noexcept {
        now_ = now;
        dropped_ = dropped;
    }
    // Back to the state before any event; the lateness rule is unchanged.
    void clear() noexcept { restore(std::nullopt, 0); }

    friend bool operator==(const EventClock&, const EventClock&) = default;

  private:
    Time lateness_;
    Late late_;
    std::optional<Time> now_;
    std::uint64_t dropped_ = 0;
};

}  // namespace entrostream
