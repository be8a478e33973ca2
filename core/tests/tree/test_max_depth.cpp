// Leaves at the maximum depth are never split, attempt no split and keep nothing for splits;
// above them the tree is the one without a limit. Every rule, schedule and kind of leaf.
#include <algorithm>
#include <memory>
#include <vector>

#include "core/state/tree_state.hpp"
#include "core/tests/check.hpp"
#include "core/tests/sanitizers.hpp"
#include "core/tests/tree/random_stream.hpp"
#include "core/tests/tree/tree_bytes.hpp"
#include "core/tree/vfdt.hpp"

using namespace entrostream;
using namespace entrostream::tree;
using entrostream::testing::bytes_of;
using entrostream::testing::check;
using entrostream::testing::check_throws;
using entrostream::testing::RandomRow;

namespace {

constexpr testing::StreamShape shape{.missing = 4, .noise = 10, .most_weight = 3, .late = true};

std::unique_ptr<Vfdt> grown(const Options& options, std::size_t rows = 3000) {
    auto tree = std::make_unique<Vfdt>(options);
    testing::add_attributes(*tree, shape);
    for (const RandomRow& row : testing::random_stream(shape, rows, 5))
        tree->learn(row.row(), row.label, row.weight);
    return tree;
}

std::uint32_t depth_of(const Vfdt& tree) {
    std::uint32_t deepest = 0;
    for (NodeId id = 0; id < tree.model().size(); ++id)
        deepest = std::max(deepest, tree.model().view(id).depth);
    return deepest;
}

std::vector<Options> all_options() {
    std::vector<Options> all;
    for (const Rule rule : {Rule::evidence, Rule::hoeffding})
        for (const auto& schedule : split_schedules)
            for (const auto& prediction : leaf_predictions)
                for (const auto& splitter : splitters) {
                    Options options{.rule = rule,
                                    .split_schedule = schedule.choice,
                                    .leaf_prediction = prediction.choice,
                                    .splitter = splitter.choice,
                                    .delta = 0.3,
                                    .explore = 200,
                                    .tau = 0.3,
                                    .grace_period = 50};
                    options.bins.warm_up = 30;
                    all.push_back(options);
                }
    return all;
}

// The root is the same as without a limit: its leaf does not know of it.
bool same_root(const Vfdt& a, const Vfdt& b) {
    const NodeView x = a.model().view(0);
    const NodeView y = b.model().view(0);
    return x.kind == y.kind && x.attribute == y.attribute && x.threshold == y.threshold &&
           x.gain == y.gain;
}

void check_depth(Options options) {
    const auto unlimited = grown(options);
    check(depth_of(*unlimited) > 1, "trees grow without a limit");
    for (const std::uint32_t depth : {0u, 1u, 2u}) {
        options.max_depth = depth;
        const auto tree = grown(options);
        check(depth_of(*tree) == std::min(depth, depth_of(*unlimited)), "the tree has the depth");
        check(depth == 0 || same_root(*tree, *unlimited), "the same root");
        check(depth != 0 || (tree->work().split_attempts == 0 && tree->work().splits == 0),
              "a root at the maximum depth attempts no split");
    }
    options.max_depth = depth_of(*unlimited) + 1;
    const auto loose = grown(options);
    check(testing::same_trees(*loose, *unlimited), "a limit that is not reached has no effect");
    check(loose->work() == unlimited->work() && loose->bytes() == unlimited->bytes(),
          "nor any cost");
}

// A leaf that cannot be split needs no bins, and its schedule no attributes.
void check_memory() {
    for (const auto& prediction : leaf_predictions)
        for (const auto& splitter : splitters) {
            Options options{.leaf_prediction = prediction.choice, .splitter = splitter.choice};
            options.explore = 0;
            options.delta = 1e-300;  // no split: one leaf each
            const auto can_split = grown(options, 200);
            options.max_depth = 0;
            const auto cannot = grown(options, 200);
            check(can_split->model().size() == 1, "one leaf");
            check(cannot->bytes() < can_split->bytes(), "statistics of splits are not kept");
        }
}

void check_memory_limit() {
    for (const auto& prediction : leaf_predictions) {
        Options options{.leaf_prediction = prediction.choice,
                        .delta = 0.5,
                        .explore = 50,
                        .max_depth = 3,
                        .memory_limit = 20'000};
        Vfdt tree(options);
        testing::add_attributes(tree, shape);
        bool within = true;
        for (const RandomRow& row : testing::random_stream(shape, 3000, 9)) {
            tree.learn(row.row(), row.label, row.weight);
            within &= tree.bytes() <= options.memory_limit;
        }
        check(within && depth_of(tree) <= 3, "both limits hold");
        check(tree.model().size() > 1, "and the tree grows");
    }
}

// Version 2 of the state has the depth, version 1 is written without one.
void check_state(Options options) {
    check(bytes_of(*grown(options, 100))[4] == 1, "version 1 without a limit");
    options.max_depth = 1;
    auto never_saved = grown(options, 0);
    auto saved = grown(options, 0);
    bool same = true;
    std::size_t i = 0;
    for (const RandomRow& row : testing::random_stream(shape, 1500, 11)) {
        if (i++ % 250 == 0) {
            const StateBytes bytes = bytes_of(*saved);
            saved = decode_tree(bytes).tree;
            same &= bytes[4] == 2 && bytes_of(*saved) == bytes && saved->options().max_depth == 1 &&
                    saved->bytes() == never_saved->bytes();
        }
        same &= never_saved->learn(row.row(), row.label, row.weight) ==
                saved->learn(row.row(), row.label, row.weight);
    }
    check(same, "the same bytes, the same memory, the same predictions");
    check(depth_of(*saved) == 1 && testing::same_trees(*never_saved, *saved), "the same tree");
}

// Options::visit with version 2 requires a limit: one tree has one state.
struct Version2 {
    static constexpr bool reading = true;
    static std::uint8_t version() { return 2; }
    template <class... Given>
    void choice(Given&&...) {}
    void restore(Criterion&, CriterionKind) {}
    void real(double&) {}
    void flag(bool&) {}
    template <class Number>
    void number(Number&) {}
    void integer(std::int64_t&) {}
    static void require(bool condition, const char* what) {
        if (!condition) throw StateError(what);
    }
};

void check_canonical() {
    Version2 archive;
    Options none;
    Options some{.max_depth = 0};
    check_throws<StateError>([&] { none.visit(archive); }, "version 2 without a limit");
    some.visit(archive);
    check(some.max_depth == 0, "version 2 with a limit");
}

}  // namespace

int main() {
    std::uint64_t number = 0;
    for (const Options& options : all_options()) {
        if (!testing::is_tried(number++, 5)) continue;  // coprime to 2, 3 and 4: each choice is met
        check_depth(options);
        check_state(options);
    }
    check_memory();
    check_memory_limit();
    check_canonical();
    return testing::report();
}
