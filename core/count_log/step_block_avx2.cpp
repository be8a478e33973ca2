// The AVX2 kernel for a block of steps, and a stub for platforms other than x86-64.
#include "core/count_log/step_kernels.hpp"

#include "core/simd/cpu_features.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

namespace entrostream::detail {

bool has_vector_steps() noexcept {
    return simd::has_avx2();
}

namespace {

using Longs = __m256i;  // four 64-bit integers

[[gnu::target("avx2"), gnu::always_inline]] inline Longs all(std::uint64_t x) {
    return _mm256_set1_epi64x(static_cast<long long>(x));
}

[[gnu::target("avx2"), gnu::always_inline]] inline Longs load(const std::uint64_t* x) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x));
}

[[gnu::target("avx2"), gnu::always_inline]] inline void store(std::uint64_t* to, Longs x) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), x);
}

// Four 32-bit integers, zero-extended.
[[gnu::target("avx2"), gnu::always_inline]] inline Longs load_short(const std::uint32_t* x) {
    return _mm256_cvtepu32_epi64(_mm_loadu_si128(reinterpret_cast<const __m128i*>(x)));
}

// As in the scalar kernel: coefficient * t^k / 2^(5k+1), truncated. The product of the upper
// half is exact, so only that of the lower half is truncated.
template <int k>
[[gnu::target("avx2"), gnu::always_inline]] inline Longs low_term(Longs coefficient, Longs power) {
    return _mm256_srli_epi64(_mm256_mul_epu32(coefficient, power), k * reach_bits + 1);
}
template <int k>
[[gnu::target("avx2"), gnu::always_inline]] inline Longs term(Longs coefficient, Longs power) {
    const Longs upper = _mm256_mul_epu32(_mm256_srli_epi64(coefficient, 32), power);
    return _mm256_add_epi64(_mm256_slli_epi64(upper, 31 - k * reach_bits),
                            low_term<k>(coefficient, power));
}

template <bool Short>
[[gnu::target("avx2"), gnu::always_inline]] inline void expand(const Expansion& x, Grains& grains) {
    const Powers& powers = powers_of_t;
    const __m128i shift = _mm_cvtsi32_si128(x.linear_shift());
    const Longs slope_4 = _mm256_slli_epi64(all(x.slope_fraction), Expansion::linear_lift + 2);
    Longs linear =
        _mm256_slli_epi64(_mm256_mul_epu32(all(x.slope_fraction), _mm256_setr_epi64x(1, 2, 3, 4)),
                          Expansion::linear_lift);
    grains[reach] = x.middle;
    for (std::size_t i = 0; i < reach; i += 4) {
        const Longs fourth_power = load_short(&powers.fourth[i]);
        Longs even = term<2>(all(x.second), load_short(&powers.second[i]));
        even = _mm256_add_epi64(even, all(x.middle));
        Longs odd = term<3>(all(x.third), load_short(&powers.third[i]));
        if constexpr (Short) {
            even = _mm256_add_epi64(even, low_term<4>(all(x.fourth), fourth_power));
        } else {
            even = _mm256_add_epi64(even, term<4>(all(x.fourth), fourth_power));
            even = _mm256_add_epi64(even, low_term<6>(all(x.sixth), load_short(&powers.sixth[i])));
            odd = _mm256_add_epi64(odd, low_term<5>(all(x.fifth), load_short(&powers.fifth[i])));
        }
        odd = _mm256_sub_epi64(_mm256_srl_epi64(linear, shift), odd);
        linear = _mm256_add_epi64(linear, slope_4);
        store(&grains[reach + 1 + i], _mm256_add_epi64(even, odd));
        const Longs down = _mm256_sub_epi64(even, odd);
        store(&grains[reach - 4 - i], _mm256_permute4x64_epi64(down, 0x1b));  // reversed
    }
}

[[gnu::target("avx2"), gnu::always_inline]] inline bool round(const Expansion& x,
                                                              const Grains& grains,
                                                              std::uint64_t* steps) {
    const __m128i places = _mm_cvtsi32_si128(x.places);
    const std::uint64_t least = 2 * x.error + 1;
    const std::uint64_t end = ((grains[block_steps] + x.error) & x.fraction_mask()) - least;
    Longs below = all(end);
    for (std::size_t i = 0; i < block_steps; i += 4) {
        const Longs here = load(&grains[i]);
        const Longs after = _mm256_srl_epi64(load(&grains[i + 1]), places);
        const Longs rise = _mm256_sub_epi64(after, _mm256_srl_epi64(here, places));
        store(steps + i, _mm256_add_epi64(rise, all(x.slope)));
        const Longs fraction =
            _mm256_and_si256(_mm256_add_epi64(here, all(x.error)), all(x.fraction_mask()));
        below = _mm256_or_si256(below, _mm256_sub_epi64(fraction, all(least)));
    }
    return _mm256_movemask_pd(_mm256_castsi256_pd(below)) != 0;
}

}  // namespace

[[gnu::target("avx2")]] bool write_steps_avx2(const Expansion& x, Grains& grains,
                                              std::uint64_t* steps) noexcept {
    if (x.is_short()) {
        expand<true>(x, grains);
    } else {
        expand<false>(x, grains);
    }
    return round(x, grains, steps);
}

}  // namespace entrostream::detail

#else

namespace entrostream::detail {

bool has_vector_steps() noexcept {
    return false;
}

bool write_steps_avx2(const Expansion& x, Grains& grains, std::uint64_t* steps) noexcept {
    return write_steps_plain(x, grains, steps);
}

}  // namespace entrostream::detail

#endif
