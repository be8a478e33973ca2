// Double-double sums and products are exact; quotients and conversions are within their bounds.
//
// The truth is integers: doubles with integer values and products below 2^126.
#include "core/math/double_double.hpp"

#include <cmath>
#include <cstdint>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

using namespace entrostream::detail;

// A random integer of up to 53 bits, so an exact double.
std::int64_t integer(Random& random) {
    const auto x = static_cast<std::int64_t>(random.next() >> (11 + random.below(53)));
    return random.below(2) == 0 ? x : -x;
}

int128 exact(DoubleDouble x) {
    return static_cast<int128>(x.high) + static_cast<int128>(x.low);
}

bool is_normalised(DoubleDouble x) {
    return x.high + x.low == x.high;
}

void sums_are_exact(Random& random) {
    for (int i = 0; i < 100000; ++i) {
        const std::int64_t scale = std::int64_t{1} << random.below(10);
        const std::int64_t a = integer(random);
        const int128 b = static_cast<int128>(integer(random)) * scale;
        const DoubleDouble sum = exact_sum(static_cast<double>(a), static_cast<double>(b));
        check(exact(sum) == a + b && is_normalised(sum), "Knuth's sum is exact");
        const bool swapped = std::fabs(static_cast<double>(a)) < std::fabs(static_cast<double>(b));
        const double larger = static_cast<double>(swapped ? b : a);
        const double smaller = static_cast<double>(swapped ? a : b);
        const DoubleDouble ordered = ordered_sum(larger, smaller);
        check(exact(ordered) == a + b && is_normalised(ordered), "Dekker's sum is exact");
    }
}

void products_are_exact(Random& random) {
    for (int i = 0; i < 100000; ++i) {
        const std::int64_t a = integer(random);
        const std::int64_t b = integer(random);
        const DoubleDouble product = exact_product(static_cast<double>(a), static_cast<double>(b));
        check(exact(product) == static_cast<int128>(a) * b && is_normalised(product),
              "Dekker's product is exact");
        const DoubleDouble parts = dekker_split(static_cast<double>(a));
        check(exact(parts) == a, "the parts of a split add up");
        check(parts.high * parts.high == std::fma(parts.high, parts.high, 0.0) &&
                  std::fma(parts.high, parts.high, -(parts.high * parts.high)) == 0.0,
              "the square of the upper part is exact");
    }
}

uint128 any_length(Random& random) {
    return join(random.next(), random.next()) >> random.below(128);
}

void conversions_are_within_their_bound(Random& random) {
    for (int i = 0; i < 100000; ++i) {
        const uint128 x = any_length(random) >> 1;
        const int128 off = static_cast<int128>(x) - exact(to_double_double(x));
        if (x >> 104 == 0)
            check(off == 0, "exact below 2^104");
        else
            check(off >= 0 && off <= static_cast<int128>(x >> 103), "a relative error of 2^-103");
    }
    for (std::uint64_t x = 1; x < std::uint64_t{1} << 53; x = 3 * x + 1)
        check(static_cast<std::uint64_t>(exact_double(x)) == x, "exact below 2^53");
    for (int e = -1022; e <= 1023; ++e)
        check(power_of_two(e) == std::ldexp(1.0, e), "powers of two");
}

// a/b = q + r/b with an integer q: the part of the quotient that the first double misses.
void quotients_are_within_their_bound(Random& random) {
    for (int i = 0; i < 100000; ++i) {
        const uint128 b = 1 + (any_length(random) >> 66);  // up to 62 bits
        const uint128 a = any_length(random) >> 2;
        if (a >> 104 != 0 || a == 0) continue;
        const DoubleDouble q = double_double_quotient(to_double_double(a), to_double_double(b));
        // q b - a, in long doubles that the exact leading parts cancel in.
        const DoubleDouble up = exact_product(q.high, static_cast<double>(b >> 30) * 0x1p30);
        const double rest_of_b = static_cast<double>(b & ((uint128{1} << 30) - 1));
        const DoubleDouble down = exact_product(q.high, rest_of_b);
        const DoubleDouble truth = to_double_double(a);
        const long double off = ((static_cast<long double>(up.high) - truth.high) + down.high) +
                                ((static_cast<long double>(up.low) - truth.low) + down.low) +
                                static_cast<long double>(q.low) * static_cast<long double>(b);
        check(std::fabs(off) <= 0x1p-98L * static_cast<long double>(a),
              "the quotient is within the bound that its test uses");
    }
}

void doubtful_roundings_are_found() {
    const double ulp = 0x1p-52;
    check(round_double_double({1.0, 0.0}, 0x1p-60).value == 1.0, "near a double: that double");
    check(round_double_double({1.0, 0.0}, 0x1p-60).certain, "and certainly");
    check(!round_double_double({1.0, ulp / 2}, 0x1p-60).certain, "a tie is in doubt");
    check(!round_double_double({1.0, ulp / 2 - 0x1p-61}, 0x1p-60).certain, "so is what is near it");
    const Rounded above = round_double_double({1.0, ulp / 2 + 0x1p-58}, 0x1p-60);
    check(above.certain && above.value == 1.0 + ulp, "beyond the bound the rounding is certain");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    Random random(3);
    sums_are_exact(random);
    products_are_exact(random);
    conversions_are_within_their_bound(random);
    quotients_are_within_their_bound(random);
    doubtful_roundings_are_found();
    return report();
}
