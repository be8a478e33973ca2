#include "core/drift/split_totals.hpp"

#include <algorithm>
#include <cmath>

#include "core/math/double_logs.hpp"
#include "core/math/natural_exp.hpp"

namespace entrostream::detail {

namespace {

constexpr std::size_t last_knot = chernoff_knots - 1;

// chernoff_first_total over the total at each mark.
const std::array<double, TotalsHistogram::marks>& inverse_marks() noexcept {
    static const auto all = [] {
        std::array<double, TotalsHistogram::marks> values{};
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double log2_mark = static_cast<double>(i + TotalsHistogram::first_mark) /
                                     TotalsHistogram::marks_per_octave;
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
    : labels_(histogram.near_mark()), begin_(histogram.begin_mark()), end_(histogram.end_mark()) {
    const double at = TotalsHistogram::first_mark - chernoff_first_knot +
                      log2_p * TotalsHistogram::marks_per_octave;
    const double whole = std::floor(at);
    part = at - whole;
    first_ = static_cast<std::ptrdiff_t>(whole);
    const auto mark_at = [&](std::ptrdiff_t knot, std::size_t not_before) {
        const auto mark = static_cast<std::size_t>(std::max<std::ptrdiff_t>(knot - first_, 0));
        return std::clamp(mark, not_before, end_);
    };
    inner_begin_ = mark_at(0, begin_);
    inner_end_ = mark_at(static_cast<std::ptrdiff_t>(last_knot), inner_begin_);
}

LabelsAtKnots::Sums LabelsAtKnots::sums(const double* table, double decay) const noexcept {
    const Sums before = sums_before(table[0], decay);
    double after = 0;
    for (std::size_t i = inner_end_; i < end_; ++i)
        after += labels_[i] * table[last_knot];
    const double* const here = table + first_ + static_cast<std::ptrdiff_t>(inner_begin_);
    const std::size_t size = inner_end_ - inner_begin_;
    return {before.low + after + dot(labels_ + inner_begin_, here, size),
            before.high + after + dot(labels_ + inner_begin_, here + 1, size)};
}

LabelsAtKnots::Sums LabelsAtKnots::sums_before(double first, double decay) const noexcept {
    if (begin_ == inner_begin_) return {0, 0};
    const double step = decay * (ln2_double / TotalsHistogram::marks_per_octave);
    const double fall = natural_exp(-step);
    const auto last = static_cast<std::ptrdiff_t>(inner_begin_) - 1;
    double next = first * natural_exp(step * static_cast<double>(first_ + last + 1));
    Sums both{0, 0};
    for (std::size_t i = inner_begin_; i-- > begin_;) {
        both.high += labels_[i] * next;
        next *= fall;
        both.low += labels_[i] * next;
    }
    return both;
}

LabelsAtKnots::Sums LabelsAtKnots::sums_over_totals(const double* table,
                                                    double decay) const noexcept {
    const auto& inverse = inverse_marks();
    std::array<double, TotalsHistogram::marks> weighted;
    for (std::size_t i = begin_; i < end_; ++i)
        weighted[i] = labels_[i] * inverse[i];
    LabelsAtKnots same = *this;
    same.labels_ = weighted.data();
    return same.sums(table, decay);
}

double LabelsAtKnots::below(const double* table, double decay) const noexcept {
    return sums(table, decay).low;
}

double LabelsAtKnots::below_growing(const double* table, double decay) const noexcept {
    double grown = 0;  // labels beyond the last knot, weighted by the growth of m p from there
    double growth = 1;
    const auto last_mark =
        std::max<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(last_knot) - first_, 0);
    for (auto i = static_cast<std::size_t>(last_mark); i < end_; ++i) {
        if (i >= begin_) grown += labels_[i] * (growth - 1);
        growth *= 1.189207115002721;  // 2^(1/4)
    }
    return below(table, decay) + grown * table[last_knot];
}

double LabelsAtKnots::at_largest(const double* table) const noexcept {
    // A label is at one mark or at two: the largest has reached at least the last but one.
    const std::size_t mark = end_ - begin_ < 2 ? begin_ : end_ - 2;
    std::ptrdiff_t knot = first_ + static_cast<std::ptrdiff_t>(mark);
    double fall = 1;
    for (; knot > static_cast<std::ptrdiff_t>(last_knot); --knot)
        fall *= 0.9170040432046712;  // 2^(-1/8)
    return table[std::max<std::ptrdiff_t>(knot, 0)] * fall;
}

Deviance::Deviance(const SplitTotals& split) noexcept {
    double covariance = 0;
    if (split.any_small) {
        // Below the first share they are nearly linear in its logarithm.
        const double at =
            split.log2_share * TotalsHistogram::marks_per_octave - deviance_first_share;
        const double last = static_cast<double>(deviance_shares - 2);
        const auto low = static_cast<std::size_t>(std::clamp(at, 0.0, last));
        const double part = at - static_cast<double>(low);
        ByTotal counts;
        for (std::size_t i = 0; i < exact_totals; ++i) {
            counts[i] = split.labels[i] * static_cast<double>(i + 1) * split.share;
        }
        const auto between = [&](std::size_t which) {
            const double below = dot(counts.data(), deviance_of_total[low][which], exact_totals);
            const double above =
                dot(counts.data(), deviance_of_total[low + 1][which], exact_totals);
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
