// 128-bit integers and the few operations that the exact sums need.
//
// Integers only: the same results on every platform. The x86-64 division instruction and
// the portable division give the same quotient and remainder.
#pragma once
#include <bit>
#include <cstdint>
#include <type_traits>

namespace entrostream {

__extension__ using uint128 = unsigned __int128;
__extension__ using int128 = __int128;

[[nodiscard]] constexpr std::uint64_t high_half(uint128 x) noexcept {
    return static_cast<std::uint64_t>(x >> 64);
}

[[nodiscard]] constexpr std::uint64_t low_half(uint128 x) noexcept {
    return static_cast<std::uint64_t>(x);
}

[[nodiscard]] constexpr uint128 join(std::uint64_t high, std::uint64_t low) noexcept {
    return (uint128{high} << 64) | low;
}

// floor(a*b / 2^64)
[[nodiscard]] constexpr std::uint64_t mul_high(std::uint64_t a, std::uint64_t b) noexcept {
    return high_half(uint128{a} * b);
}

// a*b / 2^128, at most 3 units below the exact quotient and never above it.
[[nodiscard]] constexpr uint128 mul_high(uint128 a, uint128 b) noexcept {
    const uint128 high = uint128{high_half(a)} * high_half(b);
    const uint128 cross_a = uint128{high_half(a)} * low_half(b);
    const uint128 cross_b = uint128{low_half(a)} * high_half(b);
    return high + high_half(cross_a) + high_half(cross_b);
}

// 128 for x = 0.
[[nodiscard]] constexpr int leading_zeros(uint128 x) noexcept {
    const std::uint64_t high = high_half(x);
    return high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(low_half(x));
}

// floor(log2 x), x > 0
[[nodiscard]] inline int floor_log2(std::uint64_t x) noexcept {
#if defined(__x86_64__) && !defined(__LZCNT__)
    // bsr depends on the old value of its target, which may be the result of the previous
    // call, so consecutive logarithms would run serially. Setting the target to 0 first
    // breaks the dependency (10 instead of 20 ns).
    std::uint64_t result = 0;
    __asm__("bsrq %1, %0" : "+r"(result) : "rm"(x) : "cc");
    return static_cast<int>(result);
#else
    return 63 - std::countl_zero(x);
#endif
}

struct Division {
    std::uint64_t quotient;
    std::uint64_t remainder;
};

// The division below without the CPU's division instruction.
[[nodiscard]] constexpr Division divide_portable(std::uint64_t high, std::uint64_t low,
                                                 std::uint64_t divisor) noexcept {
    const uint128 dividend = join(high, low);
    const auto quotient = static_cast<std::uint64_t>(dividend / divisor);
    return {quotient, static_cast<std::uint64_t>(dividend % divisor)};
}

// (high*2^64 + low) / divisor. Precondition: high < divisor, so the quotient fits 64 bits.
[[nodiscard]] constexpr Division divide(std::uint64_t high, std::uint64_t low,
                                        std::uint64_t divisor) noexcept {
#if defined(__x86_64__)
    if (std::is_constant_evaluated()) return divide_portable(high, low, divisor);
    // For the portable form the compiler calls a library routine, because it cannot know
    // that the quotient fits: about twice the time.
    Division result{};
    __asm__("divq %4"
            : "=a"(result.quotient), "=d"(result.remainder)
            : "0"(low), "1"(high), "r"(divisor)
            : "cc");
    return result;
#else
    return divide_portable(high, low, divisor);
#endif
}

}  // namespace entrostream
