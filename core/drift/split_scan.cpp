#include "core/drift/split_scan.hpp"

#include <algorithm>
#include <span>

#include "core/drift/hypergeometric.hpp"

namespace entrostream {

SplitScan::SplitScan(LabelTotals& totals, std::uint32_t number, std::uint64_t n,
                     std::uint64_t distinct, std::uint64_t repeats, double squares,
                     Statistics statistics, SplitPrices& prices) noexcept
    : totals_(totals),
      tests_(totals, n, distinct, prices),
      statistics_(statistics),
      recent_(totals, number, n, distinct, squares),
      seen_repeats_(static_cast<double>(repeats)) {}

Finding SplitScan::test(const TestLevels& levels, bool last) noexcept {
    Finding best;
    // Nothing exceeds X^2, and usually not half of it, which must do for episodes.
    const double tests = std::min(tests_.of_sum(), tests_.of_label());
    const double change = levels.factor * (levels.budget + tests);
    const double learned = std::min(levels.learned, levels.sum_learned);
    const double episode = learned * (levels.episode + tests);
    if (recent_.chi_square_exceeds(std::min(change, 2 * episode))) {
        recent_.settle();
        if (statistics_.has(Statistic::sum)) {
            tests_.consider_sum(
                recent_.sum(), recent_.past(), recent_.events(), levels, [&] { return repeats(); },
                best);
        }
        if (statistics_.has(Statistic::label)) {
            const double level = levels.episode + tests_.of_label();
            Finding finding = by_label(levels.learned * level, last);
            finding.threshold = levels.evidence * levels.budget + tests_.of_label();
            tests_.consider(finding, level, levels, best);
        }
    }
    if (statistics_.has(Statistic::frequency) && tests_.bands().size() > 1) {
        const double level = levels.episode + tests_.of_cut();
        Finding finding = by_frequency(levels.learned * level);
        finding.threshold = levels.evidence * levels.budget + tests_.of_cut();
        tests_.consider(finding, level, levels, best);
    }
    return best;
}

// The expected number of repeats: within each part, the next event has the same label with a
// probability equal to the label's share there.
Repeats SplitScan::repeats() noexcept {
    recent_.settle();
    const double by_chance =
        recent_.past_squares() / recent_.past() + recent_.squares() / recent_.events();
    return {seen_repeats_, by_chance, recent_.n()};
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

template <class Each>
void SplitScan::for_each_lacking(double threshold, Each&& each) const noexcept {
    tests_.for_each_lacking(
        threshold, recent_.lack(), recent_.n() / recent_.events(),
        [&](const LabelTotal& label) { return recent_.count(label); }, each);
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
    double recent = 0;
    const std::span<const SplitTests::Cut> cuts = tests_.cuts();
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        const std::uint8_t band = tests_.bands()[i];
        recent += recent_.events_in(band);
        const double more = recent - cuts[i].below * share;
        if (more * more <= spare * cuts[i].below * cuts[i].above) continue;
        const double tail = hypergeometric_tail(recent, cuts[i].below, n1, n);
        if (tail > best.strength) {
            best.strength = tail;
            best.band = band;
        }
    }
    return best;
}

// Divides the tail's exponent by the mean clump size of the events on either side of the cut.
Finding SplitScan::best_cut_corrected_for_runs(double threshold,
                                               const Repeats& runs) const noexcept {
    const double n = recent_.n();
    const double n1 = recent_.events();
    Finding best{.statistic = Statistic::frequency, .strength = 0, .threshold = threshold};
    const std::span<const std::uint8_t> bands = tests_.bands();
    ClumpsOfCuts clumps(totals_.bands(), bands, runs, n);
    double recent = 0;
    for (std::size_t i = 0; i < tests_.cuts().size(); ++i) {
        const std::uint8_t band = bands[i];
        recent += recent_.events_in(band);
        const double below = tests_.cuts()[i].below;
        const double tail = hypergeometric_tail(recent, below, n1, n) / clumps.above(band);
        if (tail > best.strength) {
            best.strength = tail;
            best.band = band;
        }
    }
    return best;
}

}  // namespace entrostream
