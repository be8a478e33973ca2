// A block of steps is 64 differences of F, with either kernel and for every length of the count.
#include "core/count_log/step_block.hpp"

#include <array>
#include <cstdint>

#include "core/count_log/count_log_stages.hpp"
#include "core/count_log/step_expansion.hpp"
#include "core/count_log/step_kernels.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

using detail::block_steps;
using Block = std::array<std::uint64_t, block_steps>;

constexpr std::uint64_t first_block = detail::StepTable::capacity;

std::uint64_t block_of_length(Random& random, int length) {
    return (random.next() | std::uint64_t{1} << 63) >> (64 - length) & ~(block_steps - 1);
}

// Compared with a stage of F that does not use the short logarithm.
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

// The error bound itself: grains compared with the fraction of F from 256 bits.
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
        check(apart <= bound && -apart <= bound, "grains are within the stated error bound");
    }
}

void grains_are_within_their_bound() {
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

void kernels_agree() {
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
            check(plain_grains == vector_grains, "both kernels give the same grains");
            check(plain == vector, "both kernels give the same steps");
            check(plain_doubt == vector_doubt, "both kernels are in doubt about the same blocks");
        }
    }
}

// Blocks with a count whose F is closer to a tie than the error bound of the expansion: F itself
// must decide the rounding, and sometimes it differs from that of the expansion.
void doubtful_roundings_come_from_count_log() {
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
    check(repairs > 10, "the expansion alone would round some of them wrongly");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    blocks_are_differences();
    grains_are_within_their_bound();
    kernels_agree();
    doubtful_roundings_come_from_count_log();
    return report();
}
