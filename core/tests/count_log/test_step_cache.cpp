// The step cache: when a block is filled, when it is evicted, and right steps in every case.
#include "core/count_log/step_cache.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <thread>

#include "core/count_log/count_log.hpp"
#include "core/count_log/steps.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

using detail::block_steps;
using detail::StepCache;

constexpr std::uint64_t first_block = detail::StepTable::capacity;

std::uint64_t true_step(std::uint64_t c) {
    return low_half(count_log(c + 1) - count_log(c));
}

// An empty cache, as every thread has at first.
struct Fresh {
    std::unique_ptr<StepCache> cache = std::make_unique<StepCache>();

    void check_step(std::uint64_t c, bool held_before, bool held_after) {
        check(cache->holds(c) == held_before, "the block is cached before the step, or not");
        check(cache->step(c) == true_step(c), "the step is right, cached or not");
        check(cache->holds(c) == held_after, "the block is cached after the step, or not");
    }

    // Until the block of c is cached.
    void fill(std::uint64_t c) {
        for (std::uint64_t i = 0; i <= StepCache::fill_threshold(c); ++i)
            (void)cache->step(c);
    }
};

void repeated_misses_fill_a_block() {
    for (const std::uint64_t c :
         {first_block + 10, std::uint64_t{1} << 30, std::uint64_t{1} << 55}) {
        Fresh fresh;
        for (std::uint64_t i = 0; i < StepCache::fill_threshold(c); ++i)
            fresh.check_step(c + i % 3, false, false);
        fresh.check_step(c, false, true);
        for (std::uint64_t i = 0; i < block_steps - 10; ++i)
            fresh.check_step(c + i, true, true);
    }
}

// Beyond the expansion every step of a block costs one F, a single step two.
void expensive_blocks_are_filled_later() {
    const std::uint64_t limit = detail::expansion_limit;
    check(2 * StepCache::fill_threshold(limit) == block_steps, "as many as a block costs");
    check(StepCache::fill_threshold(limit - 1) < StepCache::fill_threshold(limit),
          "below the limit a block is cheap");
}

void all_steps_of_a_cached_block_are_right() {
    for (const std::uint64_t block :
         {first_block, std::uint64_t{1} << 25, std::uint64_t{1} << 52}) {
        Fresh fresh;
        fresh.fill(block + 5);
        for (std::uint64_t i = 0; i < block_steps; ++i)
            fresh.check_step(block + i, true, true);
        check(!fresh.cache->holds(block + block_steps), "the block ends after 64 steps");
        check(!fresh.cache->holds(block - 1), "and begins at a multiple of 64");
    }
}

void a_count_that_moves_into_the_next_block_fills_it() {
    const std::uint64_t block = std::uint64_t{1} << 25;
    Fresh fresh;
    fresh.fill(block + 5);
    fresh.check_step(block + block_steps + 1, false, false);  // not the first count
    fresh.check_step(block + block_steps, false, true);       // growing
    fresh.check_step(block - 2, false, false);                // not the last count
    fresh.check_step(block - 1, false, true);                 // shrinking
    fresh.check_step(block + 3 * block_steps, false, false);  // no neighbour is cached
}

// Two blocks that share a slot: alternating misses fill nothing; filling one evicts the other.
void blocks_compete_for_a_slot() {
    const std::uint64_t one = std::uint64_t{1} << 20;
    // The permutation of the slots is the same for every 2048th tag.
    const std::uint64_t other = one + 2048 * StepCache::cached_steps;
    Fresh fresh;
    for (int i = 0; i < 50; ++i) {
        fresh.check_step(one + 7, false, false);
        fresh.check_step(other + 9, false, false);
    }
    for (std::uint64_t i = 0; i < StepCache::fill_threshold(one); ++i)
        fresh.check_step(one + 7, false, i + 1 > StepCache::fill_threshold(one));
    fresh.check_step(one + 7, false, true);
    for (std::uint64_t i = 0; i < StepCache::fill_threshold(one); ++i)
        fresh.check_step(other + 9, false, false);
    fresh.check_step(one + 8, true, true);
    fresh.check_step(other + 9, false, true);
    fresh.check_step(one + 8, false, false);
}

// An evicted block starts counting its misses again.
void eviction_forgets_the_misses() {
    const std::uint64_t one = std::uint64_t{1} << 20;
    const std::uint64_t other = one + 2048 * StepCache::cached_steps;
    Fresh fresh;
    fresh.fill(one);
    fresh.fill(other);
    for (std::uint64_t i = 0; i < StepCache::fill_threshold(one); ++i)
        fresh.check_step(one + 7, false, false);
    fresh.check_step(one + 7, false, true);
}

// Two labels that collide in one slot and then grow at the same rate do not collide in the
// following ones.
void collisions_do_not_last() {
    for (const std::uint64_t apart : {1, 2, 3, 100, 1023}) {
        Fresh fresh;
        std::uint64_t missed = 0;
        std::uint64_t one = std::uint64_t{1} << 30;
        std::uint64_t other = one + apart * StepCache::cached_steps;
        for (std::uint64_t i = 0; i < StepCache::cached_steps; ++i) {
            missed += !fresh.cache->holds(one) + !fresh.cache->holds(other);
            (void)fresh.cache->step(one++);
            (void)fresh.cache->step(other++);
        }
        check(missed < StepCache::cached_steps / 16, "labels a multiple of the cache size apart");
    }
}

// Counts within the step table reach the cache only before the table is filled.
void small_counts_are_never_cached() {
    Fresh fresh;
    for (int repeat = 0; repeat < 10; ++repeat)
        for (std::uint64_t c = 0; c < 300; ++c)
            fresh.check_step(c, false, false);
    for (int repeat = 0; repeat < 10; ++repeat)
        fresh.check_step(first_block - 1, false, false);
}

void random_walks_are_right() {
    Random random(5);
    const auto cache = std::make_unique<StepCache>();
    for (const int length : {18, 24, 31, 45, 50, 51}) {
        std::array<std::uint64_t, 20> counts;
        for (std::uint64_t& c : counts)
            c = std::max(first_block, (std::uint64_t{1} << length) - 100 + random.below(200));
        const int walks = length < 50 ? 20000 : 1000;
        for (int i = 0; i < walks; ++i) {
            std::uint64_t& c = counts[random.below(counts.size())];
            check(cache->step(c) == true_step(c), "a step of a random walk is right");
            c = std::max(first_block, random.below(3) == 0 ? c - 1 : c + 1);
        }
    }
}

void each_thread_has_its_own_cache() {
    Random random(7);
    const std::uint64_t c = (std::uint64_t{1} << 40) + random.below(std::uint64_t{1} << 40);
    Steps mine;
    for (int i = 0; i < 10; ++i)
        check(mine(c) == true_step(c), "a step is right in this thread");
    check(StepCache::of_thread().holds(c), "and its block is cached");
    bool others = true;
    std::uint64_t step = 0;
    std::thread([&] {
        others = StepCache::of_thread().holds(c);
        step = count_log_step(c);
    }).join();
    check(!others, "another thread has not cached it");
    check(step == true_step(c), "but computes the same step");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    repeated_misses_fill_a_block();
    expensive_blocks_are_filled_later();
    all_steps_of_a_cached_block_are_right();
    a_count_that_moves_into_the_next_block_fills_it();
    blocks_compete_for_a_slot();
    eviction_forgets_the_misses();
    collisions_do_not_last();
    small_counts_are_never_cached();
    random_walks_are_right();
    each_thread_has_its_own_cache();
    return report();
}
