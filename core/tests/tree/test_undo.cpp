// Rows that are undone leave no trace, whatever made them fail.
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "core/state/tree_state.hpp"
#include "core/tests/check.hpp"
#include "core/tests/memory/failing_new.hpp"
#include "core/tests/random.hpp"
#include "core/tests/sanitizers.hpp"
#include "core/tests/tree/random_stream.hpp"
#include "core/tests/tree/tree_bytes.hpp"
#include "core/tree/undo_log.hpp"

using namespace entrostream;
using namespace entrostream::tree;
using entrostream::testing::bytes_of;
using entrostream::testing::check;
using entrostream::testing::FailingNew;
using entrostream::testing::RandomRow;

namespace {

struct Case {
    Options options;
    testing::StreamShape shape;

    // The more attributes, the fewer.
    [[nodiscard]] std::size_t rows(std::size_t most) const {
        return most / (1 + shape.nominal / 20);
    }
};

std::vector<Case> cases() {
    Options small{.delta = 0.2, .explore = 100};
    small.bins = {.n_bins = 8, .warm_up = 20};
    const testing::StreamShape shape{.numeric = 2, .nominal = 3, .late = true};
    const testing::StreamShape has_missing{.numeric = 2, .nominal = 2, .missing = 15, .late = true};
    const testing::StreamShape wide{.numeric = 1, .nominal = 2, .values = 60, .late = true};
    const testing::StreamShape heavy{.numeric = 2, .nominal = 2, .most_weight = 1u << 29};
    const testing::StreamShape weighted{.missing = 10, .most_weight = 7, .late = true};
    // More cells than are laid out exactly.
    const testing::StreamShape many{.numeric = 1, .nominal = 300, .values = 12, .missing = 60};
    std::vector<Case> all{{small, many}};
    for (const testing::StreamShape& each : {shape, has_missing, wide, heavy, weighted}) {
        all.push_back({small, each});
        all.push_back({small, each});
        all.back().options.leaf_prediction = LeafPrediction::mc;
        all.push_back({small, each});
        all.back().options.memory_limit = 30'000;
        all.push_back({small, each});
        all.back().options.max_depth = 1;
        all.push_back({small, each});
        all.back().options.rule = Rule::hoeffding;
        all.back().options.leaf_prediction = LeafPrediction::nba;
        all.back().options.parent_counts = true;
        all.push_back({small, each});
        all.back().options.splitter = Splitter::gaussian;
        all.back().options.max_values = 5;
    }
    all.push_back({small, heavy});
    all.back().options.weight_type = WeightType::frequency;
    const testing::StreamShape changing{
        .numeric = 2, .nominal = 2, .missing = 5, .noise = 5, .concept_length = 150};
    for (const Options& options : testing::adaptive_options(small, 120)) {
        all.push_back({options, changing});
        all.push_back({options, changing});
        all.back().options.memory_limit = 60'000;
    }
    return all;
}

void learn(Vfdt& tree, const std::vector<RandomRow>& rows, std::size_t from, std::size_t end) {
    for (std::size_t i = from; i < end; ++i)
        tree.learn(rows[i].row(), rows[i].label, rows[i].weight);
}

// Whether rows are learned inside of transactions, and whether others were undone in between,
// makes no difference.
void check_no_trace(const Case& each, std::uint64_t seed) {
    const auto rows = testing::random_stream(each.shape, each.rows(800), seed);
    Vfdt plain(each.options), tried(each.options);
    testing::add_attributes(plain, each.shape);
    testing::add_attributes(tried, each.shape);
    testing::Random random(seed);
    bool restored = true, same = true;
    for (std::size_t at = 0; at < rows.size();) {
        const std::size_t end = std::min(rows.size(), at + 1 + random.below(200));
        const StateBytes before = bytes_of(tried);
        const std::size_t bytes_before = tried.bytes();
        {
            const Transaction undone(tried);
            if (random.below(3) == 0) tried.add_nominal();
            if (random.below(3) == 0) tried.add_numeric();
            learn(tried, rows, at, std::min(rows.size(), end + random.below(300)));
        }
        restored &= bytes_of(tried) == before && tried.bytes() == bytes_before;
        Transaction kept(tried);
        learn(tried, rows, at, end);
        kept.commit();
        learn(plain, rows, at, end);
        same &= bytes_of(tried) == bytes_of(plain) && tried.bytes() == plain.bytes();
        at = end;
    }
    check(restored, "what is undone leaves no trace");
    check(same, "what is kept is as if it could not be undone");
}

// The n-th allocation of a row fails, for every n that there is: nothing is changed, or the row is
// learned and only its split is put off. Learns the row in the end.
struct ShortOfMemory {
    bool unchanged = true;
    bool whole = true;

    // Returns how many allocations the row needs, but for those of a split.
    template <class Learn>
    std::uint64_t learn(std::unique_ptr<Vfdt>& tree, const Learn& learn_row) {
        const StateBytes before = bytes_of(*tree);
        const std::size_t bytes_before = tree->bytes();
        std::uint64_t refusals = 0;
        for (std::uint64_t n = 0;; ++n) {
            bool refused = false;
            bool failed = false;
            {
                const FailingNew failing(n);
                try {
                    learn_row(*tree);
                } catch (const std::bad_alloc&) {
                    refused = true;
                }
                failed = FailingNew::failed();
            }
            if (!failed) return refusals;
            refusals += refused;
            if (refused) unchanged &= tree->bytes() == bytes_before;
            if (refused && n % 8 == 0) unchanged &= bytes_of(*tree) == before;  // it takes its time
            if (refused) continue;
            const StateBytes learned = bytes_of(*tree);
            whole &= bytes_of(*decode_tree(learned).tree) == learned && learned != before;
            tree = decode_tree(before).tree;
        }
    }
};

void check_memory_short(const Case& each, std::uint64_t seed) {
    Vfdt plain(each.options);
    auto tried = std::make_unique<Vfdt>(each.options);
    testing::add_attributes(plain, each.shape);
    testing::add_attributes(*tried, each.shape);
    ShortOfMemory short_of_memory;
    std::uint64_t number = 0;
    for (const RandomRow& row : testing::random_stream(each.shape, each.rows(100), seed)) {
        const auto learn_row = [&](Vfdt& tree) { tree.learn(row.row(), row.label, row.weight); };
        learn_row(plain);
        if (testing::is_tried(number++, 16))
            short_of_memory.learn(tried, learn_row);
        else
            learn_row(*tried);
    }
    check(short_of_memory.unchanged, "a row that fails for want of memory changes nothing");
    check(short_of_memory.whole, "where only its split is put off, the tree is whole");
    check(bytes_of(plain) == bytes_of(*tried), "with memory the row is learned as ever");
}

// A row of few attributes, some of which the tree does not know yet: they have the next slots.
struct GrowingRow {
    std::vector<NumberAt> numbers;
    std::vector<ValueAt> values;
    std::vector<AttributeKind> added;
    SparseRow sparse{};
    Code label = 0;

    GrowingRow(const Schema& schema, testing::Random& random) {
        for (std::uint32_t slot = 0; slot < schema.numeric(); slot += 200 + slot % 7)
            numbers.push_back({slot, static_cast<double>(random.below(100))});
        for (std::uint32_t slot = 0; slot < schema.nominal(); slot += 900)
            values.push_back({slot, static_cast<Code>(random.below(3))});
        for (std::uint32_t i = 0; i < random.below(3); ++i) {
            numbers.push_back({schema.numeric() + i, static_cast<double>(random.below(100))});
            added.push_back(AttributeKind::numeric);
        }
        for (std::uint32_t i = 0; i < random.below(3); ++i) {
            values.push_back({schema.nominal() + i, 0});
            added.push_back(AttributeKind::nominal);
        }
        sparse = {numbers, values};
        label = static_cast<Code>(random.below(2));
    }
    GrowingRow(const GrowingRow&) = delete;
    GrowingRow& operator=(const GrowingRow&) = delete;

    void learn(Vfdt& tree) const {
        const Row row{.numbers = {}, .values = {}, .sparse = &sparse};
        try {
            tree.begin_if_needed(added, row, label);
            tree.add_attributes(added);
            tree.learn(row, label);
        } catch (...) {
            tree.roll_back();
            throw;
        }
        tree.commit();
    }
};

// A row that brings attributes is learned wholly or not at all, whichever allocation fails; where
// all has room for them, it costs few allocations, since nothing is copied.
void check_new_attributes(const Options& options) {
    Vfdt plain(options);
    auto tried = std::make_unique<Vfdt>(options);
    const std::vector<AttributeKind> numeric(1'500, AttributeKind::numeric);
    const std::vector<AttributeKind> nominal(5'000, AttributeKind::nominal);
    const std::vector<Code> first(nominal.size(), 0);
    for (Vfdt* each : {tried.get(), &plain}) {
        each->add_attributes(numeric);
        each->add_attributes(nominal);
        each->learn({.numbers = {}, .values = first}, 0);
    }
    testing::Random random(3);
    ShortOfMemory short_of_memory;
    std::size_t cheap = 0, growing = 0;
    for (std::uint64_t i = 0; i < testing::share(12, 3); ++i) {
        const GrowingRow row(plain.schema(), random);
        const std::uint64_t allocations =
            short_of_memory.learn(tried, [&](Vfdt& tree) { row.learn(tree); });
        row.learn(plain);
        if (row.added.empty()) continue;
        ++growing;
        if (allocations < 30) ++cheap;
    }
    check(short_of_memory.unchanged, "a row that brings attributes and fails changes nothing");
    check(short_of_memory.whole, "where only its split is put off, the tree is whole");
    check(bytes_of(plain) == bytes_of(*tried), "with memory its attributes are learned as ever");
    check(2 * cheap > growing, "most rows that bring attributes copy nothing");
}

void check_criterion_throws() {
    bool throws = false;
    const CustomCriterion custom = [&](std::span<const double>, std::uint32_t) {
        if (throws) throw std::runtime_error("no");
        return 0.5;
    };
    Options options{.split_criterion = Criterion(custom, 1), .delta = 0.2};
    options.bins = {.n_bins = 8, .warm_up = 20};
    Vfdt tree(options);
    const testing::StreamShape shape{.numeric = 1, .nominal = 0};
    testing::add_attributes(tree, shape);
    std::uint64_t thrown = 0;
    bool unchanged = true;
    for (const RandomRow& row : testing::random_stream(shape, 1000, 5)) {
        const StateBytes before = bytes_of(tree);
        throws = true;
        try {
            tree.learn(row.row(), row.label);
        } catch (const std::runtime_error&) {
            ++thrown;
            unchanged &= bytes_of(tree) == before;
            throws = false;
            tree.learn(row.row(), row.label);
        }
    }
    check(thrown > 0, "the criterion is called");
    check(unchanged, "a row whose criterion throws changes nothing");
}

}  // namespace

int main() {
    std::uint64_t seed = 0;
    for (const Case& each : cases()) {
        check_no_trace(each, ++seed);
        check_memory_short(each, ++seed);
    }
    check_new_attributes({});
    check_new_attributes({.rule = Rule::hoeffding, .leaf_prediction = LeafPrediction::nba});
    check_criterion_throws();
    return testing::report();
}
