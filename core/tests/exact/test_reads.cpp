// Every read is the double nearest to its quotient, whichever path gives it.
//
// The hard cases, constructed here, are quotients next to the midpoint of two doubles.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

#include "core/count_log/count_log.hpp"
#include "core/count_log/count_log_stages.hpp"
#include "core/exact/entropy_fast_path.hpp"
#include "core/exact/reads.hpp"
#include "core/tests/check.hpp"

namespace entrostream::testing {
namespace {

std::mt19937_64 random_bits(7);

std::uint64_t of_length(int length) {
    return (random_bits() | std::uint64_t{1} << 63) >> (64 - length);
}

uint128 wide_of_length(int length) {
    const uint128 x = join(random_bits() | std::uint64_t{1} << 63, random_bits());
    return x >> (128 - length);
}

int between(int least, int most) {
    return least + static_cast<int>(random_bits() % static_cast<unsigned>(most - least + 1));
}

// A product whose quotient by n lies within a few units of the middle between two doubles:
// odd * 2^shift * n with an odd number of 54 bits.
uint128 near_middle(std::uint64_t n, int shift) {
    const uint128 middle = uint128{of_length(54) | 1} * n;
    const uint128 x = shift >= 0 ? middle << shift : middle >> -shift;
    return x + static_cast<uint128>(int128{between(-2, 2)});
}

void small_quotients_are_those_of_the_processor() {
    for (int i = 0; i < 200000; ++i) {
        const std::uint64_t a = of_length(between(1, 53));
        const std::uint64_t b = of_length(between(1, 53));
        const double expected = static_cast<double>(a) / static_cast<double>(b);
        check(quotient(a, b) == expected, "quotients of exact doubles are their division");
        check(detail::quotient_by_integers(a, b) == expected, "also by integers alone");
        const int shift_a = between(0, 70);
        const int shift_b = between(0, 70);
        check(quotient(uint128{a} << shift_a, uint128{b} << shift_b) ==
                  std::ldexp(expected, shift_a - shift_b),
              "powers of two change the exponent only");
    }
}

void quotients_are_nearest() {
    for (int i = 0; i < 500000; ++i) {
        const uint128 a = wide_of_length(between(1, 127));
        const uint128 b = wide_of_length(between(1, 127));
        check(quotient(a, b) == detail::quotient_by_integers(a, b),
              "a random quotient is the nearest double");
    }
    for (int i = 0; i < 500000; ++i) {
        const std::uint64_t n = of_length(between(2, 61));
        const uint128 x = near_middle(n, between(-10, 10));
        check(quotient(x, n) == detail::quotient_by_integers(x, n),
              "a quotient near a midpoint is the nearest double");
    }
    check(quotient(0, 3) == 0.0 && !std::signbit(quotient(0, uint128{1} << 100)), "0 gives 0");
}

double exact_entropy(uint128 log_sum, std::uint64_t n) {
    return std::ldexp(detail::quotient_by_integers(count_log(n) - log_sum, n), -58);
}

void check_entropy(uint128 log_sum, std::uint64_t n) {
    const uint128 excess = count_log(n) - log_sum;
    check(entropy_of(log_sum, n) == exact_entropy(log_sum, n), "the entropy is the nearest double");
    check(bits_per_event(excess, n) == exact_entropy(log_sum, n), "also from F(n)");
    if (n >= detail::fast_path_limit) return;
    const detail::Rounded nats = detail::fast_nats(log_sum, n);
    if (nats.certain)
        check(nats.value == nats_per_event(excess, n), "nats of the fast path are those from F(n)");
}

void entropies_are_nearest() {
    for (int i = 0; i < 400000; ++i) {
        const std::uint64_t n = std::max<std::uint64_t>(2, of_length(between(2, 61)));
        const uint128 all = count_log(n);
        check_entropy(all - wide_of_length(between(1, 120)) % all, n);
    }
}

void entropies_near_the_middle_are_nearest() {
    for (int i = 0; i < 400000; ++i) {
        const std::uint64_t n = of_length(between(3, 40));
        const uint128 excess = near_middle(n, between(-8, 8));
        if (excess < count_log(n)) check_entropy(count_log(n) - excess, n);
    }
}

void entropies_near_purity_are_nearest() {
    for (int i = 0; i < 400000; ++i) {
        const std::uint64_t n = of_length(between(4, 61));
        const std::uint64_t rest = std::min<std::uint64_t>(n / 2, of_length(between(1, 12)));
        check_entropy(count_log(n - rest) + count_log(rest), n);
    }
}

// log2 n - L/(n 2^58) in units of 2^-120, from the 128-bit logarithm.
int128 reference_estimate(uint128 log_sum, std::uint64_t n) {
    const int e = floor_log2(n);
    const uint128 fraction = (n & (n - 1)) == 0 ? 0 : detail::log2_fraction(n << (63 - e));
    const uint128 log = (uint128(unsigned(e)) << 120) + (fraction >> 8);
    const uint128 whole = log_sum / n;
    const uint128 mean = (whole << 62) + ((log_sum - whole * n) << 62) / n;
    return static_cast<int128>(log - mean);
}

// A double in units of 2^-120, exactly down to 2^-120.
int128 in_units(double x) {
    const double upper = std::trunc(std::ldexp(x, 50));
    const double lower = std::ldexp(std::ldexp(x, 50) - upper, 70);
    return static_cast<int128>(upper) * (int128{1} << 70) + static_cast<int128>(lower);
}

void check_estimate(const detail::EntropyBracket& estimate, uint128 log_sum, std::uint64_t n) {
    const int128 value = in_units(estimate.value.high) + in_units(estimate.value.low);
    const int128 error = value - reference_estimate(log_sum, n);
    const int128 bound = int128{1} << 52;
    check(error < bound && -error < bound, "the error of the estimate is below 2^-68");
}

void estimates_keep_their_bound() {
    for (int i = 0; i < 1000000; ++i) {
        const std::uint64_t n = of_length(between(2, 34));
        const uint128 log_sum = wide_of_length(between(1, 120)) % count_log(n);
        if (n < 1u << 26) check_estimate(detail::estimate_entropy<false>(log_sum, n), log_sum, n);
        check_estimate(detail::estimate_entropy<true>(log_sum, n), log_sum, n);
    }
}

void fast_path_is_rarely_in_doubt() {
    int doubts = 0;
    for (int i = 0; i < 100000; ++i) {
        const std::uint64_t n = of_length(between(12, 34));
        const uint128 log_sum =
            count_log(n) / 16 * static_cast<unsigned>(between(1, 12)) + of_length(60);
        doubts += !detail::fast_entropy(log_sum, n).certain;
    }
    check(doubts < 50, "at ordinary entropies the fast path is almost always certain");
}

void empty_and_single_are_zero() {
    check(entropy_of(0, 0) == 0.0 && entropy_of(0, 1) == 0.0, "no entropy below two events");
    check(gini_of(0, 0) == 0.0 && gini_of(1, 1) == 0.0, "no Gini index below two events");
    check(nats_per_event(0, 5) == 0.0, "no excess, no nats");
    check(entropy_of(count_log(1000), 1000) == 0.0, "pure counts have entropy 0");
    check(gini_of(1000000, 1000) == 0.0, "pure counts have Gini index 0");
}

void gini_is_nearest() {
    for (int i = 0; i < 300000; ++i) {
        const std::uint64_t n = of_length(between(2, 62));
        const uint128 all = uint128{n} * n;
        const uint128 square_sum =
            i % 2 == 0 ? all - wide_of_length(between(1, 124)) % all : all - uint128{2} * (n - 1);
        check(gini_of(square_sum, n) == detail::quotient_by_integers(all - square_sum, all),
              "the Gini index is the nearest double");
    }
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    small_quotients_are_those_of_the_processor();
    quotients_are_nearest();
    entropies_are_nearest();
    entropies_near_the_middle_are_nearest();
    entropies_near_purity_are_nearest();
    estimates_keep_their_bound();
    fast_path_is_rarely_in_doubt();
    empty_and_single_are_zero();
    gini_is_nearest();
    return report();
}
