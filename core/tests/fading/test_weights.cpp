// The weights of events: exact exponents, and the same bits singly, in bulk and backwards.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "core/fading/compensated_sums.hpp"
#include "core/fading/event_weights.hpp"
#include "core/fading/exponent.hpp"
#include "core/fading/half_life.hpp"
#include "core/fading/reproducible_sums.hpp"
#include "core/fading/weight_cell.hpp"
#include "core/math/int128.hpp"
#include "core/tests/check.hpp"
#include "core/tests/fading/truth.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr double fading_factors[] = {1.0, 0.9999999, 0.999, 0.99, 0.9, 0.7, 0.5, 0.3, 0.01, 5e-324};

void test_steps_are_those_of_mpmath() {
    for (const TrueStep& each : true_steps) {
        const int128 truth = static_cast<int128>(join(each.high, each.low));
        const int128 off = fading_step(each.fading_factor).units - truth;
        check(off >= -1 && off <= 1, "a step is right to 2^-96");
    }
}

// 2^E of the event's number times the step, to the last bits.
void test_weights_grow_by_the_step() {
    for (const double fading_factor : fading_factors) {
        EventWeights weights(fading_factor);
        const Exponent step = fading_step(fading_factor);
        Exponent exponent;
        for (int i = 0; i < 3000 && exponent.whole() < 900; ++i) {
            const double off = weights.weight() / weight_of(exponent) - 1.0;
            check(std::fabs(off) <= 3.0 * 0x1p-53, "a weight is 2^(number * step)");
            weights.advance();
            exponent = exponent + step;
        }
    }
}

void test_weights_in_bulk_equal_single_weights(Random& random) {
    for (const double fading_factor : fading_factors) {
        EventWeights many(fading_factor);
        EventWeights single(fading_factor);
        std::vector<double> taken(700);
        for (int round = 0; round < 20; ++round) {
            const std::size_t requested = 1 + random.below(taken.size());
            EventWeights::Factors factors;
            many.find_factors(requested, factors);
            const std::size_t got = many.take(factors, taken.data(), requested, 100);
            for (std::size_t i = 0; i < got; ++i) {
                check(taken[i] == single.weight(), "weights in bulk equal single weights");
                single.advance();
            }
            check(got == requested || many.halvings() >= 100, "it stops only at the limit");
            check(many == single, "and both are at the same event");
            many.shrink(many.halvings());
            single.shrink(single.halvings());
        }
    }
}

// A leaving event removes exactly the weight that it added.
void test_weights_of_the_past_are_the_same(Random& random) {
    for (const double fading_factor : fading_factors) {
        EventWeights weights(fading_factor);
        std::vector<EventWeights> past;
        std::int64_t shrunk = 0;
        for (int i = 0; i < 1500; ++i) {
            past.push_back(weights);
            weights.advance();
            const std::uint64_t back = 1 + random.below(past.size());
            const EventWeights& then = past[past.size() - back];
            if (weights.halvings() - then.halvings() > 500) continue;
            check(weights.before(back) == then, "the state this many events ago");
            if (weights.halvings() > 64) {
                shrunk = weights.halvings();
                weights.shrink(shrunk);
                std::for_each(past.begin(), past.end(), [&](auto& each) { each.shrink(shrunk); });
            }
        }
        if (weights.halvings() > 900) continue;
        EventWeights shifted = weights;
        shifted.shrink(40);
        check(shifted.weight() * 0x1p40 == weights.weight(), "shrinking is exact");
    }
}

void test_phase_is_the_exact_quotient(Random& random) {
    constexpr std::int64_t first = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max();
    std::vector<std::int64_t> spans{1, 2, 3, 7, 1000, 1'000'000'000, last - 1, last};
    for (int i = 0; i < 2000; ++i) {
        spans.push_back(static_cast<std::int64_t>(1 + (random.next() >> (1 + random.below(63)))));
    }
    for (const std::int64_t span : spans) {
        const HalfLife half_life(span);
        std::vector<std::int64_t> times{0, 1, -1, span, -span, span - 1, 1 - span, first, last};
        for (int i = 0; i < 20; ++i) {
            times.push_back(static_cast<std::int64_t>(random.next() >> random.below(64)));
            times.push_back(-times.back());
        }
        for (const std::int64_t time : times) {
            const Phase phase = half_life.phase(time);
            const int128 rest = static_cast<int128>(time) - static_cast<int128>(phase.whole) * span;
            check(rest >= 0 && rest < span, "the whole part is the quotient rounded down");
            const auto exact = static_cast<std::uint64_t>((static_cast<uint128>(rest) << 64) /
                                                          static_cast<uint128>(span));
            check(phase.fraction <= exact && exact - phase.fraction <= 2,
                  "the fraction is at most two units too small");
        }
    }
}

// The same bits in any order, and close to the true sum.
void test_sums_do_not_depend_on_the_order(Random& random) {
    for (const std::size_t size : {1u, 2u, 10u, 1000u, 70000u}) {
        struct Terms {
            detail::DoubleLanes lanes;
        };
        std::vector<Terms> terms(size);
        long double total = 0;
        for (Terms& each : terms) {
            const double x = std::ldexp(1.0 + 1e-9 * static_cast<double>(random.below(1'000'000)),
                                        static_cast<int>(random.below(90)) - 80);
            each.lanes = detail::DoubleLanes{x, x * std::log2(x), x * x, x * x / 3};
            total += static_cast<long double>(x);
        }
        const auto about = static_cast<double>(total);
        const detail::DoubleLanes bound{about, about, about * about, about * about};
        detail::CompensatedSums first;
        for (int round = 0; round < 5; ++round) {
            detail::ReproducibleSums sums(bound, size);
            for (const Terms& each : terms) {
                sums.add(each.lanes);
            }
            const detail::CompensatedSums found = sums.value();
            if (round == 0) first = found;
            for (int lane = 0; lane < 4; ++lane) {
                check(found.high[lane] == first.high[lane] && found.low[lane] == first.low[lane],
                      "the order does not matter");
            }
            const long double off = static_cast<long double>(found.high[0]) +
                                    static_cast<long double>(found.low[0]) - total;
            check(std::fabs(static_cast<double>(off)) <= 1e-18 * 1000 * about, "the sum is right");
            for (std::size_t i = terms.size(); i > 1; --i) {
                std::swap(terms[i - 1], terms[random.below(i)]);
            }
        }
    }
}

// A label's weight is exact to the last bit, for any number of events.
void test_weights_of_labels_are_compensated() {
    WeightCell cell;
    constexpr long double tenth = 0.1;  // the double, exactly
    for (int i = 0; i < 1'000'000; ++i) {
        cell.add(0.1);
    }
    check(cell.weight() == static_cast<double>(1'000'000 * tenth), "the sum of what was added");
    for (int i = 0; i < 999'999; ++i) {
        cell.add(-0.1);
    }
    check(cell.weight() == 0.1, "the remainder after the others were removed");
}

// Rounding errors are accumulated: a million additions of 0.1 are exact to the last bit.
void test_sums_are_compensated() {
    detail::CompensatedSums sums;
    for (int i = 0; i < 1'000'000; ++i) {
        sums.add(detail::DoubleLanes{0.1, -0.1, 1e10, i % 2 == 0 ? 1e20 : -1e20});
    }
    constexpr long double tenth = 0.1;  // the double, exactly
    const auto truth = static_cast<double>(1'000'000 * tenth);
    check(sums.value(0) == truth && sums.value(1) == -truth, "tenths add up");
    check(sums.value(2) == 1e16 && sums.value(3) == 0.0, "so do large numbers of both signs");
}

}  // namespace

int main() {
    Random random(5);
    test_steps_are_those_of_mpmath();
    test_weights_grow_by_the_step();
    test_weights_in_bulk_equal_single_weights(random);
    test_weights_of_the_past_are_the_same(random);
    test_phase_is_the_exact_quotient(random);
    test_sums_do_not_depend_on_the_order(random);
    test_weights_of_labels_are_compensated();
    test_sums_are_compensated();
    return report();
}
