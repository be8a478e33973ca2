// The AVX-512 kernels of the registers, and stubs for platforms other than x86-64.
#include <algorithm>

#include "core/simd/cpu_features.hpp"
#include "core/sketch/register_kernels.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

namespace entrostream::detail {

bool has_vector_registers() noexcept {
    return simd::has_avx512();
}

namespace {

[[gnu::target("avx512f,avx512cd,avx512dq"), gnu::always_inline]] inline __m512i all(
    std::uint64_t x) {
    return _mm512_set1_epi64(static_cast<long long>(x));
}

// scramble(key + key_step), ..., scramble(key + 8 key_step).
[[gnu::target("avx512f,avx512cd,avx512dq"), gnu::always_inline]] inline __m512i words_of(Key key) {
    alignas(64) static constexpr std::uint64_t steps[8] = {key_step,     2 * key_step, 3 * key_step,
                                                           4 * key_step, 5 * key_step, 6 * key_step,
                                                           7 * key_step, 8 * key_step};
    __m512i x = _mm512_add_epi64(all(key), _mm512_load_si512(steps));
    x = _mm512_xor_si512(x, _mm512_srli_epi64(x, 30));
    x = _mm512_mullo_epi64(x, all(0xBF58476D1CE4E5B9));
    x = _mm512_xor_si512(x, _mm512_srli_epi64(x, 27));
    x = _mm512_mullo_epi64(x, all(0x94D049BB133111EB));
    return _mm512_xor_si512(x, _mm512_srli_epi64(x, 31));
}

// A column of 32 coefficients, selected by the lanes of `row`.
[[gnu::target("avx512f,avx512cd,avx512dq"), gnu::always_inline]] inline __m512 coefficients(
    const float (&column)[4 * near_octaves], __m512i row) {
    return _mm512_permutex2var_ps(_mm512_load_ps(column), row, _mm512_load_ps(column + 16));
}

// As near_variate.
[[gnu::target("avx512f,avx512cd,avx512dq"), gnu::always_inline]] inline __m512 near_variates(
    __m512i side, __m512i octave, __m512i place) {
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

// The lanes of `far` from the table.
[[gnu::target("avx512f,avx512cd,avx512dq"), gnu::always_inline]] inline __m512 far_variates(
    __m512 values, __mmask16 far, __m512i side, __m512i octave, __m512i place) {
    const __m512i beyond = _mm512_sub_epi32(octave, _mm512_set1_epi32(near_octaves));
    const __m512i rows = _mm512_set1_epi32(static_cast<int>(stable_octaves - near_octaves));
    const __m512i row = _mm512_add_epi32(_mm512_mullo_epi32(side, rows), beyond);
    const __m512i segment = _mm512_srli_epi32(place, 32 - stable_segment_bits);
    const __m512i at = _mm512_add_epi32(_mm512_slli_epi32(row, stable_segment_bits), segment);
    return _mm512_mask_i32gather_ps(values, far, at, &stable_table[0][0][0], sizeof(float));
}

// All sixteen variates at once. One in sixteen keys has a variate beyond the cubics; a key with
// one that needs more bits is computed lane by lane.
[[gnu::target("avx512f,avx512cd,avx512dq"), gnu::always_inline]] inline __m512 vector_of_variates(
    Key key) {
    const __m512i halves = words_of(key);
    const __m512i one = _mm512_set1_epi32(1);
    const __m512i rest = _mm512_srli_epi32(halves, 1);
    const __m512i side = _mm512_and_si512(halves, one);
    const __m512i zeros = _mm512_lzcnt_epi32(rest);
    const __m512i octave = _mm512_sub_epi32(zeros, one);
    const __m512i place = _mm512_sllv_epi32(rest, _mm512_add_epi32(zeros, one));
    const __m512 values = near_variates(side, octave, place);
    const __mmask16 far = _mm512_cmpge_epu32_mask(octave, _mm512_set1_epi32(near_octaves));
    if (far == 0) [[likely]]
        return values;
    const __m512i deep = _mm512_set1_epi32(static_cast<int>(deep_below));
    if (_mm512_cmplt_epu32_mask(halves, deep) != 0) [[unlikely]] {
        const Variates slow = variates_of(key);
        return _mm512_loadu_ps(slow.data());
    }
    return far_variates(values, far, side, octave, place);
}

// Adds to eight packed numbers, and returns the bits of the sums, rounded.
[[gnu::target("avx512f,avx512cd,avx512dq"), gnu::always_inline]] inline __m512i sums(
    __m256i high, __m128i low, __m512d terms) {
    const __m512i bits = _mm512_or_si512(_mm512_slli_epi64(_mm512_cvtepu32_epi64(high), 32),
                                         _mm512_slli_epi64(_mm512_cvtepu16_epi64(low), 16));
    const __m512d sum = _mm512_add_pd(_mm512_castsi512_pd(bits), terms);
    return _mm512_add_epi64(_mm512_castpd_si512(sum), all(0x8000));
}

[[gnu::target("avx512f,avx512cd,avx512dq"), gnu::always_inline]] inline void push_inline(
    const EntropyRegisters::View& registers, Key key, double weight) {
    const std::uint32_t bucket = bucket_of(key, registers.buckets);
    const __m512 variates = vector_of_variates(key);
    const __m512d weights = _mm512_set1_pd(weight);
    const __m512d first = _mm512_cvtps_pd(_mm512_castps512_ps256(variates));
    const __m512d second = _mm512_cvtps_pd(_mm512_extractf32x8_ps(variates, 1));
    auto* high = reinterpret_cast<__m256i*>(registers.high + bucket);
    auto* low = reinterpret_cast<__m128i*>(registers.low + bucket);
    const __m512i a =
        sums(_mm256_load_si256(high), _mm_load_si128(low), _mm512_mul_pd(first, weights));
    const __m512i b =
        sums(_mm256_load_si256(high + 1), _mm_load_si128(low + 1), _mm512_mul_pd(second, weights));
    _mm256_store_si256(high, _mm512_cvtepi64_epi32(_mm512_srli_epi64(a, 32)));
    _mm256_store_si256(high + 1, _mm512_cvtepi64_epi32(_mm512_srli_epi64(b, 32)));
    _mm_store_si128(low, _mm512_cvtepi64_epi16(_mm512_srli_epi64(a, 16)));
    _mm_store_si128(low + 1, _mm512_cvtepi64_epi16(_mm512_srli_epi64(b, 16)));
    __m128d* totals = reinterpret_cast<__m128d*>(registers.totals + bucket);
    *totals = _mm_add_pd(*totals, _mm_set_pd(weight * sign_of(key), weight));
}

// The slot with the smallest priority, the first of equal ones, and that priority.
struct Least {
    std::uint32_t slot;
    double priority;
};
[[gnu::target("avx512f,avx512cd,avx512dq"), gnu::always_inline]] inline Least least_of(
    const double* counts, const float* errors) {
    const __m512d priority =
        _mm512_add_pd(_mm512_load_pd(counts), _mm512_cvtps_pd(_mm256_load_ps(errors)));
    const double least = _mm512_reduce_min_pd(priority);
    const __mmask8 where = _mm512_cmpeq_pd_mask(priority, _mm512_set1_pd(least));
    return {static_cast<std::uint32_t>(__builtin_ctz(where)), least};
}

// As HeavyHitters::insert and push.
[[gnu::target("avx512f,avx512cd,avx512dq"), gnu::always_inline]] inline std::uint32_t replace_least(
    const HeavyHitters::View& table, const EntropyRegisters::View& registers, std::uint32_t set,
    Key key) {
    const Least least = least_of(table.counts[set].at.data(), table.errors[set].at.data());
    Key& place = table.keys[set].at[least.slot];
    double& count = table.counts[set].at[least.slot];
    if (place != 0) {
        table.offsets[set] = std::max(table.offsets[set], float_above(least.priority));
        if (count > 0.0) push_inline(registers, place, count);
    }
    place = key;
    count = 1.0;
    table.errors[set].at[least.slot] = table.offsets[set];
    table.named[set] = static_cast<std::uint8_t>(table.named[set] & ~(1u << least.slot));
    return least.slot;
}

}  // namespace

[[gnu::target("avx512f,avx512cd,avx512dq")]] void push_avx512(
    const EntropyRegisters::View& registers, Key key, double weight) noexcept {
    push_inline(registers, key, weight);
}

[[gnu::target("avx512f,avx512cd,avx512dq")]] void push_dense_avx512(double* registers,
                                                                    std::size_t blocks, Key key,
                                                                    double weight) noexcept {
    const __m512d weights = _mm512_set1_pd(weight);
    for (std::size_t block = 0; block < blocks; ++block, registers += variates) {
        const __m512 values = vector_of_variates(key + block * (variates / 2) * key_step);
        const __m512d first = _mm512_cvtps_pd(_mm512_castps512_ps256(values));
        const __m512d second = _mm512_cvtps_pd(_mm512_extractf32x8_ps(values, 1));
        _mm512_storeu_pd(registers,
                         _mm512_add_pd(_mm512_loadu_pd(registers), _mm512_mul_pd(first, weights)));
        _mm512_storeu_pd(registers + 8, _mm512_add_pd(_mm512_loadu_pd(registers + 8),
                                                      _mm512_mul_pd(second, weights)));
    }
}

[[gnu::target("avx512f,avx512cd,avx512dq")]] std::size_t add_keys_avx512(
    const HeavyHitters::View& table, const EntropyRegisters::View& registers, const Key* keys,
    std::size_t size, double threshold) noexcept {
    for (std::size_t i = 0; i < size; ++i) {
        const Key key = keys[i];
        const std::uint32_t set = set_of(key, table.sets);
        const __m512i held = _mm512_load_si512(table.keys[set].at.data());
        const __mmask8 where = _mm512_cmpeq_epi64_mask(held, all(key));
        std::uint32_t slot = 0;
        double count = 1.0;
        if (where != 0) {
            slot = static_cast<std::uint32_t>(__builtin_ctz(where));
            count = table.counts[set].at[slot] += 1.0;
        } else {
            slot = replace_least(table, registers, set, key);
        }
        if (count >= threshold && (table.named[set] >> slot & 1) == 0) return i + 1;
    }
    return size;
}

}  // namespace entrostream::detail

#else

namespace entrostream::detail {

bool has_vector_registers() noexcept {
    return false;
}
void push_avx512(const EntropyRegisters::View&, Key, double) noexcept {}
void push_dense_avx512(double*, std::size_t, Key, double) noexcept {}
std::size_t add_keys_avx512(const HeavyHitters::View&, const EntropyRegisters::View&, const Key*,
                            std::size_t, double) noexcept {
    return 0;
}

}  // namespace entrostream::detail

#endif
