// CRC-64 of a byte sequence: detects every error burst of up to 64 bits.
#pragma once
#include <array>
#include <cstdint>
#include <span>

namespace entrostream {

namespace detail {

consteval std::array<std::uint64_t, 256> crc64_table() {
    constexpr std::uint64_t polynomial = 0xC96C5795D7870F42;  // ECMA-182, bits reversed
    std::array<std::uint64_t, 256> table{};
    for (std::uint64_t byte = 0; byte < 256; ++byte) {
        std::uint64_t rest = byte;
        for (int bit = 0; bit < 8; ++bit) {
            rest = (rest >> 1) ^ ((rest & 1) != 0 ? polynomial : 0);
        }
        table[byte] = rest;
    }
    return table;
}

}  // namespace detail

[[nodiscard]] inline std::uint64_t crc64(std::span<const std::uint8_t> bytes) noexcept {
    static constexpr auto table = detail::crc64_table();
    std::uint64_t crc = ~std::uint64_t{0};
    for (const std::uint8_t byte : bytes) {
        crc = table[(crc ^ byte) & 0xff] ^ (crc >> 8);
    }
    return ~crc;
}

}  // namespace entrostream
