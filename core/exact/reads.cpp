// Reads: double-double arithmetic with a rounding test, integers where the test is in doubt.
#include "core/exact/reads.hpp"

#include "core/count_log/count_log.hpp"
#include "core/exact/entropy_fast_path.hpp"
#include "core/math/double_double.hpp"
#include "core/math/log_tables.hpp"

namespace entrostream {

namespace detail {

// Long division, one bit at a time. Both numbers are normalised to the same length, so the
// quotient is in (1/2, 2), and 64 bits of it are at least 10 more than a double holds; the
// remainder can only break a tie.
double quotient_by_integers(uint128 a, uint128 b) noexcept {
    if (a == 0) return 0.0;
    const int shift_a = leading_zeros(a) - 1;
    const int shift_b = leading_zeros(b) - 1;
    a <<= shift_a;
    b <<= shift_b;
    std::uint64_t bits = 0;
    for (int i = 0; i < 64; ++i) {
        const bool fits = a >= b;
        bits = bits << 1 | static_cast<std::uint64_t>(fits);
        a = (fits ? a - b : a) << 1;
    }
    const std::uint64_t sticky = a != 0;
    const auto half = static_cast<std::int64_t>(bits >> 1 | (bits & 1) | sticky);
    return static_cast<double>(half) * power_of_two(shift_b - shift_a - 62);
}

}  // namespace detail

double quotient(uint128 a, uint128 b) noexcept {
    using namespace detail;
    constexpr uint128 exact_limit = uint128{1} << 53;
    if (a <= exact_limit && b <= exact_limit)
        return exact_double(low_half(a)) / exact_double(low_half(b));
    const DoubleDouble value = double_double_quotient(to_double_double(a), to_double_double(b));
    const Rounded result = round_double_double(value, quotient_error(value));
    return result.certain ? result.value : quotient_by_integers(a, b);
}

double bits_per_event(uint128 excess, std::uint64_t n) noexcept {
    return quotient(excess, n) * detail::power_of_two(-fraction_bits);
}

// The product with ln 2 has at least 123 bits, so its relative error is below 2^-120.
double nats_per_event(uint128 excess, std::uint64_t n) noexcept {
    if (excess == 0) return 0.0;
    const int shift = leading_zeros(excess) - 1;
    const uint128 scaled = mul_high(excess << shift, detail::ln2);
    return quotient(scaled, n) * detail::power_of_two(-fraction_bits - shift);
}

double entropy_of(uint128 log_sum, std::uint64_t n) noexcept {
    if (n < 2) return 0.0;
    if (n < detail::fast_path_limit) {
        const detail::Rounded fast = detail::fast_entropy(log_sum, n);
        if (fast.certain) [[likely]]
            return fast.value;
    }
    return bits_per_event(count_log(n) - log_sum, n);
}

double gini_of(uint128 square_sum, std::uint64_t n) noexcept {
    if (n < 2) return 0.0;
    const uint128 all = uint128{n} * n;
    return quotient(all - square_sum, all);
}

}  // namespace entrostream
