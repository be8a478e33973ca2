// The variates of one key for many registers: those of the key itself, and of keys that lie as many
// steps ahead as those before them have used.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>

#include "core/sketch/key.hpp"
#include "core/sketch/stable_variates.hpp"

namespace entrostream::detail {

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

}  // namespace entrostream::detail
