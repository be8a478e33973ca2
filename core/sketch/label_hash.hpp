// The key of a label: a hash of its value under a seed, the same in every process and on every
// machine.
//
// Labels that are equal as keys of a dict have the same key: the caller passes a number that is an
// integer as an integer, whatever its type. Keys depend on the seed in all bits; who does not know
// it cannot choose labels whose keys collide.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "core/math/int128.hpp"
#include "core/sketch/key.hpp"

namespace entrostream {

class LabelHash {
  public:
    explicit LabelHash(std::uint64_t seed) noexcept {
        std::uint64_t state = detail::scramble(seed ^ 0x656E74726F707921);
        for (std::uint64_t* word : {&positive_, &negative_, &real_, &first_, &second_}) {
            *word = detail::scramble(state += detail::key_step);
        }
    }

    // An integer below 2^64 in magnitude; 0 is not negative.
    [[nodiscard]] Key integer(bool negative, std::uint64_t magnitude) const noexcept {
        return final(magnitude ^ (negative ? negative_ : positive_));
    }
    [[nodiscard]] Key integer(std::int64_t value) const noexcept {
        const auto bits = static_cast<std::uint64_t>(value);
        return integer(value < 0, value < 0 ? ~bits + 1 : bits);
    }
    // integer(value) of each value; `to` has room for as many keys.
    void integers(std::span<const std::int64_t> values, Key* to) const noexcept;
    // A finite number that is not an integer, or an infinity.
    [[nodiscard]] Key real(double value) const noexcept {
        return final(std::bit_cast<std::uint64_t>(value) ^ real_);
    }
    // UTF-8 of a string.
    [[nodiscard]] Key text(std::string_view utf8) const noexcept { return bytes(utf8, 0); }
    // The serialised form of any other label.
    [[nodiscard]] Key serialised(std::string_view form) const noexcept { return bytes(form, 1); }

  private:
    void integers_avx512(std::span<const std::int64_t> values, Key* to) const noexcept;
    // No key is 0.
    [[nodiscard]] static Key final(std::uint64_t word) noexcept {
        const Key key = detail::scramble(word);
        return key != 0 ? key : 1;
    }
    // Little endian on every machine.
    [[nodiscard]] static std::uint64_t load(const char* from, std::size_t size) noexcept {
        if constexpr (std::endian::native == std::endian::little) {
            std::uint64_t word = 0;
            std::memcpy(&word, from, size);
            return word;
        }
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < size; ++i) {
            word |= std::uint64_t{static_cast<unsigned char>(from[i])} << (8 * i);
        }
        return word;
    }
    // The halves of the product combined, so that every bit of both factors matters.
    [[nodiscard]] static std::uint64_t fold(std::uint64_t a, std::uint64_t b) noexcept {
        const uint128 product = uint128{a} * b;
        return high_half(product) ^ low_half(product);
    }
    [[nodiscard]] Key bytes(std::string_view text, std::uint64_t kind) const noexcept {
        const char* at = text.data();
        std::size_t left = text.size();
        std::uint64_t state = first_ ^ (2 * text.size() + kind) * detail::key_step;
        for (; left > 16; left -= 16, at += 16) {
            state = fold(load(at, 8) ^ state, load(at + 8, 8) ^ second_) ^ state;
        }
        // The last 1 to 16 bytes as two words that overlap; no branch on lengths below 8.
        std::uint64_t low = 0;
        std::uint64_t high = 0;
        if (left >= 8) {
            low = load(at, 8);
            high = load(at + left - 8, 8);
        } else if (left >= 4) {
            low = load(at, 4);
            high = load(at + left - 4, 4);
        } else if (left > 0) {
            low = load(at, 1) | load(at + left / 2, 1) << 8 | load(at + left - 1, 1) << 16;
        }
        return final(fold(low ^ state, high ^ second_) ^ state);
    }

    std::uint64_t positive_ = 0;
    std::uint64_t negative_ = 0;
    std::uint64_t real_ = 0;
    std::uint64_t first_ = 0;
    std::uint64_t second_ = 0;
};

}  // namespace entrostream
