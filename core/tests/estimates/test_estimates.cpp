// Estimates agree with brute force and depend on the counts alone.
#include "core/estimates/estimates.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "core/estimates/count_histogram.hpp"
#include "core/estimates/unseen_labels.hpp"
#include "core/exact/sums.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

using Counts = std::vector<std::uint64_t>;

constexpr EntropyMethod methods[] = {EntropyMethod::plugin, EntropyMethod::miller_madow,
                                     EntropyMethod::jackknife, EntropyMethod::chao_wang_jost};

ExactSums sums_of(const Counts& counts) {
    ExactSums sums;
    for (const std::uint64_t count : counts) {
        Cell cell;
        sums.add(cell, count);
    }
    return sums;
}

Estimate entropy_of(const Counts& counts, EntropyMethod method) {
    return entropy_estimate(sums_of(counts), CountHistogram(counts), method);
}

Estimate gini_of(const Counts& counts) {
    return gini_estimate(sums_of(counts), CountHistogram(counts));
}

Counts random_counts(Random& random) {
    Counts counts(1 + random.below(12));
    for (std::uint64_t& count : counts) {
        count = random.below(1 + random.below(9));
    }
    return counts;
}

std::uint64_t total(const Counts& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

double plain_entropy(const Counts& counts) {
    const double n = static_cast<double>(total(counts));
    double entropy = 0.0;
    for (const std::uint64_t count : counts) {
        const double p = static_cast<double>(count) / n;
        if (count != 0) entropy -= p * std::log2(p);
    }
    return entropy;
}

// The method's value for each event left out.
template <class Value>
std::vector<double> left_out(const Counts& counts, Value value) {
    std::vector<double> values;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == 0) continue;
        Counts fewer = counts;
        --fewer[i];
        values.insert(values.end(), counts[i], value(fewer));
    }
    return values;
}

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double jackknife_error(const std::vector<double>& values) {
    const double n = static_cast<double>(values.size());
    double squares = 0.0;
    for (const double value : values) {
        squares += (value - mean(values)) * (value - mean(values));
    }
    return std::sqrt((n - 1) / n * squares);
}

bool near(double a, double b) {
    return std::abs(a - b) < 1e-11;
}

void jackknife_is_leave_one_out(Random& random) {
    for (int i = 0; i < 3000; ++i) {
        const Counts counts = random_counts(random);
        const double n = static_cast<double>(total(counts));
        if (n < 2) continue;
        const std::vector<double> values = left_out(counts, plain_entropy);
        const Estimate found = entropy_of(counts, EntropyMethod::jackknife);
        check(near(found.value, n * plain_entropy(counts) - (n - 1) * mean(values)), "its value");
        check(near(found.standard_error, jackknife_error(values)), "its standard error");
    }
}

void standard_errors_are_those_of_leave_one_out(Random& random) {
    for (const EntropyMethod method : methods) {
        if (method == EntropyMethod::jackknife) continue;
        for (int i = 0; i < 2000; ++i) {
            const Counts counts = random_counts(random);
            if (total(counts) < 2) continue;
            const std::vector<double> values = left_out(
                counts, [&](const Counts& fewer) { return entropy_of(fewer, method).value; });
            const double error = entropy_of(counts, method).standard_error;
            check(near(error, jackknife_error(values)), "a method's own leave-one-out error");
        }
    }
}

void gini_is_the_share_of_pairs_that_differ(Random& random) {
    for (int i = 0; i < 3000; ++i) {
        const Counts counts = random_counts(random);
        const std::uint64_t n = total(counts);
        if (n < 2) continue;
        std::uint64_t differing = 0;
        double cubes = 0.0;
        double squares = 0.0;
        for (const std::uint64_t count : counts) {
            differing += count * (n - count);
            const double p = static_cast<double>(count) / static_cast<double>(n);
            squares += p * p;
            cubes += p * p * p;
        }
        const Estimate found = gini_of(counts);
        check(found.value == static_cast<double>(differing) / static_cast<double>(n * (n - 1)),
              "the unbiased Gini index is rounded once");
        const double spread = std::max(0.0, cubes - squares * squares);
        check(
            std::abs(found.standard_error - 2 * std::sqrt(spread / static_cast<double>(n))) < 1e-7,
            "its standard error comes from the sum of cubes");
    }
}

void order_of_the_counts_does_not_matter(Random& random) {
    for (int i = 0; i < 500; ++i) {
        Counts counts = random_counts(random);
        for (std::uint64_t& count : counts) {
            count <<= random.below(50);
        }
        Counts sorted = counts;
        std::sort(sorted.begin(), sorted.end());
        for (const EntropyMethod method : methods) {
            const Estimate one = entropy_of(counts, method);
            const Estimate other = entropy_of(sorted, method);
            check(one.value == other.value && one.standard_error == other.standard_error,
                  "the same bits for the same counts");
        }
        check(gini_of(counts).standard_error == gini_of(sorted).standard_error, "also for Gini");
    }
}

void below_two_events_nothing_is_known() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const Counts& counts : {Counts{}, Counts{0, 0}, Counts{1}, Counts{0, 1}}) {
        for (const EntropyMethod method : methods) {
            const Estimate found = entropy_of(counts, method);
            check(found.value == 0.0 && found.standard_error == infinity, "entropy of nothing");
        }
        check(gini_of(counts).value == 0.0 && gini_of(counts).standard_error == infinity,
              "Gini index of nothing");
    }
}

void one_label_is_pure_and_equal_counts_have_no_spread() {
    for (const std::uint64_t each : {2ull, 5ull, 1000ull, 1ull << 40, 1ull << 59}) {
        for (const EntropyMethod method : methods) {
            const Estimate pure = entropy_of({each}, method);
            check(pure.value == 0.0 && pure.standard_error == 0.0, "one label");
            check(entropy_of({each, each, each}, method).standard_error == 0.0, "three equal");
        }
        check(gini_of({each, each}).standard_error == 0.0, "Gini of two equal");
    }
}

// The largest possible counts: nothing overflows, and the bias is negligible.
void large_counts_are_fine() {
    const std::uint64_t big = (std::uint64_t{1} << 61) - 5;
    const Counts counts{big, big / 2, big / 7, 3, 2, 1, 1};
    const double p[] = {1 / (1 + 0.5 + 1.0 / 7), 0.5 / (1 + 0.5 + 1.0 / 7),
                        (1.0 / 7) / (1 + 0.5 + 1.0 / 7)};
    double entropy = 0.0;
    double second = 0.0;
    for (const double each : p) {
        entropy -= each * std::log2(each);
        second += each * std::log2(each) * std::log2(each);
    }
    const double n = static_cast<double>(total(counts));
    const double error = std::sqrt((second - entropy * entropy) / n);
    for (const EntropyMethod method : methods) {
        const Estimate found = entropy_of(counts, method);
        check(std::abs(found.value - entropy) < 1e-14, "the value at n near 2^62");
        check(std::abs(found.standard_error / error - 1) < 1e-9, "its standard error");
    }
}

// The basis of confidence intervals is the same for all methods, and its parts add up.
void basis_is_that_of_chao_wang_jost(Random& random) {
    for (int i = 0; i < 500; ++i) {
        const Counts counts = random_counts(random);
        if (total(counts) < 2) continue;
        const CountHistogram histogram(counts);
        const Estimate best = entropy_of(counts, EntropyMethod::chao_wang_jost);
        const RareLabels rare{total(counts), histogram.labels_with(1), histogram.labels_with(2)};
        for (const EntropyMethod method : methods) {
            const Basis basis = entropy_of(counts, method).basis;
            check(basis.seen + basis.unseen == best.value, "its parts");
            check(basis.unseen == unseen_bits(rare) / static_cast<double>(rare.n), "the unseen");
            check(basis.standard_error == best.standard_error, "its standard error");
        }
        const Estimate gini = gini_of(counts);
        check(gini.basis.seen == gini.value && gini.basis.unseen == 0.0 &&
                  gini.basis.standard_error == gini.standard_error,
              "nothing is unseen for the Gini index");
    }
}

void histogram_knows_its_ends() {
    const CountHistogram histogram({4, 0, 9, 1, 4, 0});
    check(histogram.distinct() == 4 && histogram.least() == 1 && histogram.most() == 9, "ends");
    const CountHistogram empty({0, 0});
    check(empty.distinct() == 0 && empty.least() == 0 && empty.most() == 0, "no labels");
}

void coverage_is_that_of_good() {
    const auto coverage = [](const Counts& counts) {
        return sample_coverage(sums_of(counts), CountHistogram(counts));
    };
    check(coverage({}) == 0.0 && coverage({1}) == 0.0 && coverage({1, 1, 1}) == 0.0, "none");
    check(coverage({7, 1, 0, 1, 1}) == 0.7 && coverage({5, 2}) == 1.0, "1 - f1/n");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    Random random(5);
    jackknife_is_leave_one_out(random);
    standard_errors_are_those_of_leave_one_out(random);
    gini_is_the_share_of_pairs_that_differ(random);
    order_of_the_counts_does_not_matter(random);
    below_two_events_nothing_is_known();
    one_label_is_pure_and_equal_counts_have_no_spread();
    large_counts_are_fine();
    coverage_is_that_of_good();
    basis_is_that_of_chao_wang_jost(random);
    histogram_knows_its_ends();
    return report();
}
