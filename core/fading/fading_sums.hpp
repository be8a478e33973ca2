// The sums that give the entropy and the Gini index of fading weights.
//
//     S = sum x_i     L = sum x_i log2 x_i     Q = sum x_i^2     W = sum of squared event weights
//     H = log2 S - L/S                         G = 1 - Q/S^2     (both scale-invariant)
//
// Compensated sums of doubles: results are right to 1e-12, not to the last bit. They depend on
// the history of events, not only on the current weights, but not on the labels: the same
// events with other labels give the same bits.
#pragma once
#include <cstdint>

#include "core/fading/compensated_sums.hpp"
#include "core/math/double_logs.hpp"

namespace entrostream {

namespace detail {

[[nodiscard, gnu::always_inline]] inline double not_below_zero(double x) noexcept {
    return x > 0.0 ? x : 0.0;  // 0 for NaN too: there is no weight at all
}

// Not yet clamped to the maximum for the number of labels.
[[nodiscard, gnu::always_inline]] inline double faded_entropy(double weight, double log) noexcept {
    return not_below_zero(double_log2(weight) - log / weight);
}
[[nodiscard, gnu::always_inline]] inline double faded_gini(double weight, double square) noexcept {
    return not_below_zero(1.0 - square / (weight * weight));
}

// That maximum; 0 for no label too.
[[nodiscard, gnu::always_inline]] inline double max_entropy(double labels) noexcept {
    return double_log2(labels > 1.0 ? labels : 1.0);
}
[[nodiscard, gnu::always_inline]] inline double max_gini(double labels) noexcept {
    return labels > 1.0 ? (labels - 1.0) / labels : 0.0;
}

// x 2^exponent for any exponent; x is normal or 0. A positive number stays positive: on underflow
// the result is the smallest subnormal, so that a label with weight never seems to have none.
[[nodiscard]] double scaled(double x, std::int64_t exponent) noexcept;

}  // namespace detail

class FadingSums {
  public:
    // Which lane holds which sum.
    static constexpr int weight = 0;        // S
    static constexpr int log = 1;           // L
    static constexpr int square = 2;        // Q
    static constexpr int event_square = 3;  // W

    // Adds the change caused by one or more events.
    [[gnu::always_inline]] void add(const detail::DoubleLanes& change) noexcept {
        sums.add(change);
    }

    // The total weight, in units of an event at the current time.
    [[nodiscard]] double n() const noexcept { return in_events(sums.value(weight)); }
    [[nodiscard]] std::uint64_t distinct() const noexcept { return labels; }
    [[nodiscard]] double in_events(double of_weight) const noexcept;
    // Kish's effective sample size S^2/W: the equivalent number of events of equal weight.
    [[nodiscard]] double effective_size() const noexcept;

    // Empty or pure: entropy, nats, gini, evenness and renyi2 0.0, perplexity and
    // inverse_simpson 1.0. None of them calls libm. The errors of entropy and gini are below 1e-12;
    // those of the others follow from that.
    [[nodiscard]] double entropy() const noexcept;  // bits; from 0 to log2(distinct)
    [[nodiscard]] double nats() const noexcept;
    [[nodiscard]] double gini() const noexcept;  // from 0 to 1 - 1/distinct
    [[nodiscard]] double inverse_simpson() const noexcept;
    [[nodiscard]] double evenness() const noexcept;  // never above 1
    [[nodiscard]] double perplexity() const noexcept;
    [[nodiscard]] double renyi2() const noexcept;
    // Precondition: base is finite, above 0, not 1.
    [[nodiscard]] double entropy_in(double base) const noexcept;

    // Plain data, maintained by the summaries.
    detail::CompensatedSums sums;
    std::uint64_t labels = 0;
    // An event at the current time weighs unit * 2^shift.
    double unit = 1.0;
    std::int64_t shift = 0;
};

[[nodiscard]] bool operator==(const FadingSums& a, const FadingSums& b) noexcept;

// Whether `given` equals the recomputed sums `fresh` up to rounding.
[[nodiscard]] bool may_be_sums(const detail::CompensatedSums& given,
                               const FadingSums& fresh) noexcept;

}  // namespace entrostream
