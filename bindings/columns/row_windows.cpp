// _core.LabelWindows, WeightWindows, PairWindows: the window of each row of a column, as
// codes. Private to the package; the public API is entrostream.columns.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>

#include "bindings/columns/arrays.hpp"
#include "bindings/columns/column_windows.hpp"
#include "bindings/columns/rows.hpp"
#include "bindings/columns/traced_column.hpp"
#include "bindings/input/weights.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/reentrancy_guard.hpp"
#include "core/columns/row_contents.hpp"

namespace entrostream {

namespace {

using LabelWindows = TracedColumn<RowLabels, LabelRows>;
using WeightWindows = ColumnWindows<RowWeights>;
using PairWindows = TracedColumn<RowPairs, PairRows>;

std::int64_t push_labels(nb::handle self, const CodeArray& codes, const Streams& streams,
                         const ColumnTimes& times, const Order& order,
                         const LabelWindows::Outputs& outputs, std::int64_t first,
                         const Places& places) {
    auto& windows = nb::cast<LabelWindows&>(self);
    const ReentrancyGuard at_work(windows.busy(), self);
    const Codes labels = numbers(codes);
    const Rows rows = rows_of(labels.size(), streams, times, order, places);
    const CodeRange range = range_of_codes(labels);
    if (windows.traces(rows)) {
        const LabelRows items{labels, range.complete};
        return windows.trace(rows, items, outputs, first, range.end);
    }
    windows.content().cells.grow(range.end);
    return windows.push(rows, [&](std::size_t row) { return labels[row]; }, outputs, first);
}

std::int64_t push_weights(nb::handle self, const CodeArray& codes, const UnitArray& weights,
                          const Streams& streams, const ColumnTimes& times, const Order& order,
                          const WeightWindows::Outputs& outputs, std::int64_t first,
                          const Places& places) {
    auto& windows = nb::cast<WeightWindows&>(self);
    const ReentrancyGuard at_work(windows.busy(), self);
    const Codes labels = numbers(codes);
    const std::span<const std::uint64_t> units = numbers(std::optional(weights), labels.size());
    windows.content().cells.grow(end_of_codes(labels));
    return windows.push(
        rows_of(labels.size(), streams, times, order, places),
        // A row of weight 0 is treated like one without a label.
        [&](std::size_t row) {
            return RowWeights::Item{units[row] == 0 ? no_code : labels[row], units[row]};
        },
        outputs, first);
}

std::int64_t push_pairs(nb::handle self, const CodeArray& x, const CodeArray& y,
                        const std::optional<CodeArray>& pairs, const Streams& streams,
                        const ColumnTimes& times, const Order& order,
                        const PairWindows::Outputs& outputs, std::int64_t first,
                        const Places& places) {
    auto& windows = nb::cast<PairWindows&>(self);
    const ReentrancyGuard at_work(windows.busy(), self);
    const Codes xs = numbers(x);
    const Codes ys = numbers(std::optional(y), xs.size());
    const Rows rows = rows_of(xs.size(), streams, times, order, places);
    const CodeRange x_range = range_of_codes(xs);
    const CodeRange y_range = range_of_codes(ys);
    if (windows.traces(rows)) {
        const PairRows items{xs, ys, x_range.complete && y_range.complete};
        return windows.trace(rows, items, outputs, first, x_range.end, y_range.end);
    }
    if (!pairs) throw std::invalid_argument("rows that are not traced need the codes of pairs");
    const Codes both = numbers(pairs, xs.size());
    windows.content().cells.grow(end_of_codes(both));
    windows.content().x_cells.grow(x_range.end);
    windows.content().y_cells.grow(y_range.end);
    return windows.push(
        rows, [&](std::size_t row) { return RowPairs::Item{xs[row], ys[row], both[row]}; }, outputs,
        first);
}

}  // namespace

void bind_row_windows(nb::module_& module) {
    auto labels = def_windows<LabelWindows>(
        module, "LabelWindows", "Windows over the codes of labels.", [] { return RowLabels{}; });
    def_push(labels, &push_labels, nb::arg("codes"));
    auto weights = def_windows<WeightWindows, nb::handle>(
        module, "WeightWindows", "Windows over the codes of labels with weights.",
        [](nb::handle unit) { return RowWeights(WeightedCounts(unit_exponent(unit), false)); },
        nb::arg("unit"));
    def_push(weights, &push_weights, nb::arg("codes"), nb::arg("weights"));
    auto pairs = def_windows<PairWindows>(module, "PairWindows", "Windows over the codes of pairs.",
                                          [] { return RowPairs{}; });
    def_push(pairs, &push_pairs, nb::arg("x"), nb::arg("y"), nb::arg("pairs").none());
}

}  // namespace entrostream
