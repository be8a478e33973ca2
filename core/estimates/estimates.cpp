#include "core/estimates/estimates.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "core/count_log/count_log.hpp"
#include "core/estimates/bias_terms.hpp"
#include "core/estimates/unseen_labels.hpp"
#include "core/exact/reads.hpp"
#include "core/math/double_double.hpp"
#include "core/math/int128.hpp"

namespace entrostream {
namespace {

using Bar = CountHistogram::Bar;

constexpr double unit = detail::power_of_two(-fraction_bits);
constexpr Estimate nothing_known{0.0, std::numeric_limits<double>::infinity(), {}};

// t(c) of the method, with t(0) = 0.
std::uint64_t bias_term(EntropyMethod method, std::uint64_t count) noexcept {
    if (count == 0) return 0;
    switch (method) {
        case EntropyMethod::miller_madow:
            return miller_madow_term();
        case EntropyMethod::jackknife:
            return jackknife_term(count);
        case EntropyMethod::chao_wang_jost:
            return digamma_term(count);
        case EntropyMethod::plugin:
            break;
    }
    return 0;
}

// sum t(c) - t(n)
uint128 correction(const CountHistogram& histogram, std::uint64_t n,
                   EntropyMethod method) noexcept {
    uint128 sum = 0;
    for (const Bar& bar : histogram.bars()) {
        sum += uint128{bar.labels} * bias_term(method, bar.count);
    }
    return sum - bias_term(method, n);
}

// The variance over the events of a value that depends on the count of the event's label, one
// value per bar. The mean is exact and deviations from it are differences of integers, so nothing
// cancels, and equal values have the variance 0.0.
double variance_over_events(const CountHistogram& histogram, std::uint64_t n,
                            const std::vector<int128>& values) noexcept {
    int128 sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        sum += static_cast<int128>(histogram.bars()[i].events()) * values[i];
    }
    const int128 mean = sum / static_cast<int128>(n);
    const double count = static_cast<double>(n);
    const double rest = static_cast<double>(sum - mean * static_cast<int128>(n)) / count;
    double squares = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double distance = static_cast<double>(values[i] - mean) - rest;
        squares += static_cast<double>(histogram.bars()[i].events()) * distance * distance;
    }
    return squares / count;
}

// The decrease of the sum of F(c) - t(c) when one of the label's events is left out.
int128 loss(EntropyMethod method, std::uint64_t count) noexcept {
    const auto term = static_cast<int128>(bias_term(method, count));
    const auto term_before = static_cast<int128>(bias_term(method, count - 1));
    return static_cast<int128>(count_log_step(count - 1)) - (term - term_before);
}

RareLabels rare_labels(const CountHistogram& histogram, std::uint64_t n) noexcept {
    return {n, histogram.labels_with(1), histogram.labels_with(2)};
}

// The sample without one event of a label with this count.
RareLabels without_one(RareLabels rare, std::uint64_t count) noexcept {
    --rare.n;
    if (count == 1) --rare.singletons;
    if (count == 2) ++rare.singletons;
    if (count == 2) --rare.doubletons;
    if (count == 3) ++rare.doubletons;
    return rare;
}

// How much more the unseen labels contribute with such an event left out than with an event of a
// label that was seen more often.
int128 gain_of_unseen(const RareLabels& rare, std::uint64_t count) noexcept {
    constexpr std::uint64_t often = 4;
    if (count >= often) return 0;
    const double gain =
        unseen_bits(without_one(rare, count)) - unseen_bits(without_one(rare, often));
    return static_cast<int128>(gain / unit);
}

// n - 1 times the method's leave-one-out values, up to a constant common to all.
std::vector<int128> leave_one_out(const CountHistogram& histogram, std::uint64_t n,
                                  EntropyMethod method) {
    const bool jackknife = method == EntropyMethod::jackknife;
    const EntropyMethod left_out = jackknife ? EntropyMethod::plugin : method;
    const RareLabels rare = rare_labels(histogram, n);
    std::vector<int128> values;
    values.reserve(histogram.bars().size());
    for (const Bar& bar : histogram.bars()) {
        int128 value = loss(left_out, bar.count);
        if (method == EntropyMethod::chao_wang_jost) value += gain_of_unseen(rare, bar.count);
        values.push_back(value);
    }
    return values;
}

// The jackknife variance is (n-1)/n sum (H_i - mean)^2 over the events i left out; for the values
// (n-1) H_i it is their variance over the events, divided by n - 1.
double jackknife_error(const CountHistogram& histogram, std::uint64_t n, EntropyMethod method) {
    const std::vector<int128> values = leave_one_out(histogram, n, method);
    const double variance = variance_over_events(histogram, n, values);
    return std::sqrt(variance / static_cast<double>(n - 1)) * unit;
}

// The method's value, without the part of chao_wang_jost for unseen labels.
double corrected(const ExactSums& sums, const CountHistogram& histogram, EntropyMethod method) {
    return bits_per_event(sums.excess() + correction(histogram, sums.n(), method), sums.n());
}

Basis entropy_basis(const ExactSums& sums, const CountHistogram& histogram) {
    constexpr EntropyMethod method = EntropyMethod::chao_wang_jost;
    const std::uint64_t n = sums.n();
    return {corrected(sums, histogram, method),
            unseen_bits(rare_labels(histogram, n)) / static_cast<double>(n),
            jackknife_error(histogram, n, method)};
}

}  // namespace

Estimate entropy_estimate(const ExactSums& sums, const CountHistogram& histogram,
                          EntropyMethod method) {
    const std::uint64_t n = sums.n();
    if (n < 2) return nothing_known;
    const Basis basis = entropy_basis(sums, histogram);
    if (method == EntropyMethod::chao_wang_jost)
        return {basis.seen + basis.unseen, basis.standard_error, basis};
    return {corrected(sums, histogram, method), jackknife_error(histogram, n, method), basis};
}

Estimate gini_estimate(const ExactSums& sums, const CountHistogram& histogram) {
    const std::uint64_t n = sums.n();
    if (n < 2) return nothing_known;
    std::vector<int128> counts;
    counts.reserve(histogram.bars().size());
    for (const Bar& bar : histogram.bars()) {
        counts.push_back(static_cast<int128>(bar.count));
    }
    const double events = static_cast<double>(n);
    const double variance = variance_over_events(histogram, n, counts);
    const double value = quotient(uint128{n} * n - sums.square_sum(), uint128{n} * (n - 1));
    const double standard_error = 2.0 * std::sqrt(variance / events) / events;
    return {value, standard_error, {value, 0.0, standard_error}};
}

double sample_coverage(const ExactSums& sums, const CountHistogram& histogram) noexcept {
    if (sums.n() == 0) return 0.0;
    return quotient(sums.n() - histogram.labels_with(1), sums.n());
}

}  // namespace entrostream
