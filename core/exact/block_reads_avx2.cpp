// The AVX2 kernels, and stubs for platforms other than x86-64.
#include "core/exact/block_reads_avx2.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "core/count_log/count_log.hpp"
#include "core/exact/entropy_fast_path.hpp"
#include "core/exact/reads.hpp"
#include "core/math/double_double.hpp"
#include "core/math/log_tables.hpp"
#include "core/simd/cpu_features.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

namespace entrostream::detail {

bool has_vector_reads() noexcept {
    return simd::has_avx2_and_fma();
}

namespace {

using Doubles = __m256d;

struct DoubleDoubles {
    Doubles high;
    Doubles low;
};

[[gnu::target("avx2,fma"), gnu::always_inline]] inline Doubles all(double x) {
    return _mm256_set1_pd(x);
}

// Converts integers below 2^52 to doubles by placing them in the mantissa of 2^52 + x.
[[gnu::target("avx2,fma"), gnu::always_inline]] inline Doubles to_doubles(__m256i x) {
    const __m256i bits = _mm256_or_si256(x, _mm256_set1_epi64x(0x4330000000000000));
    return _mm256_sub_pd(_mm256_castsi256_pd(bits), all(0x1p52));
}

// The halves of four numbers, in lane order 0, 2, 1, 3; `in_order` restores the order.
struct Halves {
    __m256i low;
    __m256i high;
};

[[gnu::target("avx2,fma"), gnu::always_inline]] inline Halves load_halves(const uint128* x) {
    const __m256i first = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x));
    const __m256i second = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x + 2));
    return {_mm256_unpacklo_epi64(first, second), _mm256_unpackhi_epi64(first, second)};
}

// Shifts right by `bits` < 64.
[[gnu::target("avx2,fma"), gnu::always_inline]] inline Halves cut(Halves x, int bits) {
    const __m128i right = _mm_cvtsi32_si128(bits);
    const __m128i left = _mm_cvtsi32_si128(64 - bits);
    return {_mm256_or_si256(_mm256_srl_epi64(x.low, right), _mm256_sll_epi64(x.high, left)),
            _mm256_srl_epi64(x.high, right)};
}

// Numbers below 2^103 times `unit` (a power of two), exact.
[[gnu::target("avx2,fma"), gnu::always_inline]] inline DoubleDoubles to_double_doubles(
    Halves x, double unit) {
    const auto [low, high] = x;
    const __m256i upper = _mm256_or_si256(_mm256_slli_epi64(high, 12), _mm256_srli_epi64(low, 52));
    const __m256i lower = _mm256_and_si256(low, _mm256_set1_epi64x(0xfffffffffffff));
    const Doubles a = _mm256_mul_pd(to_doubles(upper), all(0x1p52 * unit));
    const Doubles b = _mm256_mul_pd(to_doubles(lower), all(unit));
    const Doubles sum = _mm256_add_pd(a, b);
    return {sum, _mm256_sub_pd(b, _mm256_sub_pd(sum, a))};
}

[[gnu::target("avx2,fma"), gnu::always_inline]] inline Doubles in_order(Doubles x) {
    return _mm256_permute4x64_pd(x, 0xd8);
}

// The lower end of each interval, and whether any interval does not round to a single double.
struct RoundedGroup {
    Doubles values;
    bool in_doubt;
};
[[gnu::target("avx2,fma"), gnu::always_inline]] inline RoundedGroup round_group(DoubleDoubles x,
                                                                                Doubles error) {
    const Doubles least = _mm256_add_pd(x.high, _mm256_sub_pd(x.low, error));
    const Doubles most = _mm256_add_pd(x.high, _mm256_add_pd(x.low, error));
    const int equal = _mm256_movemask_pd(_mm256_cmp_pd(least, most, _CMP_EQ_OQ));
    return {least, equal != 15};
}

// x / n for 1/n = inverse + inverse_low. Each of the four roundings below the product has
// a relative error of at most 2^-105, and so does the omitted term: below 2^-102 in total.
[[gnu::target("avx2,fma"), gnu::always_inline]] inline DoubleDoubles divide(DoubleDoubles x,
                                                                            Doubles inverse,
                                                                            Doubles inverse_low) {
    const Doubles q = _mm256_mul_pd(x.high, inverse);
    const Doubles q_rest = _mm256_fmsub_pd(x.high, inverse, q);
    const Doubles small = _mm256_fmadd_pd(x.high, inverse_low, _mm256_mul_pd(x.low, inverse));
    return {q, _mm256_add_pd(q_rest, small)};
}

}  // namespace

// 0 maps to 0: the error bound is relative.
[[gnu::target("avx2,fma")]] std::size_t entropy_block_avx2(const uint128* excess, std::size_t size,
                                                           std::uint64_t n, double* out) noexcept {
    constexpr double unit = power_of_two(-fraction_bits);
    const double count = exact_double(n);
    const double inverse = 1.0 / count;
    const double inverse_low = __builtin_fma(-count, inverse, 1.0) * inverse;
    const std::size_t end = size - size % 4;
    for (std::size_t i = 0; i < end; i += 4) {
        const DoubleDoubles h = divide(to_double_doubles(load_halves(excess + i), unit),
                                       all(inverse), all(inverse_low));
        const RoundedGroup result = round_group(h, _mm256_mul_pd(h.high, all(0x1p-98)));
        _mm256_storeu_pd(out + i, in_order(result.values));
        if (result.in_doubt) [[unlikely]]
            for (std::size_t k = i; k < i + 4; ++k)
                out[k] = bits_per_event(excess[k], n);
    }
    return end;
}

namespace {

// The minimum and maximum upper half of a set of 64-bit numbers, in the odd 32-bit lanes.
struct Spread {
    __m256i least;
    __m256i most;
};

[[gnu::target("avx2,fma"), gnu::always_inline]] inline void widen(Spread& spread, __m256i x) {
    spread.least = _mm256_min_epi32(spread.least, x);
    spread.most = _mm256_max_epi32(spread.most, x);
}

[[gnu::target("avx2,fma"), gnu::always_inline]] inline std::int64_t width(const Spread& spread) {
    alignas(32) std::array<std::int32_t, 8> least;
    alignas(32) std::array<std::int32_t, 8> most;
    _mm256_store_si256(reinterpret_cast<__m256i*>(least.data()), spread.least);
    _mm256_store_si256(reinterpret_cast<__m256i*>(most.data()), spread.most);
    const std::int64_t low = std::min({least[1], least[3], least[5], least[7]});
    return std::max({most[1], most[3], most[5], most[7]}) - low;
}

// Four sums base + offset as upper + lower, both exact: upper is a multiple of 2^32, lower
// is below 2^32. `base_and_bias` is 2^84 + 2^63 - base.
[[gnu::target("avx2,fma"), gnu::always_inline]] inline DoubleDoubles split(__m256i offsets,
                                                                           Doubles base_and_bias) {
    // The upper half, biased by 2^31, becomes the mantissa of 2^84, the lower that of 2^52.
    const __m256i high =
        _mm256_xor_si256(_mm256_srli_epi64(offsets, 32), _mm256_set1_epi64x(0x4530000080000000));
    const __m256i low =
        _mm256_blend_epi32(offsets, _mm256_set1_epi64x(0x4330000000000000), 0b10101010);
    return {_mm256_sub_pd(_mm256_castsi256_pd(high), base_and_bias),
            _mm256_sub_pd(_mm256_castsi256_pd(low), all(0x1p52))};
}

}  // namespace

// Divides as `divide` does, but the lower part may be up to 2^-26 of the whole (which is 0
// or at least 2^58): the roundings that involve it, and the omitted term, contribute four
// errors of 2^-79. The bound used is twice their sum.
//
// A wrapped offset is at least (64 - max_bits) * 2^58 away from its predecessor.
[[gnu::target("avx2,fma")]] bool entropy_near_block_avx2(uint128 base, const std::int64_t* offsets,
                                                         std::size_t size, std::uint64_t n,
                                                         double* out, int max_bits) noexcept {
    constexpr double unit = power_of_two(-fraction_bits);
    const double count = exact_double(n);
    const double inverse = 1.0 / count;
    const Doubles inverse_low = all(__builtin_fma(-count, inverse, 1.0) * inverse * unit);
    const Doubles inverses = all(inverse * unit);
    const double base_double = exact_double(low_half(base >> 32)) * 0x1p32;
    const Doubles base_and_bias = all(0x1p84 + 0x1p63 - base_double);
    Spread spread{_mm256_setzero_si256(), _mm256_setzero_si256()};
    Doubles doubts = _mm256_setzero_pd();
    for (std::size_t i = 0; i < size; i += 4) {
        const __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(offsets + i));
        widen(spread, x);
        const DoubleDoubles excess = split(x, base_and_bias);
        const Doubles q = _mm256_mul_pd(excess.high, inverses);
        const Doubles q_rest = _mm256_fmsub_pd(excess.high, inverses, q);
        const Doubles small = _mm256_fmadd_pd(excess.high, inverse_low,
                                              _mm256_fmadd_pd(excess.low, inverses, q_rest));
        const Doubles least = _mm256_add_pd(q, _mm256_fnmadd_pd(q, all(0x1p-76), small));
        const Doubles most = _mm256_add_pd(q, _mm256_fmadd_pd(q, all(0x1p-76), small));
        doubts = _mm256_or_pd(doubts, _mm256_cmp_pd(least, most, _CMP_NEQ_UQ));
        _mm256_storeu_pd(out + i, least);
    }
    const std::int64_t widest = std::int64_t{63 - max_bits} << (fraction_bits - 32);
    return _mm256_movemask_pd(doubts) == 0 && width(spread) < widest;
}

namespace {

// Table rows for log2 of four consecutive n = 2^e * m: r, and e - log2 r = log + log_low,
// in lane order 0, 2, 1, 3.
struct Rows {
    Doubles reciprocal;
    Doubles log;
    Doubles log_low;
};

struct Row {
    const DoubleReciprocal* entry;
    double log;

    explicit Row(double n) noexcept {
        const auto bits = std::bit_cast<std::uint64_t>(n);
        entry =
            &double_reciprocals[(bits >> (52 - reciprocal_bits)) & ((1u << reciprocal_bits) - 1)];
        log = static_cast<double>(static_cast<int>(bits >> 52) - 1023) + entry->log_high;
    }
};

// From n = 2^12 on, consecutive n mostly share a row.
[[gnu::target("avx2,fma"), gnu::always_inline]] inline Rows load_rows(double n) {
    const Row a(n);
    const Row d(n + 3);
    if (a.log == d.log) [[likely]]  // log increases with every row
        return {all(a.entry->reciprocal), all(a.log), all(a.entry->log_low)};
    const Row b(n + 1);
    const Row c(n + 2);
    return {_mm256_setr_pd(a.entry->reciprocal, c.entry->reciprocal, b.entry->reciprocal,
                           d.entry->reciprocal),
            _mm256_setr_pd(a.log, c.log, b.log, d.log),
            _mm256_setr_pd(a.entry->log_low, c.entry->log_low, b.entry->log_low, d.entry->log_low)};
}

[[gnu::target("avx2,fma"), gnu::always_inline]] inline DoubleDoubles exact_sums(Doubles a,
                                                                                Doubles b) {
    const Doubles sum = _mm256_add_pd(a, b);
    const Doubles b_part = _mm256_sub_pd(sum, a);
    const Doubles a_rest = _mm256_sub_pd(a, _mm256_sub_pd(sum, b_part));
    return {sum, _mm256_add_pd(a_rest, _mm256_sub_pd(b, b_part))};
}

// K_rest t - (K t - log2(1 + t) to t^7), K = 1/ln 2: log2(1 + t) minus the exact part.
[[gnu::target("avx2,fma"), gnu::always_inline]] inline Doubles log2_curve(Doubles t) {
    constexpr double k = inverse_ln2;
    const Doubles t2 = _mm256_mul_pd(t, t);
    const Doubles a = _mm256_fnmadd_pd(t, all(k / 3), all(k / 2));
    const Doubles b = _mm256_fnmadd_pd(t, all(k / 5), all(k / 4));
    const Doubles c = _mm256_fnmadd_pd(t, all(k / 7), all(k / 6));
    const Doubles tail = _mm256_fmadd_pd(t2, _mm256_fmadd_pd(t2, c, b), a);
    return _mm256_fmsub_pd(t, all(inverse_ln2_rest), _mm256_mul_pd(t2, tail));
}

// Constants shared by a block of growing n.
//
// `Wide` is for 2^34 <= n <= 2^50. There t, a multiple of 2^-(e+12) below 1.125 * 2^-9, has
// up to 53 bits and is still exact, but its product with 15 bits of K is not: the remainder is
// added. From 2^39 on the log sum, below 2^(e+65), is truncated to 103 bits: an error of 2^-95
// in the entropy.
template <bool Wide>
struct Growing {
    int cut_bits;
    double unit;
    // Two or more labels have an entropy above 2^-29 for n < 2^34 and above 2^-45 for n < 2^50;
    // the estimate errs by 2^-67. An estimate below this means pure counts: the entropy is 0.
    static constexpr double least = Wide ? 0x1p-56 : 0x1p-45;

    explicit Growing(std::uint64_t last_n) noexcept
        : cut_bits(Wide ? std::max(0, floor_log2(last_n) - 38) : 0),
          unit(power_of_two(cut_bits - fraction_bits)) {}

    [[gnu::target("avx2,fma"), gnu::always_inline]] DoubleDoubles load(
        const uint128* log_sums) const {
        const Halves sums = load_halves(log_sums);
        return to_double_doubles(Wide ? cut(sums, cut_bits) : sums, unit);
    }
};

// The estimate of entropy_fast_path.hpp, with the same bound. Here the quotient L/(n 2^58)
// is a double-double with an error below 2^-96, so no steps are needed.
template <bool Wide>
[[gnu::target("avx2,fma"), gnu::always_inline]] inline DoubleDoubles estimate_group(
    DoubleDoubles log_sums, Doubles n, Doubles inverse, const Rows& rows) {
    const Doubles inverse_low = _mm256_mul_pd(_mm256_fnmadd_pd(n, inverse, all(1.0)), inverse);
    const DoubleDoubles mean = divide(log_sums, inverse, inverse_low);
    const __m256i mantissa =
        _mm256_and_si256(_mm256_castpd_si256(n), _mm256_set1_epi64x(0xfffffffffffff));
    const Doubles m = _mm256_or_pd(_mm256_castsi256_pd(mantissa), all(1.0));
    const Doubles t = _mm256_fmsub_pd(m, rows.reciprocal, all(1.0));

    const DoubleDoubles base = exact_sums(rows.log, _mm256_sub_pd(_mm256_setzero_pd(), mean.high));
    const Doubles linear = _mm256_mul_pd(t, all(inverse_ln2_short));
    const DoubleDoubles main = exact_sums(base.high, linear);
    const Doubles rests = _mm256_sub_pd(_mm256_add_pd(main.low, base.low), mean.low);
    const Doubles small =
        Wide ? _mm256_add_pd(rests, _mm256_fmsub_pd(t, all(inverse_ln2_short), linear)) : rests;
    return {main.high, _mm256_add_pd(small, _mm256_add_pd(rows.log_low, log2_curve(t)))};
}

template <bool Wide>
[[gnu::target("avx2,fma")]] std::size_t entropy_growing(const uint128* log_sums,
                                                        std::uint64_t first_n, std::size_t size,
                                                        double* out) noexcept {
    const std::size_t end = size - size % 4;
    const Growing<Wide> block(first_n + size);
    double first = exact_double(first_n);
    for (std::size_t i = 0; i < end; i += 4, first += 4.0) {
        const Doubles n = _mm256_add_pd(all(first), _mm256_setr_pd(0.0, 2.0, 1.0, 3.0));
        const Doubles inverse = _mm256_div_pd(all(1.0), n);
        const DoubleDoubles h =
            estimate_group<Wide>(block.load(log_sums + i), n, inverse, load_rows(first));
        const Doubles pure =
            _mm256_cmp_pd(_mm256_add_pd(h.high, h.low), all(block.least), _CMP_LT_OQ);
        const Doubles error = _mm256_fmadd_pd(inverse, all(0x1.01p-59), all(0x1p-68));
        const RoundedGroup result =
            round_group({_mm256_andnot_pd(pure, h.high), _mm256_andnot_pd(pure, h.low)},
                        _mm256_andnot_pd(pure, error));
        _mm256_storeu_pd(out + i, in_order(result.values));
        if (result.in_doubt) [[unlikely]]
            for (std::size_t k = i; k < i + 4; ++k)
                out[k] = bits_per_event(count_log(first_n + k) - log_sums[k], first_n + k);
    }
    return end;
}

}  // namespace

[[gnu::target("avx2,fma")]] std::size_t entropy_growing_block_avx2(const uint128* log_sums,
                                                                   std::uint64_t first_n,
                                                                   std::size_t size,
                                                                   double* out) noexcept {
    return first_n + size <= fast_path_limit ? entropy_growing<false>(log_sums, first_n, size, out)
                                             : entropy_growing<true>(log_sums, first_n, size, out);
}

namespace {

// The low halves of four numbers below 2^52, in lane order 0, 2, 1, 3.
[[gnu::target("avx2,fma"), gnu::always_inline]] inline Doubles load_low_halves(const uint128* x) {
    return to_doubles(load_halves(x).low);
}

}  // namespace

[[gnu::target("avx2,fma")]] std::size_t gini_block_avx2(const uint128* deficit, std::size_t size,
                                                        std::uint64_t n, double* out) noexcept {
    const Doubles squares = all(exact_double(n * n));
    const std::size_t end = size - size % 4;
    for (std::size_t i = 0; i < end; i += 4)
        _mm256_storeu_pd(out + i, in_order(_mm256_div_pd(load_low_halves(deficit + i), squares)));
    return end;
}

[[gnu::target("avx2,fma")]] std::size_t gini_small_block_avx2(const std::uint64_t* deficit,
                                                              std::size_t size, std::uint64_t n,
                                                              double* out) noexcept {
    const Doubles squares = all(exact_double(n * n));
    const std::size_t end = size - size % 4;
    for (std::size_t i = 0; i < end; i += 4) {
        const __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(deficit + i));
        _mm256_storeu_pd(out + i, _mm256_div_pd(to_doubles(x), squares));
    }
    return end;
}

// n^2 and n^2 - Q are integers up to 2^52, so they are exact doubles.
[[gnu::target("avx2,fma")]] std::size_t gini_growing_block_avx2(const uint128* square_sums,
                                                                std::uint64_t first_n,
                                                                std::size_t size,
                                                                double* out) noexcept {
    const std::size_t end = size - size % 4;
    double first = exact_double(first_n);
    for (std::size_t i = 0; i < end; i += 4, first += 4.0) {
        const Doubles n = _mm256_add_pd(all(first), _mm256_setr_pd(0.0, 2.0, 1.0, 3.0));
        const Doubles squares = _mm256_mul_pd(n, n);
        const Doubles deficit = _mm256_sub_pd(squares, load_low_halves(square_sums + i));
        _mm256_storeu_pd(out + i, in_order(_mm256_div_pd(deficit, squares)));
    }
    return end;
}

namespace {

[[gnu::target("avx2,fma"), gnu::always_inline]] inline Doubles load_doubles(
    const std::uint64_t* x) {
    return to_doubles(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(x)));
}

}  // namespace

// Like entropy_block_avx2, but with one inverse per value: one more division.
[[gnu::target("avx2,fma")]] std::size_t entropy_varying_block_avx2(const uint128* excess,
                                                                   const std::uint64_t* n,
                                                                   std::size_t size,
                                                                   double* out) noexcept {
    constexpr double unit = power_of_two(-fraction_bits);
    const std::size_t end = size - size % 4;
    for (std::size_t i = 0; i < end; i += 4) {
        const Doubles count = in_order(load_doubles(n + i));  // 0, 2, 1, 3, like load_halves
        const Doubles inverse = _mm256_div_pd(all(1.0), count);
        const Doubles inverse_low =
            _mm256_mul_pd(_mm256_fnmadd_pd(count, inverse, all(1.0)), inverse);
        const DoubleDoubles h =
            divide(to_double_doubles(load_halves(excess + i), unit), inverse, inverse_low);
        const RoundedGroup result = round_group(h, _mm256_mul_pd(h.high, all(0x1p-98)));
        _mm256_storeu_pd(out + i, in_order(result.values));
        if (result.in_doubt) [[unlikely]]
            for (std::size_t k = i; k < i + 4; ++k)
                out[k] = bits_per_event(excess[k], n[k]);
    }
    return end;
}

[[gnu::target("avx2,fma")]] std::size_t gini_varying_block_avx2(const std::uint64_t* deficit,
                                                                const std::uint64_t* n,
                                                                std::size_t size,
                                                                double* out) noexcept {
    const std::size_t end = size - size % 4;
    for (std::size_t i = 0; i < end; i += 4) {
        const Doubles count = load_doubles(n + i);
        const Doubles squares = _mm256_mul_pd(count, count);
        _mm256_storeu_pd(out + i, _mm256_div_pd(load_doubles(deficit + i), squares));
    }
    return end;
}

}  // namespace entrostream::detail

#else

namespace entrostream::detail {

bool has_vector_reads() noexcept {
    return false;
}

std::size_t entropy_block_avx2(const uint128*, std::size_t, std::uint64_t, double*) noexcept {
    return 0;
}

std::size_t entropy_growing_block_avx2(const uint128*, std::uint64_t, std::size_t,
                                       double*) noexcept {
    return 0;
}

std::size_t gini_block_avx2(const uint128*, std::size_t, std::uint64_t, double*) noexcept {
    return 0;
}

std::size_t gini_small_block_avx2(const std::uint64_t*, std::size_t, std::uint64_t,
                                  double*) noexcept {
    return 0;
}

std::size_t gini_growing_block_avx2(const uint128*, std::uint64_t, std::size_t, double*) noexcept {
    return 0;
}

bool entropy_near_block_avx2(uint128, const std::int64_t*, std::size_t, std::uint64_t, double*,
                             int) noexcept {
    return false;
}

std::size_t entropy_varying_block_avx2(const uint128*, const std::uint64_t*, std::size_t,
                                       double*) noexcept {
    return 0;
}

std::size_t gini_varying_block_avx2(const std::uint64_t*, const std::uint64_t*, std::size_t,
                                    double*) noexcept {
    return 0;
}

}  // namespace entrostream::detail

#endif
