// Runs a loop with the widest vectors that the processor has.
//
// The compiler makes the body twice, for the processor that every build assumes and
// for AVX2, and the first call asks which one this is. The bits are the same: no FMA,
// no reordered sums, only more numbers at once.
#pragma once

namespace entrostream::simd {

#if defined(__x86_64__)

template <class Body>
[[gnu::target("avx2"), gnu::noinline]] void run_with_avx2(Body& body) {
    body();
}

[[nodiscard]] inline bool has_avx2() noexcept {
    static const bool has = __builtin_cpu_supports("avx2");
    return has;
}

// `body` and all that it calls must be marked always_inline: what is not inlined is
// not made twice.
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
