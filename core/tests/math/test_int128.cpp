// 128-bit operations agree with schoolbook arithmetic in 32-bit digits.
#include "core/math/int128.hpp"

#include <array>
#include <cstdint>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

std::uint64_t of_length(Random& random, int length) {
    return (random.next() | std::uint64_t{1} << 63) >> (64 - length);
}

// Any length of either half, 0 included.
std::uint64_t any_word(Random& random) {
    const auto length = static_cast<int>(random.below(65));
    return length == 0 ? 0 : of_length(random, length);
}

// The product of two 128-bit numbers as eight 32-bit digits, lowest first.
std::array<std::uint32_t, 8> long_product(uint128 a, uint128 b) {
    std::array<std::uint32_t, 8> digits{};
    for (int i = 0; i < 4; ++i) {
        std::uint64_t carry = 0;
        for (int j = 0; j < 4; ++j) {
            const auto x = static_cast<std::uint32_t>(a >> (32 * i));
            const auto y = static_cast<std::uint32_t>(b >> (32 * j));
            std::uint32_t& digit = digits[static_cast<std::size_t>(i + j)];
            carry += std::uint64_t{x} * y + digit;
            digit = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        digits[static_cast<std::size_t>(i + 4)] = static_cast<std::uint32_t>(carry);
    }
    return digits;
}

uint128 upper_half(const std::array<std::uint32_t, 8>& digits) {
    return join(std::uint64_t{digits[7]} << 32 | digits[6],
                std::uint64_t{digits[5]} << 32 | digits[4]);
}

void products_agree(Random& random) {
    for (int i = 0; i < 200000; ++i) {
        const std::uint64_t a = any_word(random);
        const std::uint64_t b = any_word(random);
        const auto digits = long_product(a, b);
        check(mul_high(a, b) == (std::uint64_t{digits[3]} << 32 | digits[2]),
              "the upper half of a 128-bit product");
        const uint128 x = join(any_word(random), any_word(random));
        const uint128 y = join(any_word(random), any_word(random));
        const uint128 exact = upper_half(long_product(x, y));
        const uint128 found = mul_high(x, y);
        check(found <= exact && exact - found <= 3, "at most 3 units below the exact product");
    }
    constexpr uint128 all = ~uint128{0};
    check(all - 1 - mul_high(all, all) <= 3, "the largest product does not overflow");
}

void halves_join(Random& random) {
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t high = any_word(random);
        const std::uint64_t low = any_word(random);
        check(high_half(join(high, low)) == high && low_half(join(high, low)) == low,
              "join is the inverse of high_half and low_half");
    }
}

void bits_are_counted() {
    check(leading_zeros(0) == 128, "0 has 128 leading zeros");
    for (int bit = 0; bit < 128; ++bit) {
        const uint128 power = uint128{1} << bit;
        check(leading_zeros(power) == 127 - bit, "leading zeros of a power of two");
        check(leading_zeros(power | (power - 1)) == 127 - bit, "and of the number before the next");
        if (bit >= 64) continue;
        check(floor_log2(low_half(power)) == bit, "log2 of a power of two");
        check(floor_log2(low_half(power | (power - 1))) == bit,
              "and of the number before the next");
    }
}

void divisions_agree() {
    Random random(3);
    for (int i = 0; i < 100000; ++i) {
        const std::uint64_t divisor = of_length(random, 1 + i % 64);
        const std::uint64_t high = random.next() % divisor;
        const std::uint64_t low = random.next();
        const Division fast = divide(high, low, divisor);
        const Division portable = divide_portable(high, low, divisor);
        check(fast.quotient == portable.quotient && fast.remainder == portable.remainder,
              "the processor's division and the portable one agree");
        check(uint128{fast.quotient} * divisor + fast.remainder == join(high, low),
              "quotient and remainder make up the dividend");
    }
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    Random random(1);
    products_agree(random);
    halves_join(random);
    bits_are_counted();
    divisions_agree();
    return report();
}
