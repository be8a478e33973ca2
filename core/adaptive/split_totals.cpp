#include "core/adaptive/split_totals.hpp"

#include <algorithm>
#include <cmath>

#include "core/adaptive/natural_exp.hpp"
#include "core/adaptive/natural_log.hpp"

namespace entrostream::detail {

namespace {

constexpr double steps = TotalsHistogram::marks_per_octave;
constexpr std::size_t last_knot = chernoff_knots - 1;

// chernoff_first_total over the total at each mark.
const std::array<double, TotalsHistogram::marks>& inverse_marks() noexcept {
    static const auto all = [] {
        std::array<double, TotalsHistogram::marks> values{};
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double log2_mark = static_cast<double>(i + TotalsHistogram::first_mark) / steps;
            values[i] = chernoff_first_total * natural_exp(-log2_mark * ln2_double);
        }
        return values;
    }();
    return all;
}

}  // namespace

SplitTotals::SplitTotals(double n0, double n1, const TotalsHistogram& totals) noexcept
    : histogram(totals), n(n0 + n1), recent(std::min(n0, n1)), share(recent / n) {
    const double past = n - recent;
    log2_share = double_log2(share);
    const double log_share = log2_share * ln2_double;
    const double log_rest = natural_log(past / n);
    log_odds = log_share - log_rest;
    entropy = -(recent * log_share + past * log_rest);
    double small_events = 0;
    for (std::size_t i = 0; i < exact_totals; ++i) {
        labels[i] = totals.exactly(i + 1);
        small_events += labels[i] * static_cast<double>(i + 1);
    }
    large_events = n - small_events;
    any_small = small_events > 0;
    any_large = totals.begin_mark() < totals.end_mark();
}

LabelsAtKnots::LabelsAtKnots(const TotalsHistogram& histogram, double log2_p) noexcept
    : histogram_(histogram) {
    const double at = TotalsHistogram::first_mark - chernoff_first_knot + log2_p * steps;
    const double whole = std::floor(at);
    part = at - whole;
    first_ = static_cast<std::ptrdiff_t>(whole);
    begin_ = last_knot;
    end_ = 0;
    each_mark([&](std::size_t, std::size_t knot) {
        begin_ = std::min(begin_, knot);
        end_ = std::max(end_, knot + 1);
    });
    std::fill_n(labels_.data() + begin_, end_ - begin_, 0.0);
    each_mark([&](std::size_t mark, std::size_t knot) { labels_[knot] += histogram.near_mark(mark); });
}

template <class Function>
void LabelsAtKnots::each_mark(Function f) const noexcept {
    constexpr auto end = static_cast<std::ptrdiff_t>(last_knot);
    for (std::size_t mark = histogram_.begin_mark(); mark < histogram_.end_mark(); ++mark) {
        const std::ptrdiff_t knot = first_ + static_cast<std::ptrdiff_t>(mark);
        f(mark, static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(knot, 0, end)));
    }
}

LabelsAtKnots::Sums LabelsAtKnots::sums(const double* table, const AtKnots& weights) const noexcept {
    const std::size_t inner = std::min(end_, last_knot);
    double low = dot(weights.data() + begin_, table + begin_, inner - begin_);
    double high = dot(weights.data() + begin_, table + begin_ + 1, inner - begin_);
    if (end_ == chernoff_knots) {
        low += weights[last_knot] * table[last_knot];
        high += weights[last_knot] * table[last_knot];
    }
    return {low, high};
}

LabelsAtKnots::Sums LabelsAtKnots::sums(const double* table) const noexcept {
    return sums(table, labels_);
}

LabelsAtKnots::Sums LabelsAtKnots::sums_over_totals(const double* table) const noexcept {
    const auto& inverse = inverse_marks();
    AtKnots weights;
    std::fill_n(weights.data() + begin_, end_ - begin_, 0.0);
    each_mark([&](std::size_t mark, std::size_t knot) {
        weights[knot] += histogram_.near_mark(mark) * inverse[mark];
    });
    return sums(table, weights);
}

double LabelsAtKnots::below_growing(const double* table) const noexcept {
    double sum = below(table);
    if (end_ < chernoff_knots) return sum;
    double growth = 1;
    const std::ptrdiff_t reached = static_cast<std::ptrdiff_t>(last_knot) - first_;
    for (std::ptrdiff_t mark = std::max<std::ptrdiff_t>(reached, 0);
         mark < static_cast<std::ptrdiff_t>(histogram_.end_mark()); ++mark) {
        sum += histogram_.near_mark(static_cast<std::size_t>(mark)) * (growth - 1) * table[last_knot];
        growth *= 1.189207115002721;  // 2^(1/4)
    }
    return sum;
}

Deviance::Deviance(const SplitTotals& split) noexcept {
    double covariance = 0;
    if (split.any_small) {
        const double at = std::clamp(split.log2_share - deviance_first_octave, 0.0,
                                     static_cast<double>(deviance_octaves - 1));
        const auto low = static_cast<std::size_t>(at);
        const std::size_t high = std::min(low + 1, deviance_octaves - 1);
        const double part = at - static_cast<double>(low);
        ByTotal counts;
        for (std::size_t i = 0; i < exact_totals; ++i) {
            counts[i] = split.labels[i] * static_cast<double>(i + 1) * split.share;
        }
        const auto between = [&](std::size_t which) {
            const double below = dot(counts.data(), deviance_of_total[low][which], exact_totals);
            const double above = dot(counts.data(), deviance_of_total[high][which], exact_totals);
            return below + part * (above - below);
        };
        mean = between(0);
        variance = between(1);
        covariance = between(2);
    }
    if (split.any_large) {
        const LabelsAtKnots at_knots(split.histogram, split.log2_share);
        mean += at_knots.between(deviance_at_knot[0]);
        variance += at_knots.between(deviance_at_knot[1]);
        covariance += at_knots.between(deviance_at_knot[2]);
    }
    slope = covariance / (split.recent * (1 - split.share));
    variance = std::max(0.0, variance - covariance * slope);
}

}  // namespace entrostream::detail
