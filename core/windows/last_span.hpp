// The codes of the last span of time, and their counts.
//
// Holds the events with a time in (now - span, now], where now is the latest time seen or
// advanced to. Events may arrive in any order within the lateness: the content, and so every
// read, depends on the times alone. An event costs amortised O(1), late or not, whatever the
// number of events held; memory grows with the number held.
//
// `Held` counts the codes: Counts, or a class with the same methods. If it is `weighted`, an
// event is an amount of a code, and an amount of 0 is no event.
//
// Files that instantiate it include last_span_members.hpp.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "core/counts/code.hpp"
#include "core/time/event_clock.hpp"
#include "core/time/time.hpp"
#include "core/time/timed_events.hpp"
#include "core/time/timing_wheel.hpp"
#include "core/windows/event_queue.hpp"

namespace entrostream {

using Amounts = std::span<const std::uint64_t>;

template <class Held>
class LastSpan {
  public:
    using Amount = Held::Amount;
    using Columns = Held::Columns;
    static constexpr bool weighted = requires { Held::weighted; };
    // Whether whole columns can be processed in blocks.
    static constexpr bool flows =
        requires(Held& held, Columns columns) { held.begin_slides(0, columns); };

    // `held` counts the codes and must be empty. Throws std::invalid_argument unless span > 0
    // and lateness >= 0.
    LastSpan(Time span, Time lateness, Late late, Held held = Held());

    [[nodiscard]] Time span() const noexcept { return span_; }
    [[nodiscard]] const EventClock& clock() const noexcept { return clock_; }
    [[nodiscard]] const Held& held() const noexcept { return counts_; }
    [[nodiscard]] Held& held() noexcept { return counts_; }
    [[nodiscard]] decltype(auto) sums() const noexcept { return counts_.sums(); }
    [[nodiscard]] std::size_t codes() const noexcept { return counts_.codes(); }
    [[nodiscard]] std::uint64_t count(Code code) const noexcept { return counts_.count(code); }

    // Estimates: see Counts.
    [[nodiscard]] static double nanoseconds() noexcept { return 2.0 * Held::nanoseconds(); }
    [[nodiscard]] std::size_t memory() const noexcept {
        return counts_.memory() + 24 * (queue_.size() + wheel_.size());
    }
    void grow(std::size_t codes)
        requires requires(Held& held) { held.grow(codes); }
    {
        counts_.grow(codes);
    }

    // One event. If it is too late, throws TooLate with nothing changed, or counts it as
    // dropped. If it is within the lateness but outside the window (a lateness beyond the
    // span), ignores it. Throws std::overflow_error, with nothing changed, if n would reach
    // 2^62.
    void update(Code code, Time at)
        requires(!weighted);
    void update(Code code, Time at, Amount amount)
        requires weighted;
    // Moves the clock and removes events that are now outside the window. For times in the
    // past see EventClock.
    void advance(Time at);

    // Throws what `update` would for the first event that it rejects, with nothing changed, and
    // std::overflow_error if these and the events held would reach 2^62 in total. If it does not
    // throw, the calls below cannot fail for these events in order, at once or in pieces. It is
    // a precondition of those calls.
    void prepare(Times times)
        requires(!weighted);
    void prepare(Times times, Amounts amounts)
        requires weighted;
    void update_many(Codes codes, Times times)
        requires(!weighted);
    void update_many(Codes codes, Times times, Amounts amounts)
        requires weighted;
    // Like update_many, and writes the values after each event to the columns from row
    // `row` on.
    void trace(Codes codes, Times times, Columns columns, std::size_t row = 0)
        requires(!weighted);
    void trace(Codes codes, Times times, Amounts amounts, Columns columns, std::size_t row = 0)
        requires weighted;
    // Around a long column in pieces, instead of `prepare`; in between only `trace` with these
    // columns may be called.
    void begin_column(Times times, Columns columns)
        requires flows;
    void end_column() noexcept
        requires flows;
    // A time is read before the values of its event are written, so they may overwrite it.
    // Fresh memory for another column would cost a quarter of the time.
    static constexpr bool reads_before_it_writes = true;

    // Adds a number of events of each code, all at one time; the clock is unchanged if there
    // are none. Throws like `update`. The cost is linear in the entries of the list, not in the
    // events. If `weighted`, an amount is the weight of one event.
    void add_many(CodeCounts more, Time at);
    // Removes the oldest events of each code, which must be held. Linear in the window's length.
    void take_many(CodeCounts less);
    // Merges the events of another window of the same span: its code c becomes to[c], and
    // events mapped to no_code are skipped. The clock becomes the later of both, and events
    // outside the window are removed. Throws std::overflow_error like `update`.
    void merge(const LastSpan& other, const Renumbering& to);

    // The events held, ordered by time and then by code, with equal pairs merged.
    [[nodiscard]] std::vector<TimedCount> events() const;
    // Restores a window with this clock and these events. Throws, with nothing changed,
    // std::invalid_argument unless they are in order and in the window, and
    // std::overflow_error if there are 2^62 or more.
    void restore(std::optional<Time> now, std::uint64_t dropped, TimedCounts events);

    void clear() noexcept;
    void renumber(const Renumbering& to, std::size_t new_size);

  private:
    using Many = std::conditional_t<weighted, TimedAmounts, TimedEvents>;
    using Wheel = TimingWheelOf<Many>;

    // The first time that belongs to the window when the clock is at `now`.
    [[nodiscard]] Time first_at(Time now) const noexcept { return earlier_by(now, span_ - 1); }
    [[nodiscard]] Time first() const noexcept { return first_at(*clock_.now()); }

    // Calls use(at, code, count) for everything held, in any order.
    template <class Use>
    void for_each(Use&& use) const;
    [[nodiscard]] std::uint64_t held_from(Time first) const;
    void require_room(Time at, std::uint64_t more) const;
    // Throws std::overflow_error if these are 2^62 or more in total.
    void require_few(TimedCounts events) const;
    // Whether these amounts and those held are below 2^62 in total.
    [[nodiscard]] bool all_fit(Amounts amounts) const noexcept;
    [[nodiscard]] static std::vector<Time> times_of_events(Times times, Amounts amounts);
    // Makes room for one more event at this time.
    void make_room(Time at);
    // Like prepare, except for the check of amounts; returns whether all events are in order.
    [[nodiscard]] bool prepared_in_order(Times times);
    [[nodiscard]] bool are_in_order(Times times) const noexcept;
    [[nodiscard]] std::size_t longest_queue(Times times, bool in_order) const;

    void put(Time at, Code code) noexcept
        requires(!weighted);
    void put_many(const TimedCount& events) noexcept;
    void expire() noexcept { expire_before(first()); }
    void expire_before(Time window_start) noexcept;
    void take(const Many& events) noexcept;
    void shrink_if_wasteful() noexcept;

    // The number of leading events that are in order.
    [[nodiscard]] std::size_t in_order(Times times) const noexcept;
    // Whether events that are in order can be processed in blocks.
    [[nodiscard]] bool can_flow(Times times) const noexcept
        requires flows;
    // Stops at the first event that is not in order; returns the number of events before it.
    std::size_t trace_in_order(Codes codes, Times times, Columns columns, std::size_t row)
        requires flows;
    void trace_one_by_one(Codes codes, Times times, Columns columns, std::size_t row)
        requires(!weighted);
    void hold(const std::vector<TimedCount>& events);

    Time span_;
    EventClock clock_;
    EventQueue queue_;                 // single events that arrived in order
    Wheel wheel_;                      // events that were late, added in bulk, or weighted
    bool column_is_in_order_ = false;  // set by begin_column
    Held counts_;
};

}  // namespace entrostream
