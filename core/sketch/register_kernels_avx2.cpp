// The AVX2 kernels of the registers, and a stub for platforms other than x86-64.
#include <algorithm>
#include <bit>
#include <utility>

#include "core/simd/cpu_features.hpp"
#include "core/sketch/register_kernels.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

#define ENTROSTREAM_TARGET "avx2"

namespace entrostream::detail {

namespace {

[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline __m256i all(std::uint64_t x) {
    return _mm256_set1_epi64x(static_cast<long long>(x));
}
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline __m256i load(const void* from) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}

// The low 64 bits of the products, by halves of 32 bits.
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline __m256i products(
    __m256i x, std::uint64_t factor) {
    const __m256i low = all(factor);
    const __m256i crossed = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(x, 32), low),
                                             _mm256_mul_epu32(x, all(factor >> 32)));
    return _mm256_add_epi64(_mm256_mul_epu32(x, low), _mm256_slli_epi64(crossed, 32));
}

// As detail::scramble.
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline __m256i scrambled(__m256i x) {
    x = products(_mm256_xor_si256(x, _mm256_srli_epi64(x, 30)), 0xBF58476D1CE4E5B9);
    x = products(_mm256_xor_si256(x, _mm256_srli_epi64(x, 27)), 0x94D049BB133111EB);
    return _mm256_xor_si256(x, _mm256_srli_epi64(x, 31));
}

// The coefficients of a cubic side by side. AVX2 has no fast way to select one of 32 numbers in a
// register: a gather of eight takes as long as the loads of eight rows, or longer.
struct CubicRows {
    alignas(16) float at[4 * near_octaves][4];
};
const CubicRows cubic_rows = [] {
    CubicRows rows;
    for (std::uint32_t row = 0; row < 4 * near_octaves; ++row) {
        for (std::uint32_t power = 0; power < 4; ++power) {
            rows.at[row][power] = stable_cubics[power][row];
        }
    }
    return rows;
}();

// The rows of two lanes.
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline __m256 row_pair(std::uint32_t a,
                                                                               std::uint32_t b) {
    const __m128 first = _mm_load_ps(cubic_rows.at[a]);
    return _mm256_insertf128_ps(_mm256_castps128_ps256(first), _mm_load_ps(cubic_rows.at[b]), 1);
}

// The values at m of the cubics that `row` selects, rounded to the grid.
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline __m256 cubics_at(__m256i row,
                                                                                __m256 m) {
    alignas(32) std::uint32_t rows[8];
    _mm256_store_si256(reinterpret_cast<__m256i*>(rows), row);
    const __m256 a = row_pair(rows[0], rows[4]);
    const __m256 b = row_pair(rows[1], rows[5]);
    const __m256 c = row_pair(rows[2], rows[6]);
    const __m256 d = row_pair(rows[3], rows[7]);
    // The transpose of both halves: all coefficients of a power in one vector.
    const __m256d ab_low = _mm256_castps_pd(_mm256_unpacklo_ps(a, b));
    const __m256d cd_low = _mm256_castps_pd(_mm256_unpacklo_ps(c, d));
    const __m256d ab_high = _mm256_castps_pd(_mm256_unpackhi_ps(a, b));
    const __m256d cd_high = _mm256_castps_pd(_mm256_unpackhi_ps(c, d));
    const __m256 cubic[4] = {_mm256_castpd_ps(_mm256_unpacklo_pd(ab_low, cd_low)),
                             _mm256_castpd_ps(_mm256_unpackhi_pd(ab_low, cd_low)),
                             _mm256_castpd_ps(_mm256_unpacklo_pd(ab_high, cd_high)),
                             _mm256_castpd_ps(_mm256_unpackhi_pd(ab_high, cd_high))};
    __m256 value = cubic[3];
    for (int power = 2; power >= 0; --power) {
        value = _mm256_add_ps(_mm256_mul_ps(value, m), cubic[power]);
    }
    const __m256 rounder = _mm256_set1_ps(grid_rounder);
    return _mm256_sub_ps(_mm256_add_ps(value, rounder), rounder);
}

// The variates of eight halves, as near_variate; returns the set of those beyond the cubics.
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline std::uint32_t write_near_half(
    __m256i halves, float* to) {
    const __m256i one = _mm256_set1_epi32(1);
    const __m256i rest = _mm256_srli_epi32(halves, 1);
    // The position of the leading bit, from the exponent of a float. Without the bit behind the
    // leading one, nothing is rounded up to the next power of two.
    const __m256i leading = _mm256_andnot_si256(_mm256_srli_epi32(rest, 1), rest);
    const __m256i exponent =
        _mm256_srli_epi32(_mm256_castps_si256(_mm256_cvtepi32_ps(leading)), 23);
    const __m256i octave = _mm256_sub_epi32(_mm256_set1_epi32(127 + 30), exponent);
    const __m256i far = _mm256_cmpgt_epi32(octave, _mm256_set1_epi32(near_octaves - 1));
    const __m256i place = _mm256_sllv_epi32(rest, _mm256_add_epi32(octave, _mm256_set1_epi32(2)));
    const __m256i row =
        _mm256_or_si256(_mm256_or_si256(_mm256_slli_epi32(_mm256_and_si256(halves, one), 4),
                                        _mm256_slli_epi32(_mm256_andnot_si256(far, octave), 1)),
                        _mm256_srli_epi32(place, 31));
    const __m256i mantissa = _mm256_srli_epi32(_mm256_slli_epi32(place, 1), 9);
    const __m256 m = _mm256_or_ps(_mm256_castsi256_ps(mantissa), _mm256_set1_ps(1.0f));
    _mm256_store_ps(to, cubics_at(row, m));
    return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(far)));
}

[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline std::uint32_t write_near_variates(
    Key key, float* to) {
    const __m256i first = scrambled(_mm256_add_epi64(all(key), load(key_steps)));
    const __m256i second = scrambled(_mm256_add_epi64(all(key), load(key_steps + 4)));
    const std::uint32_t far = write_near_half(first, to);
    return far | write_near_half(second, to + 8) << 8;
}

// Eight sums. In this order of the lanes, 0, 1, 4, 5 and 2, 3, 6, 7, the parts of the sums are
// interleaved and taken apart without crossing the halves of a vector.
struct EightSums {
    __m256i first;
    __m256i second;
};

// Four sums of doubles, rounded to 48 bits.
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline __m256i rounded_sums(
    __m256i doubles, __m128 variates, __m256d weight) {
    const __m256d term = _mm256_mul_pd(_mm256_cvtps_pd(variates), weight);
    const __m256d sum = _mm256_add_pd(_mm256_castsi256_pd(doubles), term);
    return _mm256_add_epi64(_mm256_castpd_si256(sum), all(0x8000));
}

[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline EightSums eight_sums(
    const std::uint32_t* high, const std::uint16_t* low, const float* variates, __m256d weight) {
    const __m256i highs = load(high);
    const __m128i packed = _mm_load_si128(reinterpret_cast<const __m128i*>(low));
    const __m256i lows = _mm256_slli_epi32(_mm256_cvtepu16_epi32(packed), 16);
    const __m256d pairs = _mm256_castps_pd(_mm256_load_ps(variates));
    const __m256 terms = _mm256_castpd_ps(_mm256_permute4x64_pd(pairs, 0b11'01'10'00));
    return {
        rounded_sums(_mm256_unpacklo_epi32(lows, highs), _mm256_castps256_ps128(terms), weight),
        rounded_sums(_mm256_unpackhi_epi32(lows, highs), _mm256_extractf128_ps(terms, 1), weight)};
}

// Of each sum the word `odd`: its high 32 bits, or its low ones.
template <bool odd>
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline __m256i words_of(EightSums sums) {
    return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(sums.first),
                                                 _mm256_castsi256_ps(sums.second),
                                                 odd ? 0b11'01'11'01 : 0b10'00'10'00));
}

[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline void add_row(
    const EntropyRegisters::View& registers, Key key, double weight, const float* variates) {
    const std::uint32_t bucket = bucket_of(key, registers.buckets);
    const __m256d weights = _mm256_set1_pd(weight);
    std::uint32_t* high = registers.high[bucket].at.data();
    std::uint16_t* low = registers.low[bucket].at.data();
    const EightSums a = eight_sums(high, low, variates, weights);
    const EightSums b = eight_sums(high + 8, low + 8, variates + 8, weights);
    _mm256_store_si256(reinterpret_cast<__m256i*>(high), words_of<true>(a));
    _mm256_store_si256(reinterpret_cast<__m256i*>(high + 8), words_of<true>(b));
    const __m256i lows = _mm256_packus_epi32(_mm256_srli_epi32(words_of<false>(a), 16),
                                             _mm256_srli_epi32(words_of<false>(b), 16));
    _mm256_store_si256(reinterpret_cast<__m256i*>(low),
                       _mm256_permute4x64_epi64(lows, 0b11'01'10'00));
    __m128d* totals = reinterpret_cast<__m128d*>(registers.totals + bucket);
    *totals = _mm_add_pd(*totals, _mm_set_pd(weight * sign_of(key), weight));
}

[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline std::uint32_t signs_of(
    __m256d first, __m256d second) {
    return static_cast<std::uint32_t>(_mm256_movemask_pd(first) | _mm256_movemask_pd(second) << 4);
}

[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline std::uint32_t equal_lanes(
    const Key* keys, Key key) {
    return signs_of(_mm256_castsi256_pd(_mm256_cmpeq_epi64(load(keys), all(key))),
                    _mm256_castsi256_pd(_mm256_cmpeq_epi64(load(keys + 4), all(key))));
}
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline std::uint32_t equal_to_next(
    const Key* keys) {
    return signs_of(_mm256_castsi256_pd(_mm256_cmpeq_epi64(load(keys), load(keys + 1))),
                    _mm256_castsi256_pd(_mm256_cmpeq_epi64(load(keys + 4), load(keys + 5))));
}
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline __m256d four_below(
    const double* counts, const float* errors, double bound) {
    const __m256d sums =
        _mm256_add_pd(_mm256_load_pd(counts), _mm256_cvtps_pd(_mm_load_ps(errors)));
    return _mm256_cmp_pd(sums, _mm256_set1_pd(bound), _CMP_LT_OQ);
}
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline std::uint32_t lanes_below(
    const double* counts, const float* errors, double bound) {
    return signs_of(four_below(counts, errors, bound), four_below(counts + 4, errors + 4, bound));
}

}  // namespace

}  // namespace entrostream::detail

#include "core/sketch/register_loops.hpp"

namespace entrostream::detail {

const RegisterKernels* avx2_kernels() noexcept {
    return simd::has_avx2() ? &kernels : nullptr;
}

}  // namespace entrostream::detail

#else

namespace entrostream::detail {

const RegisterKernels* avx2_kernels() noexcept {
    return nullptr;
}

}  // namespace entrostream::detail

#endif
