// 256-bit fractions: quotients by long division, products by distributivity, sums by their inverse.
#include "core/math/wide_fraction.hpp"

#include <cstdint>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

using detail::wide_fraction;
using detail::WideFraction;

bool same(const WideFraction& a, const WideFraction& b) {
    return a.limbs == b.limbs;
}

WideFraction random_fraction(Random& random) {
    WideFraction x{};
    for (std::uint64_t& limb : x.limbs)
        limb = random.below(4) == 0 ? ~std::uint64_t{0} : random.next();
    return x;
}

// Bit by bit: numerator * 2^256 / denominator, rounded down.
void quotients_are_long_divisions(Random& random) {
    for (int i = 0; i < 2000; ++i) {
        const std::uint64_t denominator = 1 + (random.next() >> random.below(64));
        const std::uint64_t numerator = random.next() % denominator;
        const WideFraction found = wide_fraction(numerator, denominator);
        uint128 rest = numerator;
        for (int bit = 255; bit >= 0; --bit) {
            rest *= 2;
            const bool one = rest >= denominator;
            if (one) rest -= denominator;
            const std::uint64_t limb = found.limbs[static_cast<std::size_t>(bit / 64)];
            check((limb >> (bit % 64) & 1) == (one ? 1u : 0u), "a bit of the quotient");
        }
    }
}

void differences_undo_sums(Random& random) {
    for (int i = 0; i < 20000; ++i) {
        const WideFraction a = random_fraction(random);
        const WideFraction b = random_fraction(random);
        check(same((a + b) - b, a) && same((a - b) + b, a), "modulo 1, - undoes +");
        check(same(a + b, b + a), "sums commute");
    }
    const WideFraction unit{{1, 0, 0, 0}};
    const WideFraction most{{~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}, 0}};
    check(same(most + unit, WideFraction{{0, 0, 0, 1}}), "a carry passes through all limbs");
    check(same(WideFraction{{0, 0, 0, 1}} - unit, most), "and so does a borrow");
}

// (u/2^64) * (v/2^64) and the like are exact; any product is the sum of its partial products.
void products_agree_with_integers(Random& random) {
    for (int i = 0; i < 20000; ++i) {
        const std::uint64_t u = random.next();
        const std::uint64_t v = random.next();
        const uint128 product = uint128{u} * v;
        const WideFraction found = WideFraction{{0, 0, 0, u}} * WideFraction{{0, 0, 0, v}};
        check(same(found, WideFraction{{0, 0, low_half(product), high_half(product)}}),
              "a product of two limbs is exact");

        const WideFraction a = random_fraction(random);
        const WideFraction b = random_fraction(random);
        check(same(a * b, b * a), "products commute");
        const WideFraction half{{0, 0, 0, std::uint64_t{1} << 63}};
        const WideFraction halved = a * half;
        const WideFraction even{
            {a.limbs[0] & ~std::uint64_t{1}, a.limbs[1], a.limbs[2], a.limbs[3]}};
        check(same(halved + halved, even), "a half, rounded down, twice");
    }
    const WideFraction most{
        {~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}}};
    const WideFraction two_less{
        {~std::uint64_t{0} - 1, ~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}}};
    check(same(most * most, two_less), "(1 - u)^2 = 1 - 2u + u^2, rounded down to 1 - 2u");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    Random random(2);
    quotients_are_long_divisions(random);
    differences_undo_sums(random);
    products_agree_with_integers(random);
    return report();
}
