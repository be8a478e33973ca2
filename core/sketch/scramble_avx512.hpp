// detail::scramble for eight words at once, on x86-64 only.
#pragma once
#include <immintrin.h>

#include <cstdint>

namespace entrostream::detail {

[[gnu::target("avx512f,avx512dq"), gnu::always_inline]] inline __m512i all_avx512(std::uint64_t x) {
    return _mm512_set1_epi64(static_cast<long long>(x));
}

[[gnu::target("avx512f,avx512dq"), gnu::always_inline]] inline __m512i scramble_avx512(__m512i x) {
    x = _mm512_xor_si512(x, _mm512_srli_epi64(x, 30));
    x = _mm512_mullo_epi64(x, all_avx512(0xBF58476D1CE4E5B9));
    x = _mm512_xor_si512(x, _mm512_srli_epi64(x, 27));
    x = _mm512_mullo_epi64(x, all_avx512(0x94D049BB133111EB));
    return _mm512_xor_si512(x, _mm512_srli_epi64(x, 31));
}

}  // namespace entrostream::detail
