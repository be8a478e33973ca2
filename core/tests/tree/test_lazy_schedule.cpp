// The lazy schedule gives split by split the tree of an attempt after every row: over
// random streams with missing values, late values and classes, weights, for all rules.
#include "core/tests/check.hpp"
#include "core/tests/sanitizers.hpp"
#include "core/tests/tree/random_stream.hpp"
#include "core/tree/vfdt.hpp"

using namespace entrostream;
using namespace entrostream::tree;
using entrostream::testing::check;

namespace {

constexpr std::uint64_t one_in =
    13;  // under the sanitizers; coprime to 2, 3, 4 and 5: each choice is met
constexpr std::uint64_t many_splits = testing::sanitized ? 500 / one_in : 500;

std::uint64_t all_splits = 0;
std::uint64_t lazy_attempts = 0;
std::uint64_t all_examples = 0;

void start_counting() {
    all_splits = lazy_attempts = all_examples = 0;
}

void compare(Options options, const testing::StreamShape& shape, std::uint64_t seed,
             std::size_t rows = 1500) {
    if (!testing::is_tried(seed, one_in)) return;
    if (!options.re_evaluates_splits())
        options.weight_type = seed % 2 == 0 ? WeightType::importance : WeightType::frequency;
    options.split_schedule = SplitSchedule::lazy;
    Vfdt lazy(options);
    options.split_schedule = SplitSchedule::every_row;
    Vfdt always(options);
    testing::add_attributes(lazy, shape);
    testing::add_attributes(always, shape);
    bool same = true;
    std::size_t i = 0;
    for (const testing::RandomRow& row : testing::random_stream(shape, rows, seed)) {
        if (++i == 700 && shape.late) {  // an attribute more in mid stream
            lazy.add_nominal();
            always.add_nominal();
        }
        same &= lazy.learn(row.row(), row.label, row.weight) ==
                always.learn(row.row(), row.label, row.weight);
    }
    check(same, "the same predictions");
    check(testing::same_trees(lazy, always), "the same tree");
    all_splits += always.work().splits;
    all_examples += i;
    lazy_attempts += lazy.work().split_attempts;
}

void compare_all(const Options& options, std::uint64_t seed) {
    for (const std::uint32_t missing : {0u, 10u})
        for (const bool late : {false, true})
            for (const std::uint32_t weight : {1u, 5u})
                for (const std::uint32_t noise : {5u, 40u, 100u}) {
                    const testing::StreamShape shape{
                        .missing = missing, .noise = noise, .most_weight = weight, .late = late};
                    compare(options, shape, ++seed);
                }
}

// Two attributes that tell the same, or nearly: the second best keeps the best from a split for
// long, with any mixture of kinds, and the lead changes hands.
void compare_ties(const Options& options, bool late, std::uint64_t seed) {
    struct Kinds {
        std::uint32_t numeric;
        std::uint32_t nominal;
    };
    for (const Kinds kinds : {Kinds{2, 0}, Kinds{0, 2}, Kinds{1, 1}, Kinds{3, 3}, Kinds{1, 0}})
        for (const std::uint32_t values : {2u, 5u, 40u})
            for (const std::uint32_t weight : {1u, 7u})
                for (const std::uint32_t alike : {0u, 90u}) {
                    const testing::StreamShape shape{.numeric = kinds.numeric,
                                                     .nominal = kinds.nominal,
                                                     .values = values,
                                                     .noise = 40,
                                                     .most_weight = weight,
                                                     .alike = alike,
                                                     .late = late};
                    compare(options, shape, ++seed, 3000);
                }
}

void compare_hoeffding(bool late, std::uint64_t seed) {
    for (const double delta : {1e-7, 0.3})
        for (const double tau : {0.0, 0.05})
            for (const bool parent_counts : {false, true}) {
                Options options{.rule = Rule::hoeffding, .leaf_prediction = LeafPrediction::mc};
                options.delta = delta;
                options.tau = tau;
                options.parent_counts = parent_counts;
                options.bins.warm_up = 40;
                options.max_values = 30;
                compare_ties(options, late, seed += 1000);
            }
}

}  // namespace

int main() {
    std::uint64_t seed = 100;
    for (const LeafPrediction leaf : {LeafPrediction::nba_path, LeafPrediction::mc}) {
        Options options{.leaf_prediction = leaf, .explore = 400};
        options.bins.warm_up = 40;
        compare_all(options, seed += 1000);
        options.delta = 0.3;
        options.explore = 0;
        compare_all(options, seed += 1000);
        options.split_criterion = Criterion(CriterionKind::gini);
        compare_all(options, seed += 1000);
        options.split_criterion = Criterion(CriterionKind::gain_ratio);
        compare_all(options, seed += 1000);
    }
    // By evidence, attempts are rare.
    check(all_splits > many_splits, "the streams make trees grow");
    check(lazy_attempts * 2 < all_examples, "most examples need no attempt");
    Options classic{.rule = Rule::hoeffding, .leaf_prediction = LeafPrediction::mc, .delta = 1e-3};
    classic.bins.warm_up = 40;
    compare_all(classic, seed += 1000);
    classic.parent_counts = true;
    compare_all(classic, seed += 1000);
    classic.tau = 0.3;
    classic.split_criterion = Criterion(CriterionKind::gini);
    compare_all(classic, seed += 1000);
    compare_hoeffding(true, seed += 1000);
    start_counting();
    compare_hoeffding(false, seed += 100'000);
    check(all_splits > many_splits, "streams with close attributes make trees grow");
    check(lazy_attempts * 5 < all_examples,
          "a close second does not cause an attempt at every example");
    // A wide attribute, with fewer values kept than there are.
    const Options wide{.leaf_prediction = LeafPrediction::nba, .delta = 0.3, .max_values = 40};
    for (std::uint64_t i = 0; i < one_in; ++i)  // one of them under the sanitizers
        compare(wide, {.values = 60, .missing = 5, .late = true}, seed += 1);
    // Where alternates take over, and rows leave a window.
    start_counting();
    Options small{.delta = 0.2, .explore = 300};
    small.bins.warm_up = 30;
    for (Options options : testing::adaptive_options(small))
        for (const Rule rule : {Rule::evidence, Rule::hoeffding})
            for (const std::uint32_t missing : {0u, 10u})
                for (const std::uint32_t weight : {1u, 3u})
                    for (const bool late : {false, true}) {
                        options.rule = rule;
                        compare(options,
                                {.missing = missing,
                                 .noise = 10,
                                 .most_weight = weight,
                                 .late = late,
                                 .concept_length = 400},
                                ++seed, 4000);
                    }
    check(all_splits > many_splits / 10, "adaptive trees grow");
    return testing::report();
}
