// Runs a loop with the widest SIMD vectors that the CPU has.
//
// The body is compiled twice, for the build's baseline CPU and for AVX2; the first call
// detects which to run. Both give the same bits: no FMA, no reordered sums, only more
// numbers at once.
#pragma once
#include "core/simd/cpu_features.hpp"

namespace entrostream::simd {

#if defined(__x86_64__)

template <class Body>
[[gnu::target("avx2"), gnu::noinline]] void run_with_avx2(Body& body) {
    body();
}

// `body` and everything it calls must be marked always_inline: code that is not inlined is
// not compiled for AVX2.
template <class Body>
[[gnu::always_inline]] inline void dispatch(Body body) {
    if (has_avx2()) {
        run_with_avx2(body);
    } else {
        body();
    }
}

#else

template <class Body>
[[gnu::always_inline]] inline void dispatch(Body body) {
    body();
}

#endif

}  // namespace entrostream::simd
