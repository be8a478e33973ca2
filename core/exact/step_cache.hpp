// Blocks of steps F(c+1) - F(c) for the large counts in use: what the table is for small ones.
//
// Each thread keeps its own, so that nobody waits; steps are functions of c, so it
// does not matter who kept them. A block is filled when that is about to pay: when a
// count enters it from a block that is kept (it grows or shrinks through them), or
// after some single steps in it. Counts hit here and there cost two evaluations of F
// each, and nothing is filled for them.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/exact/step_block.hpp"

namespace entrostream::detail {

class StepCache {
  public:
    // The calling thread's own.
    [[nodiscard]] static StepCache& of_thread() noexcept;

    // F(c+1) - F(c) for c < 2^62.
    [[nodiscard]] std::uint64_t step(std::uint64_t c) noexcept {
        if (holds(c)) [[likely]]
            return steps_[slot_of(c)];
        return missed_step(c);
    }

    // Whether step(c) is an array access.
    [[nodiscard]] bool holds(std::uint64_t c) const noexcept {
        return names_[block_of(c)] == name_of(c);
    }

    static constexpr std::uint64_t kept_steps = 1u << 17;  // 1 MB

    // So many single steps cost about as much as a block.
    [[nodiscard]] static std::uint64_t patience(std::uint64_t c) noexcept {
        return c < expansion_limit ? 4 : block_steps / 2;
    }

  private:
    static constexpr std::size_t kept_blocks = kept_steps / block_steps;

    // Every block has its place, which it shares with others: its name tells it from them.
    // It is never 0, which names no block. The places of each name's blocks are in an order
    // of their own: in the same order, two labels that meet once and grow alike would drive
    // each other out at every event from then on.
    [[nodiscard]] static std::size_t slot_of(std::uint64_t c) noexcept {
        return (c ^ name_of(c) * (block_steps * 757)) % kept_steps;
    }
    [[nodiscard]] static std::size_t block_of(std::uint64_t c) noexcept {
        return slot_of(c) / block_steps;
    }
    [[nodiscard]] static std::uint64_t name_of(std::uint64_t c) noexcept {
        return c / kept_steps + 1;
    }

    [[nodiscard]] std::uint64_t missed_step(std::uint64_t c) noexcept;
    [[nodiscard]] bool pays(std::uint64_t c) noexcept;
    void fill(std::uint64_t c) noexcept;

    // What was missed last at each place, and how often without another between.
    struct Missed {
        std::uint64_t name;
        std::uint64_t times;
    };

    // All 0 at first. Labels few or alike share blocks or meet in few places: of 10 labels with
    // counts far apart 1 in 200 has lost its place to another, of 100 1 in 20, of 1000 1 in 3.
    std::uint64_t names_[kept_blocks];
    Missed missed_[kept_blocks];
    std::uint64_t steps_[kept_steps];
};

}  // namespace entrostream::detail
