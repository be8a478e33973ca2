#include "core/drift/tilted_counts.hpp"

#include <algorithm>
#include <cmath>

#include "core/math/double_logs.hpp"
#include "core/math/natural_exp.hpp"

namespace entrostream::detail {

namespace {

using Weights = std::array<ByTotal, exact_totals + 1>;  // [x][m - 1], without w^x; 0 for x > m

Weights make_weights(double t) noexcept {
    Weights all{};
    for (std::size_t i = 0; i < exact_totals; ++i) {
        const auto m = static_cast<double>(i + 1);
        double ways = 1;
        for (std::size_t j = 0; j <= i + 1; ++j) {
            const auto x = static_cast<double>(j);
            const double in = j == 0 ? 0 : x * natural_log(x / m);
            const double out = j == i + 1 ? 0 : (m - x) * natural_log((m - x) / m);
            all[j][i] = ways * natural_exp(t * (in + out));
            ways = ways * (m - x) / (x + 1);
        }
    }
    return all;
}

const Weights& weights_for(std::size_t exponent) noexcept {
    static const auto all = [] {
        std::array<Weights, chernoff_exponents> each{};
        for (std::size_t i = 0; i < each.size(); ++i)
            each[i] = make_weights(chernoff_exponent[i]);
        return each;
    }();
    return all[exponent];
}

// P(X = 0) P(X = 1) of a total: a spread for any m p, with a freedom of 0.
double none_times_one(const Weights& weights, double w, std::size_t i) noexcept {
    double sum = 0;
    for (std::size_t x = i + 2; x-- > 0;)
        sum = sum * w + weights[x][i];
    return weights[0][i] * weights[1][i] * w / (sum * sum);
}

}  // namespace

Tilt::Tilt(std::size_t which, double log_weight) noexcept
    : exponent(which), t(chernoff_exponent[which]), log_w(log_weight), w(natural_exp(log_weight)) {
    const double odds = natural_exp(log_w / (1 - t));
    p = odds / (1 + odds);
    log_rest = natural_log(1 + odds);
    log2_p = (log_w / (1 - t) - log_rest) * inverse_ln2;
}

TiltedMoment::TiltedMoment(const SplitTotals& split, const Tilt& tilt) noexcept
    : log(-(1 - tilt.t) * split.entropy - split.recent * tilt.log_w) {
    if (split.any_small) add_small(split, tilt);
    if (split.any_large) add_large(split, tilt);
}

// The exact sums and two derivatives, by Horner's scheme.
void TiltedMoment::add_small(const SplitTotals& split, const Tilt& tilt) noexcept {
    const Weights& weights = weights_for(tilt.exponent);
    ByTotal sum{};
    ByTotal first{};
    ByTotal second{};  // half the second derivative
    for (std::size_t x = exact_totals + 1; x-- > 0;) {
        for (std::size_t i = 0; i < exact_totals; ++i) {
            second[i] = second[i] * tilt.w + first[i];
            first[i] = first[i] * tilt.w + sum[i];
            sum[i] = sum[i] * tilt.w + weights[x][i];
        }
    }
    for (std::size_t i = 0; i < exact_totals; ++i) {
        const double here = first[i] * tilt.w / sum[i];
        const double pairs = 2 * second[i] * tilt.w * tilt.w / sum[i];
        log += split.labels[i] * natural_log(sum[i]);
        mean += split.labels[i] * here;
        variance += split.labels[i] * (pairs + here - here * here);
    }
}

void TiltedMoment::add_large(const SplitTotals& split, const Tilt& tilt) noexcept {
    const LabelsAtKnots at_knots(split.histogram, tilt.log2_p);
    const double decay = chernoff_decay[tilt.exponent];
    const auto moment = at_knots.sums(chernoff_log_moment[tilt.exponent], decay);
    const auto surplus = at_knots.sums_over_totals(chernoff_surplus[tilt.exponent], decay);
    const double low = moment.low + surplus.low;
    const double rise = moment.high + surplus.high - low;
    log += split.large_events * (1 - tilt.t) * tilt.log_rest + low + at_knots.part * rise;
    const double to_log_w = (1 - tilt.p) / (1 - tilt.t);  // derivative of ln p
    mean += split.large_events * tilt.p +
            rise * TotalsHistogram::marks_per_octave * inverse_ln2 * to_log_w;
    variance += split.large_events * tilt.p * to_log_w;
}

TiltedSpread::TiltedSpread(const SplitTotals& split, const Tilt& tilt) noexcept {
    if (split.any_small) add_small(split, tilt);
    if (split.any_large) add_large(split, tilt);
}

void TiltedSpread::add_small(const SplitTotals& split, const Tilt& tilt) noexcept {
    // A label with one event is Bernoulli: its spread is its variance.
    double sum = split.labels[0] * tilt.w / ((1 + tilt.w) * (1 + tilt.w));
    for (std::size_t i = 1; i < exact_totals; ++i) {
        if (split.labels[i] == 0) continue;
        const double log2_count = tilt.log2_p + double_log2(static_cast<double>(i + 1));
        const double at = log2_count * TotalsHistogram::marks_per_octave - chernoff_first_knot;
        if (at < 0) {
            sum += split.labels[i] * none_times_one(weights_for(tilt.exponent), tilt.w, i);
            continue;
        }
        const auto knot =
            static_cast<std::size_t>(std::min(at, static_cast<double>(chernoff_knots - 1)));
        const std::size_t kind = i == 1 ? 0 : 1;
        sum += split.labels[i] * chernoff_spread[tilt.exponent][kind][knot] * (1 - tilt.p);
        freedom += split.labels[i] * chernoff_freedom[tilt.exponent][kind][knot];
    }
    for (double& each : spread)
        each += sum;
}

void TiltedSpread::add_large(const SplitTotals& split, const Tilt& tilt) noexcept {
    const LabelsAtKnots at_knots(split.histogram, tilt.log2_p);
    for (std::size_t edge = 0; edge < chernoff_edges; ++edge) {
        const double* const table = chernoff_spread[tilt.exponent][chernoff_kinds - 1 + edge];
        spread[edge] += at_knots.below_growing(table, 1 - tilt.t) * (1 - tilt.p);
    }
    freedom += at_knots.below(chernoff_freedom[tilt.exponent][chernoff_kinds - 1], 0);
    peak = at_knots.at_largest(chernoff_peak[tilt.exponent]) / std::sqrt(1 - tilt.p);
}

}  // namespace entrostream::detail
