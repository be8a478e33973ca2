// A tree that was saved and read back goes on bit for bit as if it had never been saved.
#include <string>

#include "core/state/tree_state.hpp"
#include "core/tests/check.hpp"
#include "core/tests/sanitizers.hpp"
#include "core/tests/tree/random_stream.hpp"
#include "core/tests/tree/tree_bytes.hpp"

using namespace entrostream;
using namespace entrostream::tree;
using entrostream::testing::bytes_of;
using entrostream::testing::check;
using entrostream::testing::check_throws;
using entrostream::testing::labels_of;
using entrostream::testing::RandomRow;

namespace {

void check_goes_on(const Options& options, const testing::StreamShape& shape, std::uint64_t seed,
                   std::size_t rows, std::size_t every) {
    Vfdt never_saved(options);
    testing::add_attributes(never_saved, shape);
    auto saved = std::make_unique<Vfdt>(options);
    testing::add_attributes(*saved, shape);
    bool same = true;
    std::size_t i = 0;
    for (const RandomRow& row : testing::random_stream(shape, rows, seed)) {
        if (i++ % every == 0) {
            const StateBytes bytes = bytes_of(*saved);
            saved = decode_tree(bytes).tree;
            same &= bytes_of(*saved) == bytes && saved->bytes() == never_saved.bytes();
        }
        same &= never_saved.learn(row.row(), row.label, row.weight) ==
                saved->learn(row.row(), row.label, row.weight);
    }
    check(same, "the same bytes, the same memory, the same predictions");
    check(testing::same_trees(never_saved, *saved), "the same tree");
    check(bytes_of(never_saved) == bytes_of(*saved), "the same state in the end");
}

// A limit that leaves no room for the branch of a new value: the row goes down another one, and
// no inner node is taken for a leaf.
void check_short_of_branches() {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        if (!testing::is_tried(seed, 5)) continue;
        const testing::StreamShape shape{
            .numeric = 1, .nominal = 3, .values = 30, .classes = 4, .noise = 5, .late = true};
        Vfdt tree({.delta = 0.5, .explore = 60, .memory_limit = 20'000 + 1'500 * seed});
        testing::add_attributes(tree, shape);
        for (const RandomRow& row : testing::random_stream(shape, 3000, seed))
            tree.learn(row.row(), row.label);
        bool read = true;
        try {
            static_cast<void>(decode_tree(bytes_of(tree)));
        } catch (const StateError&) {
            read = false;
        }
        check(read, "a tree that is short of branches can be read back");
    }
}

// Whatever is done to the bytes, they are refused or read as what they say, and learning goes on.
void check_damage(Options options, const testing::StreamShape& shape, std::uint32_t warm,
                  std::size_t rows) {
    options.bins.warm_up = warm;
    Vfdt tree(options);
    testing::add_attributes(tree, shape);
    for (const RandomRow& row : testing::random_stream(shape, rows, 1))
        tree.learn(row.row(), row.label, row.weight);
    const StateBytes good = bytes_of(tree);
    const std::size_t end = good.size() - state_checksum_size;
    const auto later = testing::random_stream(shape, 40, 5);
    testing::Random random(2);
    bool sound = true;
    for (std::uint64_t i = 0; i < testing::share(3000, 2); ++i) {
        Writer payload;
        std::string bytes(good.begin() + state_header_size,
                          good.begin() + static_cast<std::ptrdiff_t>(end));
        for (std::uint64_t k = 0; k <= random.below(3); ++k)
            bytes[random.below(bytes.size())] ^= static_cast<char>(1 + random.below(255));
        if (i % 5 == 0) bytes.resize(random.below(bytes.size()));
        payload.raw(bytes);
        const StateBytes damaged = Writer::frame(StateKind::tree, payload, good[4]);
        try {
            TreeState read = decode_tree(damaged);
            sound &= encode(read) == damaged;
            if (read.tree->schema().numeric() >= 2 && read.tree->schema().nominal() >= 2)
                for (const RandomRow& row : later)
                    read.tree->learn(row.row(), row.label);
        } catch (const StateError&) {
            continue;
        }
    }
    check(sound, "damaged bytes are refused or mean what they say");
    check_throws<StateError>(
        [&] {
            StateBytes cut = good;
            cut.pop_back();
            static_cast<void>(decode_tree(cut));
        },
        "a byte is missing");
}

void check_custom_criterion() {
    const Criterion own([](std::span<const double>, std::uint32_t) { return 1.0; }, 1.0);
    Vfdt tree({.split_criterion = own});
    const StateBytes bytes = bytes_of(tree);
    check_throws<StateError>([&] { static_cast<void>(decode_tree(bytes)); },
                             "a criterion of one's own is needed again");
    check(decode_tree(bytes, &own).tree->options().split_criterion.kind() == CriterionKind::custom,
          "and then the tree is there");
    check_throws<std::invalid_argument>(
        [&] {
            tree.add_numeric();
            static_cast<void>(encode(tree, {}));
        },
        "every attribute needs a label");
}

}  // namespace

int main() {
    std::uint64_t seed = 0;
    for (const LeafPrediction leaf :
         {LeafPrediction::nba_path, LeafPrediction::mc, LeafPrediction::nba})
        for (const Splitter splitter : {Splitter::histogram, Splitter::gaussian})
            for (const std::uint32_t missing : {0u, 10u}) {
                Options options{
                    .leaf_prediction = leaf, .splitter = splitter, .delta = 0.1, .explore = 500};
                options.bins.warm_up = 40;
                if (splitter == Splitter::gaussian)
                    options.split_schedule = SplitSchedule::grace_period;
                check_goes_on(options,
                              {.values = 31, .missing = missing, .most_weight = 2, .late = true},
                              ++seed, 1200, 97);
            }
    Options limited{.delta = 0.3, .memory_limit = 60'000};
    check_goes_on(limited, {.numeric = 4, .nominal = 3, .values = 20, .noise = 10}, ++seed, 4000,
                  503);
    check_goes_on(limited, {.values = 70, .missing = 3, .noise = 10, .late = true}, ++seed, 4000,
                  503);
    Options classic{
        .rule = Rule::hoeffding, .leaf_prediction = LeafPrediction::nba, .parent_counts = true};
    check_goes_on(classic, {.noise = 5}, ++seed, 3000, 401);
    // The second best keeps the best from a split: what is known of both is saved.
    Options blocked{
        .rule = Rule::hoeffding, .leaf_prediction = LeafPrediction::mc, .delta = 1e-7, .tau = 0};
    blocked.bins.warm_up = 40;
    struct Kinds {
        std::uint32_t numeric;
        std::uint32_t nominal;
    };
    for (const Kinds kinds : {Kinds{2, 0}, Kinds{0, 2}, Kinds{1, 1}})
        for (const bool late : {false, true}) {
            const testing::StreamShape shape{.numeric = kinds.numeric,
                                             .nominal = kinds.nominal,
                                             .most_weight = 2,
                                             .alike = 90,
                                             .late = late};
            check_goes_on(blocked, shape, ++seed, 3000, 41);
        }
    check_damage({.leaf_prediction = LeafPrediction::nba_path, .delta = 0.3},
                 {.values = 40, .missing = 10, .most_weight = 3}, 30, 300);
    check_damage(blocked, {.values = 2, .alike = 95}, 30, 300);
    for (const std::size_t rows : {4u, 30u})  // before and after the edges are chosen
        check_damage(
            {.split_schedule = SplitSchedule::every_row, .leaf_prediction = LeafPrediction::mc}, {},
            5, rows);
    for (const Options& options :
         testing::adaptive_options({.delta = 0.2, .explore = 200, .bins = {.warm_up = 30}})) {
        const std::uint32_t weight = options.re_evaluates_splits() ? 3 : 2;
        check_goes_on(options,
                      {.values = 31,
                       .missing = 5,
                       .noise = 10,
                       .most_weight = weight,
                       .late = true,
                       .concept_length = 500},
                      ++seed, 3000, 97);
        check_goes_on(options, {.noise = 5, .concept_length = 600}, ++seed, 4000, 211);
        Options with_limit = options;
        with_limit.memory_limit = 120'000;
        check_goes_on(with_limit, {.values = 20, .noise = 5, .concept_length = 600}, ++seed, 3000,
                      211);
        check_damage(options, {.values = 5, .missing = 5, .noise = 5, .concept_length = 400}, 20,
                     1500);
    }
    check_short_of_branches();
    check_custom_criterion();
    return testing::report();
}
