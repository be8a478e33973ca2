// Which labels of a table an estimate of the Gini index takes as known.
//
// A label with count c and error err has c + e events, 0 <= e <= err, of which e are in the linear
// sketch. It is held out, as known, if e is certainly or very likely small compared with c.
// Otherwise its c events are pushed as well for the estimate, which then needs no e.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/sketch/heavy_hitters.hpp"
#include "core/sketch/key.hpp"

namespace entrostream::detail {

// A label that is held out: e is estimated within [low, high], as the likely range.
struct HeldLabel {
    double count = 0.0;
    double rest = 0.0;  // the estimate of e
    double low = 0.0;
    double high = 0.0;
};

inline constexpr double least_ratio = 8.0;  // of c to the largest likely e

// The likely range of e, given an unbiased estimate of it with two standard deviations `noise`.
[[nodiscard]] inline HeldLabel held_label(double count, double error, double estimate,
                                          double noise) noexcept {
    const double rest = estimate < noise ? 0.0 : std::min(error, estimate);
    return {count, rest, std::max(0.0, rest - noise), std::min(error, rest + noise)};
}

// Returns the labels held out, and pushes the others into `tail`, a copy of the linear sketch.
// `signed_sum(key)` is the counter of a key, `noise` twice the standard deviation of a counter.
template <class Tail, class SignedSum>
[[nodiscard]] std::vector<HeldLabel> hold_out(const HeavyHitters& table, Tail& tail, double noise,
                                              const SignedSum& signed_sum) {
    const Tail before = tail;
    std::vector<HeldLabel> held;
    held.reserve(table.sets() * HeavyHitters::slots);
    table.for_each([&](const HeavyEntry& entry) {
        if (entry.count <= 0.0) return;
        const double error = std::min(entry.error, std::max(0.0, before.most(entry.key)));
        const double estimate = sign_of(entry.key) * signed_sum(before, entry.key);
        const HeldLabel label = held_label(entry.count, error, estimate, noise);
        if (label.count >= least_ratio * label.high) {
            held.push_back(label);
        } else {
            tail.push(entry.key, entry.count);
        }
    });
    return held;
}

// The sum of squares of the shares of the total weight n, from the labels held out and the squares
// of the signed counters: (c + e)^2 = c^2 + 2 c e + e^2, of which the counters have e^2.
struct SquareSum {
    double value = 0.0;
    double standard_error = 0.0;
    double bias_bound = 0.0;
};
[[nodiscard]] inline SquareSum square_sum(const std::vector<HeldLabel>& held, double in_counters,
                                          std::uint32_t counters, double n) noexcept {
    SquareSum sum{in_counters, std::sqrt(2.0 / counters) * in_counters, 0.0};
    for (const HeldLabel& label : held) {
        const double share = label.count / n;
        sum.value += share * (share + 2 * (label.rest / n));
        sum.bias_bound +=
            2 * share * (std::max(label.rest - label.low, label.high - label.rest) / n);
    }
    return sum;
}

}  // namespace entrostream::detail
