// ContingencyTable, ContingencyWindow and ContingencyTimeWindow.
#include <limits>
#include <optional>

#include "core/tables/contingency.hpp"
#include "core/tests/fuzz/state_use.hpp"
#include "core/tests/fuzz/use_parts.hpp"
#include "core/tests/tables/model.hpp"

namespace entrostream::testing {

namespace {

template <class Table>
TableModel model_of(const Table& table) {
    TableModel model;
    for (const PairCount& each : table.held()) {
        model.add(each.pair, each.amount);
    }
    return model;
}

template <class Table>
void require_sums(const Table& table) {
    require(agrees(table, model_of(table)), "the sums of a table are not those of its counts");
}

template <class Table>
void change(Table& table, const PairLabels& labels) {
    const std::vector<Code> xs = some_events(labels.x.size());
    const std::vector<Code> ys = some_events(labels.y.size(), xs.size());
    if (ys.size() != xs.size()) return;
    std::vector<double> values(xs.size());
    const TableColumn column{TableMeasure::mutual_information, values.data()};
    unless_full([&] { table.trace(xs, ys, {&column, 1}); });
    require_sums(table);
    for (std::size_t i = 0; i < xs.size(); ++i) {
        unless_full([&] { table.update({xs[i], ys[xs.size() - 1 - i]}); });
    }
    require_sums(table);
    const std::vector<PairCount> held = table.held();
    if (!held.empty()) table.take_many(std::span(held).first(1));
    require_sums(table);
}

}  // namespace

void use(const ContingencyTableState& state) {
    ContingencyTable table;
    table.grow(state.labels.x.size(), state.labels.y.size());
    table.add_many(state.pairs);
    require_sums(table);
    const ContingencyTable before = table;
    change(table, state.labels);
    unless_full([&] { table.add_many(before.held()); });
    require_sums(table);
    require_sums(before);
    const ContingencyTableState after{
        .missing = state.missing, .labels = state.labels, .pairs = before.held()};
    require(encode(decode_contingency_table(encode(after))) == encode(state), "a table is lost");
}

void use(const ContingencyWindowState& state) {
    ContingencyWindow window{RingWindow<PairCounts>(state.size)};
    window.grow(state.labels.x.size(), state.labels.y.size());
    std::vector<Code> xs;
    std::vector<Code> ys;
    for (const CodePair& pair : state.events) {
        xs.push_back(pair.x);
        ys.push_back(pair.y);
    }
    window.update_many(xs, ys);
    require_sums(window);
    const ContingencyWindow before = window;
    change(window, state.labels);
    require_sums(before);
}

void use(const ContingencyTimeWindowState& state) {
    const TimeWindowState& clock = state.window;
    const bool timed = clock.clock != Clock::unset;
    ContingencyTimeWindow window{LastSpan<PairCounts>(clock.span, clock.lateness, clock.late)};
    window.grow(state.labels.x.size(), state.labels.y.size());
    window.restore(state.pairs, timed ? std::optional(clock.now) : std::nullopt, clock.dropped,
                   clock.events);
    require_sums(window);
    require(window.core().events() == clock.events, "a window of pairs is lost");
    const ContingencyTimeWindow before = window;
    const std::vector<Code> xs = some_events(state.labels.x.size());
    const std::vector<Code> ys = some_events(state.labels.y.size(), xs.size());
    if (ys.size() != xs.size()) return;
    const Time now = window.core().clock().now().value_or(0);
    const std::vector<Time> times(xs.size(), now);
    std::vector<double> values(xs.size());
    const TableColumn column{TableMeasure::mutual_information, values.data()};
    unless_full([&] { window.trace(xs, ys, {&column, 1}, times); });
    require_sums(window);
    unless_full([&] { window.update_many(xs, ys, times); });
    require_sums(window);
    unless_full([&] {
        window.merge(before, same_codes(state.labels.x.size()), same_codes(state.labels.y.size()));
    });
    require_sums(window);
    const std::vector<PairCount> held = window.held();
    if (!held.empty()) window.take_many(std::span(held).first(1));
    if (timed && now < std::numeric_limits<Time>::max() - clock.span / 2) {
        window.advance(now + clock.span / 2);
    }
    require_sums(window);
    require_sums(before);
}

}  // namespace entrostream::testing
