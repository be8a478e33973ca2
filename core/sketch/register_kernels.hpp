// The inner loops of EntropyRegisters: plain, with AVX2 and with AVX-512. All give the same bits:
// each sum is one multiplication and one addition of doubles, rounded to 48 bits.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/sketch/entropy_registers.hpp"
#include "core/sketch/heavy_hitters.hpp"
#include "core/sketch/variate_block.hpp"

namespace entrostream::detail {

// The loops compiled for one instruction set.
struct RegisterKernels {
    void (*write_variates)(Key key, Variates& to) noexcept;
    void (*push)(const EntropyRegisters::View& registers, Key key, double weight) noexcept;
    std::size_t (*add_keys)(const HeavyHitters::View& table,
                            const EntropyRegisters::View& registers, const Key* keys,
                            std::size_t size, double threshold) noexcept;
    void (*write_block)(Key key, VariateBlock& to) noexcept;
};

// What the words of a key are scrambled from, less the key.
alignas(64) inline constexpr std::uint64_t key_steps[8] = {key_step,     2 * key_step, 3 * key_step,
                                                           4 * key_step, 5 * key_step, 6 * key_step,
                                                           7 * key_step, 8 * key_step};

// nullptr if this CPU does not have the instructions.
[[nodiscard]] const RegisterKernels* avx2_kernels() noexcept;
[[nodiscard]] const RegisterKernels* avx512_kernels() noexcept;

// Those with the widest vectors; nullptr if there are none.
[[nodiscard]] inline const RegisterKernels* vector_kernels() noexcept {
    static const RegisterKernels* const widest =
        avx512_kernels() != nullptr ? avx512_kernels() : avx2_kernels();
    return widest;
}

// As variates_of.
[[nodiscard]] inline Variates fast_variates_of(Key key) noexcept {
    const RegisterKernels* kernels = vector_kernels();
    if (kernels == nullptr) return variates_of(key);
    Variates values;
    kernels->write_variates(key, values);
    return values;
}

inline void add_to(std::uint32_t& high, std::uint16_t& low, double term) noexcept {
    const PackedReal sum = pack(unpack(high, low) + term);
    high = sum.high;
    low = sum.low;
}

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
