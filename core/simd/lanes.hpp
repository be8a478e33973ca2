// Explicit four-lane SIMD: the same lanes, and so the same bits, whatever the CPU's vector
// width.
//
// A loop is written once for vectors of any width: four lanes are one vector with AVX2 and two
// elsewhere. The compiler would split a wider vector itself, but turns its comparisons into
// scalar code (measured without AVX2: twice the time of a whole tree).
#pragma once
#include <cstdint>

#include "core/simd/dispatch.hpp"

namespace entrostream::simd {

inline constexpr std::uint32_t lanes = 4;
// Rounds up to a multiple of `lanes`.
[[nodiscard]] constexpr std::uint32_t in_lanes(std::uint32_t n) noexcept {
    return (n + lanes - 1) / lanes * lanes;
}

// Doubles, their bits as integers, and twice as many floats.
struct FourLanes {
    using Floats [[gnu::vector_size(32), gnu::may_alias]] = float;
    using Doubles [[gnu::vector_size(32), gnu::may_alias]] = double;
    using Words [[gnu::vector_size(32), gnu::may_alias]] = std::uint64_t;
};
struct TwoLanes {
    using Floats [[gnu::vector_size(16), gnu::may_alias]] = float;
    using Doubles [[gnu::vector_size(16), gnu::may_alias]] = double;
    using Words [[gnu::vector_size(16), gnu::may_alias]] = std::uint64_t;
};

template <class Lanes>
inline constexpr std::uint32_t width = sizeof(typename Lanes::Doubles) / sizeof(double);
// The number of vectors that hold four lanes.
template <class Lanes>
inline constexpr std::uint32_t parts = lanes / width<Lanes>;

// Precondition: `place` is aligned to the vector, as arrays of whole lanes are (metered.hpp).
template <class Lanes>
[[nodiscard, gnu::always_inline]] inline const Lanes::Doubles& at(const double* place) noexcept {
    return *reinterpret_cast<const Lanes::Doubles*>(place);
}
template <class Lanes>
[[nodiscard, gnu::always_inline]] inline Lanes::Doubles& at(double* place) noexcept {
    return *reinterpret_cast<Lanes::Doubles*>(place);
}

// Lane l of the four.
template <class Lanes, class Vector>
[[nodiscard, gnu::always_inline]] inline auto lane(const Vector (&four)[parts<Lanes>],
                                                   std::uint32_t l) noexcept {
    return four[l / width<Lanes>][l % width<Lanes>];
}

// Calls body(FourLanes()) or body(TwoLanes()). As for simd::dispatch, `body` and everything
// it calls must be marked always_inline.
template <class Body>
[[gnu::always_inline]] inline void in_lanes_of_four(Body body) {
#if defined(__x86_64__)
    if (has_avx2()) {
        const auto wide = [&]() __attribute__((always_inline)) { body(FourLanes()); };
        run_with_avx2(wide);
        return;
    }
#endif
    body(TwoLanes());
}

}  // namespace entrostream::simd
