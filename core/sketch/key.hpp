// The key of a label: a hash of its value under the seed of a sketch.
//
// A sketch sees keys only. Equal labels have equal keys in every process and on every machine,
// whatever the byte order, so sketches with the same seed merge. Keys are not 0.
#pragma once
#include <cstddef>
#include <cstdint>

namespace entrostream {

using Key = std::uint64_t;

namespace detail {

inline constexpr std::uint64_t key_step = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio, odd

// A bijection of words whose output bits all depend on all input bits: the finaliser of
// SplitMix64 (Steele, Lea and Flood 2014).
[[nodiscard, gnu::always_inline]] inline std::uint64_t scramble(std::uint64_t x) noexcept {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

// The number of equal keys from place `first` on: a run of them is one addition.
[[nodiscard, gnu::always_inline]] inline std::size_t run_at(const Key* keys, std::size_t first,
                                                            std::size_t size) noexcept {
    std::size_t end = first + 1;
    while (end < size && keys[end] == keys[first]) {
        ++end;
    }
    return end - first;
}

}  // namespace detail

// Independent fields of a key: a place out of `sets`, a place out of `buckets`, and a sign. If
// `buckets` is k times as large, the place is k times as large plus less than k.
[[nodiscard, gnu::always_inline]] inline std::uint32_t set_of(Key key,
                                                              std::uint32_t sets) noexcept {
    return static_cast<std::uint32_t>((key >> 32) * sets >> 32);
}
[[nodiscard, gnu::always_inline]] inline std::uint32_t bucket_of(Key key,
                                                                 std::uint32_t buckets) noexcept {
    return static_cast<std::uint32_t>((key & 0xFFFFFFFF) * buckets >> 32);
}
[[nodiscard, gnu::always_inline]] inline double sign_of(Key key) noexcept {
    return (key * detail::key_step) >> 63 != 0 ? 1.0 : -1.0;
}

}  // namespace entrostream
