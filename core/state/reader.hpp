// Reads the bytes that Writer wrote; throws StateError for anything else.
//
// Every length is checked against the remaining bytes before memory is allocated, so a state
// cannot allocate more than a small multiple of its own size.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "core/state/state_error.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

class Reader {
  public:
    // Verifies header and checksum, and returns a reader of the payload. A decoder that reads
    // several versions of a kind names the newest, and reads the version of this one from the
    // reader.
    [[nodiscard]] static Reader open(std::span<const std::uint8_t> state, StateKind kind,
                                     std::uint8_t newest = state_version);

    explicit Reader(std::span<const std::uint8_t> bytes, std::uint8_t version = state_version)
        : bytes_(bytes), version_(version) {}

    [[nodiscard]] std::uint8_t version() const noexcept { return version_; }

    [[nodiscard]] std::size_t left() const noexcept { return bytes_.size() - place_; }
    [[nodiscard]] std::size_t place() const noexcept { return place_; }
    [[nodiscard]] std::string_view between(std::size_t from, std::size_t to) const noexcept;

    // Defined here, since events are read by the million.
    [[nodiscard]] std::uint8_t byte() {
        require(left() >= 1, "it ends too early");
        return bytes_[place_++];
    }
    [[nodiscard]] std::uint64_t fixed(int width) {
        std::uint64_t value = 0;
        for (int i = 0; i < width; ++i) {
            value |= static_cast<std::uint64_t>(byte()) << (8 * i);
        }
        return value;
    }
    [[nodiscard]] std::uint64_t varint();
    [[nodiscard]] std::int64_t signed_varint();
    [[nodiscard]] double real() { return std::bit_cast<double>(fixed(8)); }
    [[nodiscard]] std::string_view raw(std::uint64_t size);
    [[nodiscard]] std::string_view text() { return raw(varint()); }
    // Reads a byte that encodes one of `values`.
    template <class Value>
    [[nodiscard]] Value one_of(std::initializer_list<Value> values, const char* complaint) {
        const std::uint8_t found = byte();
        for (const Value value : values) {
            if (found == static_cast<std::uint8_t>(value)) return value;
        }
        require(false, complaint);
        return *values.begin();
    }
    // The number of items that follow, each of at least `item_size` bytes.
    [[nodiscard]] std::uint64_t length(std::size_t item_size);

    void require(bool condition, const char* what) const {
        if (!condition) [[unlikely]]
            throw_damaged(what);
    }
    void require_end() const { require(left() == 0, "bytes are left over"); }

  private:
    [[noreturn]] static void throw_damaged(const char* what);

    std::span<const std::uint8_t> bytes_;
    std::size_t place_ = 0;
    std::uint8_t version_;
};

}  // namespace entrostream
