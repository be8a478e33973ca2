// A row that has few of many attributes is the same row in whatever form it comes, and nothing
// of the others is counted.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
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

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// What a row has, as a list.
struct Listed {
    explicit Listed(const RandomRow& row) {
        for (std::uint32_t slot = 0; slot < row.numbers.size(); ++slot)
            if (row.numbers[slot] == row.numbers[slot])
                numbers.push_back({slot, row.numbers[slot]});
        for (std::uint32_t slot = 0; slot < row.values.size(); ++slot)
            if (row.values[slot] != missing_value) values.push_back({slot, row.values[slot]});
        sparse = {numbers, values};
    }
    Listed(const Listed&) = delete;
    Listed& operator=(const Listed&) = delete;

    [[nodiscard]] Row row() const { return {.numbers = {}, .values = {}, .sparse = &sparse}; }

    std::vector<NumberAt> numbers;
    std::vector<ValueAt> values;
    SparseRow sparse;
};

constexpr testing::StreamShape few_of_many{
    .numeric = 40, .nominal = 40, .missing = 85, .noise = 5, .most_weight = 2, .late = true};

void check_forms(const Options& options, const testing::StreamShape& shape) {
    Vfdt dense(options), sparse(options), mixed(options);
    for (Vfdt* tree : {&dense, &sparse, &mixed})
        testing::add_attributes(*tree, shape);
    bool same = true;
    std::size_t i = 0;
    for (const RandomRow& row : testing::random_stream(shape, testing::share(2500, 2), 31)) {
        const Listed listed(row);
        if (i % 2 == 0) same &= sparse.predict(listed.row()) == dense.predict(row.row());
        if (i % 3 == 0) static_cast<void>(mixed.predict(listed.row()));
        const Code predicted = dense.learn(row.row(), row.label, row.weight);
        same &= sparse.learn(listed.row(), row.label, row.weight) == predicted;
        same &=
            mixed.learn(i++ % 4 < 2 ? row.row() : listed.row(), row.label, row.weight) == predicted;
    }
    check(same, "the same predictions in every form");
    check(bytes_of(dense) == bytes_of(sparse), "the same tree from lists");
    check(bytes_of(dense) == bytes_of(mixed), "the same tree from both forms in turn");
    check(dense.bytes() == sparse.bytes(), "the same bytes");
}

// Every slot, after rows of either form.
void check_examples() {
    const testing::StreamShape shape{.numeric = 9, .nominal = 9, .values = 30, .missing = 70};
    Schema schema;
    Example example;
    bool numbers = true, values = true, lists = true;
    std::size_t i = 0;
    for (const RandomRow& row : testing::random_stream(shape, 400, 3)) {
        if (i % 40 == 0 && schema.numeric() < 9) {  // known from then on
            schema.add_numeric();
            schema.add_nominal();
            schema.see_values(schema.nominal() - 1, schema.nominal() % 2 == 0 ? 33 : 20);
        }
        RandomRow known = row;
        known.numbers.resize(schema.numeric());
        known.values.resize(schema.nominal());
        const Listed listed(known);
        const Row given = i++ % 5 < 3 ? listed.row() : known.row();
        example.take_numbers(schema, given);
        example.take_values(schema, given);
        std::vector<std::uint32_t> some_numbers, some_values;
        example.each_number(schema, [&](std::uint32_t slot) { some_numbers.push_back(slot); });
        example.each_value(schema, [&](std::uint32_t slot) { some_values.push_back(slot); });
        std::vector<std::uint32_t> true_numbers, true_values;
        for (std::uint32_t slot = 0; slot < schema.numeric(); ++slot) {
            const double x = known.numbers[slot];
            numbers &= example.number(slot) == x || (x != x && std::isnan(example.number(slot)));
            values &= example.value(slot) == known.values[slot];
            if (x == x) true_numbers.push_back(slot);
            if (known.values[slot] < schema.values(slot)) true_values.push_back(slot);
        }
        lists &= some_numbers == true_numbers && some_values == true_values;
    }
    check(numbers && values, "every slot has what the row has");
    check(lists, "and the lists are of what is there");
}

// Of every attribute and class, however the rows came.
void check_counts() {
    const testing::StreamShape shape{.numeric = 6, .nominal = 6, .missing = 60, .most_weight = 3};
    Schema schema;
    for (std::uint32_t a = 0; a < 6; ++a)
        schema.add_numeric();
    for (std::uint32_t a = 0; a < 6; ++a) {
        schema.add_nominal();
        schema.see_values(a, shape.values + a);
    }
    schema.see_classes(shape.classes);
    Meter meter;
    NaiveBayes model(meter, schema, {});
    std::vector<std::vector<std::uint32_t>> truth(12, std::vector<std::uint32_t>(shape.classes));
    std::vector<RandomRow> rows = testing::random_stream({.numeric = 6, .nominal = 6}, 20, 4);
    for (const RandomRow& row : testing::random_stream(shape, 300, 5))
        rows.push_back(row);
    Example example;
    for (const RandomRow& row : rows) {
        const Listed listed(row);
        example.take_numbers(schema, listed.row());
        example.take_values(schema, listed.row());
        example.label = row.label;
        example.weight = row.weight;
        model.learn(schema, example, CountLogTable::table());
        for (const NumberAt& item : listed.numbers)
            truth[item.slot][row.label] += row.weight;
        for (const ValueAt& item : listed.values)
            truth[6 + item.slot][row.label] += row.weight;
    }
    bool same = true;
    for (std::uint32_t number = 0; number < 12; ++number) {
        std::uint32_t all = 0;
        for (Code label = 0; label < shape.classes; ++label) {
            same &= model.present(number, label) == truth[number][label];
            all += truth[number][label];
        }
        same &= model.present(number) == all;
    }
    check(same, "what is there is counted");
}

// A split attempt evaluates the attributes that the row has, and still misses nothing.
void check_attempts(Rule rule, WeightType weights) {
    std::uint64_t splits = 0;
    for (std::uint64_t seed = 0; seed < testing::share(6, 3); ++seed) {
        testing::StreamShape shape = few_of_many;
        shape.numeric = shape.nominal = 8;
        shape.missing = 60;
        Options options{.rule = rule, .weight_type = weights, .delta = 0.01, .explore = 0};
        options.bins = {.n_bins = 8, .warm_up = 20};
        Vfdt sure(options);
        options.split_schedule = SplitSchedule::every_row;
        Vfdt always(options);
        testing::add_attributes(sure, shape);
        testing::add_attributes(always, shape);
        for (const RandomRow& row : testing::random_stream(shape, 3000, 70 + seed)) {
            const Listed listed(row);
            static_cast<void>(sure.learn(listed.row(), row.label, row.weight));
            static_cast<void>(always.learn(listed.row(), row.label, row.weight));
        }
        check(testing::same_trees(sure, always), "the tree of an attempt at every row");
        splits += sure.work().splits;
    }
    check(splits > testing::share(weights == WeightType::frequency ? 6 : 3, 3), "which grows");
}

// Attributes that come with a row, all at once or one after the other.
void check_late_attributes() {
    const auto rows = testing::random_stream(few_of_many, 1500, 9);
    Vfdt at_once({}), one_by_one({});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % 100 == 0 && at_once.schema().numeric() < 40) {
            const AttributeKind kinds[] = {AttributeKind::numeric, AttributeKind::nominal,
                                           AttributeKind::nominal, AttributeKind::numeric,
                                           AttributeKind::numeric, AttributeKind::nominal};
            const std::uint32_t first = at_once.add_attributes(kinds);
            for (const AttributeKind kind : kinds)
                static_cast<void>(kind == AttributeKind::numeric ? one_by_one.add_numeric()
                                                                 : one_by_one.add_nominal());
            check(first + 6 == one_by_one.schema().attributes(), "numbers in the order of kinds");
        }
        RandomRow row = rows[i];
        row.numbers.resize(at_once.schema().numeric());
        row.values.resize(at_once.schema().nominal());
        const Listed listed(row);
        static_cast<void>(at_once.learn(listed.row(), row.label));
        static_cast<void>(one_by_one.learn(row.row(), row.label));
    }
    check(bytes_of(at_once) == bytes_of(one_by_one), "the same tree");
}

// Enough attributes for arrays with room to grow: saved and read back with equal bytes.
void check_many_attributes() {
    Vfdt tree({.memory_limit = 40'000'000});
    testing::Random random(8);
    std::vector<NumberAt> numbers;
    std::vector<ValueAt> values;
    bool held = true;
    for (std::uint32_t i = 0; i < testing::share(2500, 3); ++i) {
        tree.add_numeric();
        tree.add_nominal();
        const auto other = static_cast<std::uint32_t>(random.below(i + 1));
        const auto label = static_cast<Code>(random.below(2));
        numbers.assign(1, {i, static_cast<double>(random.below(100))});
        values.clear();
        if (other != i) values.push_back({other, label});
        values.push_back({i, static_cast<Code>(random.below(3))});
        const SparseRow sparse{numbers, values};
        static_cast<void>(tree.learn({.numbers = {}, .values = {}, .sparse = &sparse}, label));
        held &= tree.bytes() <= 40'000'000;
    }
    check(held, "the limit is held");
    const StateBytes state = bytes_of(tree);
    const TreeState twin = decode_tree(state);
    check(twin.tree->bytes() == tree.bytes(), "bytes are a function of what was learned");
    check(bytes_of(*twin.tree) == state, "and so is the state");
}

void check_refusals() {
    Vfdt tree({});
    testing::add_attributes(tree, few_of_many);
    for (const RandomRow& row : testing::random_stream(few_of_many, 100, 1))
        static_cast<void>(tree.learn(Listed(row).row(), row.label));
    const StateBytes before = bytes_of(tree);
    const auto refuses = [&](std::vector<NumberAt> numbers, std::vector<ValueAt> values) {
        const SparseRow sparse{numbers, values};
        const Row row{.numbers = {}, .values = {}, .sparse = &sparse};
        check_throws<std::invalid_argument>([&] { static_cast<void>(tree.learn(row, 0)); },
                                            "learning");
        check_throws<std::invalid_argument>([&] { static_cast<void>(tree.predict(row)); },
                                            "predicting");
    };
    refuses({{40, 1.0}}, {});
    refuses({}, {{40, 0}});
    refuses({{3, 1.0}, {2, 1.0}}, {});
    refuses({{3, 1.0}, {3, 1.0}}, {});
    refuses({}, {{5, 0}, {4, 0}});
    refuses({{3, std::numeric_limits<double>::infinity()}}, {});
    check(bytes_of(tree) == before, "a row that is refused changes nothing");
    const std::vector<NumberAt> missing_number{{3, nan}};
    const std::vector<ValueAt> no_value{{3, missing_value}};
    const SparseRow nothing{missing_number, no_value};
    const Row row{.numbers = {}, .values = {}, .sparse = &nothing};
    check(tree.predict(row) == tree.predict({}), "what is listed may be missing too");
}

}  // namespace

int main() {
    for (const LeafPrediction leaf :
         {LeafPrediction::nba_path, LeafPrediction::mc, LeafPrediction::nb, LeafPrediction::nba})
        check_forms({.leaf_prediction = leaf, .delta = 0.1}, few_of_many);
    check_forms({.splitter = Splitter::gaussian}, few_of_many);
    check_forms({.rule = Rule::hoeffding,
                 .split_schedule = SplitSchedule::grace_period,
                 .parent_counts = true},
                few_of_many);
    check_forms({.delta = 0.1, .memory_limit = 300'000}, few_of_many);
    check_forms({}, {.numeric = 3, .nominal = 3, .values = 40, .missing = 50});
    check_forms({}, {});
    check_examples();
    check_counts();
    check_attempts(Rule::evidence, WeightType::frequency);
    check_attempts(Rule::evidence, WeightType::importance);
    check_attempts(Rule::hoeffding, WeightType::frequency);
    check_attempts(Rule::hoeffding, WeightType::importance);
    check_late_attributes();
    check_many_attributes();
    check_refusals();
    return testing::report();
}
