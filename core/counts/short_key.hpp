// A byte string as two words: for short strings, as most labels are, the bytes themselves.
//
// No branch on the length: lengths are hard to predict, and a misprediction costs as much
// as the rest of a lookup.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/counts/mixing.hpp"

namespace entrostream {

// A byte string, and the number of bytes readable from its start: at least `size`.
struct Bytes {
    const char* data = nullptr;
    std::size_t size = 0;
    std::size_t readable = 0;

    [[nodiscard]] std::string_view view() const noexcept { return {data, size}; }
};

// Keys of short strings are equal if and only if the strings are; keys of long strings are
// equal if the strings are.
struct ShortKey {
    std::uint64_t first = 0;
    std::uint64_t second = 0;  // never 0 in the key of a string

    friend bool operator==(const ShortKey&, const ShortKey&) = default;
};

namespace detail {

inline constexpr std::size_t longest_short = sizeof(ShortKey) - 1;  // the last byte holds the size
using KeyBytes = std::array<unsigned char, sizeof(ShortKey)>;

// For each size: the mask applied to the sixteen loaded bytes, and the tag added to them.
struct KeyShape {
    ShortKey mask;
    ShortKey tag;
};

constexpr std::array<KeyShape, longest_short + 1> make_key_shapes() noexcept {
    std::array<KeyShape, longest_short + 1> shapes;
    for (std::size_t size = 0; size < shapes.size(); ++size) {
        KeyBytes mask{};
        KeyBytes tag{};
        for (std::size_t i = 0; i < size; ++i) {
            mask[i] = 0xff;
        }
        tag.back() = static_cast<unsigned char>(size + 1);
        shapes[size] = {std::bit_cast<ShortKey>(mask), std::bit_cast<ShortKey>(tag)};
    }
    return shapes;
}

inline constexpr auto key_shapes = make_key_shapes();
inline constexpr ShortKey long_tag = std::bit_cast<ShortKey>([] {
    KeyBytes tag{};
    tag.back() = 0xff;
    return tag;
}());

// For a short string; the result may include bytes that follow it.
[[nodiscard]] inline ShortKey load_key(Bytes bytes) noexcept {
    ShortKey key;
    if (bytes.readable >= sizeof(key)) [[likely]] {
        std::memcpy(&key, bytes.data, sizeof(key));
    } else if (bytes.size != 0) {
        std::memcpy(&key, bytes.data, bytes.size);
    }
    return key;
}

}  // namespace detail

[[nodiscard]] inline bool is_long(const ShortKey& key) noexcept {
    return (key.second & detail::long_tag.second) == detail::long_tag.second;
}

[[nodiscard]] inline ShortKey key_of(Bytes bytes) noexcept {
    if (bytes.size > detail::longest_short) {
        return {mix_long(bytes.view()), bytes.size | detail::long_tag.second};
    }
    const ShortKey key = detail::load_key(bytes);
    const detail::KeyShape& shape = detail::key_shapes[bytes.size];
    return {key.first & shape.mask.first, (key.second & shape.mask.second) | shape.tag.second};
}

[[nodiscard]] inline std::uint64_t mix(const ShortKey& key) noexcept {
    return mix(key.first, key.second);
}

}  // namespace entrostream
