#include "core/drift/split_tests.hpp"

#include <bit>

#include "core/drift/error_budget.hpp"
#include "core/math/double_logs.hpp"

namespace entrostream {

void SplitPrices::compute(std::uint64_t labels, std::size_t bands) noexcept {
    const auto tested = static_cast<double>(labels);
    const auto price = [&](Statistic statistic, double tests) {
        return detail::natural_log(tests / ErrorBudget::share(statistic, tested));
    };
    // Bonferroni over all labels, or all cuts between two bands, and both directions.
    of_sum_ = price(Statistic::sum, 1);
    of_label_ = price(Statistic::label, 2 * tested);
    of_cut_ = bands < 2 ? 0 : price(Statistic::frequency, 2 * static_cast<double>(bands - 1));
    labels_ = labels;
    bands_ = bands;
}

SplitTests::SplitTests(const LabelTotals& totals, std::uint64_t n, std::uint64_t distinct,
                       SplitPrices& prices) noexcept
    : totals_(totals), prices_(prices) {
    double below = 0;
    for (std::uint64_t left = totals.bands().used(); left != 0; left &= left - 1) {
        const auto band = static_cast<std::uint8_t>(std::countr_zero(left));
        below += static_cast<double>(totals.bands().events(band));
        cut_[bands_] = {below, static_cast<double>(n) - below};
        band_[bands_++] = band;
    }
    prices.update(distinct, bands_);
}

ClumpsOfCuts::ClumpsOfCuts(const FrequencyBands& bands, std::span<const std::uint8_t> band,
                           const Repeats& runs, double n) noexcept
    : bands_(bands), runs_(runs), n_(n) {
    for (const std::uint8_t each : band) {
        const auto events = static_cast<double>(bands.events(each));
        above_ += events * runs.clump(FrequencyBands::edge(each));
    }
}

double ClumpsOfCuts::above(std::size_t band) noexcept {
    const auto events = static_cast<double>(bands_.events(band));
    const double edge = FrequencyBands::edge(band);
    group_ += events;
    above_ -= events * runs_.clump(edge);
    below_ += events * std::min(runs_.run(), edge);
    const double share = group_ / n_;
    const double clump = (1 - share) * below_ / group_ + share * above_ / (n_ - group_);
    return std::max(clump, runs_.run());
}

}  // namespace entrostream
