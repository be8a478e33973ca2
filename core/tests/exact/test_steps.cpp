// Steps are differences of F: from the table, in blocks, kept or not.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <thread>

#include "core/exact/count_log.hpp"
#include "core/exact/count_log_stages.hpp"
#include "core/exact/step_block.hpp"
#include "core/exact/step_block_passes.hpp"
#include "core/exact/step_cache.hpp"
#include "core/exact/steps.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

using detail::block_steps;
using detail::StepCache;
using Block = std::array<std::uint64_t, block_steps>;

constexpr std::uint64_t first_block = detail::StepTable::capacity;

std::uint64_t block_of_length(Random& random, int length) {
    return (random.next() | std::uint64_t{1} << 63) >> (64 - length) & ~(block_steps - 1);
}

// By the stages that do not share the short logarithm.
void check_block(std::uint64_t first) {
    Block steps;
    detail::fill_steps(first, steps.data());
    uint128 before = detail::count_log_long(first);
    for (std::uint64_t i = 0; i < block_steps; ++i) {
        const uint128 after = detail::count_log_long(first + i + 1);
        check(steps[i] == after - before, "a step of a block is F(c+1) - F(c)");
        before = after;
    }
}

void blocks_are_differences() {
    for (std::uint64_t i = 0; i < 4096; ++i)  // all to 2^18.6
        check_block(first_block + i * block_steps);
    Random random(1);
    for (int length = 18; length <= 62; ++length) {
        const int blocks = length <= 50 ? 400 : length <= 57 ? 20 : 2;
        const std::uint64_t power = std::uint64_t{1} << (length - 1);
        for (int i = 0; i < blocks; ++i)
            check_block(block_of_length(random, length));
        for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(blocks) / 20 + 1; ++i) {
            check_block(power + i * block_steps);
            check_block(2 * power - (i + 1) * block_steps);
        }
    }
}

// The error bound itself: grains against F's fraction, from 256 bits.
void check_grains(std::uint64_t first) {
    const detail::Expansion x(first + detail::reach);
    detail::Grains grains;
    Block steps;
    detail::write_steps_plain(x, grains, steps.data());
    for (std::uint64_t i = 0; i <= block_steps; ++i) {
        const std::uint64_t c = first + i;
        const int e = floor_log2(c);
        if ((c & (c - 1)) == 0) continue;
        const detail::WideFraction log = detail::log2_fraction_wide(c << (63 - e));
        // c * log2(c) * 2^58 modulo 2^64, with 64 bits after the point
        const uint128 log_122 =
            (join(log.limbs[3], log.limbs[2]) >> 6) + join(static_cast<std::uint64_t>(e) << 58, 0);
        const uint128 rest = join(log.limbs[2] << 58 | log.limbs[1] >> 6, 0);
        const uint128 exact = log_122 * c + high_half(uint128{high_half(rest)} * c);
        const std::uint64_t t = i - detail::reach;
        const uint128 whole = join(x.whole + t * x.slope - x.lift, 0);
        const uint128 shown =
            (uint128{grains[i]} << (64 - x.places)) - join(0, std::uint64_t{1} << 63);
        const auto apart = static_cast<int128>(shown + whole - exact);
        const int128 bound = int128{static_cast<std::int64_t>(x.error)} << (64 - x.places);
        check(apart <= bound && -apart <= bound, "grains are as near as their bound says");
    }
}

void grains_keep_their_bound() {
    for (std::uint64_t i = 0; i < 2000; ++i)
        check_grains(first_block + i * block_steps);
    Random random(2);
    for (int length = 18; length <= 50; ++length) {
        const std::uint64_t power = std::uint64_t{1} << (length - 1);
        for (int i = 0; i < 200; ++i)
            check_grains(block_of_length(random, length));
        check_grains(power);
        check_grains(2 * power - block_steps);
    }
}

void passes_agree() {
    if (!detail::has_vector_steps()) return;
    Random random(3);
    for (int length = 18; length <= 50; ++length) {
        for (int i = 0; i < 500; ++i) {
            const detail::Expansion x(block_of_length(random, length) + detail::reach);
            detail::Grains plain_grains;
            detail::Grains vector_grains;
            Block plain;
            Block vector;
            const bool plain_doubt = write_steps_plain(x, plain_grains, plain.data());
            const bool vector_doubt = write_steps_avx2(x, vector_grains, vector.data());
            check(plain_grains == vector_grains, "both passes give the same grains");
            check(plain == vector, "both passes give the same steps");
            check(plain_doubt == vector_doubt, "both passes are in doubt alike");
        }
    }
}

// Blocks with a count whose F is nearer to a tie than the bound of the expansion: there the
// rounding must come from F, and now and then it is another.
void ties_are_left_to_count_log() {
    Random random(4);
    int doubts = 0;
    int repairs = 0;
    for (int i = 0; i < 200000; ++i) {
        const std::uint64_t first =
            i % 2 == 0 ? first_block + random.below(1 << 20) / block_steps * block_steps
                       : block_of_length(random, 46 + i % 5);
        const detail::Expansion x(first + detail::reach);
        detail::Grains grains;
        Block guessed;
        if (!write_steps_plain(x, grains, guessed.data())) continue;
        ++doubts;
        Block steps;
        detail::fill_steps(first, steps.data());
        repairs += steps != guessed;
        if (doubts % 20 == 0) check_block(first);
        if (steps != guessed) check_block(first);
    }
    check(doubts > 1000, "many blocks have a count in doubt");
    check(repairs > 10, "some of them would have been wrong");
}

std::uint64_t true_step(std::uint64_t c) {
    return low_half(count_log(c + 1) - count_log(c));
}

void check_any_step(std::uint64_t c) {
    const uint128 step = detail::count_log_wide(c + 1) - detail::count_log_wide(c);
    check(high_half(step) == 0, "a step fits 64 bits");
    check(count_log_step(c) == low_half(step), "a step is F(c+1) - F(c)");
}

void steps_are_differences() {
    for (std::uint64_t c = 0; c < first_block + 5000; ++c)
        check_any_step(c);
    Random random(6);
    for (int length = 17; length <= 62; ++length)
        for (int i = 0; i < 1000; ++i)
            check_any_step((random.next() | std::uint64_t{1} << 63) >> (64 - length));
    for (std::uint64_t i = 0; i < 100; ++i)
        check_any_step(max_events - 99 + i);
}

// As a thread begins: nothing kept.
struct Fresh {
    std::unique_ptr<StepCache> kept = std::make_unique<StepCache>();

    void check_step(std::uint64_t c, bool kept_before, bool kept_after) {
        check(kept->holds(c) == kept_before, "the block is kept before the step, or not");
        check(kept->step(c) == true_step(c), "the step is right, kept or not");
        check(kept->holds(c) == kept_after, "the block is kept after the step, or not");
    }
};

void a_block_is_filled_when_it_pays() {
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

void neighbours_are_filled_at_once() {
    const std::uint64_t block = std::uint64_t{1} << 25;
    Fresh fresh;
    for (std::uint64_t i = 0; i <= StepCache::fill_threshold(block); ++i)
        (void)fresh.kept->step(block + 5);
    fresh.check_step(block + block_steps + 1, false, false);  // not at its beginning
    fresh.check_step(block + block_steps, false, true);       // grown into
    fresh.check_step(block - 2, false, false);                // not at its end
    fresh.check_step(block - 1, false, true);                 // shrunk into
    fresh.check_step(block + 3 * block_steps, false, false);  // no neighbour
}

// Blocks that share a place: misses of two in turn fill nothing; what is filled drives out
// what was there.
void blocks_take_turns_at_a_place() {
    const std::uint64_t one = std::uint64_t{1} << 20;
    // Every 2048th name has its blocks in the same order.
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

// Two labels that meet at a place and then grow in step part again: in their next blocks
// neither drives out the other.
void labels_do_not_stay_in_each_others_way() {
    for (const std::uint64_t apart : {1, 2, 3, 100, 1023}) {
        Fresh fresh;
        std::uint64_t missed = 0;
        std::uint64_t one = std::uint64_t{1} << 30;
        std::uint64_t other = one + apart * StepCache::cached_steps;
        for (std::uint64_t i = 0; i < StepCache::cached_steps; ++i) {
            missed += !fresh.kept->holds(one) + !fresh.kept->holds(other);
            (void)fresh.kept->step(one++);
            (void)fresh.kept->step(other++);
        }
        check(missed < StepCache::cached_steps / 16, "labels a multiple of the places apart");
    }
}

// As before the table is filled.
void small_counts_are_right_too() {
    Fresh fresh;
    for (int repeat = 0; repeat < 10; ++repeat)
        for (std::uint64_t c = 0; c < 300; ++c)
            fresh.check_step(c, false, false);
    fresh.check_step(first_block - 1, false, false);
}

void random_walks_are_right() {
    Random random(5);
    const auto kept = std::make_unique<StepCache>();
    for (const int length : {18, 24, 31, 45, 50, 51}) {
        std::array<std::uint64_t, 20> counts;
        for (std::uint64_t& c : counts)
            c = std::max(first_block, (std::uint64_t{1} << length) - 100 + random.below(200));
        const int walks = length < 50 ? 20000 : 1000;
        for (int i = 0; i < walks; ++i) {
            std::uint64_t& c = counts[random.below(counts.size())];
            check(kept->step(c) == true_step(c), "a step on the way is right");
            c = std::max(first_block, random.below(3) == 0 ? c - 1 : c + 1);
        }
    }
}

void threads_keep_their_own() {
    Random random(7);
    const std::uint64_t c = block_of_length(random, 41);
    Steps mine;
    for (int i = 0; i < 10; ++i)
        check(mine(c) == true_step(c), "a step is right in this thread");
    check(StepCache::of_thread().holds(c), "and kept");
    bool others = true;
    std::uint64_t step = 0;
    std::thread([&] {
        others = StepCache::of_thread().holds(c);
        step = count_log_step(c);
    }).join();
    check(!others, "another thread has not kept it");
    check(step == true_step(c), "but computes the same");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    blocks_are_differences();
    grains_keep_their_bound();
    passes_agree();
    ties_are_left_to_count_log();
    steps_are_differences();
    a_block_is_filled_when_it_pays();
    neighbours_are_filled_at_once();
    blocks_take_turns_at_a_place();
    labels_do_not_stay_in_each_others_way();
    small_counts_are_right_too();
    random_walks_are_right();
    threads_keep_their_own();
    return report();
}
