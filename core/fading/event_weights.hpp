// The weights of events that follow each other, each 1/alpha times the one before.
//
// The events stand in runs: the weight of an event is that of the first of its run, 2^E
// with an exact E, times a factor that depends on its place in the run alone. So it is a
// function of the event's number, up to an exact power of two, and never drifts; and for
// many events at once a weight costs one product. Error below 1.7 ulp.
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
    static constexpr std::int64_t most_halvings = 4;  // in one run
    // By place in a run.
    using Factors = std::array<double, longest_run>;

    EventWeights() = default;
    // 0 < alpha <= 1
    explicit EventWeights(double alpha) noexcept : EventWeights(fading_step(alpha)) {}
    // 2^step times the one before; 0 <= step <= 1074
    explicit EventWeights(Exponent step) noexcept : step_(step) {
        while (run_ < longest_run &&
               times_step(2 * run_).units <= whole_exponent(most_halvings).units) {
            run_ *= 2;
        }
    }

    // Of the event that comes next.
    [[nodiscard]] double weight() const noexcept { return first_ * weight_of(times_step(place_)); }
    // log2 of that.
    [[nodiscard]] Exponent exponent() const noexcept { return anchor_ + times_step(place_); }
    // log2 of the weight with which its run begins, rounded down.
    [[nodiscard]] std::int64_t halvings() const noexcept { return anchor_.whole(); }

    void advance() noexcept {
        if (++place_ == run_) begin_run();
    }
    // As it was so many events ago, or would have been before the first.
    [[nodiscard]] EventWeights before(std::uint64_t events) const noexcept {
        EventWeights earlier = *this;
        const std::uint64_t runs = events > place_ ? (events - place_ + run_ - 1) / run_ : 0;
        const Exponent back{times_step(run_).units * static_cast<int128>(runs)};
        earlier.restore(anchor_ - back, static_cast<std::uint32_t>(place_ + runs * run_ - events));
        return earlier;
    }

    // All weights times 2^-halvings.
    void shrink(std::int64_t halvings) noexcept {
        restore(anchor_ - whole_exponent(halvings), place_);
    }
    // Back to the first event, which weighs 1.
    void restart() noexcept { restore({}, 0); }

    // The factors that the next `events` events need.
    void find_factors(std::size_t events, Factors& factors) const noexcept {
        const auto needed = static_cast<std::uint32_t>(std::min<std::size_t>(events, run_));
        for (std::uint32_t i = 0; i < needed; ++i) {
            const std::uint32_t place = (place_ + i) % run_;
            factors[place] = weight_of(times_step(place));
        }
    }

    // The weights of the next events, at most `most` of them and none of a run that begins
    // with 2^limit or more: how many there are.
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
    // For a state: where in which run the next event stands.
    [[nodiscard]] Exponent anchor() const noexcept { return anchor_; }
    [[nodiscard]] std::uint32_t place() const noexcept { return place_; }
    [[nodiscard]] std::uint32_t run() const noexcept { return run_; }
    // Whether they may stand there when weights are shrunk at the latest at 2^limit.
    [[nodiscard]] bool may_stand_at(Exponent anchor, std::uint32_t place,
                                    std::int64_t limit) const noexcept {
        const Exponent end = whole_exponent(limit) + times_step(run_);
        return anchor.units >= 0 && anchor.units < end.units && place < run_;
    }
    void restore(Exponent anchor, std::uint32_t place) noexcept {
        anchor_ = anchor;
        place_ = place;
        // A step may be 1074: what is beyond the range of doubles is as good as 0 beside what is
        // in it, or is shrunk before it is used.
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
    double first_ = 1.0;  // that is
    std::uint32_t run_ = 1;
    std::uint32_t place_ = 0;
};

}  // namespace entrostream
