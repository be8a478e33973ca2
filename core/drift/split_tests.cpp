#include "core/drift/split_tests.hpp"

#include "core/drift/error_budget.hpp"
#include "core/math/double_logs.hpp"

namespace entrostream {

SplitTests::SplitTests(const LabelTotals& totals, std::uint64_t n, std::uint64_t distinct) noexcept
    : totals_(totals) {
    const std::size_t last = FrequencyBands::of(n);
    for (std::size_t band = 0; band <= last; ++band) {
        if (totals.bands().events(band) != 0) band_[bands_++] = static_cast<std::uint8_t>(band);
    }
    const auto labels = static_cast<double>(distinct);
    const auto price = [&](Statistic statistic, double tests) {
        return detail::natural_log(tests / ErrorBudget::share(statistic, labels));
    };
    // Bonferroni over all labels, or all cuts between two bands, and both directions.
    of_sum_ = price(Statistic::sum, 1);
    of_label_ = price(Statistic::label, 2 * labels);
    if (bands_ > 1) of_cut_ = price(Statistic::frequency, 2 * static_cast<double>(bands_ - 1));
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
