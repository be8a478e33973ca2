// Writes the bytes of a state; Reader reads them back.
//
// A state is a header of 16 bytes, a payload and 8 bytes of checksum:
//
//     0  magic     4 bytes  89 'E' 'S' 'T'
//     4  version   1 byte   1; 2 for a tree with a depth limit and for an adaptive window
//     5  kind      1 byte   StateKind
//     6  reserved  2 bytes  0
//     8  length    8 bytes  of the payload
//    16  payload
//        checksum  8 bytes  CRC-64 of all preceding bytes
//
// Numbers are little endian. A varint has seven bits per byte, lowest first, the top bit set
// on all bytes but the last, and no more bytes than needed.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/state/crc64.hpp"
#include "core/state/state_kind.hpp"

namespace entrostream {

inline constexpr std::size_t state_header_size = 16;
inline constexpr std::size_t state_checksum_size = 8;
inline constexpr std::string_view state_magic =
    "\x89"
    "EST";
inline constexpr std::uint8_t state_version = 1;  // of a kind that names no other

class Writer {
  public:
    void byte(std::uint8_t value) { bytes_.push_back(value); }

    void fixed(std::uint64_t value, int width) {
        for (int i = 0; i < width; ++i) {
            byte(static_cast<std::uint8_t>(value >> (8 * i)));
        }
    }

    void varint(std::uint64_t value) {
        while (value >= 0x80) {
            byte(static_cast<std::uint8_t>(value | 0x80));
            value >>= 7;
        }
        byte(static_cast<std::uint8_t>(value));
    }

    // Zigzag-encoded, so that small numbers of either sign take few bytes: 0, -1, 1, -2, ...
    void signed_varint(std::int64_t value) {
        const auto bits = static_cast<std::uint64_t>(value);
        varint((bits << 1) ^ (value < 0 ? ~std::uint64_t{0} : 0));
    }

    void real(double value) { fixed(std::bit_cast<std::uint64_t>(value), 8); }

    void raw(std::string_view text) { bytes_.insert(bytes_.end(), text.begin(), text.end()); }

    void text(std::string_view value) {
        varint(value.size());
        raw(value);
    }

    [[nodiscard]] std::string_view written() const noexcept {
        return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
    }

    // The complete state: header, payload and checksum.
    [[nodiscard]] static std::vector<std::uint8_t> frame(StateKind kind, const Writer& payload,
                                                         std::uint8_t version = state_version) {
        Writer state;
        state.raw(state_magic);
        state.byte(version);
        state.byte(static_cast<std::uint8_t>(kind));
        state.fixed(0, 2);
        state.fixed(payload.bytes_.size(), 8);
        state.raw(payload.written());
        state.fixed(crc64(state.bytes_), 8);
        return std::move(state.bytes_);
    }

  private:
    std::vector<std::uint8_t> bytes_;
};

}  // namespace entrostream
