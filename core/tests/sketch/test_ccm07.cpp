// CCM07 draws its samples in advance, and yet holds those of its definition.
#include "core/sketch/ccm07.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"
#include "core/tests/sketch/keyed_streams.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::size_t memory = 16384;

// A sampler as the paper defines it: a tag is drawn for every event.
struct BruteForce {
    Key primary = 0, backup = 0;
    double primary_tag = 2, backup_tag = 2;
    std::uint64_t primary_count = 0, backup_count = 0;  // R

    void add(Key key, double tag) {
        if (key == primary && primary_count > 0) {
            primary_count = tag < primary_tag ? 1 : primary_count + 1;
            primary_tag = std::min(primary_tag, tag);
            return;
        }
        if (key == backup) ++backup_count;
        if (tag < primary_tag) {
            std::tie(backup, backup_tag, backup_count) =
                std::tuple(primary, primary_tag, primary_count);
            std::tie(primary, primary_tag, primary_count) = std::tuple(key, tag, 1);
        } else if (tag < backup_tag) {
            std::tie(backup, backup_tag, backup_count) = std::tuple(key, tag, 1);
        }
    }
};

double lambda(std::uint64_t count, double n) {
    const auto r = static_cast<double>(count);
    return r * std::log2(n / r) - (r > 1 ? (r - 1) * std::log2(n / (r - 1)) : 0);
}

void test_mean_and_spread_of_the_brute_force(Random& random) {
    for (const double share : {0.6, 0.9, 0.2}) {
        const Keys keys = heavy_stream(random, 300, share, 20);
        const auto n = static_cast<double>(keys.size());
        const Key heavy = key_of(0);
        const double p = share > 0.5 ? counts_of(keys)[heavy] / n : 0;
        const auto estimate = [&](Key primary, std::uint64_t r, std::uint64_t backup_r) {
            if (p == 0) return lambda(r, n);
            return -p * std::log2(p) + (1 - p) * lambda(primary == heavy ? backup_r : r, n);
        };
        Spread brute, ours;
        for (int run = 0; run < 3000; ++run) {
            BruteForce sampler;
            for (const Key key : keys)
                sampler.add(key, uniform(random));
            brute.add(estimate(sampler.primary, sampler.primary_count, sampler.backup_count));
        }
        for (std::uint64_t seed = 0; ours.size() < 3000; ++seed) {
            Ccm07 sketch(memory, seed);
            sketch.add_many(keys);
            Spread terms;
            for (std::size_t i = 0; i < sketch.samplers(); ++i) {
                const Ccm07::Sampler s = sketch.sampler(i);
                ours.add(estimate(s.primary.key, s.primary.count - s.primary.before,
                                  s.backup.count - s.backup.before));
                terms.add(estimate(s.primary.key, s.primary.count - s.primary.before,
                                   s.backup.count - s.backup.before));
            }
            check(std::abs(sketch.entropy().value - terms.mean()) < 1e-12, "the mean of its terms");
        }
        const double error = std::hypot(brute.error(), ours.error());
        check(std::abs(brute.mean() - ours.mean()) < 4 * error, "the same mean");
        check(std::abs(ours.mean() - entropy_of(keys)) < 4 * ours.error(), "which is the entropy");
        check(std::abs(ours.deviation() / brute.deviation() - 1) < 0.08, "the same spread");
    }
}

// How often each pair of events is sampled, from the samplers of many sketches.
class PairCounts {
  public:
    explicit PairCounts(const Keys& keys) : keys_(keys), counts_(keys.size() * keys.size()) {}

    void add(const Ccm07& sketch) {
        for (std::size_t i = 0; i < sketch.samplers(); ++i) {
            const Ccm07::Sampler s = sketch.sampler(i);
            ++counts_[event(s.primary) * keys_.size() + event(s.backup)];
            ++total_;
        }
    }

    // The sum of squares of deviations from the exact law: the primary is uniform, the backup
    // uniform among the events with other labels. And the degrees of freedom.
    [[nodiscard]] std::pair<double, double> chi_square() const {
        double sum = 0, cells = 0;
        const auto n = static_cast<double>(keys_.size());
        for (std::size_t i = 0; i < keys_.size(); ++i) {
            const auto same = std::count(keys_.begin(), keys_.end(), keys_[i]);
            for (std::size_t j = 0; j < keys_.size(); ++j) {
                const double seen = counts_[i * keys_.size() + j];
                if (keys_[i] == keys_[j]) {
                    check(seen == 0, "the backup has another label");
                    continue;
                }
                const double expected = total_ / n / (n - static_cast<double>(same));
                sum += (seen - expected) * (seen - expected) / expected;
                ++cells;
            }
        }
        return {sum, cells - 1};
    }

  private:
    // The event that a sample is: the one from which its label occurs R times.
    [[nodiscard]] std::size_t event(const Ccm07::Sample& sample) const {
        std::uint64_t left = sample.count - sample.before;
        for (std::size_t i = keys_.size(); i-- > 0;) {
            if (keys_[i] == sample.key && --left == 0) return i;
        }
        check(false, "a sample is an event");
        return 0;
    }

    const Keys& keys_;
    std::vector<double> counts_;
    double total_ = 0;
};

void test_every_pair_of_events_is_sampled_equally() {
    // Interleaved; a label that is heavy late, early, throughout; every label once.
    const std::vector<std::vector<int>> streams = {
        {0, 1, 0, 2, 1, 0, 3, 1, 2, 0, 1, 0},       {1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0},
        {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 1, 3},       {0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0},
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1},
    };
    for (const auto& labels : streams) {
        const Keys keys = keys_of(labels);
        PairCounts counts(keys);
        for (std::uint64_t seed = 0; seed < 400; ++seed) {
            Ccm07 sketch(memory, seed);
            sketch.add_many(keys);
            counts.add(sketch);
        }
        const auto [sum, freedom] = counts.chi_square();
        check(std::abs(sum - freedom) < 4.5 * std::sqrt(2 * freedom), "the exact law");
    }
}

// A label that becomes the majority of the samplers, and loses it again, at other times in each.
void test_a_changing_majority_keeps_the_law(Random& random) {
    Keys keys;
    for (int phase = 0; phase < 4; ++phase) {
        for (int i = 0; i < 40 << phase; ++i)
            keys.push_back(
                key_of(random.below(10) < 8 ? static_cast<std::uint64_t>(phase) : random.below(9)));
    }
    Spread primary, backup;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Ccm07 sketch(memory, seed);
        sketch.add_many(keys);
        for (std::size_t i = 0; i < sketch.samplers(); ++i) {
            const Ccm07::Sampler s = sketch.sampler(i);
            primary.add(s.primary.key == key_of(3) ? 1 : 0);
            if (s.primary.key == key_of(3)) backup.add(s.backup.key == key_of(2) ? 1 : 0);
        }
    }
    auto counts = counts_of(keys);
    const auto n = static_cast<double>(keys.size());
    const double share = counts[key_of(3)] / n;
    const double of_rest = counts[key_of(2)] / (n - counts[key_of(3)]);
    check(std::abs(primary.mean() - share) < 4 * primary.error(), "primaries are uniform");
    check(std::abs(backup.mean() - of_rest) < 4 * backup.error(), "backups are uniform");
}

void test_a_weight_is_so_many_events(Random& random) {
    Ccm07 weighted(memory, 5), repeated(memory, 5);
    for (int i = 0; i < 400; ++i) {
        const Key key = key_of(random.below(40) * random.below(2));
        const std::uint64_t weight = 1 + random.below(i % 7 == 0 ? 300 : 3);
        weighted.add(key, static_cast<double>(weight));
        for (std::uint64_t k = 0; k < weight; ++k)
            repeated.add(key, 1);
        if (i % 20 == 0) check(weighted == repeated, "the same samples, to the bit");
    }
    check(weighted == repeated && weighted.entropy() == repeated.entropy(), "the same estimate");
}

// The guarantee at settings small enough to run: c from epsilon and delta.
void test_the_guarantee(Random& random) {
    const double epsilon = 0.25, delta = 0.1;
    for (const double share : {0.0, 0.3, 0.6, 0.99}) {
        const Keys keys = heavy_stream(random, 1000, share, 100);
        const double n = 1000;
        const double c = 7.4 / (epsilon * epsilon) * std::log(2 / delta) * std::log2(M_E * n);
        const auto bytes = static_cast<std::size_t>(c * 160) + 8192;
        int outside = 0;
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            Ccm07 sketch(bytes, seed);
            check(static_cast<double>(sketch.samplers()) >= c, "enough samplers");
            sketch.add_many(keys);
            const double truth = entropy_of(keys);
            if (std::abs(sketch.entropy().value - truth) > epsilon * truth) ++outside;
        }
        check(outside <= 50 * delta, "within a factor 1 +- epsilon");
    }
}

void test_the_standard_error_is_that_of_the_errors(Random& random) {
    for (const double share : {0.0, 0.95}) {
        const Keys keys = heavy_stream(random, 3000, share, 200);
        const double truth = entropy_of(keys);
        Spread errors, claimed;
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            Ccm07 sketch(8192, seed);
            sketch.add_many(keys);
            errors.add(sketch.entropy().value - truth);
            claimed.add(sketch.entropy().standard_error);
        }
        check(std::abs(errors.mean()) < 4 * errors.error(), "unbiased");
        check(std::abs(errors.deviation() / claimed.mean() - 1) < 0.2, "the claimed error");
    }
}

void test_a_label_that_becomes_heavy_late(Random& random) {
    Keys keys;
    for (int i = 0; i < 3000; ++i)
        keys.push_back(key_of(random.below(1000)));
    for (int i = 0; i < 9000; ++i)
        keys.push_back(key_of(7));
    Ccm07 sketch(memory, 1);
    sketch.add_many(keys);
    const SketchEstimate estimate = sketch.entropy();
    const double error = std::abs(estimate.value - entropy_of(keys));
    check(estimate.bias_bound > 0, "occurrences may have been missed");
    check(error < 4 * estimate.standard_error + estimate.bias_bound, "the bounds hold");
}

void test_pure_and_empty_streams() {
    Ccm07 sketch(memory, 1);
    check(sketch.entropy() == SketchEstimate{} && sketch.n() == 0, "empty");
    sketch.add(key_of(1), 1e15);
    check(sketch.entropy() == SketchEstimate{} && sketch.n() == 1e15, "one label, exactly 0");
    sketch.add(key_of(2), 1);
    check(sketch.entropy().value > 0 && sketch.entropy().value < 1e-12, "one event of another");
    sketch.clear();
    check(sketch == Ccm07(memory, 1), "cleared is new");
}

void test_memory_is_held(Random& random) {
    const Keys keys = skewed_stream(random, 20000, 1e6);
    for (const std::size_t bytes :
         {Ccm07::min_memory(), std::size_t{2000}, std::size_t{4096}, std::size_t{65536}}) {
        Ccm07 sketch(bytes, 3);
        sketch.add_many(keys);
        const Ccm07 copy = sketch;
        check(sketch.nbytes() <= bytes && copy.nbytes() <= bytes, "no more than given");
        check(bytes - sketch.nbytes() < 200, "and used");
        check(copy == sketch, "a copy is equal");
    }
    check_throws<std::invalid_argument>([] { Ccm07(Ccm07::min_memory() - 1, 0); }, "too small");
}

void test_what_is_refused() {
    Ccm07 sketch(memory, 1);
    sketch.add(key_of(1), 3);
    const Ccm07 before = sketch;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double weight : {0.5, 0.0, -1.0, 2.5, nan})
        check_throws<std::invalid_argument>([&] { sketch.add(key_of(2), weight); }, "not whole");
    check_throws<std::overflow_error>([&] { sketch.add(key_of(2), 0x1p53); }, "too many");
    check_throws<std::overflow_error>(
        [&] { sketch.add(key_of(2), std::numeric_limits<double>::infinity()); }, "infinite");
    check(sketch == before, "nothing has changed");
}

}  // namespace

int main() {
    Random random(20261118);
    test_mean_and_spread_of_the_brute_force(random);
    test_every_pair_of_events_is_sampled_equally();
    test_a_changing_majority_keeps_the_law(random);
    test_a_weight_is_so_many_events(random);
    test_the_guarantee(random);
    test_the_standard_error_is_that_of_the_errors(random);
    test_a_label_that_becomes_heavy_late(random);
    test_pure_and_empty_streams();
    test_memory_is_held(random);
    test_what_is_refused();
    return report();
}
