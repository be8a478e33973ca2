// Edges of bins against their definition, for numbers of every kind.
#include "core/tree/rows/edge_choice.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::tree;
using entrostream::testing::check;
using entrostream::testing::Random;

namespace {

using Make = std::function<double(Random&)>;

double next_double(double x, std::uint64_t steps) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) + steps);
}

double real(Random& random) {
    return static_cast<double>(random.below(1u << 30)) / (1 << 20) - 512;
}

// Where the bins begin in sorted numbers: at all changes, or, of too many, at the first one that
// is not before each equal share.
std::vector<std::uint32_t> starts_by_definition(const std::vector<double>& sorted,
                                                std::uint32_t bins) {
    std::vector<std::uint32_t> changes;
    for (std::uint32_t i = 1; i < sorted.size(); ++i)
        if (sorted[i - 1] < sorted[i]) changes.push_back(i);
    if (changes.size() < bins) return changes;
    std::vector<std::uint32_t> chosen;
    for (std::size_t bin = 1; bin < bins; ++bin) {
        const std::size_t wanted = sorted.size() * bin / bins;
        const auto later = std::find_if(changes.begin(), changes.end(), [&](std::uint32_t change) {
            return change >= wanted && (chosen.empty() || change > chosen.back());
        });
        if (later != changes.end()) chosen.push_back(*later);
    }
    return chosen;
}

void check_column(EdgeChoice& choice, const std::vector<double>& numbers, std::uint32_t bins) {
    const auto order = choice.order();
    std::vector<std::uint32_t> rows(order.begin(), order.end());
    std::sort(rows.begin(), rows.end());
    bool all = rows.size() == numbers.size();
    for (std::uint32_t row = 0; row < rows.size(); ++row)
        all = all && rows[row] == row;
    check(all, "every row has one place");
    if (!all) return;
    std::vector<double> sorted;
    for (const std::uint32_t row : order)
        sorted.push_back(numbers[row]);
    check(std::is_sorted(sorted.begin(), sorted.end()), "in the order of the numbers");
    const auto starts = starts_by_definition(sorted, bins);
    check(std::equal(starts.begin(), starts.end(), choice.starts().begin(), choice.starts().end()),
          "bins begin where they should");
    bool parted = true;
    for (const std::uint32_t start : choice.starts()) {
        const double edge = choice.edge(start);
        parted &= sorted[start - 1] <= edge && edge < sorted[start];
    }
    check(parted, "an edge lies between the bins");
}

// All four columns at once, each of another kind, and each alone.
void check_numbers(const std::vector<Make>& kinds, std::uint32_t rows, std::uint32_t bins,
                   std::uint64_t seed) {
    constexpr std::size_t stride = 8;
    Random random(seed);
    std::vector<double> data(rows * stride, 0);
    std::vector<std::vector<double>> columns(lanes);
    for (std::uint32_t column = 0; column < lanes; ++column) {
        const Make& make = kinds[random.below(kinds.size())];
        for (std::uint32_t row = 0; row < rows; ++row) {
            columns[column].push_back(make(random));
            data[row * stride + column] = columns[column].back();
        }
    }
    EdgeChoice choice;
    choice.sort({data.data(), stride, rows, lanes});
    for (std::uint32_t column = 0; column < lanes; ++column) {
        choice.choose(column, bins);
        check_column(choice, columns[column], bins);
    }
    for (std::uint32_t column = 0; column < lanes; ++column) {
        choice.sort({data.data() + column, stride, rows, 1});
        choice.choose(0, bins);
        check_column(choice, columns[column], bins);
    }
}

}  // namespace

int main() {
    constexpr double largest = std::numeric_limits<double>::max();
    constexpr double smallest = std::numeric_limits<double>::denorm_min();
    const std::vector<Make> kinds{
        real,
        [](Random& random) { return static_cast<double>(random.below(3)); },
        [](Random&) { return -7.5; },
        // Neighbours, which the keys that are sorted cannot tell apart.
        [](Random& random) { return next_double(1.0, random.below(300)); },
        [](Random& random) { return -next_double(1e-300, random.below(200)); },
        [=](Random& random) { return smallest * static_cast<double>(random.below(200)); },
        [](Random& random) { return random.below(2) == 0 ? 0.0 : -0.0; },
        [=](Random& random) { return random.below(2) == 0 ? largest : -largest; },
        [](Random& random) {
            return std::ldexp(real(random), static_cast<int>(random.below(900)));
        },
    };
    std::uint64_t seed = 1;
    for (const std::uint32_t rows : {1u, 2u, 3u, 24u, 63u, 100u, 127u, 128u, 129u, 500u})
        for (const std::uint32_t bins : {2u, 8u, 32u, 256u})
            for (int again = 0; again < 20; ++again)
                check_numbers(kinds, rows, bins, seed++);
    return testing::report();
}
