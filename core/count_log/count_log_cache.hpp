// A direct-mapped cache of F(c), for counts that recur and may be large.
//
// One of the four memos of F: see docs/architecture.md. It belongs to an object, so it needs no
// locks. The counts are too large for CountLogTable, and they recur instead of moving by one as
// in StepCache: one slot for F(n) of a window that holds n events at every read, 2048 for the
// scaled counts of windows compared with a reference.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/count_log/count_log.hpp"
#include "core/math/int128.hpp"

namespace entrostream {

// 32 bytes per slot; `slots` is a power of two.
template <std::size_t slots>
class CountLogCache {
    static_assert(std::has_single_bit(slots));

  public:
    // F(c), c < 2^63. Replaces whatever its slot holds.
    [[nodiscard]] uint128 operator()(std::uint64_t c) noexcept {
        Slot& slot = slots_[index_of(c)];
        if (slot.tag != c) [[unlikely]]
            slot = {c, count_log(c)};
        return slot.log;
    }

    // Whether F(c) is a lookup.
    [[nodiscard]] bool holds(std::uint64_t c) const noexcept {
        return slots_[index_of(c)].tag == c;
    }

    // Objects that differ only in what they cache are equal.
    friend bool operator==(const CountLogCache&, const CountLogCache&) noexcept { return true; }

  private:
    struct Slot {
        std::uint64_t tag = 0;  // the count; an empty slot holds F(0) = 0
        uint128 log = 0;
    };

    // Multiplicative hashing by 2^64 / golden ratio: consecutive counts and multiples of a scale
    // spread over the slots.
    [[nodiscard]] static std::size_t index_of(std::uint64_t c) noexcept {
        constexpr int bits = std::countr_zero(slots);
        if constexpr (bits == 0) {
            return 0;
        } else {
            return (c * 0x9e3779b97f4a7c15u) >> (64 - bits);
        }
    }

    std::array<Slot, slots> slots_;
};

}  // namespace entrostream
