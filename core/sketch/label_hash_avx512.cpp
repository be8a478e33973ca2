// The AVX-512 kernel of LabelHash, and a stub for platforms other than x86-64.
#include "core/sketch/label_hash.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

namespace entrostream {

namespace {

[[gnu::target("avx512f,avx512dq"), gnu::always_inline]] inline __m512i all(std::uint64_t x) {
    return _mm512_set1_epi64(static_cast<long long>(x));
}

// As detail::scramble.
[[gnu::target("avx512f,avx512dq"), gnu::always_inline]] inline __m512i scrambled(__m512i x) {
    x = _mm512_xor_si512(x, _mm512_srli_epi64(x, 30));
    x = _mm512_mullo_epi64(x, all(0xBF58476D1CE4E5B9));
    x = _mm512_xor_si512(x, _mm512_srli_epi64(x, 27));
    x = _mm512_mullo_epi64(x, all(0x94D049BB133111EB));
    return _mm512_xor_si512(x, _mm512_srli_epi64(x, 31));
}

}  // namespace

// Eight values at once: a quarter of the time.
[[gnu::target("avx512f,avx512dq")]] void LabelHash::integers_avx512(
    std::span<const std::int64_t> values, Key* to) const noexcept {
    constexpr std::size_t lanes = 8;
    std::size_t i = 0;
    for (; i + lanes <= values.size(); i += lanes) {
        const __m512i value = _mm512_loadu_si512(values.data() + i);
        const __mmask8 negative = _mm512_movepi64_mask(value);
        const __m512i mask = _mm512_mask_blend_epi64(negative, all(positive_), all(negative_));
        const __m512i key = scrambled(_mm512_xor_si512(_mm512_abs_epi64(value), mask));
        const __mmask8 zero = _mm512_testn_epi64_mask(key, key);
        _mm512_storeu_si512(to + i, _mm512_mask_mov_epi64(key, zero, all(1)));
    }
    for (; i < values.size(); ++i) {
        to[i] = integer(values[i]);
    }
}

}  // namespace entrostream

#else

namespace entrostream {

void LabelHash::integers_avx512(std::span<const std::int64_t>, Key*) const noexcept {}

}  // namespace entrostream

#endif
