// A 64-bit digest of numbers and bytes, the same on every platform.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

namespace entrostream::testing {

// FNV-1a over the bytes of what is added, numbers in little-endian order.
class Digest {
  public:
    void add(std::uint64_t number) noexcept {
        for (int shift = 0; shift < 64; shift += 8)
            add_byte(static_cast<std::uint8_t>(number >> shift));
    }
    // The bits of a double; all NaNs are alike, because platforms differ in their signs.
    void add(double number) noexcept {
        add(std::isnan(number) ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(number));
    }
    void add(std::span<const double> numbers) noexcept {
        for (const double number : numbers)
            add(number);
    }
    void add(std::span<const std::uint8_t> bytes) noexcept {
        for (const std::uint8_t byte : bytes)
            add_byte(byte);
    }

    [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

  private:
    void add_byte(std::uint8_t byte) noexcept { value_ = (value_ ^ byte) * 0x100000001b3; }

    std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace entrostream::testing
