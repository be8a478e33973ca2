// The inner loops of EntropyRegisters: plain, and with AVX-512. Both give the same bits: each sum
// is one multiplication and one addition of doubles, rounded to 48 bits.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/sketch/entropy_registers.hpp"
#include "core/sketch/heavy_hitters.hpp"

namespace entrostream::detail {

inline void add_to(std::uint32_t& high, std::uint16_t& low, double term) noexcept {
    const PackedReal sum = pack(unpack(high, low) + term);
    high = sum.high;
    low = sum.low;
}

[[nodiscard]] bool has_vector_registers() noexcept;

// Preconditions: has_vector_registers().
[[nodiscard]] Variates variates_avx512(Key key) noexcept;
void push_avx512(const EntropyRegisters::View& registers, Key key, double weight) noexcept;
[[nodiscard]] std::size_t add_keys_avx512(const HeavyHitters::View& table,
                                          const EntropyRegisters::View& registers, const Key* keys,
                                          std::size_t size, double threshold) noexcept;

// For any linear sketch behind a table.
template <class Tail>
[[nodiscard]] std::size_t add_keys_plain(HeavyHitters& table, Tail& tail, std::span<const Key> keys,
                                         double threshold) noexcept {
    for (std::size_t i = 0; i < keys.size();) {
        const std::size_t run = run_at(keys.data(), i, keys.size());
        const auto weight = static_cast<double>(run);
        HeavyHitters::Place place = table.find(keys[i]);
        if (place.held) {
            table.add(place, weight);
        } else {
            place = table.insert(keys[i], weight,
                                 [&](Key key, double leaving) { tail.push(key, leaving); });
        }
        i += run;
        if (table.count(place) >= threshold && !table.is_named(place)) return i;
    }
    return keys.size();
}

}  // namespace entrostream::detail
