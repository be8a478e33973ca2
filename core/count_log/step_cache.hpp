// A cache of blocks of steps F(c+1) - F(c) for large counts, beyond the step table.
//
// One of the four memos of F: see docs/architecture.md. Counts move by one, so a miss is likely to
// be followed by steps nearby: the cache holds blocks of 64 steps, computed together at 1 to 2 ns
// each. CountLogCache, which holds single values of F, would miss at every step of a growing count.
//
// Thread-local, so it needs no locks; steps are functions of c alone, so all threads get
// the same values. A block is filled when that is likely to pay off: when a count enters it
// from a cached block (by growing or shrinking), or after a few single steps in it.
// Scattered counts cost two evaluations of F each and fill nothing.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/count_log/step_block.hpp"

namespace entrostream::detail {

class StepCache {
  public:
    // The calling thread's cache.
    [[nodiscard]] static StepCache& of_thread() noexcept;

    // F(c+1) - F(c) for c < 2^62.
    [[nodiscard]] std::uint64_t step(std::uint64_t c) noexcept {
        if (holds(c)) [[likely]]
            return steps_[slot_of(c)];
        return missed_step(c);
    }

    // Whether step(c) is an array access.
    [[nodiscard]] bool holds(std::uint64_t c) const noexcept {
        return tags_[block_of(c)] == tag_of(c);
    }

    static constexpr std::uint64_t cached_steps = 1u << 17;  // 1 MB

    // This many single steps cost about as much as filling a block.
    [[nodiscard]] static std::uint64_t fill_threshold(std::uint64_t c) noexcept {
        return c < expansion_limit ? 4 : block_steps / 2;
    }

  private:
    static constexpr std::size_t cached_blocks = cached_steps / block_steps;

    // Direct-mapped: a block has one slot, and its tag tells it from other blocks
    // that share it. A tag is never 0, which marks an empty slot. Each tag permutes the slots
    // differently: otherwise two labels that collide once and grow at the same rate would
    // evict each other on every event from then on.
    [[nodiscard]] static std::size_t slot_of(std::uint64_t c) noexcept {
        return (c ^ tag_of(c) * (block_steps * 757)) % cached_steps;
    }
    [[nodiscard]] static std::size_t block_of(std::uint64_t c) noexcept {
        return slot_of(c) / block_steps;
    }
    [[nodiscard]] static std::uint64_t tag_of(std::uint64_t c) noexcept {
        return c / cached_steps + 1;
    }

    [[nodiscard]] std::uint64_t missed_step(std::uint64_t c) noexcept;
    [[nodiscard]] bool fill_pays_off(std::uint64_t c) noexcept;
    void fill(std::uint64_t c) noexcept;

    // The tag last missed in each slot, and the number of consecutive misses of that tag.
    struct Missed {
        std::uint64_t tag;
        std::uint64_t times;
    };

    // Initially all 0. Few labels, or labels with similar counts, share blocks or rarely collide:
    // with counts far apart, 1 in 200 of 10 labels is evicted by another, 1 in 20 of 100, and 1
    // in 3 of 1000.
    std::uint64_t tags_[cached_blocks];
    Missed missed_[cached_blocks];
    std::uint64_t steps_[cached_steps];
};

}  // namespace entrostream::detail
