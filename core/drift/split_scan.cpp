#include "core/drift/split_scan.hpp"

#include <algorithm>
#include <limits>

#include "core/drift/hypergeometric.hpp"
#include "core/drift/sum_threshold.hpp"
#include "core/math/double_logs.hpp"

namespace entrostream {

using detail::natural_log;

SplitScan::SplitScan(LabelTotals& totals, std::uint32_t number, std::uint64_t n,
                     std::uint64_t distinct, std::uint64_t repeats, double squares,
                     Statistics statistics) noexcept
    : totals_(totals),
      statistics_(statistics),
      recent_(totals, number, n, distinct, squares),
      seen_repeats_(static_cast<double>(repeats)) {
    const std::size_t last = FrequencyBands::of(n);
    for (std::size_t band = 0; band <= last; ++band) {
        if (totals.bands().events(band) != 0) band_[bands_++] = static_cast<std::uint8_t>(band);
    }
    const auto labels = static_cast<double>(distinct);
    const auto price = [&](Statistic statistic, double tests) {
        return natural_log(tests / ErrorBudget::share(statistic, labels));
    };
    // Bonferroni over all labels, or all cuts between two bands, and both directions.
    of_sum_ = price(Statistic::sum, 1);
    of_label_ = price(Statistic::label, 2 * labels);
    if (bands_ > 1) of_cut_ = price(Statistic::frequency, 2 * static_cast<double>(bands_ - 1));
}

Finding SplitScan::test(const TestLevels& levels, bool last) noexcept {
    Finding best;
    // Nothing exceeds X^2, and usually not half of it, which must do for episodes.
    const double tests = std::min(of_sum_, of_label_);
    const double change = levels.factor * (levels.budget + tests);
    const double episode = levels.learned * (levels.episode + tests);
    if (recent_.chi_square() > std::min(change, 2 * episode)) {
        recent_.settle();
        if (statistics_.has(Statistic::sum)) test_sum(levels, best);
        if (statistics_.has(Statistic::label)) {
            const double level = levels.episode + of_label_;
            Finding finding = by_label(levels.learned * level, last);
            finding.threshold = levels.budget + of_label_;
            consider(finding, level, levels, best);
        }
    }
    if (statistics_.has(Statistic::frequency) && bands_ > 1) {
        const double level = levels.episode + of_cut_;
        Finding finding = by_frequency(levels.learned * level);
        finding.threshold = levels.budget + of_cut_;
        consider(finding, level, levels, best);
    }
    return best;
}

// `level`: what the statistic of an episode exceeds without overdispersion.
void SplitScan::consider(Finding finding, double level, const TestLevels& levels,
                         Finding& best) noexcept {
    if (finding.strength > levels.learned * level) {
        episode_ = std::max(episode_, finding.strength / level);
    }
    finding.strength /= levels.factor;
    if (finding.excess() > best.excess()) best = finding;
}

// The expected number of repeats: within each part, the next event has the same label with a
// probability equal to the label's share there.
Repeats SplitScan::repeats() noexcept {
    recent_.settle();
    const double by_chance =
        recent_.past_squares() / recent_.past() + recent_.squares() / recent_.events();
    return {seen_repeats_, by_chance, recent_.n()};
}

// Computes the threshold, which is expensive, only where the statistic may exceed it.
void SplitScan::test_sum(const TestLevels& levels, Finding& best) noexcept {
    const double n0 = recent_.past();
    const double n1 = recent_.events();
    double sum = recent_.sum();
    const double episode = levels.episode + of_sum_;
    if (sum <= levels.learned * episode) return;
    const TotalsHistogram& histogram = totals_.histogram();
    const SumMoments moments(n0, n1, histogram);
    const double level = moments.quantile(episode);
    const double budget = levels.budget + of_sum_;
    const double floor = levels.factor * std::max(budget, moments.floor(budget));
    if (sum <= std::min(levels.learned * level, floor)) return;
    const Repeats runs = repeats();
    if (runs.any()) sum /= runs.run();
    Finding finding{.statistic = Statistic::sum,
                    .strength = sum,
                    .threshold = std::numeric_limits<double>::infinity()};
    if (sum > floor) finding.threshold = sum_threshold(n0, n1, budget, histogram);
    consider(finding, level, levels, best);
}

// Hoeffding and Chvatal: P(d_c >= x) <= 2 exp(-x). Tests the labels of the bucket moved last and,
// at the last split of a row, those that lack events: a label that vanished is in no recent bucket.
Finding SplitScan::by_label(double threshold, bool last) noexcept {
    double largest = recent_.largest();
    const auto beat = [&](Code code) { largest = std::max(largest, recent_.deviation(code)); };
    if (last) for_each_lacking(threshold, beat);
    if (largest <= threshold) return {};
    const Repeats runs = repeats();
    Finding finding{.statistic = Statistic::label, .threshold = threshold};
    const auto consider = [&](Code code) {
        const double d = deviation_corrected_for_runs(runs, code);
        if (d > finding.strength) {
            finding.strength = d;
            finding.code = code;
        }
    };
    for (const BucketCount& each : recent_.last().counts)
        consider(each.code);
    if (last) for_each_lacking(threshold, consider);
    return finding;
}

double SplitScan::deviation_corrected_for_runs(const Repeats& runs, Code code) const noexcept {
    const double d = recent_.deviation(code);
    if (!runs.any()) return d;
    const LabelTotal& label = totals_.labels()[code];
    const double expected = label.total * recent_.events() / recent_.n();
    return std::min(d / runs.run(), runs.runs_tail(recent_.count(label), expected));
}

// Calls `each(code)` for the labels that have fewer events in W1 than expected and may deviate
// by more than the threshold. A label with none there deviates by `lack` per event, and between 0
// and the expected count the deviation lies below the chord, so that few labels qualify.
template <class Each>
void SplitScan::for_each_lacking(double threshold, Each&& each) const noexcept {
    const double lack = recent_.lack();
    const double per_event = recent_.n() / recent_.events();
    for (std::size_t i = bands_; i-- > 0;) {
        if (FrequencyBands::edge(band_[i]) * lack <= threshold) return;
        totals_.bands().for_each(band_[i], [&](Code code) {
            const LabelTotal& label = totals_.labels()[code];
            if ((label.total - recent_.count(label) * per_event) * lack > threshold) each(code);
        });
    }
}

Finding SplitScan::by_frequency(double threshold) noexcept {
    const Finding cut = best_cut(threshold);
    if (cut.excess() <= 0) return {};
    const Repeats runs = repeats();
    return runs.any() ? best_cut_corrected_for_runs(threshold, runs) : cut;
}

Finding SplitScan::best_cut(double threshold) const noexcept {
    const double n = recent_.n();
    const double n1 = recent_.events();
    const double share = n1 / n;
    // Pearson's X^2 of the cut exceeds the exponent of its tail, up to a few units: below this
    // the logarithms can be skipped.
    const double spare = (threshold - 3) * share * (1 - share) / n;
    Finding best{.statistic = Statistic::frequency, .strength = 0, .threshold = threshold};
    double group = 0;
    double recent = 0;
    for (std::size_t i = 0; i + 1 < bands_; ++i) {
        group += static_cast<double>(totals_.bands().events(band_[i]));
        recent += recent_.events_in(band_[i]);
        const double more = recent - group * share;
        if (more * more <= spare * group * (n - group)) continue;
        const double tail = hypergeometric_tail(recent, group, n1, n);
        if (tail > best.strength) {
            best.strength = tail;
            best.band = band_[i];
        }
    }
    return best;
}

// Divides the tail's exponent by the mean clump size of the events on either side of the cut: on
// the rare side runs are cut short, on the other side they made labels frequent.
Finding SplitScan::best_cut_corrected_for_runs(double threshold,
                                               const Repeats& runs) const noexcept {
    const double n = recent_.n();
    const double n1 = recent_.events();
    Finding best{.statistic = Statistic::frequency, .strength = 0, .threshold = threshold};
    double above = 0;  // sum of clumps over the events above the cut
    for (std::size_t i = 0; i < bands_; ++i) {
        const auto events = static_cast<double>(totals_.bands().events(band_[i]));
        above += events * runs.clump(FrequencyBands::edge(band_[i]));
    }
    double below = 0;
    double group = 0;
    double recent = 0;
    for (std::size_t i = 0; i + 1 < bands_; ++i) {
        const auto events = static_cast<double>(totals_.bands().events(band_[i]));
        const double edge = FrequencyBands::edge(band_[i]);
        group += events;
        recent += recent_.events_in(band_[i]);
        above -= events * runs.clump(edge);
        below += events * std::min(runs.run(), edge);
        const double share = group / n;
        const double clump = (1 - share) * below / group + share * above / (n - group);
        const double tail = hypergeometric_tail(recent, group, n1, n) / std::max(clump, runs.run());
        if (tail > best.strength) {
            best.strength = tail;
            best.band = band_[i];
        }
    }
    return best;
}

}  // namespace entrostream
