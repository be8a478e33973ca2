// What the tests of all splits of one scan have in common: error probabilities, episodes, and the
// choice of the finding that exceeds its threshold most.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "core/counts/code.hpp"
#include "core/drift/frequency_bands.hpp"
#include "core/drift/label_totals.hpp"
#include "core/drift/repeats.hpp"
#include "core/drift/statistic.hpp"
#include "core/drift/sum_threshold.hpp"

namespace entrostream {

// What the statistics of a split are compared with.
struct TestLevels {
    double budget = 0;   // -ln of the error probability of the split, see ErrorBudget
    double episode = 0;  // the evidence that makes an episode, see Overdispersion
    // Of single labels and of the cuts between bands.
    double evidence = 1;  // the budget is multiplied by it
    double factor = 1;    // the overdispersion: statistics are divided by it
    double learned = 1;   // and that of episodes
    // Of the sum, of which the excess over the mean is corrected, too: with many labels the sum is
    // mostly its mean, and a factor of the whole sum does little to the excess.
    double sum_reach = 0;  // of a change, in levels of an episode, see Overdispersion::reach
    double sum_factor = 1;
    double sum_learned = 1;
};

// A significant split.
struct Finding {
    Statistic statistic = Statistic::sum;
    double strength = 0;   // the statistic, nats; by `test` divided by the overdispersion
    double threshold = 0;  // nats
    std::size_t band = 0;  // frequency: the last band on the rare side
    Code code = no_code;   // label: the code

    [[nodiscard]] double excess() const noexcept { return strength - threshold; }
};

// -ln of each statistic's share of a split's budget, per label and per cut between two bands. Kept
// from scan to scan: three logarithms are much of the cost of a scan of few labels.
class SplitPrices {
  public:
    // There are this many labels, in this many bands.
    void update(std::uint64_t labels, std::size_t bands) noexcept {
        if (labels != labels_ || bands != bands_) compute(labels, bands);
    }
    [[nodiscard]] double of_sum() const noexcept { return of_sum_; }
    [[nodiscard]] double of_label() const noexcept { return of_label_; }
    [[nodiscard]] double of_cut() const noexcept { return of_cut_; }

  private:
    void compute(std::uint64_t labels, std::size_t bands) noexcept;

    std::uint64_t labels_ = 0;
    std::size_t bands_ = 0;
    double of_sum_ = 0;
    double of_label_ = 0;
    double of_cut_ = 0;
};

class SplitTests {
  public:
    // The window has n events of `distinct` labels. Updates the prices.
    SplitTests(const LabelTotals& totals, std::uint64_t n, std::uint64_t distinct,
               SplitPrices& prices) noexcept;

    [[nodiscard]] double of_sum() const noexcept { return prices_.of_sum(); }
    [[nodiscard]] double of_label() const noexcept { return prices_.of_label(); }
    [[nodiscard]] double of_cut() const noexcept { return prices_.of_cut(); }
    // The bands that are not empty, rare to frequent.
    [[nodiscard]] std::span<const std::uint8_t> bands() const noexcept {
        return {band_.data(), bands_};
    }
    // A cut between two of these bands: above one of them.
    struct Cut {
        double below;  // events of the labels in this band and the rarer ones
        double above;
    };
    // One cut fewer than bands.
    [[nodiscard]] std::span<const Cut> cuts() const noexcept {
        return {cut_.data(), bands_ == 0 ? 0 : bands_ - 1};
    }

    // Keeps a finding if it exceeds its threshold more than the best one does. `level`: what the
    // statistic of an episode exceeds without overdispersion.
    void consider(Finding finding, double level, const TestLevels& levels, Finding& best) noexcept {
        if (finding.strength > levels.learned * level) {
            episode_ = std::max(episode_, finding.strength / level);
        }
        finding.strength /= levels.factor;
        if (finding.excess() > best.excess()) best = finding;
    }
    // Considers the sum statistic of a split. `runs()` gives the repeats. Computes the threshold,
    // which is expensive, only where the statistic may exceed it.
    template <class Runs>
    void consider_sum(double sum, double n0, double n1, const TestLevels& levels, Runs&& runs,
                      Finding& best) noexcept;

    // Calls `each(code)` for the labels that have fewer recent events than expected and may deviate
    // by more than the threshold. A label with no recent event deviates by `lack` per event, and
    // between 0 and the expected count the deviation lies below the chord, so that few labels
    // qualify. `count(label)`: its recent events; one is expected of `per_event` events of a label.
    template <class Count, class Each>
    void for_each_lacking(double threshold, double lack, double per_event, Count&& count,
                          Each&& each) const noexcept;

    // The largest statistic considered since the last call over the level of an episode, the sum
    // apart; 0 if none exceeds it times `learned`.
    [[nodiscard]] double take_episode() noexcept { return std::exchange(episode_, 0); }
    // The same of the sum's excess over its mean.
    [[nodiscard]] double take_sum_episode() noexcept { return std::exchange(sum_episode_, 0); }

  private:
    const LabelTotals& totals_;
    const SplitPrices& prices_;
    double episode_ = 0;
    double sum_episode_ = 0;
    std::size_t bands_ = 0;
    std::array<std::uint8_t, FrequencyBands::most> band_;
    std::array<Cut, FrequencyBands::most> cut_;
};

template <class Runs>
void SplitTests::consider_sum(double sum, double n0, double n1, const TestLevels& levels,
                              Runs&& runs, Finding& best) noexcept {
    const double episode = levels.episode + of_sum();
    if (sum <= episode) return;
    const TotalsHistogram& histogram = totals_.histogram();
    const SumMoments moments(n0, n1, histogram);
    const double mean = moments.mean;
    const double level = moments.quantile(episode) - mean;
    const double budget = levels.budget + of_sum();
    const double floor = std::max(budget, moments.floor(budget));
    const double enough = moments.quantile(budget) - mean;
    const double factor = levels.sum_factor * std::max(1.0, levels.sum_reach * level / enough);
    const double unremarkable = mean + levels.sum_learned * level;
    const double least = std::max(levels.factor * floor, mean + factor * (floor - mean));
    if (sum <= std::min(unremarkable, least)) return;
    const Repeats repeats = runs();
    if (repeats.any()) sum /= repeats.run();
    if (sum > unremarkable) sum_episode_ = std::max(sum_episode_, (sum - mean) / level);
    if (sum <= least) return;
    const Finding finding{.statistic = Statistic::sum,
                          .strength = std::min(sum / levels.factor, mean + (sum - mean) / factor),
                          .threshold = sum_threshold(n0, n1, budget, histogram)};
    if (finding.excess() > best.excess()) best = finding;
}

template <class Count, class Each>
void SplitTests::for_each_lacking(double threshold, double lack, double per_event, Count&& count,
                                  Each&& each) const noexcept {
    for (std::size_t i = bands_; i-- > 0;) {
        if (FrequencyBands::edge(band_[i]) * lack <= threshold) return;
        totals_.bands().for_each(band_[i], [&](Code code) {
            const LabelTotal& label = totals_.labels()[code];
            if ((label.total - count(label) * per_event) * lack > threshold) each(code);
        });
    }
}

// The mean clump size of the events on either side of each cut between two bands, rare to
// frequent: on the rare side runs are cut short, on the other side they made labels frequent.
class ClumpsOfCuts {
  public:
    ClumpsOfCuts(const FrequencyBands& bands, std::span<const std::uint8_t> band,
                 const Repeats& runs, double n) noexcept;

    // Moves the cut above this band, the next one, and returns the clump size.
    [[nodiscard]] double above(std::size_t band) noexcept;

  private:
    const FrequencyBands& bands_;
    const Repeats& runs_;
    double n_;
    double above_ = 0;  // sums of clump sizes over the events above the cut and below
    double below_ = 0;
    double group_ = 0;  // events below
};

}  // namespace entrostream
