// Whether the tests run under the address sanitizer, which makes them ten times slower.
//
// It finds a fault at its first occurrence. A test that tries one law on hundreds of streams may
// then take a share of them; the plain build, in the same `make test`, takes all.
#pragma once
#include <cstdint>

namespace entrostream::testing {

#ifdef __SANITIZE_ADDRESS__
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

// Of `one_in` streams of a law, one under the sanitizers and all without.
[[nodiscard]] constexpr bool is_tried(std::uint64_t number, std::uint64_t one_in) {
    return !sanitized || number % one_in == 0;
}

// The same of what is counted: how many streams, rows or repetitions.
[[nodiscard]] constexpr std::uint64_t share(std::uint64_t all, std::uint64_t one_in) {
    return sanitized ? all / one_in : all;
}

}  // namespace entrostream::testing
