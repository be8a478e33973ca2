// Adwin cuts where MOA's and river's ADWIN do, and its reads are those of the window.
#include "core/drift/adwin.hpp"

#include <cmath>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/drift/adwin_model.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

double uniform(Random& random) {
    return static_cast<double>(random.next() >> 11) * 0x1p-53;
}

// Numbers around a level that jumps now and then; of several kinds.
std::vector<double> stream(Random& random, std::size_t length, int kind) {
    std::vector<double> numbers(length);
    double level = uniform(random);
    for (double& number : numbers) {
        if (random.below(700) == 0) level = uniform(random);
        switch (kind) {
            case 0:
                number = uniform(random) < level ? 1.0 : 0.0;
                break;
            case 1:
                number = 0.5 * level + 0.5 * uniform(random);
                break;
            case 2:
                number = level;  // constant between jumps
                break;
            default:
                number = uniform(random) < level ? 0.0 : std::ldexp(uniform(random), -30);
                break;
        }
    }
    return numbers;
}

std::vector<Adwin::Rule> rules() {
    return {{},
            {.delta = 0.2, .clock = 1},
            {.delta = 0.05, .clock = 7, .max_buckets = 2, .min_window_length = 1},
            {.delta = 0.5, .clock = 1, .max_buckets = 1, .min_window_length = 1, .grace_period = 0},
            {.delta = 1e-12, .clock = 50, .max_buckets = 20, .min_window_length = 30},
            {.delta = 0.3, .clock = 100, .max_buckets = 100, .grace_period = 300},
            {.delta = 0.01, .clock = 13, .max_buckets = 3, .min_window_length = 100}};
}

// Until the first change the state is bit-identical to the model's, and the change is found at the
// same number; then both restart, like river's ADWIN.
void test_same_cuts_when_cleared(Random& random) {
    for (const Adwin::Rule& rule : rules()) {
        for (int kind = 0; kind < 4; ++kind) {
            Adwin adwin(rule);
            AdwinModel model{.rule = rule};
            std::vector<MeanChange> found;
            for (const double number : stream(random, 12'000, kind)) {
                const std::uint64_t before = adwin.n() + 1;
                found.clear();
                adwin.update(number, found);
                const bool expected = model.update(number);
                check(found.empty() != expected, "the same numbers show a change");
                if (expected) {
                    check(adwin.n() < before, "a change drops numbers");
                    check(static_cast<double>(adwin.n()) == model.width, "as much as the model");
                    adwin.clear();
                    model = AdwinModel{.rule = rule};
                } else {
                    check(static_cast<double>(adwin.n()) == model.width, "the same length");
                    check(adwin.running() == Moments{model.total, model.variance},
                          "the same sums to the bit");
                }
            }
        }
    }
}

// What the window holds, number by number.
Moments truth(std::span<const double> numbers) {
    long double total = 0.0L;
    for (const double number : numbers)
        total += number;
    const long double mean =
        numbers.empty() ? 0.0L : total / static_cast<long double>(numbers.size());
    long double spread = 0.0L;
    for (const double number : numbers)
        spread += (number - mean) * (number - mean);
    return {static_cast<double>(total), static_cast<double>(spread)};
}

void test_reads_are_those_of_the_window(Random& random) {
    for (const Adwin::Rule& rule : rules()) {
        for (int kind = 0; kind < 4; ++kind) {
            const std::vector<double> numbers = stream(random, 6000, kind);
            Adwin adwin(rule);
            std::vector<MeanChange> found;
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                adwin.update(numbers[i], found);
                if (i % 97 != 0) continue;
                const std::size_t start = i + 1 - static_cast<std::size_t>(adwin.n());
                const Moments all = truth(std::span(numbers).subspan(start, i + 1 - start));
                const auto n = static_cast<double>(adwin.n());
                check(std::fabs(adwin.total() - all.total) <= 1e-13 * all.total, "the total");
                check(std::fabs(adwin.mean() - all.total / n) <= 1e-13 * all.total / n, "the mean");
                check(std::fabs(adwin.variance() - all.spread / n) <= 1e-13, "the variance");
                check(kind != 0 || adwin.total() == all.total, "sums of 0 and 1 are exact");
            }
            check(adwin.n_changes() == found.size(), "every change is counted");
        }
    }
}

void test_change_says_what_went_and_what_stayed(Random& random) {
    const std::vector<double> numbers = stream(random, 40'000, 0);
    Adwin adwin(Adwin::Rule{});
    std::vector<MeanChange> found;
    std::size_t start = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        found.clear();
        adwin.update(numbers[i], found);
        if (found.empty()) continue;
        const MeanChange& change = found[0];
        const auto position = static_cast<std::size_t>(change.position);
        const std::span all(numbers);
        const Moments gone = truth(all.subspan(start, position - start));
        const Moments rest = truth(all.subspan(position, i + 1 - position));
        check(change.found == i + 1, "found with this number");
        check(position == i + 1 - adwin.n(), "the window begins there");
        check(change.before == gone.total / static_cast<double>(position - start), "before");
        check(change.after == rest.total / static_cast<double>(i + 1 - position), "after");
        start = position;
    }
    check(start > 0, "there was a change");
}

// The result does not depend on how the numbers are split into batches.
void test_batches_do_not_matter(Random& random) {
    for (const Adwin::Rule& rule : rules()) {
        for (int kind = 0; kind < 4; ++kind) {
            const std::vector<double> numbers = stream(random, 5000, kind);
            Adwin one_by_one(rule);
            Adwin in_batches(rule);
            std::vector<MeanChange> found[2];
            for (const double number : numbers)
                one_by_one.update(number, found[0]);
            std::span<const double> left(numbers);
            while (!left.empty()) {
                const std::size_t now = std::min<std::size_t>(left.size(), random.below(200));
                in_batches.update_many(left.first(now), found[1]);
                left = left.subspan(now);
            }
            check(one_by_one == in_batches, "the same state");
            check(found[0] == found[1], "the same changes");
        }
    }
}

void test_memory_grows_with_the_logarithm() {
    Adwin adwin(Adwin::Rule{});
    std::vector<MeanChange> found;
    const std::vector<double> numbers(1 << 20, 0.25);
    adwin.update_many(numbers, found);
    check(found.empty() && adwin.n() == numbers.size(), "constant numbers do not change");
    check(adwin.buckets().rows() <= 20, "few rows");
    check(adwin.mean() == 0.25 && adwin.variance() == 0.0, "and are what they are");
}

void test_newest_changes_are_recorded() {
    Adwin adwin({.delta = 0.5, .clock = 1, .min_window_length = 1, .grace_period = 0});
    std::vector<MeanChange> found;
    std::vector<double> numbers;
    numbers.reserve(40'000);
    for (int i = 0; i < 40'000; ++i)
        numbers.push_back(i / 20 % 2 == 0 ? 0.0 : 1.0);
    adwin.update_many(numbers, found);
    check(found.size() > Adwin::max_changes, "more changes than are recorded");
    check(adwin.n_changes() == found.size(), "all are counted");
    check(std::vector<MeanChange>(adwin.changes().begin(), adwin.changes().end()) ==
              std::vector<MeanChange>(found.end() - Adwin::max_changes, found.end()),
          "the newest are recorded");
}

void test_bad_rules_are_refused() {
    const std::vector<Adwin::Rule> bad{{.delta = 0.0},
                                       {.delta = -1.0},
                                       {.delta = 1.0},
                                       {.delta = 1e-301},
                                       {.delta = NAN},
                                       {.clock = 0},
                                       {.clock = 1ull << 62},
                                       {.max_buckets = 0},
                                       {.max_buckets = 1001},
                                       {.min_window_length = 0},
                                       {.min_window_length = 1ull << 62},
                                       {.grace_period = 1ull << 62}};
    for (const Adwin::Rule& rule : bad)
        check_throws<std::invalid_argument>([&] { static_cast<void>(Adwin(rule)); }, "bad rule");
}

}  // namespace

int main() {
    Random random(2007);
    test_same_cuts_when_cleared(random);
    test_reads_are_those_of_the_window(random);
    test_change_says_what_went_and_what_stayed(random);
    test_batches_do_not_matter(random);
    test_memory_grows_with_the_logarithm();
    test_newest_changes_are_recorded();
    test_bad_rules_are_refused();
    return report();
}
