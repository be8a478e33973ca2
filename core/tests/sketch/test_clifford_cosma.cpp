// The registers of Clifford and Cosma: the error is the same for every stream.
#include "core/sketch/clifford_cosma.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include "core/sketch/register_kernels.hpp"
#include "core/sketch/variate_block.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"
#include "core/tests/sketch/keyed_streams.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::size_t memory = 1024;

// Another key for every label, as another seed gives.
Keys with_seed(const Keys& keys, std::uint64_t seed) {
    Keys other;
    for (const Key key : keys)
        other.push_back(detail::scramble(key + (seed + 1) * 0xD1342543DE82EF95));
    return other;
}

std::vector<Keys> streams(Random& random) {
    Keys singles(3000);
    for (std::size_t i = 0; i < singles.size(); ++i)
        singles[i] = key_of(i);
    return {keys_of({1}), heavy_stream(random, 2000, 0.99, 50), skewed_stream(random, 2000, 1000),
            singles};
}

// y / N has the law of R - H: mean and variance of the estimate depend on k alone.
void test_the_error_is_the_same_for_every_stream(Random& random) {
    const double ln2 = std::log(2.0);
    for (const Keys& keys : streams(random)) {
        const double truth = entropy_of(keys);
        Spread errors;
        double k = 0, claimed = 0;
        for (std::uint64_t seed = 0; seed < 1500; ++seed) {
            CliffordCosma sketch(memory, seed);
            sketch.add_many(with_seed(keys, seed));
            k = static_cast<double>(sketch.registers());
            claimed = sketch.entropy().standard_error;
            // Not clamped at 0, as `value` is: from the registers, as the paper has it.
            double sum = 0;
            for (const double y : sketch.values())
                sum += std::exp(y / sketch.n());
            const double value = -std::log(sum / k) - 1.5 / k;
            errors.add(value / ln2 - truth);
            check(std::abs(sketch.entropy().value - std::max(0.0, value / ln2)) < 2 / (k * k),
                  "the log-mean estimator");
        }
        const double variance = std::pow(errors.deviation() * ln2, 2);
        check(std::abs(errors.mean()) < 4 * errors.error(), "unbiased");
        // The variance of 1500 values has a relative standard error of sqrt(2/1500) = 0.037.
        check(std::abs(variance * k / 3 - 1) < 0.15, "variance 3/k");
        check(std::abs(errors.deviation() / claimed - 1) < 0.08, "the claimed error");
    }
}

// E exp(t R) = t^t, from the registers of a single event.
void test_the_moments_of_the_variates() {
    double moments[3] = {};
    double size = 0;
    for (std::uint64_t label = 0; label < 300; ++label) {
        CliffordCosma sketch(65536, 0);
        sketch.add(key_of(label), 1);
        for (const double y : sketch.values()) {
            for (int t = 0; t < 3; ++t)
                moments[t] += std::exp((t + 1) * 0.5 * y);
            ++size;
        }
    }
    for (int t = 0; t < 3; ++t) {
        const double s = (t + 1) * 0.5;
        const double deviation = std::sqrt((std::pow(2 * s, 2 * s) - std::pow(s, 2 * s)) / size);
        check(std::abs(moments[t] / size - std::pow(s, s)) < 4 * deviation, "E exp(tR) = t^t");
    }
}

void test_vector_kernels_give_the_same_bits(Random& random) {
    detail::VariateBlock plain, vector;
    for (int i = 0; i < 20000; ++i) {
        const Key key = random.next();
        detail::write_block(key, plain);
        for (const auto* kernels : {detail::avx2_kernels(), detail::avx512_kernels()}) {
            if (kernels == nullptr) continue;
            kernels->write_block(key, vector);
            check(plain.at == vector.at, "plain and with vectors");
            detail::Variates values;
            kernels->write_variates(key, values);
            check(values == detail::variates_of(key), "of one key");
        }
    }
}

void test_sketches_merge_by_addition(Random& random) {
    const Keys keys = skewed_stream(random, 3000, 300);
    CliffordCosma whole(memory, 1), left(memory, 1), right(memory, 1), one_by_one(memory, 1);
    whole.add_many(keys);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        (i % 3 == 0 ? left : right).add(keys[i], 1);
        one_by_one.add(keys[i], 1);
    }
    check(one_by_one == whole, "many events as one by one, to the bit");
    left.merge(right);
    check(left == whole, "two parts as the whole, to the bit");
    left.merge(left);
    check(left.n() == 6000 && std::abs(left.entropy().value - whole.entropy().value) < 1e-12,
          "with itself");
    const CliffordCosma empty(memory, 1);
    CliffordCosma other = empty;
    other.merge(whole);
    check(other == whole, "into an empty one");
    other.merge(empty);
    check(other == whole, "an empty one");
}

void test_different_sizes_merge_at_the_smaller_one(Random& random) {
    const Keys keys = skewed_stream(random, 1000, 300);
    CliffordCosma large(4096, 1), small(memory, 1), expected(memory, 1);
    large.add_many(keys);
    small.add(key_of(7), 3);
    expected.add_many(keys);
    expected.add(key_of(7), 3);
    CliffordCosma also = small;
    also.merge(large);
    large.merge(small);
    check(large == expected && also == expected, "as if both had been small");
    check(large.nbytes() <= memory, "the memory is that of the smaller");
}

void test_a_removal_undoes_an_insertion(Random& random) {
    const Keys keys = skewed_stream(random, 500, 100);
    CliffordCosma sketch(memory, 1), expected(memory, 1);
    sketch.add_many(keys);
    expected.add_many(keys);
    for (int i = 0; i < 200; ++i)
        sketch.add(key_of(1000 + random.below(50)), 2);
    check(!(sketch == expected), "changed");
    Random again(1);
    CliffordCosma both = expected;
    for (int i = 0; i < 200; ++i)
        both.add(key_of(again.below(9000)), 3);
    again = Random(1);
    for (int i = 0; i < 200; ++i)
        both.remove(key_of(again.below(9000)), 3);
    check(both == expected, "undone, to the bit");
    for (const Key key : keys)
        both.remove(key, 1);
    check(both == CliffordCosma(memory, 1), "all removed: as new");
    check_throws<std::invalid_argument>([&] { both.remove(key_of(1), 1); }, "nothing is left");
    check_throws<std::invalid_argument>([&] { expected.remove(key_of(1), 501); }, "too much");
}

void test_weights_have_no_unit(Random& random) {
    const Keys keys = skewed_stream(random, 500, 100);
    CliffordCosma ones(memory, 1), parts(memory, 1), scaled(memory, 1);
    for (const Key key : keys) {
        ones.add(key, 1);
        parts.add(key, 0.37);
        scaled.add(key, 1);
        scaled.scale(1.0);
    }
    check(ones.is_whole() && !parts.is_whole() && !scaled.is_whole(), "whole or not");
    scaled.scale(1e-9);
    const double value = ones.entropy().value;
    check(std::abs(parts.entropy().value - value) < 1e-9, "any weight");
    check(std::abs(scaled.entropy().value - value) < 1e-9, "any scale");
}

void test_memory_and_limits(Random& random) {
    const Keys keys = skewed_stream(random, 100, 100);
    for (const std::size_t bytes : {CliffordCosma::min_memory(), std::size_t{999}, memory}) {
        CliffordCosma sketch(bytes, 1);
        sketch.add_many(keys);
        const CliffordCosma copy = sketch;
        check(copy.nbytes() <= bytes && bytes - copy.nbytes() < 128, "held, and used");
    }
    check_throws<std::invalid_argument>([] { CliffordCosma(CliffordCosma::min_memory() - 1, 0); },
                                        "too small");
    CliffordCosma sketch(memory, 1);
    check(sketch.entropy() == SketchEstimate{}, "empty");
    sketch.add(key_of(1), 0x1p52);
    check_throws<std::overflow_error>([&] { sketch.add(key_of(1), 0x1p52); }, "too heavy");
    check(sketch.n() == 0x1p52, "nothing has changed");
}

}  // namespace

int main() {
    Random random(20261118);
    test_the_error_is_the_same_for_every_stream(random);
    test_the_moments_of_the_variates();
    test_vector_kernels_give_the_same_bits(random);
    test_sketches_merge_by_addition(random);
    test_different_sizes_merge_at_the_smaller_one(random);
    test_a_removal_undoes_an_insertion(random);
    test_weights_have_no_unit(random);
    test_memory_and_limits(random);
    return report();
}
