#include "core/drift/seasonal_scan.hpp"

#include <algorithm>
#include <span>

#include "core/math/double_logs.hpp"

namespace entrostream {

namespace {

// x ln(x/y), 0 for x = 0.
double x_log_ratio(double x, double y) noexcept {
    return x == 0 ? 0 : x * detail::natural_log(x / y);
}

// n kl(x/n || expected/n).
double divergence(double x, double n, double expected) noexcept {
    return x_log_ratio(x, expected) + x_log_ratio(n - x, n - expected);
}

}  // namespace

SeasonalScan::SeasonalScan(LabelTotals& totals, const SeasonProfile& profile, std::uint32_t number,
                           std::uint64_t n, std::uint64_t distinct, std::uint64_t repeats,
                           double squares, Statistics statistics, Time now,
                           SplitPrices& prices) noexcept
    : totals_(totals),
      tests_(totals, n, distinct, prices),
      statistics_(statistics),
      split_(profile),
      number_(number),
      n_(static_cast<double>(n)),
      seen_repeats_(static_cast<double>(repeats)),
      now_(now),
      past_squares_(squares) {}

void SeasonalScan::move(const Bucket& bucket) noexcept {
    last_ = &bucket;
    split_.move(bucket);
    for (const BucketCount& each : bucket.counts) {
        LabelTotal& label = totals_.labels()[each.code];
        const auto more = static_cast<double>(each.count);
        const double before = count(label);
        const double recent = before + more;
        const double past = label.total - recent;
        recent_squares_ += more * (2 * before + more);
        past_squares_ -= more * (2 * past + more);
        in_band_[label.band] += more;
        const double term = x_log_ratio(recent, label.total) + x_log_ratio(past, label.total);
        if (split_.profile().class_of(each.code) == 0) {
            other_terms_ += term - (label.scan == number_ ? label.term : 0);
        }
        label.recent = recent;
        label.term = term;
        label.scan = number_;
    }
}

Finding SeasonalScan::test(const TestLevels& levels, bool last) noexcept {
    solve();
    Finding best;
    const auto consider = [&](Finding finding, double price) {
        finding.threshold = levels.evidence * levels.budget + price;
        tests_.consider(finding, levels.episode + price, levels, best);
    };
    if (statistics_.has(Statistic::sum)) {
        tests_.consider_sum(
            sum(), past(), split_.recent(), levels, [&] { return repeats(); }, best);
    }
    if (statistics_.has(Statistic::label)) {
        const double level = levels.episode + tests_.of_label();
        consider(by_label(levels.learned * level, last), tests_.of_label());
    }
    if (statistics_.has(Statistic::frequency) && tests_.bands().size() > 1) {
        const double level = levels.episode + tests_.of_cut();
        consider(by_frequency(levels.learned * level), tests_.of_cut());
    }
    return best;
}

void SeasonalScan::solve() noexcept {
    split_.solve();
    inflation_ = split_.inflation(last_->first, now_);
    for (std::size_t of = 0; of < split_.profile().classes(); ++of) {
        log_recent_[of] = detail::natural_log(split_.probability(of));
        log_past_[of] = detail::natural_log(1 - split_.probability(of));
    }
}

// Those by chance: see SplitScan. Shares that vary with the rhythm make some more, so that the
// correction for runs errs on the safe side.
Repeats SeasonalScan::repeats() const noexcept {
    return {seen_repeats_, past_squares_ / past() + recent_squares_ / split_.recent(), n_};
}

// The statistic of one label or class; `term`: x ln(x/n_c) + y ln(y/n_c).
double SeasonalScan::deviation(std::size_t of, double recent, double total,
                               double term) const noexcept {
    const double nats = term - recent * log_recent_[of] - (total - recent) * log_past_[of];
    return std::max(0.0, nats) / inflation_;
}

double SeasonalScan::deviation(Code code) const noexcept {
    const LabelTotal& label = totals_.labels()[code];
    const double recent = count(label);
    const std::size_t of = split_.profile().class_of(code);
    return deviation(of, recent, label.total, recent == 0 ? 0 : label.term);
}

double SeasonalScan::sum() const noexcept {
    const SeasonProfile& profile = split_.profile();
    double sum = deviation(0, split_.recent(0), profile.events(0), other_terms_);
    for (const Code code : profile.labels())
        sum += deviation(code);
    return sum;
}

// Calls `each(code)` for the labels with a rhythm of their own and for those of the bucket moved
// last; at the last split of a row also for the others that lack events.
template <class Each>
void SeasonalScan::for_each_candidate(double threshold, bool last, Each&& each) const noexcept {
    const SeasonProfile& profile = split_.profile();
    std::for_each(profile.labels().begin(), profile.labels().end(), each);
    const auto other = [&](Code code) {
        if (profile.class_of(code) == 0) each(code);
    };
    for (const BucketCount& count : last_->counts)
        other(count.code);
    if (!last) return;
    tests_.for_each_lacking(
        threshold, -log_past_[0] / inflation_, 1 / split_.probability(0),
        [&](const LabelTotal& label) { return count(label); }, other);
}

Finding SeasonalScan::by_label(double threshold, bool last) const noexcept {
    double largest = 0;
    for_each_candidate(threshold, last,
                       [&](Code code) { largest = std::max(largest, deviation(code)); });
    if (largest <= threshold) return {};
    const Repeats runs = repeats();
    Finding finding{.statistic = Statistic::label};
    for_each_candidate(threshold, last, [&](Code code) {
        double d = deviation(code);
        if (runs.any()) {
            const LabelTotal& label = totals_.labels()[code];
            const double expected =
                label.total * split_.probability(split_.profile().class_of(code));
            const double tail = runs.runs_tail(count(label), expected) / inflation_;
            d = std::min(d / runs.run(), tail);
        }
        if (d > finding.strength) {
            finding.strength = d;
            finding.code = code;
        }
    });
    return finding;
}

Finding SeasonalScan::by_frequency(double threshold) const noexcept {
    const std::array<double, FrequencyBands::most> expected = expected_in_bands();
    const std::span<const std::uint8_t> bands = tests_.bands();
    const auto best_cut = [&](auto&& clump) {
        Finding best{.statistic = Statistic::frequency};
        double recent = 0;
        double by_rhythm = 0;
        double rest = 0;
        for (const std::uint8_t band : bands)
            rest += expected[band];
        for (std::size_t i = 0; i < tests_.cuts().size(); ++i) {
            const SplitTests::Cut& cut = tests_.cuts()[i];
            const std::uint8_t band = bands[i];
            recent += in_band_[band];
            by_rhythm += expected[band];
            rest -= expected[band];
            const double tail = divergence(recent, cut.below, by_rhythm) +
                                divergence(split_.recent() - recent, cut.above, rest);
            const double strength = tail / inflation_ / clump(band);
            if (strength > best.strength) {
                best.strength = strength;
                best.band = band;
            }
        }
        return best;
    };
    const Finding best = best_cut([](std::size_t) { return 1.0; });
    if (best.strength <= threshold) return {};
    const Repeats runs = repeats();
    if (!runs.any()) return best;
    ClumpsOfCuts clumps(totals_.bands(), bands, runs, n_);
    return best_cut([&](std::size_t band) { return clumps.above(band); });
}

// Recent events that the rhythm lets expect of the labels in each band.
std::array<double, FrequencyBands::most> SeasonalScan::expected_in_bands() const noexcept {
    std::array<double, FrequencyBands::most> expected{};
    for (const std::uint8_t band : tests_.bands()) {
        expected[band] = static_cast<double>(totals_.bands().events(band)) * split_.probability(0);
    }
    const SeasonProfile& profile = split_.profile();
    for (const Code code : profile.labels()) {
        const LabelTotal& label = totals_.labels()[code];
        const double beyond = split_.probability(profile.class_of(code)) - split_.probability(0);
        expected[label.band] += label.total * beyond;
    }
    return expected;
}

}  // namespace entrostream
