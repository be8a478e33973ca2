// The entropy sketch: exact while it can be, unbiased with a known error afterwards, linear.
#include "core/sketch/hcc.hpp"

#include <cmath>
#include <stdexcept>

#include "core/sketch/register_kernels.hpp"
#include "core/state/entropy_sketch_state.hpp"
#include "core/tests/check.hpp"
#include "core/tests/sketch/streams.hpp"

namespace entrostream::testing {
namespace {

static_assert(SketchMethod<Hcc>);

Hcc sketch_of(const std::vector<Key>& keys, std::size_t memory, std::uint64_t seed) {
    Hcc sketch(memory, seed);
    sketch.add_many(keys);
    return sketch;
}

void few_labels_are_exact() {
    for (const std::uint64_t labels : {1u, 2u, 100u, 700u}) {
        const auto stream = skewed_labels(5000, labels, 1.0, labels);
        const Hcc sketch = sketch_of(keys_of(stream, 3), 16384, 3);
        check(sketch.is_exact(), "few labels fit");
        check(sketch.entropy().value == sums_of(stream).entropy(), "the entropy is a tally's");
        check(sketch.gini().value == sums_of(stream).gini(), "and the Gini index");
        check(sketch.entropy().standard_error == 0.0, "without an error");
    }
}

void memory_is_held() {
    for (const std::size_t memory : {2048u, 2049u, 4096u, 5000u, 65536u, 100'000u}) {
        Hcc sketch(memory, 1);
        const auto keys = keys_of(skewed_labels(20'000, 20'000, 0.5, 2), 1);
        for (std::size_t i = 0; i < keys.size(); i += 100) {
            sketch.add_many(std::span(keys).subspan(i, 100));
            check(sketch.nbytes() <= memory, "a sketch takes no more than its memory");
        }
    }
    for (std::size_t memory = Hcc::least_memory; memory < 6000; ++memory) {
        const Hcc sketch(memory, 0);
        const SketchLayout& layout = sketch.layout();
        check(layout.sets >= 1 && layout.cells >= 10, "every size has both parts");
    }
    check_throws<std::invalid_argument>([] { Hcc((std::size_t{1} << 34) + 1, 0); }, "too much");
    check_throws<std::invalid_argument>([] { Hcc(2047, 0); }, "too little memory is refused");
}

// The mean error is 0 and its spread that which the sketch says, over many seeds.
void errors_are_those_stated(double skew, std::size_t memory) {
    const auto stream = skewed_labels(20'000, 8000, skew, 5);
    const double truth = sums_of(stream).entropy();
    double sum = 0.0;
    double squares = 0.0;
    const int seeds = 300;
    int inside = 0;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const SketchEstimate found = sketch_of(keys_of(stream, seed), memory, seed).entropy();
        const double error = found.value - truth;
        sum += error / found.standard_error;
        squares += error * error / (found.standard_error * found.standard_error);
        inside += std::fabs(error) <= 1.96 * found.standard_error + found.bias_bound ? 1 : 0;
    }
    check(std::fabs(sum / seeds) < 0.25, "the estimate is unbiased");
    check(std::fabs(std::sqrt(squares / seeds) - 1) < 0.2, "its spread is the standard error");
    check(inside >= 0.91 * seeds, "intervals hold the truth");
}

// Registers do not depend on who was pushed when, and a removal takes everything back.
void registers_are_linear() {
    const auto keys = keys_of(skewed_labels(30'000, 9000, 0.3, 8), 4);
    Hcc all = sketch_of(keys, 4096, 4);
    Hcc left = sketch_of({keys.begin(), keys.begin() + 13'000}, 4096, 4);
    const Hcc right = sketch_of({keys.begin() + 13'000, keys.end()}, 4096, 4);
    left.merge(right);
    const auto folded = [](const Hcc& sketch) {
        EntropyRegisters registers = sketch.sketch().tail;
        sketch.sketch().table.for_each(
            [&](const HeavyEntry& entry) { registers.push(entry.key, entry.count); });
        return registers;
    };
    check(folded(all) == folded(left), "merged registers are those of one sketch");
    check(left.n() == all.n(), "and so is the total");
    for (const Key key : keys) {
        all.remove(key, 1.0);
    }
    check(all.n() == 0.0, "all is removed");
    check(folded(all) == EntropyRegisters(all.layout().cells), "and nothing is left of it");
}

void merging_is_commutative() {
    const auto keys = keys_of(skewed_labels(20'000, 5000, 0.8, 9), 4);
    for (const std::size_t cut : {100u, 5000u, 19'950u}) {
        const Hcc a = sketch_of({keys.begin(), keys.begin() + cut}, 8192, 4);
        const Hcc b = sketch_of({keys.begin() + cut, keys.end()}, 8192, 4);
        Hcc ab = a;
        ab.merge(b);
        Hcc ba = b;
        ba.merge(a);
        check(std::fabs(ab.entropy().value - ba.entropy().value) < 1e-12, "whoever merges whom");
        check(ab.sketch().tail == ba.sketch().tail, "the registers are the same");
    }
}

double squared_error(const Hcc& sketch, double truth) {
    const SketchEstimate found = sketch.entropy();
    check(std::fabs(found.value - truth) < 5 * found.standard_error + found.bias_bound,
          "the truth is near");
    return (found.value - truth) * (found.value - truth);
}

// Labels that only one part has counted are held out, too: their rests are estimated, not bounded.
void merged_parts_are_as_accurate(double skew) {
    constexpr std::uint64_t parts = 16;
    const auto stream = skewed_labels(60'000, 20'000, skew, 17);
    const double truth = sums_of(stream).entropy();
    double one = 0.0;
    double consecutive = 0.0;
    double by_label = 0.0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const auto keys = keys_of(stream, seed);
        one += squared_error(sketch_of(keys, 16384, seed), truth);
        Hcc in_turn(16384, seed);
        Hcc by_part(16384, seed);
        for (std::uint64_t part = 0; part < parts; ++part) {
            const auto first =
                keys.begin() + static_cast<std::ptrdiff_t>(part * keys.size() / parts);
            in_turn.merge(sketch_of(
                {first, first + static_cast<std::ptrdiff_t>(keys.size() / parts)}, 16384, seed));
            std::vector<Key> of_part;
            for (std::size_t i = 0; i < keys.size(); ++i) {
                if (stream[i] % parts == part) of_part.push_back(keys[i]);
            }
            by_part.merge(sketch_of(of_part, 16384, seed));
        }
        consecutive += squared_error(in_turn, truth);
        by_label += squared_error(by_part, truth);
    }
    check(std::sqrt(consecutive / one) < 1.25, "consecutive parts");
    check(std::sqrt(by_label / one) < 1.25, "parts by label");
}

// Each part fits, but not both together.
void exact_parts_begin_one_sketch() {
    const auto stream = skewed_labels(2000, 260, 0.5, 21);
    const auto keys = keys_of(stream, 5);
    std::vector<Key> low;
    std::vector<Key> high;
    for (const Key key : keys) {
        (key >> 63 == 0 ? low : high).push_back(key);
    }
    const Hcc a = sketch_of(low, 4096, 5);
    const Hcc b = sketch_of(high, 4096, 5);
    Hcc ab = a;
    Hcc ba = b;
    ab.merge(b);
    ba.merge(a);
    check(a.is_exact() && b.is_exact() && !ab.is_exact(), "the parts are exact, both are not");
    check(ab == ba, "whoever merges whom");
    ab.sketch().table.for_each(
        [&](const HeavyEntry& entry) { check(entry.error == 0.0, "all counts are exact"); });
}

void sizes_merge_at_the_smaller() {
    const auto keys = keys_of(skewed_labels(20'000, 5000, 0.8, 9), 4);
    const Hcc small = sketch_of(keys, 4096, 4);
    Hcc large = sketch_of(keys, 16384, 4);
    large.merge(small);
    check(large.memory() == 4096 && large.n() == 40'000, "the smaller size");
    const SketchEstimate found = large.entropy();
    check(std::fabs(found.value - small.entropy().value) < 6 * found.standard_error, "of both");
    Hcc odd(4096 + 1024, 4);
    check_throws<std::invalid_argument>([&] { odd.merge(small); }, "31 and 25 buckets");
}

// What rounding leaves in the registers is no rest of any label.
void fractions_are_taken_back() {
    const auto keys = keys_of(skewed_labels(3000, 2000, 1.0, 23), 6);
    Hcc sketch(2048, 6);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        sketch.add(keys[i], 0.1 * static_cast<double>(1 + i % 7));
    }
    for (std::size_t i = keys.size(); i > 5; --i) {
        sketch.remove(keys[i - 1], 0.1 * static_cast<double>(1 + (i - 1) % 7));
        const SketchEstimate found = sketch.entropy();
        check(std::isfinite(found.value) && found.value >= 0.0, "an entropy");
        check(std::isfinite(found.standard_error) && std::isfinite(found.bias_bound), "its errors");
    }
}

// What leaves the table is bounded by its offset.
void bounds_hold() {
    const auto stream = skewed_labels(40'000, 4000, 3.0, 11);
    const Hcc sketch = sketch_of(keys_of(stream, 2), 4096, 2);
    std::map<Key, double> truth;
    for (const Key key : keys_of(stream, 2)) {
        truth[key] += 1.0;
    }
    sketch.sketch().table.for_each([&](const HeavyEntry& entry) {
        check(entry.count <= truth[entry.key], "a count is a lower bound");
        check(truth[entry.key] <= entry.priority(), "count and error are an upper bound");
    });
    const auto& [table, registers] = sketch.sketch();
    for (const auto& [key, count] : truth) {
        const HeavyHitters::Place place = table.find(key);
        const double pushed = count - (place.held ? table.count(place) : 0.0);
        check(pushed <= registers.most(key), "the keys of its sign are an upper bound");
        check(registers.most(key) <= registers.mass_around(key), "of all keys of its bucket");
    }
}

// What the vector kernels compute, of the definitions.
struct PlainTail {
    EntropyRegisters& registers;
    void push(Key key, double weight) const {
        const std::uint32_t bucket = bucket_of(key, registers.buckets());
        const detail::Variates values = detail::variates_of(key);
        for (std::uint32_t j = 0; j < values.size(); ++j) {
            const PackedReal now = registers.packed(bucket, j);
            const double sum = unpack(now.high, now.low) + weight * static_cast<double>(values[j]);
            registers.set_packed(bucket, j, pack(sum));
        }
        registers.set_totals(bucket, registers.mass(bucket) + weight,
                             registers.signed_sum(bucket) + weight * sign_of(key));
    }
};

void vector_kernel_is_the_plain_one(const detail::RegisterKernels& kernels, double skew) {
    const auto keys = keys_of(skewed_labels(50'000, 30'000, skew, 12), 6);
    HeavyHitters plain_table(20);
    EntropyRegisters plain(25);
    HeavyHitters table(20);
    EntropyRegisters registers(25);
    PlainTail tail{plain};
    // Both stop where a key has no name yet and 20 events, and have it named.
    for (std::size_t row = 0; row < keys.size();) {
        const auto rest = std::span(keys).subspan(row);
        const std::size_t added =
            kernels.add_keys(table.view(), registers.view(), rest.data(), rest.size(), 20.0);
        check(detail::add_keys_plain(plain_table, tail, rest, 20.0) == added, "as many keys");
        row += added;
        for (HeavyHitters* each : {&table, &plain_table}) {
            const HeavyHitters::Place place = each->find(keys[row - 1]);
            each->set_named(place, each->count(place) >= 20.0);
        }
    }
    check(table == plain_table, "the tables are the same");
    check(registers == plain, "the registers are the same");
}

// Fractions, of which every sum is rounded.
void pushed_fractions_are_rounded_alike(const detail::RegisterKernels& kernels, Random& random) {
    EntropyRegisters plain(25);
    EntropyRegisters registers(25);
    PlainTail tail{plain};
    for (int i = 0; i < 20'000; ++i) {
        const Key key = random.next();
        const double weight = std::ldexp(static_cast<double>(random.next() >> 11), -60);
        tail.push(key, weight);
        kernels.push(registers.view(), key, weight);
    }
    check(registers == plain, "the rounded sums are the same");
}

void vector_kernels_are_the_plain_one(double skew) {
    for (const auto* kernels : {detail::avx2_kernels(), detail::avx512_kernels()}) {
        if (kernels == nullptr) continue;
        vector_kernel_is_the_plain_one(*kernels, skew);
        Random random(20261119);
        pushed_fractions_are_rounded_alike(*kernels, random);
    }
}

void states_continue() {
    const auto keys = keys_of(skewed_labels(30'000, 9000, 0.3, 8), 4);
    Hcc sketch = sketch_of({keys.begin(), keys.begin() + 20'000}, 4096, 4);
    const auto state = decode_entropy_sketch(encode(EntropySketchState{sketch, Missing::raise}));
    Hcc restored = std::get<Hcc>(state.method);
    check(restored == sketch, "a state is the sketch");
    sketch.add_many(std::span(keys).subspan(20'000));
    restored.add_many(std::span(keys).subspan(20'000));
    check(restored == sketch, "and continues as it does");
}

void overflow_changes_nothing() {
    Hcc sketch(4096, 0);
    sketch.add(5, 0x1p52);
    check_throws<std::overflow_error>([&] { sketch.add(6, 0x1p52); }, "2^53 is too much");
    check(sketch.n() == 0x1p52, "nothing has changed");
    check_throws<std::invalid_argument>([&] { sketch.remove(7, 1.0); }, "it was not added");
}

void sizes_for_errors() {
    for (const double bits : {0.01, 0.05, 0.2}) {
        const Hcc sketch(Hcc::memory_for(bits), 0);
        const double buckets = sketch.layout().cells;
        check(std::sqrt(detail::log_mean_variance / buckets) / std::log(2.0) <= bits, "enough");
    }
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    few_labels_are_exact();
    memory_is_held();
    errors_are_those_stated(0.0, 4096);
    errors_are_those_stated(1.0, 2048);
    registers_are_linear();
    merging_is_commutative();
    for (const double skew : {1.0, 3.0, 6.0}) {
        merged_parts_are_as_accurate(skew);
    }
    exact_parts_begin_one_sketch();
    sizes_merge_at_the_smaller();
    fractions_are_taken_back();
    bounds_hold();
    for (const double skew : {0.0, 0.5, 2.0, 6.0}) {
        vector_kernels_are_the_plain_one(skew);
    }
    states_continue();
    overflow_changes_nothing();
    sizes_for_errors();
    return report();
}
