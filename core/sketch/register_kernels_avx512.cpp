// The AVX-512 kernels of the registers, and stubs for platforms other than x86-64.
#include <algorithm>
#include <bit>
#include <utility>

#include "core/simd/cpu_features.hpp"
#include "core/sketch/register_kernels.hpp"

#if defined(__x86_64__)
#include "core/sketch/scramble_avx512.hpp"

#define ENTROSTREAM_TARGET "avx512f,avx512bw,avx512cd,avx512dq"

namespace entrostream::detail {

namespace {

// scramble(key + key_step), ..., scramble(key + 8 key_step).
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline __m512i words_of(Key key) {
    return scramble_avx512(_mm512_add_epi64(all_avx512(key), _mm512_load_si512(key_steps)));
}

// A column of 32 coefficients, selected by the lanes of `row`.
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline __m512 coefficients(
    const float (&column)[4 * near_octaves], __m512i row) {
    return _mm512_permutex2var_ps(_mm512_load_ps(column), row, _mm512_load_ps(column + 16));
}

// As near_variate.
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline __m512 near_variates(__m512i side,
                                                                                    __m512i octave,
                                                                                    __m512i place) {
    const __m512i row =
        _mm512_or_si512(_mm512_or_si512(_mm512_slli_epi32(side, 4), _mm512_slli_epi32(octave, 1)),
                        _mm512_srli_epi32(place, 31));
    const __m512i mantissa = _mm512_srli_epi32(_mm512_slli_epi32(place, 1), 9);
    const __m512 one = _mm512_set1_ps(1.0f);
    const __m512 m = _mm512_or_ps(_mm512_castsi512_ps(mantissa), one);
    __m512 value = coefficients(stable_cubics[3], row);
    for (int power = 2; power >= 0; --power) {
        value = _mm512_add_ps(_mm512_mul_ps(value, m), coefficients(stable_cubics[power], row));
    }
    const __m512 rounder = _mm512_set1_ps(grid_rounder);
    return _mm512_sub_ps(_mm512_add_ps(value, rounder), rounder);
}

// The variates of a key, of which those beyond the cubics are wrong; returns the set of these.
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline std::uint32_t write_near_variates(
    Key key, float* to) {
    const __m512i halves = words_of(key);
    const __m512i one = _mm512_set1_epi32(1);
    const __m512i rest = _mm512_srli_epi32(halves, 1);
    const __m512i zeros = _mm512_lzcnt_epi32(rest);
    const __m512i octave = _mm512_sub_epi32(zeros, one);
    const __m512i place = _mm512_sllv_epi32(rest, _mm512_add_epi32(zeros, one));
    _mm512_store_ps(to, near_variates(_mm512_and_si512(halves, one), octave, place));
    return _mm512_cmpge_epu32_mask(octave, _mm512_set1_epi32(near_octaves));
}

// Word w of a double is word 2 lane + w - 2 of the high row for w >= 2, word `lane` of the low row
// (numbered from 32 on) for w = 1, and 0 for w = 0.
struct WordPlaces {
    alignas(64) std::uint16_t first[32];   // lanes 0 to 7 as doubles
    alignas(64) std::uint16_t second[32];  // lanes 8 to 15
    alignas(64) std::uint16_t high[32];    // from both, numbered from 0 and 32 on, to the rows
    alignas(64) std::uint16_t low[32];
};
constexpr std::uint32_t not_word_0 = 0xEEEEEEEE;

constexpr WordPlaces make_word_places() noexcept {
    WordPlaces places{};
    for (std::uint16_t lane = 0; lane < 16; ++lane) {
        const auto in_half = static_cast<std::uint16_t>(lane & 7);
        std::uint16_t* doubles = (lane < 8 ? places.first : places.second) + 4 * in_half;
        doubles[1] = static_cast<std::uint16_t>(32 + lane);
        doubles[2] = static_cast<std::uint16_t>(2 * lane);
        doubles[3] = static_cast<std::uint16_t>(2 * lane + 1);
        const auto from = static_cast<std::uint16_t>((lane < 8 ? 0 : 32) + 4 * in_half);
        places.high[2 * lane] = static_cast<std::uint16_t>(from + 2);
        places.high[2 * lane + 1] = static_cast<std::uint16_t>(from + 3);
        places.low[lane] = static_cast<std::uint16_t>(from + 1);
    }
    return places;
}
constexpr WordPlaces word_places = make_word_places();

[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline __m512i words_at(
    __m512i a, const std::uint16_t (&places)[32], __m512i b) {
    return _mm512_permutex2var_epi16(a, _mm512_load_si512(places), b);
}
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline __m512i doubles_at(
    __m512i a, const std::uint16_t (&places)[32], __m512i b) {
    return _mm512_maskz_permutex2var_epi16(not_word_0, a, _mm512_load_si512(places), b);
}

// Eight sums of doubles, rounded to 48 bits.
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline __m512i rounded_sums(__m512i doubles,
                                                                                    __m512d terms) {
    const __m512d sum = _mm512_add_pd(_mm512_castsi512_pd(doubles), terms);
    return _mm512_add_epi64(_mm512_castpd_si512(sum), all_avx512(0x8000));
}

[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline void add_row(
    const EntropyRegisters::View& registers, Key key, double weight, const float* variates) {
    const std::uint32_t bucket = bucket_of(key, registers.buckets);
    const __m512d weights = _mm512_set1_pd(weight);
    const __m512d first = _mm512_cvtps_pd(_mm256_load_ps(variates));
    const __m512d second = _mm512_cvtps_pd(_mm256_load_ps(variates + 8));
    auto* row = reinterpret_cast<__m512i*>(registers.high + bucket);
    auto* half_row = reinterpret_cast<__m256i*>(registers.low + bucket);
    const __m512i high = _mm512_load_si512(row);
    const __m512i low = _mm512_castsi256_si512(_mm256_load_si256(half_row));
    const __m512i a =
        rounded_sums(doubles_at(high, word_places.first, low), _mm512_mul_pd(first, weights));
    const __m512i b =
        rounded_sums(doubles_at(high, word_places.second, low), _mm512_mul_pd(second, weights));
    _mm512_store_si512(row, words_at(a, word_places.high, b));
    _mm256_store_si256(half_row, _mm512_castsi512_si256(words_at(a, word_places.low, b)));
    __m128d* totals = reinterpret_cast<__m128d*>(registers.totals + bucket);
    *totals = _mm_add_pd(*totals, _mm_set_pd(weight * sign_of(key), weight));
}

[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline std::uint32_t equal_lanes(
    const Key* keys, Key key) {
    return _mm512_cmpeq_epi64_mask(_mm512_loadu_si512(keys), all_avx512(key));
}
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline std::uint32_t equal_to_next(
    const Key* keys) {
    return _mm512_cmpeq_epi64_mask(_mm512_loadu_si512(keys), _mm512_loadu_si512(keys + 1));
}
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline std::uint32_t lanes_below(
    const double* counts, const float* errors, double bound) {
    const __m512d sums =
        _mm512_add_pd(_mm512_load_pd(counts), _mm512_cvtps_pd(_mm256_load_ps(errors)));
    return _mm512_cmp_pd_mask(sums, _mm512_set1_pd(bound), _CMP_LT_OQ);
}

}  // namespace

}  // namespace entrostream::detail

#include "core/sketch/register_loops.hpp"

namespace entrostream::detail {

const RegisterKernels* avx512_kernels() noexcept {
    return simd::has_avx512() ? &kernels : nullptr;
}

}  // namespace entrostream::detail

#else

namespace entrostream::detail {

const RegisterKernels* avx512_kernels() noexcept {
    return nullptr;
}

}  // namespace entrostream::detail

#endif
