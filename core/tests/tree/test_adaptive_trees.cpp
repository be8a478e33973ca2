// Trees for streams that change: exact windows, alternates, and the memory that both take.
#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/sanitizers.hpp"
#include "core/tests/tree/random_stream.hpp"
#include "core/tree/vfdt.hpp"

using namespace entrostream;
using namespace entrostream::tree;
using entrostream::testing::check;
using entrostream::testing::RandomRow;

namespace {

Options small_options() {
    Options options{.delta = 0.2, .explore = 300};
    options.bins = {.n_bins = 8, .warm_up = 30};
    return options;
}

Options of(Learner learner) {
    for (const Options& options : testing::adaptive_options(small_options()))
        if (options.learner == learner) return options;
    return small_options();
}

// The statistics of every node, counted anew from the rows of the window.
class FreshCounts {
  public:
    explicit FreshCounts(Vfdt& tree) : tree_(tree) {}

    [[nodiscard]] bool agree() {
        const TreeParts parts = tree_.parts();
        for (NodeId id = 0; id < tree_.model().end_id(); ++id)
            if (!tree_.model().is_free(id) && tree_.model().node(id).statistics() != nullptr)
                statistics_[id];
        parts.window.each([&](const Row& row, const RowWindow::Stored& stored) {
            example_.take_numbers(tree_.schema(), row);
            example_.take_values(tree_.schema(), row);
            tree_.model().walk_all(example_, [&](NodeId id) { count(id, stored); });
        });
        return std::all_of(statistics_.begin(), statistics_.end(),
                           [&](const auto& each) { return agrees(each.first, each.second); });
    }

  private:
    struct Counts {
        std::map<Code, std::uint64_t> classes;
        std::map<std::vector<std::uint64_t>, std::uint64_t> values;  // slot, value, class
        std::map<std::vector<std::uint64_t>, std::uint64_t> bins;    // slot, bin, class
        std::map<std::vector<std::uint64_t>, std::uint64_t> kept;    // slot, class: without edges
    };

    void count(NodeId id, const RowWindow::Stored& stored) {
        const Leaf* const leaf = tree_.model().node(id).statistics();
        if (leaf == nullptr || leaf->counts_from() > stored.number) return;
        Counts& counts = statistics_[id];
        counts.classes[stored.label] += stored.weight;
        example_.each_value(tree_.schema(), [&](std::uint32_t slot) {
            counts.values[{slot, example_.value(slot), stored.label}] += stored.weight;
        });
        example_.each_number(tree_.schema(), [&](std::uint32_t slot) {
            if (!leaf->bins()->has_edges(slot)) {
                counts.kept[{slot, stored.label}] += stored.weight;
                return;
            }
            std::uint64_t bin = 0;
            while (bin < leaf->bins()->edges(slot) &&
                   example_.number(slot) >
                       leaf->bins()->edge(slot, static_cast<std::uint32_t>(bin)))
                ++bin;
            counts.bins[{slot, bin, stored.label}] += stored.weight;
        });
    }

    [[nodiscard]] bool agrees(NodeId id, const Counts& counts) const {
        const Leaf& leaf = *tree_.model().node(id).statistics();
        const Schema& schema = tree_.schema();
        const auto at = [](const auto& all, const auto& key) {
            const auto found = all.find(key);
            return found == all.end() ? std::uint64_t{0} : found->second;
        };
        bool same = true;
        for (std::uint64_t label = 0; label < schema.classes(); ++label) {
            same &=
                leaf.own().class_counts()[label] == at(counts.classes, static_cast<Code>(label));
            for (std::uint64_t slot = 0; slot < schema.nominal(); ++slot)
                leaf.own().table().each_value(
                    schema, static_cast<std::uint32_t>(slot),
                    [&](std::uint64_t value, const std::uint32_t* row) {
                        same &= row[label] ==
                                at(counts.values, std::vector<std::uint64_t>{slot, value, label});
                    });
            for (std::uint64_t slot = 0; slot < schema.numeric(); ++slot) {
                const auto place = static_cast<std::uint32_t>(slot);
                const auto of_class = static_cast<Code>(label);
                if (!leaf.bins()->has_edges(place)) {
                    same &= leaf.bins()->counted(place, of_class) ==
                            at(counts.kept, std::vector<std::uint64_t>{slot, label});
                    continue;
                }
                for (std::uint64_t bin = 0; bin <= leaf.bins()->edges(place); ++bin)
                    same &= leaf.bins()->counts(place, static_cast<std::uint32_t>(bin))[label] ==
                            at(counts.bins, std::vector<std::uint64_t>{slot, bin, label});
            }
        }
        return same;
    }

    Vfdt& tree_;
    Example example_;
    std::map<NodeId, Counts> statistics_;
};

void statistics_are_those_of_the_window() {
    std::uint64_t inner = 0;
    std::uint64_t changes = 0;
    for (std::uint64_t seed = 1; seed <= testing::share(12, 2); ++seed) {
        const testing::StreamShape shape{.values = 4,
                                         .missing = seed % 2 == 0 ? 10u : 0u,
                                         .noise = 5,
                                         .most_weight = seed % 3 == 0 ? 3u : 1u,
                                         .late = seed % 4 == 0,
                                         .concept_length = 350};
        Options options = of(Learner::cvfdt);
        options.window = 100 + 150 * (seed % 4);
        Vfdt tree(options);
        testing::add_attributes(tree, shape);
        bool same = true;
        std::size_t i = 0;
        for (const RandomRow& row : testing::random_stream(shape, 3000, seed)) {
            tree.learn(row.row(), row.label, row.weight);
            if (++i == 1500) tree.add_numeric();
            if (i % 37 == 0) same &= FreshCounts(tree).agree();
            for (const NodeId id : tree.model().subtree(root))
                inner += i % 100 == 0 && !tree.model().is_leaf(id);
        }
        changes += tree.changes().count;
        check(same, "statistics are a fresh count of the rows of the window");
        check(tree.parts().window.size() == options.window, "the window is full");
    }
    check(inner > 20 && changes > 0, "there are inner nodes, and subtrees are replaced");
}

// One row per unit of time: the same tree as by rows; and rows of one time leave together.
void windows_have_a_length_of_time() {
    const testing::StreamShape shape{.noise = 5, .concept_length = 400};
    Options options = of(Learner::cvfdt);
    Vfdt by_rows(options);
    options.window_span = static_cast<std::int64_t>(options.window);
    options.window = 0;
    Vfdt by_time(options);
    testing::add_attributes(by_rows, shape);
    testing::add_attributes(by_time, shape);
    bool same = true;
    std::int64_t now = -500;
    for (const RandomRow& row : testing::random_stream(shape, 2500, 17)) {
        Row timed = row.row();
        timed.time = now++;
        same &= by_rows.learn(row.row(), row.label) == by_time.learn(timed, row.label);
        same &= by_rows.window_size() == by_time.window_size();
    }
    check(same && testing::same_trees(by_rows, by_time), "a window of time is one of rows");
    const RandomRow row = testing::random_stream(shape, 1, 18).front();
    Row timed = row.row();
    timed.time = now + options.window_span - 1;
    by_time.learn(timed, row.label);
    check(by_time.window_size() == 1, "all other rows have left");
    timed.time -= 1;
    testing::check_throws<std::invalid_argument>([&] { by_time.learn(timed, row.label); },
                                                 "times do not go back");
}

void weights_of_a_window_are_counted_exactly_or_refused() {
    Vfdt tree(of(Learner::cvfdt));
    tree.add_nominal();
    const std::vector<Code> value{0};
    tree.learn({{}, value}, 0, 1u << 30);
    tree.learn({{}, value}, 1, 1u << 30);
    testing::check_throws<std::invalid_argument>([&] { tree.learn({{}, value}, 0, 1); },
                                                 "more than can be counted");
    check(tree.work().examples == 2 && tree.window_size() == 2, "and nothing is learned");
}

// The share of the last rows of every concept that are predicted right.
double late_accuracy(const Options& options, const testing::StreamShape& shape, std::size_t rows) {
    Vfdt tree(options);
    testing::add_attributes(tree, shape);
    double right = 0;
    double all = 0;
    std::size_t i = 0;
    for (const RandomRow& row : testing::random_stream(shape, rows, 3)) {
        const bool is_right = tree.learn(row.row(), row.label) == row.label;
        const bool is_late = i++ % shape.concept_length > shape.concept_length / 2;
        right += is_late && is_right ? 1 : 0;
        all += is_late ? 1 : 0;
    }
    return right / all;
}

void adaptive_trees_recover() {
    const testing::StreamShape shape{
        .numeric = 3, .nominal = 3, .classes = 3, .noise = 5, .concept_length = 3000};
    const auto accuracy = [&](Learner learner) {
        Options options = of(learner);
        options.leaf_prediction = LeafPrediction::mc;
        options.window = 2000;
        return late_accuracy(options, shape, 15000);
    };
    const double plain = accuracy(Learner::vfdt);
    check(plain < 0.7, "a tree that does not adapt does not recover");
    for (const Learner learner : {Learner::adaptive, Learner::cvfdt})
        check(accuracy(learner) > plain + 0.1, "an adaptive tree does");
}

// The class is first one attribute, then another: a split that is no longer the best is replaced.
void outdated_splits_are_replaced() {
    for (const Learner learner : {Learner::efdt, Learner::cvfdt}) {
        Options options = of(learner);
        options.explore = 0;
        Vfdt tree(options);
        tree.add_nominal();
        tree.add_nominal();
        testing::Random random(13);
        for (std::size_t i = 0; i < 8000; ++i) {
            const std::vector<Code> values{static_cast<Code>(random.below(2)),
                                           static_cast<Code>(random.below(2))};
            tree.learn({{}, values}, values[i < 1000 ? 0 : 1]);
        }
        const TreeChanges& changes = tree.changes();
        check(tree.model().view(root).attribute == 1, "the root splits on the second attribute");
        check(!changes.latest.empty() && changes.latest.front().attribute == 0,
              "and no longer on the first");
    }
    Options options = of(Learner::efdt);
    check(options.re_evaluates_splits() && !options.watches_errors(), "because of the split alone");
}

void stationary_streams_keep_their_tree() {
    const testing::StreamShape shape{.noise = 10};
    for (const Options& options : testing::adaptive_options(small_options(), 2000)) {
        Vfdt tree(options);
        testing::add_attributes(tree, shape);
        for (const RandomRow& row : testing::random_stream(shape, 10000, 5))
            tree.learn(row.row(), row.label);
        check(tree.changes().count <= 3, "few changes where nothing changes");
    }
}

void memory_does_not_grow_with_the_changes() {
    const testing::StreamShape shape{.noise = 5, .concept_length = 500};
    for (const Options& options : testing::adaptive_options(small_options())) {
        Vfdt tree(options);
        testing::add_attributes(tree, shape);
        std::size_t early = 0;
        std::size_t late = 0;
        std::size_t i = 0;
        const std::size_t rows = testing::share(20000, 4);
        for (const RandomRow& row : testing::random_stream(shape, rows, 7)) {
            tree.learn(row.row(), row.label);
            std::size_t& most = ++i < rows / 2 ? early : late;
            most = std::max(most, tree.bytes());
        }
        check(tree.changes().count >= 1, "subtrees are replaced");
        check(static_cast<double>(late) < 2 * static_cast<double>(early), "and freed");
    }
}

void a_memory_limit_includes_alternates() {
    const testing::StreamShape shape{.numeric = 4, .nominal = 3, .noise = 5, .concept_length = 500};
    for (Options options : testing::adaptive_options(small_options())) {
        options.memory_limit = 100'000;
        Vfdt tree(options);
        testing::add_attributes(tree, shape);
        bool fits = true;
        for (const RandomRow& row : testing::random_stream(shape, testing::share(6000, 3), 9)) {
            tree.learn(row.row(), row.label);
            fits &= tree.bytes() <= options.memory_limit;
        }
        check(fits, "the limit holds after every row");
    }
}

void changes_say_what_happened() {
    Options options = of(Learner::adaptive);
    const testing::StreamShape shape{.noise = 2, .concept_length = 1500};
    Vfdt tree(options);
    testing::add_attributes(tree, shape);
    for (const RandomRow& row : testing::random_stream(shape, 6000, 11))
        tree.learn(row.row(), row.label);
    const TreeChanges& changes = tree.changes();
    check(changes.count >= 1 && changes.latest.size() == changes.count, "all are there");
    check(changes.started >= changes.count + changes.dropped, "alternates were started before");
    for (const TreeChange& change : changes.latest) {
        check(change.since < change.row && change.row <= 6000, "in order");
        check(change.accuracy_after > change.accuracy_before, "for the better");
        check(change.leaves_before >= 2 && change.leaves_after >= 1, "subtrees have leaves");
    }
}

std::vector<NodeId> nodes_with_alternate(const Vfdt& tree) {
    const auto nodes = tree.model().nodes_with_alternate();
    return {nodes.begin(), nodes.end()};
}

const AlternateRecord& record_of(const Vfdt& tree, NodeId id) {
    return tree.model().node(id).drift->alternate;
}

// An alternate that leads predicts for all that is below its node.
void no_alternate_is_started_below_one_that_leads() {
    const testing::StreamShape shape{.noise = 5, .concept_length = 1500};
    Vfdt tree(of(Learner::adaptive));
    testing::add_attributes(tree, shape);
    bool kept = true;
    for (const RandomRow& row : testing::random_stream(shape, testing::share(12000, 2), 17)) {
        const std::vector<NodeId> before = nodes_with_alternate(tree);
        std::vector<NodeId> leading = before;
        std::erase_if(leading, [&](NodeId id) { return !record_of(tree, id).leads(); });
        const std::uint64_t generation = tree.model().generation();
        tree.learn(row.row(), row.label);
        if (tree.model().generation() != generation) continue;  // ids may be those of other nodes
        for (const NodeId id : nodes_with_alternate(tree)) {
            if (std::ranges::count(before, id) != 0) continue;
            for (const NodeId above : tree.model().path_to(id))
                kept &= std::ranges::count(leading, above) == 0;
        }
    }
    check(kept, "nothing is started below an alternate that leads");
}

// The labels of some rows are random, so that alternates are started in a stream that does not
// change: they cannot catch up with a tree that has learned the concept for long.
void alternates_that_fall_behind_are_dropped() {
    const testing::StreamShape shape{.numeric = 2, .nominal = 3, .values = 6, .noise = 0};
    Vfdt tree(of(Learner::adaptive));
    testing::add_attributes(tree, shape);
    testing::Random random(19);
    bool none_behind = true;
    std::size_t i = 0;
    for (const RandomRow& row : testing::random_stream(shape, 30000, 19)) {
        const bool is_random = ++i > 15000 && i % 5000 < 200;
        tree.learn(row.row(), is_random ? static_cast<Code>(random.below(3)) : row.label);
        for (const NodeId id : nodes_with_alternate(tree))
            none_behind &= !record_of(tree, id).falls_behind();
    }
    check(none_behind, "an alternate that falls behind is dropped at once");
    check(tree.changes().dropped >= 1, "and some do");
}

}  // namespace

int main() {
    statistics_are_those_of_the_window();
    windows_have_a_length_of_time();
    weights_of_a_window_are_counted_exactly_or_refused();
    adaptive_trees_recover();
    outdated_splits_are_replaced();
    stationary_streams_keep_their_tree();
    memory_does_not_grow_with_the_changes();
    a_memory_limit_includes_alternates();
    changes_say_what_happened();
    no_alternate_is_started_below_one_that_leads();
    alternates_that_fall_behind_are_dropped();
    return testing::report();
}
