// The inner loops of EntropyRegisters: plain, and with AVX-512. Both give the same bits: each sum
// is one multiplication and one addition of doubles, rounded to 48 bits.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/sketch/entropy_registers.hpp"
#include "core/sketch/heavy_hitters.hpp"
#include "core/sketch/stable_variates.hpp"

namespace entrostream::detail {

inline void add_to(std::uint32_t& high, std::uint16_t& low, double term) noexcept {
    const PackedReal sum = pack(unpack(high, low) + term);
    high = sum.high;
    low = sum.low;
}

[[nodiscard]] bool has_vector_registers() noexcept;

// Preconditions: has_vector_registers().
void push_avx512(const EntropyRegisters::View& registers, Key key, double weight) noexcept;
[[nodiscard]] std::size_t add_keys_avx512(const HeavyHitters::View& table,
                                          const EntropyRegisters::View& registers, const Key* keys,
                                          std::size_t size, double threshold) noexcept;

// The variates of one key for many registers: those of the key itself and of keys that lie as many
// steps ahead as those before them have used.
inline constexpr std::size_t block_keys = 8;
struct VariateBlock {
    alignas(64) std::array<float, block_keys * variates> at;
};
[[nodiscard]] inline Key key_ahead(Key key, std::size_t i) noexcept {
    return key + i * (variates / 2) * key_step;
}
inline void write_block(Key key, VariateBlock& to) noexcept {
    for (std::size_t i = 0; i < block_keys; ++i) {
        const Variates values = variates_of(key_ahead(key, i));
        std::copy(values.begin(), values.end(), to.at.begin() + i * variates);
    }
}
void write_block_avx512(Key key, VariateBlock& to) noexcept;

// For any linear sketch behind a table.
template <class Tail>
[[nodiscard]] std::size_t add_keys_plain(HeavyHitters& table, Tail& tail, std::span<const Key> keys,
                                         double threshold) noexcept {
    for (std::size_t i = 0; i < keys.size(); ++i) {
        HeavyHitters::Place place = table.find(keys[i]);
        double count = 1.0;
        if (place.held) {
            count = table.add(place, 1.0);
        } else {
            place = table.insert(keys[i], 1.0,
                                 [&](Key key, double leaving) { tail.push(key, leaving); });
        }
        if (count >= threshold && !table.is_named(place)) return i + 1;
    }
    return keys.size();
}

}  // namespace entrostream::detail
