// Decides when to fill a block, and computes the steps of blocks that are not cached.
#include "core/count_log/step_cache.hpp"

#include "core/count_log/count_log.hpp"

namespace entrostream::detail {

namespace {

// The difference of the low halves is the step modulo 2^64, and a step fits 64 bits.
std::uint64_t single_step(std::uint64_t c) noexcept {
    return low_half(count_log(c + 1)) - low_half(count_log(c));
}

}  // namespace

StepCache& StepCache::of_thread() noexcept {
    static constinit thread_local StepCache cache = {};
    return cache;
}

// Counts within the table get here only before the table is filled.
std::uint64_t StepCache::missed_step(std::uint64_t c) noexcept {
    if (c < StepTable::capacity || !fill_pays_off(c)) return single_step(c);
    fill(c);
    return steps_[slot_of(c)];
}

// A growing count enters a block at its first count, a shrinking one at its last.
bool StepCache::fill_pays_off(std::uint64_t c) noexcept {
    const std::uint64_t place = c % block_steps;
    if (place == 0 && holds(c - 1)) return true;
    if (place == block_steps - 1 && holds(c + 1)) return true;
    Missed& missed = missed_[block_of(c)];
    if (missed.tag != tag_of(c)) missed = {tag_of(c), 0};
    return ++missed.times > fill_threshold(c);
}

void StepCache::fill(std::uint64_t c) noexcept {
    missed_[block_of(c)] = {};  // once evicted, the block starts counting misses again
    tags_[block_of(c)] = tag_of(c);
    fill_steps(c - c % block_steps, steps_ + block_of(c) * block_steps);
}

}  // namespace entrostream::detail
