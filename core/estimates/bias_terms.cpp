// Small counts use a table computed with 112-bit logarithms, the others a series.
#include "core/estimates/bias_terms.hpp"

#include <array>

#include "core/count_log/count_log.hpp"
#include "core/exact/logarithms.hpp"
#include "core/math/double_double.hpp"
#include "core/math/int128.hpp"
#include "core/math/log_tables.hpp"

namespace entrostream {
namespace {

using detail::fixed_bits;

constexpr std::uint64_t table_size = 64;

// 1/ln 2 and Euler's constant over ln 2, in units of 2^-112.
constexpr int128 inverse_ln2 = static_cast<int128>(detail::half_inverse_ln2 >> (127 - fixed_bits));
constexpr int128 euler_per_ln2 = static_cast<int128>(join(0x0000d52eda7d45ed, 0xfe72fff4783bad94));

// Rounds from units of 2^-112 to the nearest unit of 2^-58.
std::uint64_t rounded(int128 fixed) noexcept {
    constexpr int spare = fixed_bits - fraction_bits;
    return low_half(static_cast<uint128>((fixed + (int128{1} << (spare - 1))) >> spare));
}

struct SmallTerms {
    std::array<std::uint64_t, table_size> jackknife{};
    std::array<std::uint64_t, table_size> digamma{};
};

// The differences of logarithms are small, so their products with c (c-1) do not overflow.
SmallTerms small_terms() noexcept {
    SmallTerms terms;
    int128 log_before = 0;
    int128 digamma = -euler_per_ln2;  // of 1; then digamma(c+1) = digamma(c) + 1/c
    for (std::uint64_t i = 1; i < table_size; ++i) {
        const auto c = static_cast<int128>(i);
        const int128 log = detail::log2_of(uint128{i}).units;
        terms.jackknife[i] = rounded(c * inverse_ln2 - c * (c - 1) * (log - log_before));
        terms.digamma[i] = rounded(c * (log - digamma));
        log_before = log;
        digamma += inverse_ln2 / c;
    }
    return terms;
}

const SmallTerms& small() noexcept {
    static const SmallTerms terms = small_terms();
    return terms;
}

// 1/(2 ln 2) + `rest`/ln 2, where the rest of the series is below 1/(6 * 64).
std::uint64_t limit_plus_rest(double rest) noexcept {
    constexpr double unit = detail::inverse_ln2 * detail::power_of_two(fraction_bits);
    return miller_madow_term() + static_cast<std::uint64_t>(rest * unit);
}

}  // namespace

std::uint64_t miller_madow_term() noexcept {
    constexpr int spare = 128 - fraction_bits;
    return low_half((detail::half_inverse_ln2 + (uint128{1} << (spare - 1))) >> spare);
}

// t(c) ln 2 = sum over k >= 1 of 1/(k (k+1) c^(k-1)); the terms after x^9 are below 2^-67.
std::uint64_t jackknife_term(std::uint64_t c) noexcept {
    if (c < table_size) return small().jackknife[c];
    const double x = 1.0 / static_cast<double>(c);
    double rest = 0.0;
    for (int k = 10; k > 1; --k) {
        rest = (rest + 1.0 / (k * (k + 1))) * x;
    }
    return limit_plus_rest(rest);
}

// digamma(c) = ln c - 1/(2c) - 1/(12 c^2) + 1/(120 c^4) - 1/(252 c^6) + 1/(240 c^8) - ...;
// the remaining terms are below 2^-61.
std::uint64_t digamma_term(std::uint64_t c) noexcept {
    if (c < table_size) return small().digamma[c];
    const double x = 1.0 / static_cast<double>(c);
    const double x2 = x * x;
    const double rest = x * (1.0 / 12 - x2 * (1.0 / 120 - x2 * (1.0 / 252 - x2 * (1.0 / 240))));
    return limit_plus_rest(rest);
}

}  // namespace entrostream
