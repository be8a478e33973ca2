// The clock advances to the latest time, and rejects or drops events beyond the lateness.
#include "core/time/event_clock.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/tests/check.hpp"

namespace entrostream::testing {
namespace {

constexpr Time earliest = std::numeric_limits<Time>::min();
constexpr Time latest = std::numeric_limits<Time>::max();

void differences_are_clamped() {
    check(earlier_by(10, 3) == 7, "an ordinary difference");
    check(earlier_by(earliest + 3, 3) == earliest, "the earliest time itself");
    check(earlier_by(earliest + 2, 3) == earliest, "clamped to the earliest time");
    check(earlier_by(-1, latest) == earliest, "the smallest difference that fits");
    check(earlier_by(-2, latest) == earliest, "and one that does not");
}

void late_events_are_admitted_within_the_lateness() {
    EventClock clock(5, Late::raise);
    check(!clock.now().has_value(), "no time before the first event");
    check(clock.admit(100) && clock.now() == 100, "the first event sets the clock");
    check(clock.admit(95) && clock.now() == 100, "late by exactly the lateness");
    check_throws<TooLate>([&] { (void)clock.admit(94); }, "later than that");
    check(clock.now() == 100 && clock.dropped() == 0, "nothing has changed");
    check(clock.admit(101) && clock.now() == 101, "the clock goes on");
    try {
        (void)clock.admit(90);
    } catch (const TooLate& error) {
        check(error.at == 90 && error.now == 101 && error.lateness == 5, "the error has the times");
    }
}

void late_events_are_counted_when_dropped() {
    EventClock clock(5, Late::drop);
    check(clock.admit(100), "the first event");
    check(!clock.admit(94, 3) && !clock.admit(1), "too late");
    check(clock.dropped() == 4 && clock.now() == 100, "each event is counted");
    check(clock.admit(95, 7) && clock.dropped() == 4, "late events within the lateness are not");
    clock.clear();
    check(!clock.now().has_value() && clock.dropped() == 0, "cleared");
    check(clock.lateness() == 5 && clock.late() == Late::drop, "with the same rule");
}

void advancing_never_goes_back() {
    EventClock strict(5, Late::raise);
    strict.advance(100);
    strict.advance(96);
    check(strict.now() == 100, "a time in the past is ignored within the lateness");
    check_throws<TooLate>([&] { strict.advance(94); }, "and rejected beyond it");
    EventClock lenient(5, Late::drop);
    lenient.advance(100);
    lenient.advance(1);
    check(lenient.now() == 100 && lenient.dropped() == 0, "not counted as dropped");
}

void a_column_is_checked_without_a_change() {
    EventClock clock(5, Late::raise);
    clock.advance(10);
    const EventClock before = clock;
    const std::vector<Time> good{12, 8, 20, 15};
    const std::vector<Time> bad{12, 8, 20, 14};
    clock.require_all(good);
    check_throws<TooLate>([&] { clock.require_all(bad); }, "late compared with the column");
    check(clock == before, "the clock is unchanged");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    differences_are_clamped();
    late_events_are_admitted_within_the_lateness();
    late_events_are_counted_when_dropped();
    advancing_never_goes_back();
    a_column_is_checked_without_a_change();
    return report();
}
