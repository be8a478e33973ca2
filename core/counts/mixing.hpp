// Hash functions for the tables of the core.
//
// The seed is random per process, so that nobody can craft a column whose values all
// collide. No visible result depends on it.
#pragma once
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "core/counts/code.hpp"
#include "core/math/int128.hpp"

namespace entrostream {

extern const std::uint64_t hash_seed;

namespace detail {

inline constexpr std::uint64_t odd_constant = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio

// The halves of the product combined, so that every bit of `a` and `b` matters.
[[nodiscard]] inline std::uint64_t fold(std::uint64_t a, std::uint64_t b) noexcept {
    const uint128 product = uint128{a} * b;
    return high_half(product) ^ low_half(product);
}

[[nodiscard]] inline std::uint64_t load(const char* bytes) noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof(word));
    return word;
}

}  // namespace detail

[[nodiscard]] inline std::uint64_t mix(std::uint64_t word) noexcept {
    return detail::fold(word ^ hash_seed, detail::odd_constant);
}

// Two words at once. Without knowing the seed, an attacker cannot make either factor 0.
[[nodiscard]] inline std::uint64_t mix(std::uint64_t first, std::uint64_t second) noexcept {
    return detail::fold(first ^ hash_seed, second ^ (hash_seed * detail::odd_constant));
}

// Sixteen bytes or more, sixteen at a time; the last sixteen may overlap the previous ones.
[[nodiscard]] inline std::uint64_t mix_long(std::string_view bytes) noexcept {
    std::uint64_t hash = bytes.size();
    const char* at = bytes.data();
    const char* last = at + bytes.size() - 16;
    for (; at < last; at += 16) {
        hash = mix(hash ^ detail::load(at), detail::load(at + 8));
    }
    return mix(hash ^ detail::load(last), detail::load(last + 8));
}

// The code after `size` others. Throws std::overflow_error if there are none left.
[[nodiscard]] inline Code next_code(std::size_t size) {
    if (size >= no_code) throw std::overflow_error("more than 2^32 - 1 distinct labels");
    return static_cast<Code>(size);
}

}  // namespace entrostream
