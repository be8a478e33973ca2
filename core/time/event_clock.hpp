// The clock of a summary whose events have times: how far it has come, and how late
// an event may be. Shared by all of them, so that lateness means one thing.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>

#include "core/time/time.hpp"

namespace entrostream {

// a - b, or the earliest time where that would be before it. b >= 0.
[[nodiscard]] constexpr Time earlier_by(Time a, Time b) noexcept {
    constexpr Time earliest = std::numeric_limits<Time>::min();
    return a < earliest + b ? earliest : a - b;
}

// An event came too late. The bindings know how its times are to be written.
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
    // lateness >= 0
    EventClock(Time lateness, Late late) noexcept : lateness_(lateness), late_(late) {}

    [[nodiscard]] Time lateness() const noexcept { return lateness_; }
    [[nodiscard]] Late late() const noexcept { return late_; }
    // The latest time seen or advanced to; none before the first.
    [[nodiscard]] std::optional<Time> now() const noexcept { return now_; }
    // How many events came too late and were dropped.
    [[nodiscard]] std::uint64_t dropped() const noexcept { return dropped_; }

    // Whether an event (or so many of them) at this time takes part; if it does, the clock
    // follows. One that came too late is counted as dropped, or throws TooLate, nothing
    // changed.
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

    // Moves on without an event. Back: nothing within the lateness; beyond it as a
    // late event, but not counted.
    void advance(Time at) {
        if (late_ == Late::raise && now_ && at < earlier_by(*now_, lateness_)) {
            throw TooLate(at, *now_, lateness_);
        }
        now_ = now_ ? std::max(*now_, at) : at;
    }

    // Throws TooLate, nothing changed, if `admit` would for one of these in turn.
    void require_all(Times times) const {
        EventClock trial = *this;
        for (const Time at : times) {
            static_cast<void>(trial.admit(at));
        }
    }

    // As after so many events dropped, at this time: for a summary restored.
    void restore(std::optional<Time> now, std::uint64_t dropped) noexcept {
        now_ = now;
        dropped_ = dropped;
    }
    // Before any event; the rule stays.
    void clear() noexcept { restore(std::nullopt, 0); }

    friend bool operator==(const EventClock&, const EventClock&) = default;

  private:
    Time lateness_;
    Late late_;
    std::optional<Time> now_;
    std::uint64_t dropped_ = 0;
};

}  // namespace entrostream
