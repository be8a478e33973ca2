#include "core/drift/severity.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/math/double_logs.hpp"
#include "core/math/natural_exp.hpp"

namespace entrostream {

using detail::double_log2;
using detail::ln2_double;
using detail::natural_exp;
using detail::natural_log;

namespace {

// p log2(p/m) with m the mean of p and q.
double half_term(double p, double q) noexcept {
    return p > 0 ? p * double_log2(2 * p / (p + q)) : 0;
}

// A label's part of the divergence.
double divergence_term(double p, double q) noexcept {
    return (half_term(p, q) + half_term(q, p)) / 2;
}

// The expected part of a label with `total` events if each is on the side of `few` events with
// probability few/(few + many), few <= many.
double chance_term(double total, double few, double many) noexcept {
    const double share = few / (few + many);
    const double expected = total * share;
    // For large counts the divergence is quadratic in the difference of the shares.
    if (expected > 30) return (1 / few + 1 / many) * (1 - total / (few + many)) / (8 * ln2_double);
    const double odds = share / (1 - share);
    double probability = natural_exp(total * natural_log(1 - share));  // of x = 0
    double sum = 0;
    const double end = std::min(total, expected + 12 * std::sqrt(expected + 1) + 12);
    for (double x = 0; x <= end; ++x) {
        sum += probability * divergence_term(x / few, (total - x) / many);
        probability *= odds * (total - x) / (x + 1);
    }
    return sum;
}

// The expected divergence for these totals; equal totals are computed once.
double chance_divergence(const std::vector<LabelShift>& labels, const Shift& events) {
    std::vector<std::uint64_t> totals;
    totals.reserve(labels.size());
    for (const LabelShift& label : labels)
        totals.push_back(label.before + label.after);
    std::sort(totals.begin(), totals.end());
    const auto few = static_cast<double>(std::min(events.before, events.after));
    const auto many = static_cast<double>(std::max(events.before, events.after));
    double sum = 0;
    for (std::size_t i = 0; i < totals.size();) {
        std::size_t end = i;
        while (end < totals.size() && totals[end] == totals[i])
            ++end;
        sum +=
            static_cast<double>(end - i) * chance_term(static_cast<double>(totals[i]), few, many);
        i = end;
    }
    return sum;
}

// The mean and the mean square of log2(p/m) on one side of the split.
struct LogRatios {
    double mean = 0;
    double square = 0;

    void add(double p, double q) noexcept {
        if (p <= 0) return;
        const double ratio = double_log2(2 * p / (p + q));
        mean += p * ratio;
        square += p * ratio * ratio;
    }
    [[nodiscard]] double variance() const noexcept { return std::max(0.0, square - mean * mean); }
};

}  // namespace

Severity severity_of(const std::vector<LabelShift>& labels, const Shift& events) {
    const auto n0 = static_cast<double>(events.before);
    const auto n1 = static_cast<double>(events.after);
    LogRatios before;
    LogRatios after;
    for (const LabelShift& label : labels) {
        const double p = static_cast<double>(label.before) / n0;
        const double q = static_cast<double>(label.after) / n1;
        before.add(p, q);
        after.add(q, p);
    }
    const double divergence = (before.mean + after.mean) / 2;
    const double chance = chance_divergence(labels, events);
    const double room = 1 - chance;
    if (room < 1e-9) return {0, 0};  // every label occurs once: nothing can be told
    const double variance = before.variance() / n0 + after.variance() / n1;
    return {std::clamp((divergence - chance) / room, 0.0, 1.0), std::sqrt(variance) / (2 * room)};
}

double shift_bound(double distance, double variances, const Shift& events, double a) noexcept {
    const double inverse =
        1 / static_cast<double>(events.before) + 1 / static_cast<double>(events.after);
    const double expected = variances * std::sqrt(inverse) / 2;
    return distance - expected - std::sqrt(a * inverse / 2);
}

}  // namespace entrostream
