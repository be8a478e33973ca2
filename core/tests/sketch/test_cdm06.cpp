// CDM06 samples events uniformly, and the median of means is as good as the paper says.
#include "core/sketch/cdm06.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"
#include "core/tests/sketch/keyed_streams.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::size_t memory = 16384;

void test_every_event_is_sampled_equally() {
    const Keys keys = keys_of({0, 1, 0, 2, 1, 0, 3, 1, 2, 0, 0, 0, 0, 4, 0});
    const auto n = static_cast<double>(keys.size());
    std::vector<double> sampled(keys.size());
    double total = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Cdm06 sketch(memory, seed);
        sketch.add_many(keys);
        for (const Cdm06::Sample& sample : sketch.samples()) {
            std::uint64_t left = sample.count - sample.before;
            std::size_t event = keys.size();
            while (left > 0)
                left -= keys[--event] == sample.key ? 1 : 0;
            ++sampled[event];
            ++total;
        }
    }
    double chi_square = 0;
    for (const double seen : sampled)
        chi_square += (seen - total / n) * (seen - total / n) / (total / n);
    check(std::abs(chi_square - (n - 1)) < 4.5 * std::sqrt(2 * (n - 1)), "uniform");
}

// The paper's guarantee, at settings small enough to run: s1 = 8 Delta epsilon^-2 lg(e n) basic
// estimators per group, where F_H = n / Delta.
void test_the_guarantee_of_the_entropy_norm(Random& random) {
    const double epsilon = 0.3, n = 2000;
    for (const std::uint64_t labels : {3, 30, 300}) {
        const Keys keys = heavy_stream(random, 2000, 0.2, labels);
        const double norm = norm_of(keys);
        const double group = 8 * (n / norm) / (epsilon * epsilon) * std::log2(M_E * n);
        const auto bytes = static_cast<std::size_t>(group * Cdm06::groups * 60) + 4096;
        int outside = 0;
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            Cdm06 sketch(bytes, seed);
            check(static_cast<double>(sketch.estimators()) >= group * Cdm06::groups, "enough");
            sketch.add_many(keys);
            if (std::abs(sketch.entropy_norm().value - norm) > epsilon * norm) ++outside;
        }
        check(outside <= 1, "within a factor 1 +- epsilon with probability 0.9975");
    }
}

void test_the_standard_error_is_that_of_the_errors(Random& random) {
    const Keys keys = skewed_stream(random, 5000, 500);
    const double truth = entropy_of(keys);
    Spread errors, claimed;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Cdm06 sketch(memory, seed);
        sketch.add_many(keys);
        const SketchEstimate norm = sketch.entropy_norm();
        const SketchEstimate estimate = sketch.entropy();
        check(std::abs(estimate.value - (std::log2(5000.0) - norm.value / 5000)) < 1e-12,
              "the entropy is read from the norm");
        errors.add(estimate.value - truth);
        claimed.add(estimate.standard_error);
    }
    check(std::abs(errors.mean()) < 4 * errors.error() + 0.1 * claimed.mean(), "hardly biased");
    check(std::abs(errors.deviation() / claimed.mean() - 1) < 0.15, "the claimed error");
}

// Why the paper has a second algorithm: lg n and F_H / n nearly cancel.
void test_a_nearly_pure_stream_has_no_relative_accuracy(Random& random) {
    const Keys keys = heavy_stream(random, 20000, 0.999, 1000);
    Spread errors;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Cdm06 sketch(4096, seed);
        sketch.add_many(keys);
        errors.add((sketch.entropy().value - entropy_of(keys)) / entropy_of(keys));
    }
    check(errors.deviation() > 0.3, "large compared with the entropy");
}

void test_a_weight_is_so_many_events(Random& random) {
    Cdm06 weighted(memory, 5), repeated(memory, 5);
    for (int i = 0; i < 400; ++i) {
        const Key key = key_of(random.below(40));
        const std::uint64_t weight = 1 + random.below(i % 7 == 0 ? 300 : 3);
        weighted.add(key, static_cast<double>(weight));
        for (std::uint64_t k = 0; k < weight; ++k)
            repeated.add(key, 1);
        if (i % 20 == 0) check(weighted == repeated, "the same samples, to the bit");
    }
    check(weighted == repeated && weighted.entropy() == repeated.entropy(), "the same estimate");
}

void test_pure_and_empty_streams() {
    Cdm06 sketch(memory, 1);
    check(sketch.entropy() == SketchEstimate{} && sketch.n() == 0, "empty");
    sketch.add(key_of(1), 1);
    check(sketch.entropy() == SketchEstimate{}, "one event");
    sketch.add(key_of(1), 1e15);
    sketch.add(key_of(2), 3e15);
    check(std::abs(sketch.entropy().value - 0.81) < 0.5, "large weights");
    sketch.clear();
    check(sketch == Cdm06(memory, 1), "cleared is new");
}

void test_memory_is_held(Random& random) {
    const Keys keys = skewed_stream(random, 20000, 1e6);
    for (const std::size_t bytes :
         {Cdm06::min_memory(), std::size_t{2000}, std::size_t{4096}, std::size_t{65536}}) {
        Cdm06 sketch(bytes, 3);
        sketch.add_many(keys);
        const Cdm06 copy = sketch;
        check(sketch.nbytes() <= bytes && copy.nbytes() <= bytes, "no more than given");
        check(bytes - sketch.nbytes() < 52 * Cdm06::groups, "and used");
        check(copy == sketch, "a copy is equal");
    }
    check_throws<std::invalid_argument>([] { Cdm06(Cdm06::min_memory() - 1, 0); }, "too small");
}

void test_what_is_refused() {
    Cdm06 sketch(memory, 1);
    sketch.add(key_of(1), 3);
    const Cdm06 before = sketch;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double weight : {0.5, 0.0, -1.0, 2.5, nan})
        check_throws<std::invalid_argument>([&] { sketch.add(key_of(2), weight); }, "not whole");
    check_throws<std::overflow_error>([&] { sketch.add(key_of(2), 0x1p53); }, "too many");
    check(sketch == before, "nothing has changed");
}

}  // namespace

int main() {
    Random random(20261118);
    test_every_event_is_sampled_equally();
    test_the_guarantee_of_the_entropy_norm(random);
    test_the_standard_error_is_that_of_the_errors(random);
    test_a_nearly_pure_stream_has_no_relative_accuracy(random);
    test_a_weight_is_so_many_events(random);
    test_pure_and_empty_streams();
    test_memory_is_held(random);
    test_what_is_refused();
    return report();
}
