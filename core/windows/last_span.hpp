// The codes of the last span of time, and what is counted of them.
//
// Holds the events with a time in (now - span, now], where now is the latest time seen
// or advanced to. Events may come in any order within the lateness: what is held, and
// so every read, depends on the times alone. An event costs O(1) amortised, late or
// not, however many are held; memory grows with what is held.
//
// `Held` counts the codes: Counts, or whatever has its methods. Where it is `weighted`, an
// event is an amount of a code, and an amount of 0 is no event.
//
// Those that instantiate it include last_span_members.hpp.
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
    // Whether whole columns can pass through in blocks.
    static constexpr bool flows =
        requires(Held& held, Columns columns) { held.begin_slides(0, columns); };

    // `held`: how the codes are counted, none of them yet. Throws std::invalid_argument unless
    // span > 0 and lateness >= 0.
    LastSpan(Time span, Time lateness, Late late, Held held = Held());

    [[nodiscard]] Time span() const noexcept { return span_; }
    [[nodiscard]] const EventClock& clock() const noexcept { return clock_; }
    [[nodiscard]] const Held& held() const noexcept { return counts_; }
    [[nodiscard]] Held& held() noexcept { return counts_; }
    [[nodiscard]] decltype(auto) sums() const noexcept { return counts_.sums(); }
    [[nodiscard]] std::size_t codes() const noexcept { return counts_.codes(); }
    [[nodiscard]] std::uint64_t count(Code code) const noexcept { return counts_.count(code); }

    // Both roughly: see Counts.
    [[nodiscard]] static double nanoseconds() noexcept { return 2.0 * Held::nanoseconds(); }
    [[nodiscard]] std::size_t memory() const noexcept {
        return counts_.memory() + 24 * (queue_.size() + wheel_.size());
    }
    void grow(std::size_t codes)
        requires requires(Held& held) { held.grow(codes); }
    {
        counts_.grow(codes);
    }

    // One event. Too late: throws TooLate, nothing changed, or counts it as dropped. Late,
    // but so little that it takes part, and yet out of the window (a lateness beyond the
    // span): nothing. Throws std::overflow_error, nothing changed, if n would reach 2^62.
    void update(Code code, Time at)
        requires(!weighted);
    void update(Code code, Time at, Amount amount)
        requires weighted;
    // Moves the clock, and lets go of what is out of the window then. Back: see EventClock.
    void advance(Time at);

    // Throws as `update` does for the first event that it would refuse, nothing changed, and
    // std::overflow_error if these and those held are 2^62 together. If it does not throw, the
    // calls below cannot fail for these events in turn, given at once or in pieces; they
    // need it.
    void prepare(Times times)
        requires(!weighted);
    void prepare(Times times, Amounts amounts)
        requires weighted;
    void update_many(Codes codes, Times times)
        requires(!weighted);
    void update_many(Codes codes, Times times, Amounts amounts)
        requires weighted;
    // As update_many, and the values after each event go to the columns from
    // row `row` on.
    void trace(Codes codes, Times times, Columns columns, std::size_t row = 0)
        requires(!weighted);
    void trace(Codes codes, Times times, Amounts amounts, Columns columns, std::size_t row = 0)
        requires weighted;
    // Before a long column that comes in pieces instead of `prepare`, and behind it;
    // meanwhile nothing but `trace` with these columns may be called.
    void begin_column(Times times, Columns columns)
        requires flows;
    void end_column() noexcept
        requires flows;
    // A time is read before the values of its event are written: they may overwrite it. Fresh
    // memory for another column costs a quarter of the time.
    static constexpr bool reads_before_it_writes = true;

    // So many events of each code, all at one time; none at all leave the clock alone.
    // Throws as `update` does. The cost is in the codes named, not in the events. An amount
    // that is a weight is one event.
    void add_many(CodeCounts more, Time at);
    // The oldest events of each code leave; they must be there. Cost: the window's length.
    void take_many(CodeCounts less);
    // Takes in what another window of the same span holds: its code c becomes to[c], no_code
    // leaves events out. The clock goes to the later of both, and what is not in the
    // window then leaves. Throws std::overflow_error as `update` does.
    void merge(const LastSpan& other, const Renumbering& to);

    // What is held, in the order of time; at one time in the order of codes, none twice.
    [[nodiscard]] std::vector<TimedCount> events() const;
    // For a window restored: as one with this clock that holds these events. Throws, nothing
    // changed, std::invalid_argument unless they are in order and in the window, and
    // std::overflow_error if they are 2^62 or more.
    void restore(std::optional<Time> now, std::uint64_t dropped, TimedCounts events);

    void clear() noexcept;
    void renumber(const Renumbering& to, std::size_t kept);

  private:
    using Many = std::conditional_t<weighted, TimedAmounts, TimedEvents>;
    using Wheel = TimingWheelOf<Many>;

    // The first moment that belongs to the window when the clock stands at `now`.
    [[nodiscard]] Time first_at(Time now) const noexcept { return earlier_by(now, span_ - 1); }
    [[nodiscard]] Time first() const noexcept { return first_at(*clock_.now()); }

    // Calls use(at, code, count) for all that is held, in any order.
    template <class Use>
    void for_each(Use&& use) const;
    [[nodiscard]] std::uint64_t held_from(Time first) const;
    void require_room(Time at, std::uint64_t more) const;
    // Throws std::overflow_error if these are 2^62 or more together.
    void require_few(TimedCounts events) const;
    // Whether these amounts and those held are below 2^62 together.
    [[nodiscard]] bool all_fit(Amounts amounts) const noexcept;
    [[nodiscard]] static std::vector<Time> times_of_events(Times times, Amounts amounts);
    // For one event more at this time.
    void make_room(Time at);
    // As prepare, but for the numbers; whether all these events are in order.
    [[nodiscard]] bool prepared_in_order(Times times);
    [[nodiscard]] bool are_in_order(Times times) const noexcept;
    [[nodiscard]] std::size_t longest_queue(Times times, bool in_order) const;

    void put(Time at, Code code) noexcept
        requires(!weighted);
    void put_many(const TimedCount& events) noexcept;
    void expire() noexcept { expire_before(first()); }
    void expire_before(Time kept_from) noexcept;
    void take(const Many& events) noexcept;
    void shrink_if_wasteful() noexcept;

    // How many of these events are in order, from the first on.
    [[nodiscard]] std::size_t in_order(Times times) const noexcept;
    // Whether they may pass through in blocks if they are.
    [[nodiscard]] bool can_flow(Times times) const noexcept
        requires flows;
    // Ends with the first event that is not in order; gives the number of those before it.
    std::size_t trace_in_order(Codes codes, Times times, Columns columns, std::size_t row)
        requires flows;
    void trace_one_by_one(Codes codes, Times times, Columns columns, std::size_t row)
        requires(!weighted);
    void hold(const std::vector<TimedCount>& events);

    Time span_;
    EventClock clock_;
    EventQueue queue_;                 // single events that came in order
    Wheel wheel_;                      // those that came late, many at once, or with a weight
    bool column_is_in_order_ = false;  // what begin_column found
    Held counts_;
};

}  // namespace entrostream
