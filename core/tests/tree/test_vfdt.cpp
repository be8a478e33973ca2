// The tree is that of a plain one which keeps all rows, and behaves on whatever comes.
#include <cmath>
#include <limits>
#include <string>

#include "core/tests/check.hpp"
#include "core/tests/sanitizers.hpp"
#include "core/tests/tree/naive_tree.hpp"
#include "core/tests/tree/random_stream.hpp"
#include "core/tree/vfdt.hpp"

using namespace entrostream;
using namespace entrostream::tree;
using entrostream::testing::check;
using entrostream::testing::check_throws;
using entrostream::testing::NaiveTree;
using entrostream::testing::RandomRow;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

bool same(const Vfdt& tree, NodeId id, const NaiveTree::Node& plain) {
    const NodeView node = tree.model().view(id);
    if ((node.kind == NodeKind::leaf) != plain.leaf) return false;
    if (plain.leaf) return true;
    if (node.attribute != plain.attribute) return false;
    if (node.kind == NodeKind::numeric && node.threshold != plain.threshold) return false;
    const std::vector<BranchView> branches = tree.model().branches(id);
    if (branches.size() != plain.children.size()) return false;
    for (const BranchView& branch : branches) {
        const auto child = plain.children.find(branch.value);
        if (child == plain.children.end() || !same(tree, branch.child, *child->second))
            return false;
    }
    return true;
}

void check_against_plain_tree() {
    std::uint64_t splits = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        if (!testing::is_tried(seed, 7)) continue;  // coprime to 2, 3, 4 and 5
        const testing::StreamShape shape{.missing = seed % 4 == 0 ? 10u : 0u,
                                         .noise = 10,
                                         .most_weight = seed % 3 == 0 ? 4u : 1u,
                                         .late = seed % 2 == 0};
        Options options{.leaf_prediction = LeafPrediction::mc,
                        .weight_type = WeightType::frequency,
                        .explore = 0};
        options.bins = {.n_bins = 8, .warm_up = 30};
        if (seed % 5 != 0) options.max_depth = static_cast<std::uint32_t>(seed % 5 - 1);
        Vfdt tree(options);
        testing::add_attributes(tree, shape);
        NaiveTree plain(shape.numeric, shape.nominal, options.delta, 30, 8, options.max_depth);
        for (const RandomRow& row : testing::random_stream(shape, 600, seed)) {
            tree.learn(row.row(), row.label, row.weight);
            plain.learn(row);
        }
        check(same(tree, 0, plain.root), "the tree of the plain one");
        splits += tree.work().splits;
    }
    check(splits > testing::share(40, 7), "trees grow");
}

// A predict before a learn, of the same row or another, changes nothing.
void check_predictions_change_nothing() {
    const testing::StreamShape shape{.missing = 5, .late = true};
    Vfdt learning({}), predicting({});
    testing::add_attributes(learning, shape);
    testing::add_attributes(predicting, shape);
    const auto rows = testing::random_stream(shape, 3000, 7);
    std::vector<double> votes;
    bool same_predictions = true, good_votes = true;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % 3 == 0) static_cast<void>(predicting.predict(rows[(i * 7) % rows.size()].row()));
        const Code predicted = predicting.predict(rows[i].row());
        votes.assign(predicting.schema().classes(), 0);
        if (i % 2 == 0) predicting.predict_votes(rows[i].row(), votes);
        if (i > 0 && i % 2 == 0) {
            double sum = 0;
            for (const double vote : votes)
                sum += vote;
            good_votes &= std::abs(sum - 1) < 1e-12 && predicted < votes.size();
            for (const double vote : votes)
                good_votes &= vote >= 0 && vote <= votes[predicted] * (1 + 1e-12);
        }
        predicting.learn(rows[i].row(), rows[i].label);
        same_predictions &= learning.learn(rows[i].row(), rows[i].label) == predicted;
    }
    check(same_predictions, "predict returns what learn returns");
    check(good_votes, "votes are shares and the largest is the prediction");
    check(testing::same_trees(learning, predicting), "predictions leave no trace");
}

void check_unseen_and_missing() {
    Vfdt tree({.leaf_prediction = LeafPrediction::mc});
    tree.add_nominal();
    const auto row = [](const Code& value) { return Row{{}, {&value, 1}}; };
    check(tree.predict(row(0)) == no_code, "nothing is known before the first row");
    for (Code i = 0; i < 400; ++i) {
        const Code value = i % 3, label = value == 2 ? 1 : 0;
        tree.learn(row(value), label);
    }
    check(tree.model().view(0).kind == NodeKind::nominal, "a clear attribute splits");
    check(tree.model().entropy(0) > 0.9 && tree.model().entropy(0) < 0.93, "the root is mixed");
    check(tree.model().entropy(tree.model().branches(0)[0].child) == 0, "its branches are pure");
    check(tree.predict(row(2)) == 1 && tree.predict(row(0)) == 0, "by its value");
    std::vector<double> votes(2);
    tree.predict_votes(row(77), votes);
    check(votes[0] > 0.6 && votes[0] < 0.7, "an unseen value gets the node's own counts");
    check(tree.model().branches(0).size() == 3, "and no branch when it is only predicted");
    check(tree.learn(row(5), 1) == 0, "nor before it is learned");
    check(tree.model().branches(0).size() == 4, "but then");
    check(tree.predict(row(5)) == 1, "it predicts for itself");
    const NodeId default_child = tree.model().view(0).default_child;
    const auto before = tree.model().class_weights(default_child)[0];
    tree.learn(row(missing_value), 0);
    check(tree.model().class_weights(default_child)[0] == before + 1,
          "missing goes down the busiest branch");
}

void check_refusals() {
    Vfdt tree({});
    tree.add_numeric();
    tree.add_nominal();
    const double one = 1;
    const Code value = 0;
    tree.learn({{&one, 1}, {&value, 1}}, 0);
    const Work before = tree.work();
    const std::size_t bytes = tree.bytes();
    const double two[] = {1, 2};
    const Code values[] = {4, 9};
    check_throws<std::invalid_argument>([&] { tree.learn({{&infinity, 1}, {values, 1}}, 3); },
                                        "infinity");
    check_throws<std::invalid_argument>([&] { tree.learn({two, {}}, 0); }, "too many numbers");
    check_throws<std::invalid_argument>([&] { tree.learn({{}, values}, 0); }, "too many values");
    check_throws<std::invalid_argument>([&] { tree.learn({{&one, 1}, {}}, no_code); }, "no label");
    check_throws<std::invalid_argument>([&] { tree.learn({{&one, 1}, {}}, 0, 0); }, "no weight");
    for (const double weight : {-1.0, nan, infinity})
        check_throws<std::invalid_argument>([&] { tree.learn({{&one, 1}, {}}, 0, weight); },
                                            "no weight");
    Vfdt counting({.weight_type = WeightType::frequency});
    for (const double weight : {0.0, -1.0, 0.5, 4e9, nan, infinity})
        check_throws<std::invalid_argument>([&] { counting.learn({}, 0, weight); }, "no count");
    check(counting.work().examples == 0, "a refused row is not learned");
    check_throws<std::invalid_argument>(
        [&] { static_cast<void>(tree.predict({{&infinity, 1}, {}})); }, "infinity");
    check(tree.work() == before && tree.bytes() == bytes && tree.schema().classes() == 1 &&
              tree.schema().values(0) == 1,
          "a refused row changes nothing");
    for (const Options& bad :
         {Options{.delta = 0}, Options{.delta = 1}, Options{.delta = nan}, Options{.tau = -1},
          Options{.grace_period = 0}, Options{.bins = {.n_bins = 31}},
          Options{.bins = {.warm_up = 1}}, Options{.max_values = 1}, Options{.memory_limit = 100}})
        check_throws<std::invalid_argument>([&] { Vfdt{bad}; }, "an option that makes no sense");
}

// Constants, one class, huge numbers, rows without anything: no harm.
void check_odd_rows() {
    for (const LeafPrediction leaf :
         {LeafPrediction::nba_path, LeafPrediction::mc, LeafPrediction::nb, LeafPrediction::nba})
        for (const Splitter splitter : {Splitter::histogram, Splitter::gaussian}) {
            Vfdt tree({.leaf_prediction = leaf, .splitter = splitter, .explore = 100});
            tree.add_numeric();
            tree.add_numeric();
            tree.add_nominal();
            testing::Random random(3);
            for (std::uint32_t i = 0; i < 3000; ++i) {
                const double numbers[] = {i % 5 == 0 ? 1e308 : -1e308, 4};
                const Code value = i < 2000 ? 0 : i;
                const Code label = i < 500 ? 0 : static_cast<Code>(random.below(2 + i / 1000));
                const std::size_t given = i % 7 == 0 ? 0 : 2;
                tree.learn({{numbers, given}, {&value, i % 11 == 0 ? 0u : 1u}}, label, 1 + i % 3);
            }
            const double numbers[] = {0, 0};
            check(tree.predict({numbers, {}}) < tree.schema().classes(),
                  "a prediction for anything");
        }
}

// A row counts as often as its weight says.
// Rows may come before the first attribute, and words before the first number.
void check_late_attributes() {
    Vfdt tree({});
    for (const Code label : {0u, 1u, 1u})
        static_cast<void>(tree.learn({}, label));
    tree.add_nominal();
    const Code value = 0;
    static_cast<void>(tree.learn({{}, {&value, 1}}, 0));
    tree.add_numeric();
    const double x = 1;
    static_cast<void>(tree.learn({{&x, 1}, {&value, 1}}, 2));
    check(tree.model().class_weights(0) == std::vector<double>{2, 2, 1}, "all rows are counted");
}

void check_weights() {
    const Options options{.leaf_prediction = LeafPrediction::mc,
                          .weight_type = WeightType::frequency};
    Vfdt heavy(options), often(options);
    heavy.add_nominal();
    often.add_nominal();
    testing::Random random(5);
    for (std::uint32_t i = 0; i < 30; ++i) {
        const auto value = static_cast<Code>(random.below(2));
        const auto label = static_cast<Code>(random.below(3));
        const auto weight = static_cast<std::uint32_t>(1 + random.below(9));
        heavy.learn({{}, {&value, 1}}, label, weight);
        for (std::uint32_t k = 0; k < weight; ++k)
            often.learn({{}, {&value, 1}}, label);
    }
    check(heavy.model().class_weights(0) == often.model().class_weights(0), "weights are counts");
}

// Rows that begin far down are learned and predicted as those that begin at the root.
void check_approach(std::uint32_t nominal, std::uint32_t missing) {
    const testing::StreamShape shape{
        .numeric = 4, .nominal = nominal, .missing = missing, .noise = 10};
    Vfdt plain({.delta = 0.3, .explore = 100}), ahead({.delta = 0.3, .explore = 100});
    testing::add_attributes(plain, shape);
    testing::add_attributes(ahead, shape);
    const auto rows = testing::random_stream(shape, 20000, 13);
    constexpr std::size_t block = 43;
    NodeId nodes[block];
    std::size_t differ = 0, far = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % block == 0) {
            std::vector<double> numbers;
            for (std::size_t k = i; k < std::min(rows.size(), i + block); ++k)
                numbers.insert(numbers.end(), rows[k].numbers.begin(), rows[k].numbers.end());
            ahead.model().route_block(numbers.data(), numbers.size() / shape.numeric, nodes);
        }
        Row row = rows[i].row();
        row.from = nodes[i % block];
        far += row.from != root;
        differ += ahead.predict(row) != plain.predict(rows[i].row());
        differ += ahead.learn(row, rows[i].label) != plain.learn(rows[i].row(), rows[i].label);
    }
    check(differ == 0 && plain.model().size() == ahead.model().size(),
          "the way of a row has one end");
    if (nominal == 0) check(far > rows.size() / 2, "most rows begin below the root");
}

// What a leaf keeps of rows with gaps takes more than of whole ones: it is counted beforehand.
void check_memory_with_gaps() {
    for (const std::uint32_t missing : {1u, 30u})
        for (const std::size_t limit : {40'000u, 100'000u, 400'000u}) {
            const testing::StreamShape shape{
                .numeric = 13, .nominal = 1, .missing = missing, .noise = 10, .most_weight = 3};
            Vfdt tree({.delta = 0.3, .memory_limit = limit});
            testing::add_attributes(tree, shape);
            bool held = true;
            for (const RandomRow& row :
                 testing::random_stream(shape, testing::share(10000, 3), 12)) {
                tree.learn(row.row(), row.label, row.weight);
                held &= tree.bytes() <= limit;
            }
            check(held, "the limit is held at every row with gaps");
        }
}

void check_memory() {
    for (const std::uint32_t values : {20u, 60u})
        for (const std::size_t limit : {30'000u, 60'000u, 200'000u}) {
            const testing::StreamShape shape{
                .numeric = 4, .nominal = 3, .values = values, .missing = values / 30, .noise = 10};
            const auto rows = testing::random_stream(shape, testing::share(10000, 3), 11);
            Vfdt tree({.delta = 0.3, .memory_limit = limit}), free({.delta = 0.3});
            testing::add_attributes(tree, shape);
            testing::add_attributes(free, shape);
            bool held = true;
            std::size_t right = 0, right_free = 0;
            for (const RandomRow& row : rows) {
                right += tree.learn(row.row(), row.label) == row.label;
                right_free += free.learn(row.row(), row.label) == row.label;
                held &= tree.bytes() <= limit;
            }
            check(held, "the limit is held at every row");
            if (limit < 100'000) check(tree.model().active_leaves() < 10, "leaves give way");
            if (limit > 100'000) check(10 * right > 9 * right_free, "and the tree still predicts");
            double all = 0;
            for (const double count : tree.model().class_weights(0))
                all += count;
            check(all <= static_cast<double>(rows.size()), "no row is counted twice");
        }
    // Identifiers: as many values as rows.
    Vfdt tree({.max_values = 100, .memory_limit = 200'000});
    tree.add_nominal();
    tree.add_nominal();
    bool held = true;
    for (Code i = 0; i < 20000; ++i) {
        const Code values[] = {i, i % 2};
        tree.learn({{}, values}, i % 2);
        held &= tree.bytes() <= 200'000;
    }
    check(held, "identifiers do not fill the memory");
}

// Labels are the owner's, and a part of the limit: statistics give way to them, nodes leave room
// for them.
void check_memory_of_labels() {
    for (const std::size_t limit : {20'000u, 60'000u}) {
        const testing::StreamShape shape{.numeric = 3, .nominal = 2, .values = 60, .noise = 20};
        Vfdt tree({.delta = 0.3, .explore = 50, .memory_limit = limit});
        testing::add_attributes(tree, shape);
        const std::size_t budget = tree.options().label_budget();
        std::size_t charged = 0;
        bool held = true;
        const auto rows = testing::random_stream(shape, 6000, 31);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const RandomRow& row = rows[i];
            charged = budget * i / rows.size();  // late, when nodes have taken theirs
            tree.charge_labels(charged);
            tree.learn(row.row(), row.label);
            held &= i < 5000 || tree.bytes() <= limit;
        }
        check(held, "labels within the budget and all else hold the limit");
        tree.charge_labels(0);
        const std::size_t without = tree.bytes();
        tree.charge_labels(charged);
        check(tree.bytes() == without + charged, "what is charged is on the meter");

        bool below = true;
        Code classes = tree.schema().classes();
        std::size_t labels = 0;
        for (; tree.has_room_for_class(100); ++classes) {
            labels += 100;
            tree.charge_classes(labels);
            tree.learn(rows[0].row(), classes);
            below &= tree.bytes() <= limit;
        }
        check(below, "a class that has room does not pass the limit");
        check(classes > 10 && classes < limit / 100, "until there is none for the next");
        check(!tree.has_room_for_class(limit), "a label may be too large by itself");
    }
    check(Vfdt(Options{}).has_room_for_class(std::size_t{1} << 60), "without a limit all have");
}

// A split that finds no room is put off, so that a leaf does not attempt one at every row in vain.
void check_no_room_to_split() {
    Options options{.leaf_prediction = LeafPrediction::mc, .memory_limit = 70'000};
    Vfdt sure(options);
    options.split_schedule = SplitSchedule::every_row;
    Vfdt always(options);
    sure.add_nominal();
    always.add_nominal();
    testing::Random random(23);
    std::uint64_t attempts = 0;
    for (std::uint32_t i = 0; i < 20000; ++i) {
        const auto value = static_cast<Code>(random.below(2000));
        sure.learn({{}, {&value, 1}}, value % 2);
        always.learn({{}, {&value, 1}}, value % 2);
        if (i == 10000) attempts = sure.work().split_attempts;
    }
    check(sure.model().size() == 1 && sure.model().active_leaves() == 1,
          "a thousand branches have no room");
    check(sure.work().split_attempts - attempts <= 10000 / 256 + 1,
          "the leaf attempts a split now and then");
    check(testing::same_trees(sure, always), "whatever the schedule");
    check(sure.work().split_attempts > attempts, "and does not give up");
}

// A noisy attribute alone is not split on, however often a split is attempted.
void check_noise() {
    int split = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Vfdt tree({.leaf_prediction = LeafPrediction::mc, .delta = 0.05, .explore = 0});
        const testing::StreamShape noise{.noise = 100};
        testing::add_attributes(tree, noise);
        for (const RandomRow& row : testing::random_stream(noise, 1000, 900 + seed))
            tree.learn(row.row(), row.label);
        split += tree.work().splits > 0;
    }
    check(split <= 5, "noise is split at most as often as delta says");
}

// An exclusive or: no attribute tells anything alone.
void check_exploration() {
    Vfdt tree({.leaf_prediction = LeafPrediction::mc});
    tree.add_nominal();
    tree.add_nominal();
    testing::Random random(17);
    std::size_t right = 0;
    for (std::uint32_t i = 0; i < 8000; ++i) {
        const Code values[] = {static_cast<Code>(random.below(2)),
                               static_cast<Code>(random.below(2))};
        const Code label = values[0] ^ values[1];
        right += tree.learn({{}, values}, label) == label && i >= 4000;
    }
    check(tree.work().explorations >= 1, "a mixed leaf explores");
    check(right > 3900, "and finds it");
    const std::vector<double> gains = tree.model().importances();
    check(gains.size() == 2 && gains[0] + gains[1] > 20, "which shows in the importances");
}

}  // namespace

int main() {
    check_against_plain_tree();
    check_predictions_change_nothing();
    check_unseen_and_missing();
    check_refusals();
    check_odd_rows();
    check_late_attributes();
    check_weights();
    check_memory();
    check_memory_with_gaps();
    check_memory_of_labels();
    for (const std::uint32_t nominal : {0u, 2u})
        for (const std::uint32_t missing : {0u, 3u})
            check_approach(nominal, missing);
    check_no_room_to_split();
    check_noise();
    check_exploration();
    return testing::report();
}
