// The sums are a function of the current counts, and their reads are within their error bounds.
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <stdexcept>
#include <vector>

#include "core/count_log/count_log.hpp"
#include "core/exact/sums.hpp"
#include "core/tests/check.hpp"
#include "core/tests/exact/truth.hpp"

namespace entrostream::testing {
namespace {

// A column with many groups has one of these per group: the cached F(n) takes one slot, no more.
static_assert(sizeof(ExactSums) == 80);

using Counts = std::vector<std::uint64_t>;

std::mt19937_64 random_bits(13);

std::uint64_t below(std::uint64_t limit) {
    return random_bits() % limit;
}

ExactSums sums_of(const Counts& counts) {
    ExactSums sums;
    for (const std::uint64_t count : counts) {
        Cell cell;
        sums.add(cell, count);
    }
    return sums;
}

// Checks that the sums equal those computed from the counts.
void check_fresh(const ExactSums& sums, const std::vector<Cell>& cells) {
    uint128 log_sum = 0;
    uint128 square_sum = 0;
    std::uint64_t n = 0;
    std::uint64_t distinct = 0;
    for (const Cell& cell : cells) {
        log_sum += count_log(cell.count);
        square_sum += uint128{cell.count} * cell.count;
        n += cell.count;
        distinct += cell.count > 0;
    }
    check(sums.log_sum() == log_sum, "L is the sum of F(c)");
    check(sums.square_sum() == square_sum, "Q is the sum of c^2");
    check(sums.n() == n && sums.distinct() == distinct, "n and distinct are those of the counts");
}

void random_step(ExactSums& sums, std::vector<Cell>& cells, std::uint64_t most) {
    Cell& cell = cells[below(cells.size())];
    Cell& other = cells[below(cells.size())];
    switch (below(6)) {
        case 0:
        case 1:
            sums.insert(cell);
            break;
        case 2:
            if (cell.count > 0) sums.remove(cell);
            break;
        case 3:
            if (&cell != &other && other.count > 0) sums.slide(cell, other);
            break;
        case 4:
            sums.add(cell, below(most));
            break;
        default:
            sums.take(cell, below(cell.count + 1));
    }
}

void any_history_leaves_the_sums_of_its_counts() {
    for (const std::uint64_t most : {2ull, 100ull, 70000ull, 1ull << 20, 1ull << 36, 1ull << 50}) {
        std::vector<Cell> cells(8);
        ExactSums sums;
        for (int i = 0; i < 4000; ++i) {
            random_step(sums, cells, most);
            if (i % 10 == 0) check_fresh(sums, cells);
        }
        for (Cell& cell : cells)
            sums.take(cell, cell.count);
        check(sums == ExactSums{}, "emptied, the sums are those of an empty summary");
    }
}

// From counts around every power of two, where tables and stages change.
void steps_undo_each_other() {
    for (int length = 1; length <= 61; ++length) {
        for (const std::uint64_t start :
             {(1ull << length) - 1, 1ull << length, (1ull << length) + 1}) {
            Cell cell;
            Cell other;
            ExactSums sums;
            sums.add(cell, start);
            sums.add(other, 5);
            const ExactSums before = sums;
            const Cell cell_before = cell;
            sums.insert(cell);
            check_fresh(sums, {cell, other});
            sums.remove(cell);
            check(sums == before && cell == cell_before, "remove undoes insert to the last bit");
            sums.slide(cell, other);
            check_fresh(sums, {cell, other});
            sums.slide(other, cell);
            check(sums == before && cell == cell_before, "a slide back undoes a slide");
            sums.add(cell, 12345);
            sums.take(cell, 12345);
            check(sums == before && cell == cell_before, "take undoes add");
            sums.add(cell, 0);
            sums.take(cell, 0);
            check(sums == before && cell == cell_before, "nothing added, nothing changed");
        }
    }
}

void add_is_many_inserts() {
    Cell one_by_one;
    Cell at_once;
    ExactSums inserted;
    ExactSums added;
    constexpr std::uint64_t many = 2 * detail::StepTable::capacity;
    for (std::uint64_t i = 0; i < many; ++i)
        inserted.insert(one_by_one);
    added.add(at_once, many);
    check(inserted == added && one_by_one == at_once, "add(k) is k inserts");
}

void overflow_throws_and_changes_nothing() {
    Cell cell;
    Cell other;
    ExactSums sums;
    sums.add(cell, max_events - 1);
    sums.insert(other);
    const ExactSums full = sums;
    const Cell cell_before = cell;
    check(sums.n() == max_events, "a summary may hold 2^62 - 1 events");
    check_throws<std::overflow_error>([&] { sums.insert(cell); }, "one more event is refused");
    check_throws<std::overflow_error>([&] { sums.add(cell, 1); }, "also by add");
    check_throws<std::overflow_error>([&] { sums.add(cell, ~std::uint64_t{0}); }, "however many");
    check(sums == full && cell == cell_before, "and nothing has changed");
    sums.slide(cell, other);
    check_fresh(sums, {cell, other});
    check(sums.entropy() == 0.0 && sums.distinct() == 1, "a full summary still slides and reads");
}

// Distance to the truth in units of the last place of `value`.
double ulps(double value, const TrueValue& truth) {
    const double unit = std::nextafter(std::fabs(value), INFINITY) - std::fabs(value);
    return std::fabs((value - truth.high) / unit - truth.low / unit);
}

void reads_are_true() {
    for (const TrueReads& truth : true_reads) {
        const ExactSums sums = sums_of(truth.counts);
        check(sums.gini() == truth.gini.high, "the Gini index is correctly rounded");
        check(sums.inverse_simpson() == truth.inverse_simpson.high,
              "the inverse Simpson index is correctly rounded");
        check(ulps(sums.entropy(), truth.entropy) < 0.51, "the entropy is within 0.51 ulp");
        check(ulps(sums.nats(), truth.nats) < 0.51, "nats are within 0.51 ulp");
        check(ulps(sums.evenness(), truth.evenness) < 0.52, "evenness is within 0.52 ulp");
        check(ulps(sums.perplexity(), truth.perplexity) < 0.53, "perplexity is within 0.53 ulp");
        check(ulps(sums.renyi2(), truth.renyi2) < 0.51, "the Renyi entropy is within 0.51 ulp");
        check(ulps(sums.entropy_in(10.0), truth.entropy_in_10) < 0.52,
              "the entropy in another base is within 0.52 ulp");
    }
}

void pure_and_empty_read_as_documented() {
    for (const Counts& counts :
         {Counts{}, Counts{1}, Counts{2}, Counts{70000}, Counts{1ull << 61}}) {
        const ExactSums sums = sums_of(counts);
        for (const double value : {sums.entropy(), sums.nats(), sums.gini(), sums.evenness(),
                                   sums.renyi2(), sums.entropy_in(10.0)})
            check(std::bit_cast<std::uint64_t>(value) == 0, "pure or empty: 0.0");
        check(sums.perplexity() == 1.0 && sums.inverse_simpson() == 1.0, "pure or empty: 1.0");
    }
}

void equal_counts_are_even() {
    for (std::uint64_t labels = 2; labels < 2000; labels += labels < 100 ? 1 : 97) {
        for (const std::uint64_t each : {1ull, 3ull, 1000ull, 999983ull, 1ull << 40}) {
            const ExactSums sums = sums_of(Counts(labels, each));
            const auto m = static_cast<double>(labels);
            check(sums.evenness() == 1.0, "equal counts have evenness 1");
            check(sums.perplexity() == m, "equal counts have as many labels as there are");
            check(sums.inverse_simpson() == m, "by either number");
            check(sums.entropy() == sums.entropy_in(2.0), "base 2 is bits");
            check(sums.entropy() == sums_of(Counts(labels, 1)).entropy(),
                  "the entropy of equal counts depends on the number of labels only");
        }
    }
}

void evenness_stays_below_one() {
    for (std::uint64_t each = 1; each < 100000000000; each = each * 3 + 1) {
        const double value = sums_of({each, each, each + 1}).evenness();
        check(value > 0.0 && value <= 1.0, "evenness is at most 1");
    }
}

// One bit in base b is 1/log2 b; also for bases below 1, next to 1, and subnormal.
void any_base_will_do() {
    const ExactSums one_bit = sums_of({1, 1});
    for (const double base : {3.0, 10.0, 0.5, 0.1, 1.0 + 0x1p-52, 1.0 - 0x1p-53, 0x1p-1074,
                              0x1.8p-1060, 1.7e308, 256.0}) {
        const long double expected = 1.0L / std::log2(static_cast<long double>(base));
        const double value = one_bit.entropy_in(base);
        check(std::fabs(value / static_cast<double>(expected) - 1.0) < 0x1p-51,
              "one bit in base b is 1/log2 b");
    }
    check(one_bit.entropy_in(0.5) == -1.0 && one_bit.entropy_in(256.0) == 0.125, "exact for 2^k");
}

void reads_do_not_count_in_comparisons() {
    const ExactSums read = sums_of({3, 5, 1ull << 40});
    const ExactSums unread = sums_of({3, 5, 1ull << 40});
    (void)read.excess();
    check(read == unread, "a read leaves sums equal to what they were");
    check(read.entropy() == unread.entropy() && read.nats() == unread.nats(),
          "and gives the same bits again");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    any_history_leaves_the_sums_of_its_counts();
    steps_undo_each_other();
    add_is_many_inserts();
    overflow_throws_and_changes_nothing();
    reads_are_true();
    pure_and_empty_read_as_documented();
    equal_counts_are_even();
    evenness_stays_below_one();
    any_base_will_do();
    reads_do_not_count_in_comparisons();
    return report();
}
