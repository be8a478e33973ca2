#include "core/drift/severity.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/math/double_logs.hpp"
#include "core/math/log_factorial.hpp"
#include "core/math/natural_exp.hpp"

namespace entrostream {

using detail::double_log2;
using detail::ln2_double;
using detail::log_choose;
using detail::natural_exp;

namespace {

// p log2(p/m) with m the mean of p and q.
double half_term(double p, double q) noexcept {
    return p > 0 ? p * double_log2(2 * p / (p + q)) : 0;
}

// A label's part of the divergence.
double divergence_term(double p, double q) noexcept {
    return (half_term(p, q) + half_term(q, p)) / 2;
}

// The expected part of a label with `total` events if `few` of all events are drawn at random for
// one side, and `many` remain for the other; few <= many.
double chance_term(double total, double few, double many) noexcept {
    const double n = few + many;
    const double expected = total * few / n;
    // For large counts the divergence is quadratic in the difference of the shares.
    if (expected > 200) return (1 / few + 1 / many) * (1 - total / n) / (8 * ln2_double);
    const double first = std::max(0.0, total - many);
    const double end = std::min({total, few, expected + 12 * std::sqrt(expected + 1) + 12});
    double probability = natural_exp(std::min(
        0.0, log_choose(total, first) + log_choose(n - total, few - first) - log_choose(n, few)));
    double sum = 0;
    for (double x = first; x <= end; ++x) {
        sum += probability * divergence_term(x / few, (total - x) / many);
        probability *= (total - x) * (few - x) / ((x + 1) * (many - total + x + 1));
    }
    return sum;
}

// The counts of all labels; those too rare to be judged are added up in the first.
std::vector<Shift> judged_labels(const std::vector<LabelShift>& labels, const Shift& events) {
    const auto n0 = static_cast<double>(events.before);
    const auto n1 = static_cast<double>(events.after);
    const bool after_is_shorter = events.after < events.before;
    const double shorter = (after_is_shorter ? n1 : n0) / (n0 + n1);
    std::vector<Shift> judged(1);
    for (const LabelShift& label : labels) {
        const auto total = static_cast<double>(label.before + label.after);
        const auto observed = static_cast<double>(after_is_shorter ? label.after : label.before);
        const double expected = total * shorter;
        // The second is rare by chance, as it must be: chance would be taken for a change.
        if (expected >= 5 || observed >= 3 + 3 * std::sqrt(expected)) {
            judged.push_back(label);
        } else {
            judged[0].before += label.before;
            judged[0].after += label.after;
        }
    }
    return judged;
}

// The expected divergence for these totals; equal totals are computed once.
double chance_divergence(const std::vector<Shift>& labels, const Shift& events) {
    std::vector<std::uint64_t> totals;
    totals.reserve(labels.size());
    for (const Shift& label : labels)
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

Severity severity_of(const std::vector<LabelShift>& all, const Shift& events) {
    const std::vector<Shift> labels = judged_labels(all, events);
    const auto n0 = static_cast<double>(events.before);
    const auto n1 = static_cast<double>(events.after);
    LogRatios before;
    LogRatios after;
    for (const Shift& label : labels) {
        const double p = static_cast<double>(label.before) / n0;
        const double q = static_cast<double>(label.after) / n1;
        before.add(p, q);
        after.add(q, p);
    }
    const double divergence = (before.mean + after.mean) / 2;
    const double chance = chance_divergence(labels, events);
    const double room = 1 - chance;
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
