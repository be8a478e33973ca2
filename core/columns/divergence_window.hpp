// How far the last events of a stream are from a reference: es.DivergenceWindow.
//
// The window is a number of events or a span of time; the reference is a fixed sample, or the
// previous window, which has the same length and ends where the window begins.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "core/columns/compared_counts.hpp"
#include "core/columns/counted_stages.hpp"
#include "core/columns/timed_stages.hpp"
#include "core/counts/code.hpp"
#include "core/time/event_clock.hpp"
#include "core/time/time.hpp"

namespace entrostream {

class DivergenceWindow {
  public:
    using Amount = std::uint64_t;

    // `counts` hold no events yet. Throws std::invalid_argument unless 0 < size < 2^62; unless
    // span > 0 and lateness >= 0.
    DivergenceWindow(ComparedCounts counts, std::uint64_t size);
    DivergenceWindow(ComparedCounts counts, Time span, Time lateness, Late late);

    [[nodiscard]] const ComparedCounts& counts() const noexcept { return counts_; }
    [[nodiscard]] bool has_times() const noexcept {
        return std::holds_alternative<TimedStages>(stages_);
    }
    // Preconditions: without times, and with times.
    [[nodiscard]] std::uint64_t size() const { return std::get<CountedStages>(stages_).size(); }
    [[nodiscard]] Time span() const { return std::get<TimedStages>(stages_).span(); }
    // Without times it stands still.
    [[nodiscard]] const EventClock& clock() const noexcept;

    [[nodiscard]] double divergence() const noexcept { return counts_.value(); }
    [[nodiscard]] std::size_t codes() const noexcept { return counts_.codes(); }
    [[nodiscard]] std::uint64_t count(Code code) const noexcept { return counts_.count(code); }
    // Codes that may not be dropped, and their number.
    [[nodiscard]] bool uses(Code code) const noexcept { return counts_.uses(code); }
    [[nodiscard]] std::size_t used() const noexcept { return counts_.used(); }
    void grow(std::size_t codes) { counts_.grow(codes); }

    // Estimates: see Counts.
    [[nodiscard]] static double nanoseconds() noexcept { return 100.0; }
    [[nodiscard]] std::size_t memory() const noexcept;
    // Whether a column of this many events should be tried on a copy, since no memory is reserved
    // for it.
    [[nodiscard]] bool may_refuse(std::uint64_t events) const noexcept;

    // One event, without times and with times. Throws std::overflow_error, with nothing changed, if
    // the sides have too many events (see divergence.hpp), and TooLate as TimeWindow does.
    void update(Code code);
    void update(Code code, Time at);
    void advance(Time at);

    // If this succeeds, the calls below cannot fail for these events unless `may_refuse`.
    void prepare(std::uint64_t events);
    void prepare(Times times);
    void update_many(Codes codes);
    void update_many(Codes codes, Times times);
    // Like update_many, and writes the divergence after each event.
    void trace(Codes codes, double* values);
    void trace(Codes codes, Times times, double* values);

    // All events, those of the previous window included: without times oldest first, with times
    // ordered by time and then by code.
    [[nodiscard]] std::vector<Code> events() const;
    [[nodiscard]] std::vector<TimedCode> timed_events() const;
    // Precondition: nothing is held. Throws std::invalid_argument if the events do not belong to
    // the windows, std::overflow_error if there are too many.
    void restore(const std::vector<Code>& events);
    void restore(std::optional<Time> now, std::uint64_t dropped,
                 const std::vector<TimedCode>& events);

    void clear() noexcept;
    // Removes all events, and a sample, too, so that no code is in use.
    void drop_all() noexcept;
    void renumber(const Renumbering& to, std::size_t new_size);

  private:
    [[nodiscard]] CountedStages& counted() { return std::get<CountedStages>(stages_); }
    [[nodiscard]] TimedStages& timed() { return std::get<TimedStages>(stages_); }
    void add(Code code, Time at);

    ComparedCounts counts_;
    std::variant<CountedStages, TimedStages> stages_;
};

}  // namespace entrostream
