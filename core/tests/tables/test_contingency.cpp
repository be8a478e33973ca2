// Tables and their windows agree with plain counting of pairs, after any history.
#include "core/tables/contingency.hpp"

#include <algorithm>
#include <deque>
#include <stdexcept>
#include <vector>

#include "core/count_log/count_log.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"
#include "core/tests/tables/model.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::size_t x_codes = 7;
constexpr std::size_t y_codes = 5;
using Window = RingWindow<PairCounts>;

CodePair random_pair(Random& random) {
    return {static_cast<Code>(random.below(x_codes)),
            static_cast<Code>(random.below(1 + random.below(y_codes)))};
}

// Two columns of equal length.
struct Columns {
    std::vector<Code> xs;
    std::vector<Code> ys;
};

Columns random_columns(Random& random, std::size_t rows) {
    Columns columns;
    for (std::size_t i = 0; i < rows; ++i) {
        const CodePair pair = random_pair(random);
        columns.xs.push_back(pair.x);
        columns.ys.push_back(pair.y);
    }
    return columns;
}

constexpr TableMeasure last_measure = TableMeasure::distinct_y;

// All measures, only those computed in blocks, or only those that do not read the rows.
std::vector<TableMeasure> some_measures(Random& random) {
    std::vector<TableMeasure> all;
    for (std::uint8_t i = 0; i <= static_cast<std::uint8_t>(last_measure); ++i) {
        all.push_back(static_cast<TableMeasure>(i));
    }
    switch (random.below(3)) {
        case 0:
            return all;
        case 1:
            return {TableMeasure::gain_ratio, TableMeasure::gini_y};
        default:
            return {all.begin(), std::find(all.begin(), all.end(), TableMeasure::gain_ratio)};
    }
}

// Traces some columns; `after(i)` is the expected table after event i.
template <class Table, class After>
void check_trace(Table& table, const Columns& columns, Random& random, After&& after) {
    const std::vector<TableMeasure> measures = some_measures(random);
    std::vector<std::vector<double>> values(measures.size(),
                                            std::vector<double>(columns.xs.size()));
    std::vector<TableColumn> to(measures.size());
    for (std::size_t i = 0; i < measures.size(); ++i) {
        to[i] = {measures[i], values[i].data()};
    }
    table.trace(columns.xs, columns.ys, to);
    for (std::size_t row = 0; row < columns.xs.size(); ++row) {
        const ContingencyTable expected = after(CodePair{columns.xs[row], columns.ys[row]});
        for (std::size_t i = 0; i < measures.size(); ++i) {
            check(values[i][row] == read(expected.sums(), measures[i]),
                  "a traced value equals the property");
        }
    }
}

ContingencyTable table_of(const TableModel& model) {
    ContingencyTable table;
    table.grow(x_codes, y_codes);
    for (const auto& [pair, count] : model.pairs) {
        const PairCount more{{pair.first, pair.second}, count};
        table.add_many({&more, 1});
    }
    return table;
}

void step(ContingencyTable& table, TableModel& model, Random& random) {
    const CodePair pair = random_pair(random);
    const Columns columns = random_columns(random, random.below(100) * random.below(10));
    switch (random.below(5)) {
        case 0:
            table.update(pair);
            model.add(pair);
            break;
        case 1:
            table.update_many(columns.xs, columns.ys);
            for (std::size_t i = 0; i < columns.xs.size(); ++i) {
                model.add({columns.xs[i], columns.ys[i]});
            }
            break;
        case 2:
            check_trace(table, random_columns(random, random.below(40)), random, [&](CodePair one) {
                model.add(one);
                return table_of(model);
            });
            break;
        case 3: {
            const std::vector<PairCount> more{{pair, random.below(1000)},
                                              {random_pair(random), random.below(3)}};
            table.add_many(more);
            for (const PairCount& each : more) {
                model.add(each.pair, each.amount);
            }
            break;
        }
        default: {
            const std::uint64_t held = table.count(pair);
            if (held == 0) break;
            const PairCount less{pair, random.below(2) == 0 ? held : 1 + random.below(held)};
            table.take_many({&less, 1});
            model.take(pair, less.amount);
        }
    }
    check(agrees(table, model), "the table is the model");
}

void test_any_history_of_a_table(Random& random) {
    for (int history = 0; history < 20; ++history) {
        ContingencyTable table;
        table.grow(x_codes, y_codes);
        TableModel model;
        for (int i = 0; i < 60; ++i) {
            step(table, model, random);
        }
        table.clear();
        check(agrees(table, TableModel{}), "a cleared table is empty");
    }
}

// Reference model: a queue of pairs.
struct Queue {
    std::size_t size;
    std::deque<CodePair> events;

    void push(CodePair pair) {
        events.push_back(pair);
        if (events.size() > size) events.pop_front();
    }
    [[nodiscard]] TableModel model() const {
        TableModel model;
        for (const CodePair pair : events) {
            model.add(pair);
        }
        return model;
    }
};

std::vector<CodePair> events_of(const ContingencyWindow& window) {
    std::vector<CodePair> events;
    for (const Code code : window.core().events()) {
        events.push_back(window.counts().pair(code));
    }
    return events;
}

bool same(const ContingencyWindow& window, const Queue& queue) {
    const std::vector<CodePair> held = events_of(window);
    return std::equal(held.begin(), held.end(), queue.events.begin(), queue.events.end()) &&
           agrees(window, queue.model());
}

void step(ContingencyWindow& window, Queue& queue, Random& random) {
    const CodePair pair = random_pair(random);
    const Columns columns = random_columns(random, random.below(3 * queue.size + 2));
    switch (random.below(5)) {
        case 0:
            window.update(pair);
            queue.push(pair);
            break;
        case 1:
            window.update_many(columns.xs, columns.ys);
            for (std::size_t i = 0; i < columns.xs.size(); ++i) {
                queue.push({columns.xs[i], columns.ys[i]});
            }
            break;
        case 2:
            check_trace(window, columns, random, [&](CodePair one) {
                queue.push(one);
                return table_of(queue.model());
            });
            break;
        case 3: {
            const PairCount more{pair, random.below(4)};
            window.add_many({&more, 1});
            for (std::uint64_t i = 0; i < more.amount; ++i) {
                queue.push(pair);
            }
            break;
        }
        default: {
            if (window.count(pair) == 0) break;
            const PairCount less{pair, 1};
            window.take_many({&less, 1});
            queue.events.erase(std::find(queue.events.begin(), queue.events.end(), pair));
        }
    }
    check(same(window, queue), "the window is the queue");
}

void test_any_history_of_a_window(Random& random) {
    for (const std::size_t size : {1u, 2u, 7u, 64u, 300u}) {
        ContingencyWindow window{Window(size)};
        window.grow(x_codes, y_codes);
        Queue queue{size, {}};
        for (int i = 0; i < 100; ++i) {
            step(window, queue, random);
        }
        window.clear();
        check(agrees(window, TableModel{}) && events_of(window).empty(), "a cleared one is empty");
    }
}

void test_large_windows_slide_in_blocks(Random& random) {
    ContingencyWindow window{Window(200)};
    ContingencyWindow single{Window(200)};
    window.grow(x_codes, y_codes);
    single.grow(x_codes, y_codes);
    const Columns columns = random_columns(random, 3000);
    check_trace(window, columns, random, [&](CodePair pair) {
        single.update(pair);
        TableModel model;
        for (const PairCount& each : single.held()) {
            model.add(each.pair, each.amount);
        }
        return table_of(model);
    });
    check(events_of(window) == events_of(single), "a bulk update equals single updates");
}

// Streams whose information moves far in a block, stays near 0, or is exactly 0.
Columns stream_of(int kind, std::size_t rows, std::size_t window, Random& random) {
    Columns columns;
    for (std::size_t i = 0; i < rows; ++i) {
        const auto x = static_cast<Code>(random.below(2));
        const auto other = static_cast<Code>(random.below(2));
        const bool alike = kind == 0   ? i / 40 % 2 == 0      // bursts
                           : kind == 1 ? i / window % 2 == 0  // regimes
                           : kind == 2 ? false                // independent
                                       : true;                // the same
        columns.xs.push_back(kind == 3 ? static_cast<Code>(i / (2 * window) % 2) : x);
        columns.ys.push_back(alike ? columns.xs.back() : other);
    }
    return columns;
}

// All measures in bits, traced and read after each single event.
void check_blocks(const Columns& columns, std::size_t window) {
    ContingencyWindow traced{Window(window)};
    ContingencyWindow single{Window(window)};
    traced.grow(x_codes, x_codes);
    single.grow(x_codes, x_codes);
    std::vector<std::vector<double>> values(measures_in_bits);
    std::vector<TableColumn> to;
    for (std::size_t i = 0; i < measures_in_bits; ++i) {
        values[i].resize(columns.xs.size());
        to.push_back({static_cast<TableMeasure>(i), values[i].data()});
    }
    traced.trace(columns.xs, columns.ys, to);
    bool same = true;
    for (std::size_t row = 0; row < columns.xs.size(); ++row) {
        single.update({columns.xs[row], columns.ys[row]});
        for (std::size_t i = 0; i < measures_in_bits; ++i) {
            same = same && values[i][row] == read(single.sums(), to[i].measure);
        }
    }
    check(same, "a block has the values of single events");
    check(traced.sums().pairs() == single.sums().pairs() &&
              traced.sums().purity_sum() == single.sums().purity_sum(),
          "and leaves the same sums");
}

void test_blocks_are_read_as_single_events(Random& random) {
    for (const std::size_t window : {1u, 4u, 100u, 5000u, 200000u}) {
        for (int kind = 0; kind < 4; ++kind) {
            check_blocks(stream_of(kind, 2 * window + 3000, window, random), window);
        }
    }
}

// All pairs equally frequent: the mutual information is a few units of rounding, of either sign.
void test_independent_values_in_blocks() {
    bool above = false;
    bool below = false;
    for (Code rows = 2; rows <= 7; ++rows) {
        for (Code columns = 2; columns <= rows; ++columns) {
            const std::size_t window = std::size_t{rows} * columns * 11;
            Columns cycle;
            for (Code i = 0; i < 3 * window; ++i) {
                cycle.xs.push_back(i % rows);
                cycle.ys.push_back(i / rows % columns);
            }
            check_blocks(cycle, window);
            ContingencyWindow last{Window(window)};
            last.grow(x_codes, x_codes);
            last.update_many(cycle.xs, cycle.ys);
            const int128 left = last.sums().excess().signed_mutual();
            above = above || left > 0;
            below = below || left < 0;
        }
    }
    check(above && below, "the rounding of the terms shows");
}

void test_too_many_events_change_nothing() {
    ContingencyTable table;
    table.grow(2, 2);
    const PairCount full{{0, 1}, max_events};
    table.add_many({&full, 1});
    TableModel model;
    model.add({0, 1}, max_events);
    const std::vector<PairCount> twice{{{1, 1}, max_events}, {{1, 0}, max_events}};
    const std::vector<Code> one{1};
    check_throws<std::overflow_error>([&] { table.add_many(twice); }, "too many at once");
    check_throws<std::overflow_error>([&] { table.update({1, 1}); }, "one too many");
    check_throws<std::overflow_error>([&] { table.update_many(one, one); }, "one in bulk");
    check_throws<std::overflow_error>([&] { table.trace(one, one, {}); }, "one traced");
    check(agrees(table, model), "nothing changed");
    table.take_many({&full, 1});
    check(agrees(table, TableModel{}), "and all of them can be removed again");
}

void test_memory_is_in_the_pairs_held() {
    ContingencyWindow window{Window(10)};
    ContingencyTable table;
    window.grow(1000, 1000);
    table.grow(1000, 1000);
    for (Code i = 0; i < 100000; ++i) {
        const CodePair pair{i % 1000, (i * 7 + i / 1000) % 1000};
        window.update(pair);
        table.update(pair);
        const PairCount less{pair, 1};
        table.take_many({&less, 1});
        check(window.counts().codes() <= 2 * 10 + 65 && table.counts().codes() <= 65,
              "removed pairs are forgotten");
    }
}

void test_values_of_x_and_y_are_thrown_out() {
    ContingencyWindow window{Window(4)};
    window.grow(4, 4);
    for (Code i = 0; i < 4; ++i) {
        window.update({i, 0});
    }
    for (Code i = 0; i < 4; ++i) {
        window.update({i / 2 * 2, 3});
    }
    window.renumber_x({0, no_code, 1, no_code}, 2);
    window.renumber_y({no_code, no_code, no_code, 0}, 1);
    TableModel model;
    model.add({0, 0}, 2);
    model.add({1, 0}, 2);
    check(agrees(window, model), "labels still held have the same counts");
    window.grow(3, 2);
    window.update({2, 1});
    model.take({0, 0});
    model.add({2, 1});
    check(agrees(window, model), "and new ones can be added");
}

void test_reads_of_simple_tables() {
    ContingencyTable table;
    table.grow(3, 3);
    for (std::uint8_t i = 0; i <= static_cast<std::uint8_t>(last_measure); ++i) {
        check(read(table.sums(), static_cast<TableMeasure>(i)) == 0.0, "an empty table is all 0");
    }
    table.update_many(std::vector<Code>{0, 0, 1, 1}, std::vector<Code>{0, 0, 1, 1});
    const TableSums same = table.sums();
    check(same.mutual_information() == 1.0 && same.gain_ratio() == 1.0, "y is x: one bit");
    check(same.conditional_entropy() == 0.0 && same.variation_of_information() == 0.0,
          "the conditional entropy is 0");
    check(same.gini_gain() == 0.5 && same.conditional_gini() == 0.0, "the rows are pure");
    check(same.normalized_mutual_information() == 1.0, "normalised mutual information is 1");
    check(same.g_statistic() == 0x1.62e42fefa39efp+2, "8 ln 2");
    table.update_many(std::vector<Code>{0, 0, 1, 1}, std::vector<Code>{1, 1, 0, 0});
    const TableSums none = table.sums();
    check(none.mutual_information() == 0.0 && none.gini_gain() == 0.0,
          "independent: no mutual information");
    check(none.conditional_entropy() == 1.0 && none.pairs().entropy() == 2.0,
          "the conditional entropy is the entropy");
    check(none.variation_of_information() == 2.0 && none.g_statistic() == 0.0,
          "the joint entropy is the sum");
}

}  // namespace

int main() {
    Random random(4);
    test_any_history_of_a_table(random);
    test_any_history_of_a_window(random);
    test_large_windows_slide_in_blocks(random);
    test_blocks_are_read_as_single_events(random);
    test_independent_values_in_blocks();
    test_too_many_events_change_nothing();
    test_memory_is_in_the_pairs_held();
    test_values_of_x_and_y_are_thrown_out();
    test_reads_of_simple_tables();
    return report();
}
