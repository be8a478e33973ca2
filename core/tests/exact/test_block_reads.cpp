// Block reads are bit-identical to single reads.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "core/count_log/count_log.hpp"
#include "core/exact/block_reads.hpp"
#include "core/exact/block_reads_avx2.hpp"
#include "core/exact/reads.hpp"
#include "core/exact/sums.hpp"
#include "core/tests/check.hpp"

namespace entrostream::testing {
namespace {

std::mt19937_64 random_bits(11);

std::uint64_t of_length(int length) {
    return (random_bits() | std::uint64_t{1} << 63) >> (64 - length);
}

int between(int least, int most) {
    return least + static_cast<int>(random_bits() % static_cast<unsigned>(most - least + 1));
}

bool same_bits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

void check_entropy_block(const std::vector<uint128>& excess, std::uint64_t n) {
    std::vector<double> out(excess.size());
    entropy_block(excess.data(), excess.size(), n, out.data());
    for (std::size_t i = 0; i < excess.size(); ++i) {
        const double exact = detail::quotient_by_integers(excess[i], n) * 0x1p-58;
        check(same_bits(out[i], exact), "a block of entropies is exact");
    }
}

void window_entropies_are_exact() {
    for (int length = 1; length <= 61; ++length) {
        for (int repeat = 0; repeat < 40; ++repeat) {
            const std::uint64_t n = of_length(length);
            const uint128 all = std::max<uint128>(1, count_log(n));
            std::vector<uint128> excess = {0, 1, 2, 3, all};
            for (int i = between(0, 200); i > 0; --i)
                excess.push_back((join(random_bits(), random_bits()) >> between(1, 127)) % all);
            check_entropy_block(excess, n);
        }
    }
}

// Quotients within a few units of the middle between two doubles.
void window_entropies_near_the_middle_are_exact() {
    for (int repeat = 0; repeat < 2000; ++repeat) {
        const std::uint64_t n = of_length(between(3, 40));
        std::vector<uint128> excess;
        for (int i = 0; i < 100; ++i) {
            const uint128 middle = uint128{of_length(54) | 1} * n;
            const int shift = between(-50, 8);
            const uint128 x = shift >= 0 ? middle << shift : middle >> -shift;
            excess.push_back(x % count_log(n) + static_cast<unsigned>(between(0, 2)));
        }
        check_entropy_block(excess, n);
    }
}

// A window of two labels that is pure most of the time, as a stream would fill it.
void nearly_pure_windows_are_exact() {
    for (const std::uint64_t n : {2ull, 3ull, 1000ull, 100000ull, 1ull << 30, (1ull << 39) - 1}) {
        std::vector<uint128> excess;
        for (std::uint64_t rest = 0; rest < std::min<std::uint64_t>(n, 100); ++rest)
            excess.push_back(count_log(n) - count_log(n - rest) - count_log(rest));
        check_entropy_block(excess, n);
    }
}

// Excesses as in a block of slides: each differs from the previous one by a step.
struct NearBlock {
    uint128 base = 0;
    std::vector<std::int64_t> offsets;  // modulo 2^64
    std::vector<uint128> excess;
};

NearBlock near_block(uint128 start, std::uint64_t n, int step_bits, int size) {
    const uint128 all = count_log(n);
    NearBlock block{start >> 32 << 32, {}, {}};
    uint128 excess = start;
    while (static_cast<int>(block.excess.size()) < size) {
        const uint128 step = random_bits() % (std::uint64_t{19} << 58) >> (63 - step_bits);
        const bool down = random_bits() % 2 == 0;
        if (down ? step > excess : step > all - excess) continue;
        excess = down ? excess - step : excess + step;
        if (excess < uint128{1} << 58) excess = 0;
        block.excess.push_back(excess);
        block.offsets.push_back(static_cast<std::int64_t>(low_half(excess - block.base)));
    }
    return block;
}

// Whether the fast path applied; if so, all values are exact.
bool reads_exactly(const NearBlock& block, std::uint64_t n) {
    const std::size_t size = block.excess.size();
    std::vector<double> out(size);
    if (!entropy_near_block(block.base, block.offsets.data(), size, n, out.data())) return false;
    for (std::size_t i = 0; i < size; ++i) {
        const double exact = detail::quotient_by_integers(block.excess[i], n) * 0x1p-58;
        check(same_bits(out[i], exact), "a block of near entropies is exact");
    }
    return true;
}

void near_entropies_are_exact_or_refused() {
    for (int length = 2; length <= 17; ++length) {
        int read = 0;
        constexpr int repeats = 500;
        for (int repeat = 0; repeat < repeats; ++repeat) {
            const std::uint64_t n = of_length(length);
            const uint128 all = count_log(n);
            const uint128 start = std::max<uint128>(
                join(random_bits(), random_bits()) % all >> between(0, 20), uint128{1} << 58);
            read += static_cast<int>(reads_exactly(near_block(start, n, between(20, 57), 64), n));
            static_cast<void>(
                reads_exactly(near_block(start, n, between(58, 63), between(0, 16) * 4), n));
        }
        // Ties are frequent in a small window whose size is a power of two.
        const bool most = read > repeats * 9 / 10;
        if (length > 10)
            check(most == detail::has_vector_reads(), "with AVX2 the fast path usually applies");
    }
}

// Steps of 18 bits upwards: the offsets overflow after two of them.
void offsets_that_ran_over_are_refused() {
    NearBlock block;
    for (unsigned i = 1; i <= 64; ++i) {
        block.excess.push_back(uint128{18} * i << 58);
        block.offsets.push_back(static_cast<std::int64_t>(low_half(block.excess.back())));
    }
    check(!reads_exactly(block, 100000), "offsets that overflowed are rejected");
}

struct GrowingBlock {
    std::uint64_t first_n;
    std::vector<uint128> log_sums;
    std::vector<uint128> square_sums;
};

// One more event `size` times: of the first label, or (1 - pure) of any.
GrowingBlock grow(ExactSums sums, std::vector<Cell> cells, double pure, int size) {
    GrowingBlock block{sums.n() + 1, {}, {}};
    for (int i = 0; i < size; ++i) {
        const bool first = static_cast<double>(random_bits() >> 11) * 0x1p-53 < pure;
        sums.insert(cells[first ? 0 : random_bits() % cells.size()]);
        block.log_sums.push_back(sums.log_sum());
        block.square_sums.push_back(sums.square_sum());
    }
    return block;
}

// A tally over `labels` labels that already holds `start` events of its first label.
GrowingBlock grow(std::uint64_t start, unsigned labels, double pure, int size) {
    std::vector<Cell> cells(labels);
    ExactSums sums;
    sums.add(cells[0], start);
    return grow(sums, cells, pure, size);
}

// The same, with random labels.
GrowingBlock grow_mixed(std::uint64_t start, unsigned labels, int size) {
    std::vector<Cell> cells(labels);
    ExactSums sums;
    for (Cell& cell : cells)
        sums.add(cell, &cell == &cells.back() ? start - sums.n()
                                              : random_bits() % (2 * start / labels) / 2);
    return grow(sums, cells, 0.3, size);
}

void check_growing(const GrowingBlock& block) {
    const std::size_t size = block.log_sums.size();
    std::vector<double> entropies(size);
    std::vector<double> ginis(size);
    entropy_growing_block(block.log_sums.data(), block.first_n, size, entropies.data());
    gini_growing_block(block.square_sums.data(), block.first_n, size, ginis.data());
    for (std::size_t i = 0; i < size; ++i) {
        const std::uint64_t n = block.first_n + i;
        const uint128 all = uint128{n} * n;
        const uint128 excess = count_log(n) - block.log_sums[i];
        check(same_bits(entropies[i], detail::quotient_by_integers(excess, n) * 0x1p-58),
              "entropies of a growing tally are exact");
        check(same_bits(ginis[i], detail::quotient_by_integers(all - block.square_sums[i], all)),
              "Gini indices of a growing tally are exact");
    }
}

void growing_tallies_are_exact() {
    for (const double pure : {0.0, 0.5, 0.99, 0.9999, 1.0})
        for (const unsigned labels : {1u, 2u, 10u, 1000u})
            check_growing(grow(0, labels, pure, 20000));
    for (int length = 2; length <= 61; ++length)
        for (const double pure : {0.3, 0.99})
            check_growing(grow(of_length(length) - 1, 50, pure, between(0, 500)));
    for (const int length : {13, 20, 26, 34, 39})
        check_growing(grow((std::uint64_t{1} << length) - 300, 50, 0.5, 600));
}

void large_mixed_tallies_are_exact() {
    for (int length = 26; length <= 61; ++length) {
        for (const unsigned labels : {2u, 10u, 300u}) {
            for (int repeat = 0; repeat < 5; ++repeat)
                check_growing(grow_mixed(of_length(length) - 600, labels, between(0, 500)));
            check_growing(grow_mixed((std::uint64_t{1} << length) - 300, labels, 600));
        }
    }
}

// One event of a second label among very many: the smallest entropies above 0.
void nearly_pure_tallies_are_exact() {
    for (int length = 26; length <= 61; ++length) {
        for (const std::uint64_t others : {0u, 1u, 2u, 1000u}) {
            std::vector<Cell> cells(2);
            ExactSums sums;
            sums.add(cells[0], of_length(length) - 2000);
            sums.add(cells[1], others);
            check_growing(grow(sums, cells, 1.0, 50));
        }
    }
}

void every_size_and_start_is_handled() {
    for (int size = 0; size < 12; ++size)
        for (std::uint64_t start = 0; start < 6; ++start)
            check_growing(grow(start, 3, 0.2, size));
}

void window_ginis_are_exact() {
    for (int length = 1; length <= 61; ++length) {
        for (int repeat = 0; repeat < 20; ++repeat) {
            const std::uint64_t n = repeat == 0 ? std::uint64_t{1} << length : of_length(length);
            const uint128 all = uint128{n} * n;
            std::vector<uint128> deficit = {0, all - 1};
            for (int i = between(0, 100); i > 0; --i)
                deficit.push_back((join(random_bits(), random_bits()) >> between(1, 127)) % all);
            std::vector<double> out(deficit.size());
            gini_block(deficit.data(), deficit.size(), n, out.data());
            for (std::size_t i = 0; i < deficit.size(); ++i)
                check(same_bits(out[i], detail::quotient_by_integers(deficit[i], all)),
                      "a block of Gini indices is exact");
        }
    }
}

void small_ginis_are_exact() {
    for (int length = 1; length <= 26; ++length) {
        const std::uint64_t n = of_length(length);
        std::vector<std::uint64_t> deficit = {0, n * n - 1};
        for (int i = between(0, 100); i > 0; --i)
            deficit.push_back((random_bits() >> between(0, 63)) % (n * n));
        std::vector<double> out(deficit.size());
        std::vector<double> plain(deficit.size());
        gini_small_block(deficit.data(), deficit.size(), n, out.data());
        detail::gini_small_block_plain(deficit.data(), deficit.size(), n, plain.data());
        for (std::size_t i = 0; i < deficit.size(); ++i) {
            const double exact = detail::quotient_by_integers(deficit[i], uint128{n} * n);
            check(same_bits(out[i], exact) && same_bits(plain[i], exact),
                  "a block of small Gini indices is exact");
        }
    }
}

// Windows whose length changes from event to event.
void varying_windows_are_exact() {
    for (int repeat = 0; repeat < 3000; ++repeat) {
        const int length = between(1, 26);
        std::vector<std::uint64_t> n;
        std::vector<uint128> excess;
        std::vector<std::uint64_t> deficit;
        for (int i = between(0, 100); i > 0; --i) {
            const std::uint64_t each = i % 9 == 0 ? std::uint64_t{1} << length
                                                  : of_length(between((length + 1) / 2, length));
            const uint128 random = join(random_bits(), random_bits()) >> between(1, 127);
            n.push_back(each);
            excess.push_back(i % 7 == 0 ? 0 : random % (count_log(each) + 1));
            deficit.push_back(low_half(random % (uint128{each} * each)));
        }
        const std::size_t size = n.size();
        std::vector<double> entropies(size);
        std::vector<double> plain_entropies(size);
        std::vector<double> ginis(size);
        std::vector<double> plain_ginis(size);
        entropy_varying_block(excess.data(), n.data(), size, entropies.data());
        detail::entropy_varying_block_plain(excess.data(), n.data(), size, plain_entropies.data());
        gini_varying_block(deficit.data(), n.data(), size, ginis.data());
        detail::gini_varying_block_plain(deficit.data(), n.data(), size, plain_ginis.data());
        for (std::size_t i = 0; i < size; ++i) {
            const double entropy = detail::quotient_by_integers(excess[i], n[i]) * 0x1p-58;
            const double gini = detail::quotient_by_integers(deficit[i], uint128{n[i]} * n[i]);
            check(same_bits(entropies[i], entropy) && same_bits(plain_entropies[i], entropy),
                  "entropies of a varying window are exact");
            check(same_bits(ginis[i], gini) && same_bits(plain_ginis[i], gini),
                  "Gini indices of a varying window are exact");
        }
    }
}

// Tests the fallback also on processors with AVX2.
void plain_reads_are_exact() {
    const GrowingBlock block = grow(1000, 20, 0.5, 5000);
    const std::size_t size = block.log_sums.size();
    std::vector<double> plain(size);
    std::vector<double> fast(size);
    detail::entropy_growing_block_plain(block.log_sums.data(), block.first_n, size, plain.data());
    entropy_growing_block(block.log_sums.data(), block.first_n, size, fast.data());
    for (std::size_t i = 0; i < size; ++i)
        check(same_bits(plain[i], fast[i]), "with and without AVX2, the same growing entropies");
    detail::entropy_block_plain(block.log_sums.data(), size, 5000, plain.data());
    entropy_block(block.log_sums.data(), size, 5000, fast.data());
    for (std::size_t i = 0; i < size; ++i)
        check(same_bits(plain[i], fast[i]), "with and without AVX2, the same window entropies");
    detail::gini_growing_block_plain(block.square_sums.data(), block.first_n, size, plain.data());
    gini_growing_block(block.square_sums.data(), block.first_n, size, fast.data());
    for (std::size_t i = 0; i < size; ++i)
        check(same_bits(plain[i], fast[i]), "with and without AVX2, the same Gini indices");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    window_entropies_are_exact();
    window_entropies_near_the_middle_are_exact();
    nearly_pure_windows_are_exact();
    near_entropies_are_exact_or_refused();
    offsets_that_ran_over_are_refused();
    growing_tallies_are_exact();
    large_mixed_tallies_are_exact();
    nearly_pure_tallies_are_exact();
    every_size_and_start_is_handled();
    window_ginis_are_exact();
    small_ginis_are_exact();
    varying_windows_are_exact();
    plain_reads_are_exact();
    return report();
}
