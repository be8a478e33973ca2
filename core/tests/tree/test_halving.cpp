// Rows of every weight that is allowed: counts never overflow, and what is new is always learned.
#include <cstdint>
#include <vector>

#include "core/state/tree_state.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"
#include "core/tests/sanitizers.hpp"
#include "core/tests/tree/random_stream.hpp"
#include "core/tests/tree/tree_bytes.hpp"
#include "core/tree/statistics/halving.hpp"

using namespace entrostream;
using namespace entrostream::tree;
using entrostream::testing::bytes_of;
using entrostream::testing::check;
using entrostream::testing::RandomRow;

namespace {

void check_halves_add_up() {
    testing::Random random(1);
    for (int i = 0; i < 200; ++i) {
        std::vector<std::uint32_t> parts(1 + random.below(9));
        std::uint64_t sum = 0, sum_of_halves = 0;
        bool near = true;
        Halving halving;
        for (std::uint32_t& part : parts) {
            part = static_cast<std::uint32_t>(random.below(i % 2 == 0 ? 4 : 1u << 31));
            sum += part;
            const std::uint32_t half = halving.half(part);
            sum_of_halves += half;
            near &= half == part / 2 || half == part - part / 2;
        }
        check(near, "a part becomes its half, rounded up or down");
        check(sum_of_halves == sum / 2, "the halves add up to half the sum");
    }
}

std::uint64_t combinations = 0;

// The reader refuses counts that do not add up, so every state read back shows that they do.
void check_stays_whole(Options options, std::uint32_t most_weight, std::uint32_t missing,
                       std::uint64_t seed) {
    if (!testing::is_tried(++combinations, 13)) return;  // coprime to 2, 3, 4 and 5
    const testing::StreamShape shape{
        .numeric = 2, .nominal = 3, .missing = missing, .most_weight = most_weight, .late = true};
    options.weight_type = seed % 2 == 0 ? WeightType::importance : WeightType::frequency;
    options.bins = {.n_bins = 8, .warm_up = 30};
    options.delta = 0.1;
    Vfdt tree(options);
    testing::add_attributes(tree, shape);
    auto twin = decode_tree(bytes_of(tree)).tree;
    bool same = true;
    std::size_t i = 0;
    for (const RandomRow& row : testing::random_stream(shape, 1200, seed)) {
        if (i++ % 40 == 0) twin = decode_tree(bytes_of(tree)).tree;
        same &= tree.learn(row.row(), row.label, row.weight) ==
                twin->learn(row.row(), row.label, row.weight);
        if (i % 40 == 0) same &= bytes_of(tree) == bytes_of(*twin);
    }
    check(same, "saved and read back, it goes on as if it had not been");
}

void check_all_weights() {
    for (const std::uint32_t most_weight : {1u << 10, 10'000'000u, 1u << 28, Vfdt::max_weight})
        for (const LeafPrediction leaf :
             {LeafPrediction::nba_path, LeafPrediction::mc, LeafPrediction::nba})
            for (const std::uint32_t missing : {0u, 10u}) {
                check_stays_whole({.leaf_prediction = leaf}, most_weight, missing,
                                  most_weight + missing);
                check_stays_whole({.leaf_prediction = leaf}, most_weight, missing,
                                  most_weight + missing + 5);
                check_stays_whole(
                    {.rule = Rule::hoeffding, .leaf_prediction = leaf, .parent_counts = true},
                    most_weight, missing, most_weight + missing + 1);
                check_stays_whole({.leaf_prediction = leaf, .splitter = Splitter::gaussian},
                                  most_weight, missing, most_weight + missing + 2);
                check_stays_whole({.leaf_prediction = leaf, .explore = 60, .memory_limit = 24'000},
                                  most_weight, missing, most_weight + missing + 3);
            }
}

// However much of another class came before.
void check_learns_what_is_new(Options options, std::uint32_t weight) {
    options.weight_type = WeightType::frequency;
    Vfdt tree(options);
    tree.add_numeric();
    const double x = 1;
    const Row row{{&x, 1}, {}};
    for (std::uint64_t i = 0; i < testing::share(5000, 5); ++i)
        tree.learn(row, 0, weight);
    for (std::uint64_t i = 0; i < testing::share(50'000, 5); ++i)
        tree.learn(row, 1, weight);
    std::vector<double> votes(2);
    tree.predict_votes(row, votes);
    check(tree.predict(row) == 1 && votes[1] > 0.8, "what came ten times as often is predicted");
}

void check_full_leaves_go_on() {
    for (const std::uint32_t weight : {1u, 1'000'000u, Vfdt::max_weight}) {
        if (testing::sanitized && weight != Vfdt::max_weight) continue;  // which halves most often
        check_learns_what_is_new({}, weight);
        check_learns_what_is_new({.leaf_prediction = LeafPrediction::mc}, weight);
        check_learns_what_is_new({.leaf_prediction = LeafPrediction::mc, .memory_limit = 1u << 14},
                                 weight);
    }
}

}  // namespace

int main() {
    check_halves_add_up();
    check_all_weights();
    check_full_leaves_go_on();
    return testing::report();
}
