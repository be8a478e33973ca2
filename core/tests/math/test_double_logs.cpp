// Logarithms and powers in doubles are as near to the truth as they say, in every way of
// computing them.
#include "core/math/double_logs.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/exact/logarithms.hpp"
#include "core/simd/dispatch.hpp"
#include "core/tests/check.hpp"
#include "core/tests/fading/truth.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::detail;
using namespace entrostream::testing;

namespace {

double ulp(double x) {
    return std::nextafter(std::fabs(x), INFINITY) - std::fabs(x);
}

bool log_is_near(double x, double high, double low) {
    return std::fabs((double_log2(x) - high) - low) <= 1.3 * 0x1p-52 + 0.501 * ulp(high);
}

void test_logs_are_those_of_mpmath() {
    for (const TrueLog& each : true_double_logs) {
        check(log_is_near(each.x, each.high, each.low), "a logarithm is within its bound");
    }
}

void test_powers_are_those_of_mpmath() {
    for (const TruePower& each : true_powers) {
        const double off = (double_exp2(each.fraction) - each.high) - each.low;
        check(std::fabs(off) <= 0.55 * 0x1p-52, "a power is within its bound");
    }
}

// Many more numbers, against the logarithm and the power of 112 and 60 bits.
void test_many_numbers(Random& random) {
    for (int i = 0; i < 1'000'000; ++i) {
        const double m = 1.0 + static_cast<double>(random.next() >> 12) * 0x1p-52;
        const double x = m * power_of_two(static_cast<int>(random.below(600)) - 300);
        const DoubleDouble truth = to_double_double(log2_of(x));
        check(log_is_near(x, truth.high, truth.low), "a logarithm is within its bound");
        const std::uint64_t fraction = random.next();
        const double upper = static_cast<double>(fraction >> 11) * 0x1p-53;
        const double lower = static_cast<double>(fraction & 0x7ff) * 0x1p-64;
        const double off = double_exp2(fraction) - exp2_of({upper, lower});
        check(std::fabs(off) <= 0x1p-52, "a power is next to the finer one, or it");
    }
}

void test_powers_of_two_are_exact() {
    for (int e = -1000; e <= 1000; ++e) {
        check(double_log2(power_of_two(e)) == e, "the logarithm of a power of two is exact");
    }
    check(double_exp2(0) == 1.0, "2^0 is 1");
    check(0.0 * double_log2(0.0) == 0.0, "0 log2 0 is 0");
}

// The bits must not depend on how many numbers go through at once.
void test_vectors_give_the_same_bits(Random& random) {
    std::vector<double> x(1000);
    std::vector<std::uint64_t> fractions(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = static_cast<double>(random.next()) * 0x1p-30;
        fractions[i] = random.next();
    }
    std::vector<double> logs(x.size());
    std::vector<double> powers(x.size());
    simd::dispatch([&]() __attribute__((always_inline)) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            logs[i] = double_log2(x[i]);
        }
        for (std::size_t i = 0; i < x.size(); ++i) {
            powers[i] = double_exp2(fractions[i]);
        }
    });
    for (std::size_t i = 0; i < x.size(); ++i) {
        const volatile double alone = x[i];
        check(logs[i] == double_log2(alone), "many logarithms are single ones");
        const volatile std::uint64_t fraction = fractions[i];
        check(powers[i] == double_exp2(fraction), "many powers are single ones");
    }
}

}  // namespace

int main() {
    Random random(11);
    test_logs_are_those_of_mpmath();
    test_powers_are_those_of_mpmath();
    test_many_numbers(random);
    test_powers_of_two_are_exact();
    test_vectors_give_the_same_bits(random);
    return report();
}
