// The weights of consecutive events, each 1/fading_factor times the previous one.
//
// Events are grouped into runs: the weight of an event is that of the first in its run, 2^E
// with an exact E, times a factor that depends only on its place in the run. So it is a
// function of the event's index, up to an exact power of two, and never drifts; and in bulk a
// weight costs one multiplication. Error below 1.7 ulp.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/fading/exponent.hpp"

namespace entrostream {

class EventWeights {
  public:
    static constexpr std::uint32_t longest_run = 256;
    static constexpr std::int64_t max_halvings = 4;  // in one run
    // Indexed by place in a run.
    using Factors = std::array<double, longest_run>;

    EventWeights() = default;
    // 0 < fading_factor <= 1
    explicit EventWeights(double fading_factor) noexcept
        : EventWeights(fading_step(fading_factor)) {}
    // Each weight is 2^step times the previous one; 0 <= step <= 1074
    explicit EventWeights(Exponent step) noexcept : step_(step) {
        while (run_ < longest_run &&
               times_step(2 * run_).units <= whole_exponent(max_halvings).units) {
            run_ *= 2;
        }
    }

    // The weight of the next event.
    [[nodiscard]] double weight() const noexcept { return first_ * weight_of(times_step(place_)); }
    // log2 of weight().
    [[nodiscard]] Exponent exponent() const noexcept { return anchor_ + times_step(place_); }
    // log2 of the first weight of its run, rounded down.
    [[nodiscard]] std::int64_t halvings() const noexcept { return anchor_.whole(); }

    void advance() noexcept {
        if (++place_ == run_) begin_run();
    }
    // The state this many events ago, extrapolated if that is before the first.
    [[nodiscard]] EventWeights before(std::uint64_t events) const noexcept {
        EventWeights earlier = *this;
        const std::uint64_t runs = events > place_ ? (events - place_ + run_ - 1) / run_ : 0;
        const Exponent back{times_step(run_).units * static_cast<int128>(runs)};
        earlier.restore(anchor_ - back, static_cast<std::uint32_t>(place_ + runs * run_ - events));
        return earlier;
    }

    // Multiplies all weights by 2^-halvings.
    void shrink(std::int64_t halvings) noexcept {
        restore(anchor_ - whole_exponent(halvings), place_);
    }
    // Back to the first event, which weighs 1.
    void restart() noexcept { restore({}, 0); }

    // Computes the factors for the next `events` events.
    void find_factors(std::size_t events, Factors& factors) const noexcept {
        const auto needed = static_cast<std::uint32_t>(std::min<std::size_t>(events, run_));
        for (std::uint32_t i = 0; i < needed; ++i) {
            const std::uint32_t place = (place_ + i) % run_;
            factors[place] = weight_of(times_step(place));
        }
    }

    // Writes the weights of the next events, at most `most` and none of a run that begins with
    // 2^limit or more. Returns how many.
    [[gnu::always_inline]] std::size_t take(const Factors& factors, double* weights,
                                            std::size_t most, std::int64_t limit) noexcept {
        std::size_t taken = 0;
        while (taken < most && halvings() < limit) {
            const std::size_t part = std::min<std::size_t>(most - taken, run_ - place_);
            const double first = first_;
            const double* factor = factors.data() + place_;
            double* into = weights + taken;
            for (std::size_t i = 0; i < part; ++i) {
                into[i] = first * factor[i];
            }
            taken += part;
            place_ += static_cast<std::uint32_t>(part);
            if (place_ == run_) begin_run();
        }
        return taken;
    }

    [[nodiscard]] Exponent step() const noexcept { return step_; }
    // For a state: the run of the next event and its place in it.
    [[nodiscard]] Exponent anchor() const noexcept { return anchor_; }
    [[nodiscard]] std::uint32_t place() const noexcept { return place_; }
    [[nodiscard]] std::uint32_t run() const noexcept { return run_; }
    // Whether this position is possible if weights are shrunk at 2^limit at the latest.
    [[nodiscard]] bool may_stand_at(Exponent anchor, std::uint32_t place,
                                    std::int64_t limit) const noexcept {
        const Exponent end = whole_exponent(limit) + times_step(run_);
        return anchor.units >= 0 && anchor.units < end.units && place < run_;
    }
    void restore(Exponent anchor, std::uint32_t place) noexcept {
        anchor_ = anchor;
        place_ = place;
        // A step may be 1074: weights beyond the range of doubles are negligible compared with
        // those within it, or are shrunk before use.
        const std::int64_t whole = std::min<std::int64_t>(anchor.whole(), 1000);
        first_ = whole < -1000 ? 0.0 : weight_of(whole, anchor.fraction());
    }

    friend bool operator==(const EventWeights&, const EventWeights&) = default;

  private:
    [[nodiscard]] Exponent times_step(std::uint32_t steps) const noexcept {
        return {step_.units * steps};
    }
    void begin_run() noexcept { restore(anchor_ + times_step(run_), 0); }

    Exponent step_;
    Exponent anchor_;     // the first event of the run weighs 2^anchor
    double first_ = 1.0;  // 2^anchor
    std::uint32_t run_ = 1;
    std::uint32_t place_ = 0;
};

}  // namespace entrostream
