// The threshold of the sum statistic keeps its error probability, on cases small enough to
// enumerate.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/drift/sum_threshold.hpp"
#include "core/math/natural_exp.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using testing::check;

namespace {

TotalsHistogram histogram_of(const std::vector<std::uint64_t>& totals) {
    TotalsHistogram histogram;
    for (const std::uint64_t total : totals)
        histogram.change(0, total);
    return histogram;
}

std::vector<std::uint64_t> some_totals(testing::Random& random, std::size_t labels,
                                       std::uint64_t largest) {
    std::vector<std::uint64_t> totals(labels);
    for (std::uint64_t& total : totals)
        total = 1 + random.below(random.below(largest) + 1);
    return totals;
}

double sum_of(const std::vector<std::uint64_t>& totals) {
    double n = 0;
    for (const std::uint64_t total : totals)
        n += static_cast<double>(total);
    return n;
}

void exponential_is_that_of_libm() {
    for (int i = 0; i < 1600; ++i) {
        const double x = -0.37 * i;
        const double exact = std::exp(x);
        check(std::abs(detail::natural_exp(x) - exact) <= 1e-13 * exact, "e^x");
    }
    check(detail::natural_exp(0) == 1, "e^0");
    check(detail::natural_exp(-1e9) == 0, "e^-1e9");
}

// After insertions and removals in any order.
void histogram_depends_on_the_totals_alone() {
    testing::Random random(1);
    for (int round = 0; round < 50; ++round) {
        std::vector<std::uint64_t> totals(20, 0);
        TotalsHistogram histogram;
        for (int step = 0; step < 300; ++step) {
            const std::size_t label = random.below(totals.size());
            const std::uint64_t after = random.below(4) == 0 ? 0 : random.below(5000);
            histogram.change(totals[label], after);
            totals[label] = after;
        }
        std::vector<std::uint64_t> held;
        for (const std::uint64_t total : totals) {
            if (total != 0) held.push_back(total);
        }
        std::reverse(held.begin(), held.end());
        check(histogram == histogram_of(held), "equal to a fresh count");
        double labels = 0;
        for (std::size_t i = 1; i <= TotalsHistogram::exact_totals; ++i) {
            labels += histogram.exactly(i);
        }
        for (std::size_t i = 0; i < TotalsHistogram::marks; ++i)
            labels += histogram.near_mark()[i];
        check(labels == static_cast<double>(held.size()), "each label counts once");
    }
}

void large_totals_fit() {
    const std::uint64_t large = (std::uint64_t{1} << 62) - 1;
    TotalsHistogram histogram = histogram_of({large, large / 3, 5});
    const double n = static_cast<double>(large) * 4 / 3;
    check(std::isfinite(sum_threshold(n / 2, n / 2, 10, histogram)), "2^62 events");
    histogram.change(large, 0);
    histogram.change(large / 3, 0);
    check(histogram == histogram_of({5}), "can be removed again");
}

void threshold_is_symmetric_and_grows_with_the_certainty() {
    testing::Random random(2);
    for (int round = 0; round < 400; ++round) {
        const auto totals = some_totals(random, 1 + random.below(300), 200);
        const TotalsHistogram histogram = histogram_of(totals);
        const double n = sum_of(totals);
        if (n < 8) continue;
        const double n1 = static_cast<double>(4 + random.below(static_cast<std::uint64_t>(n) - 7));
        double last = 0;
        for (const double a : {1.0, 2.0, 4.0, 7.0, 7.1, 10.0, 15.0, 30.0}) {
            const double threshold = sum_threshold(n - n1, n1, a, histogram);
            check(threshold > last, "grows with a");
            check(threshold == sum_threshold(n1, n - n1, a, histogram), "either side is the same");
            check(SumMoments(n - n1, n1, histogram).floor(a) <= threshold, "floor");
            last = threshold;
        }
    }
}

// n h(x/n), nats.
double spread(double x, double n) {
    double sum = 0;
    for (const double part : {x, n - x}) {
        if (part > 0) sum -= part * std::log(part / n);
    }
    return sum;
}

// Two labels: all outcomes with their probabilities.
void two_labels_exceed_it_as_rarely_as_promised() {
    for (const double first : {1., 2., 5., 16., 17., 40., 400.}) {
        for (const double second : {1., 3., 17., 90., 3000.}) {
            const double n = first + second;
            const TotalsHistogram histogram = histogram_of(
                {static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(second)});
            for (int step = 1; step < n; step = (step * 13 + 9) / 10) {
                const double n1 = step;
                for (const double a : {1.0, 3.0, 7.0, 12.0}) {
                    const double threshold = sum_threshold(n - n1, n1, a, histogram);
                    double chance = 0;
                    const auto least = static_cast<int>(std::max(0.0, n1 - second));
                    const auto most = static_cast<int>(std::min(first, n1));
                    for (int in = least; in <= most; ++in) {
                        const double x = in;
                        const double statistic =
                            spread(n1, n) - spread(x, first) - spread(n1 - x, second);
                        if (statistic < threshold) continue;
                        const auto ways = [](double m, double k) {
                            return std::lgamma(m + 1) - std::lgamma(k + 1) - std::lgamma(m - k + 1);
                        };
                        chance += std::exp(ways(first, x) + ways(second, n1 - x) - ways(n, n1));
                    }
                    check(chance <= std::exp(-a), "P(L >= threshold) <= exp(-a)");
                }
            }
        }
    }
}

// Labels with equal totals, and few events after the split. The statistic is smallest if these have
// different labels, which has a known probability, and next smallest if two of them are alike.
void equal_totals_exceed_it_as_rarely_as_promised() {
    for (const double total : {1., 2., 4., 16., 17., 100.}) {
        for (const double labels : {300., 1e4, 1e5, 1e6}) {
            TotalsHistogram histogram;
            for (int i = 0; i < labels; ++i)
                histogram.change(0, static_cast<std::uint64_t>(total));
            const double n = labels * total;
            for (const double n1 : {32., 100., 250.}) {
                double all_differ = 1;
                for (int i = 1; i < n1; ++i)
                    all_differ *= (n - i * total) / (n - i);
                const double least = spread(n1, n) - n1 * spread(1, total);
                const double pair = 2 * spread(1, total) - spread(2, total);
                const double next = total == 1 ? least : least + pair;
                for (const double a : {0.5, 2.0, 7.0, 16.0}) {
                    const double threshold = sum_threshold(n - n1, n1, a, histogram);
                    check(threshold > least, "above the smallest value, which has probability 1");
                    if (1 - all_differ > std::exp(-a)) check(threshold > next, "above the next");
                }
            }
        }
    }
}

}  // namespace

int main() {
    exponential_is_that_of_libm();
    histogram_depends_on_the_totals_alone();
    large_totals_fit();
    threshold_is_symmetric_and_grows_with_the_certainty();
    two_labels_exceed_it_as_rarely_as_promised();
    equal_totals_exceed_it_as_rarely_as_promised();
    return testing::report();
}
