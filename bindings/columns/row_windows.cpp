// _core.LabelWindows, WeightWindows, PairWindows: the window of each row of a column, as
// codes. Private to the package: entrostream.columns is their face.
#include "core/columns/row_windows.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bindings/arguments.hpp"
#include "bindings/busy.hpp"
#include "bindings/columns/arrays.hpp"
#include "bindings/module.hpp"
#include "bindings/table_measures.hpp"
#include "bindings/weights.hpp"
#include "core/columns/row_contents.hpp"
#include "core/columns/row_output.hpp"

namespace entrostream {

namespace {

Closed closed_named(const std::string& name) {
    if (name == "right") return Closed::right;
    if (name == "both") return Closed::both;
    if (name == "left") return Closed::left;
    if (name == "neither") return Closed::neither;
    throw nb::value_error(
        ("closed must be 'right', 'both', 'left' or 'neither', got '" + name + "'").c_str());
}

template <class Any>
[[nodiscard]] Any measure_of(nb::handle name) {
    if constexpr (std::is_same_v<Any, Measure>) {
        return measure_named(name);
    } else {
        return table_measure_named(name);
    }
}

// What stands beside the items of a piece of a column: which stream each row belongs to (all
// to one if nothing is said), its time, and in which order the rows are to be taken.
struct Rows {
    std::size_t size;
    std::span<const Code> streams;
    std::span<const Time> times;
    std::span<const std::int64_t> order;

    [[nodiscard]] std::size_t row(std::size_t i) const noexcept {
        return order.empty() ? i : static_cast<std::size_t>(order[i]);
    }
    [[nodiscard]] Code stream(std::size_t row) const noexcept {
        return streams.empty() ? 0 : streams[row];
    }
    [[nodiscard]] Time time(std::size_t row) const noexcept {
        return times.empty() ? 0 : times[row];
    }
};

template <class Content>
class ColumnWindows {
  public:
    using Column = OutputColumn<typename Content::Measure>;
    using Outputs = std::vector<std::pair<nb::object, ArrayOut<double>>>;

    // Of all streams only those are counted whose number has the remainder `part`.
    ColumnWindows(RowFrame frame, OutputRule rule, std::pair<Code, Code> part, Content content = {})
        : windows_(frame, std::move(content)), rule_(rule), part_(part) {}

    [[nodiscard]] Content& content() noexcept { return windows_.content(); }
    [[nodiscard]] bool& busy() noexcept { return busy_; }

    // The rows that follow those so far; `item(row)` is what is kept of one. Outputs hold
    // the rows from number `first` on. Returns how many rows got their values.
    template <class ItemOf>
    std::int64_t push(const Rows& rows, ItemOf&& item, const Outputs& outputs, std::int64_t first) {
        windows_.grow(rows.streams.empty() ? 1 : end_of_codes(rows.streams) / part_.second + 1);
        return emitting(outputs, first, [&](auto& emit) {
            for (std::size_t i = 0; i < rows.size; ++i) {
                const std::size_t row = rows.row(i);
                const Code stream = rows.stream(row);
                if (stream == no_code || stream % part_.second != part_.first) continue;
                windows_.push(stream / part_.second, rows_ + static_cast<std::int64_t>(row),
                              rows.time(row), item(row), emit);
            }
            rows_ += static_cast<std::int64_t>(rows.size);
        });
    }

    std::int64_t finish(const Outputs& outputs, std::int64_t first) {
        return emitting(outputs, first, [&](auto& emit) { windows_.finish(emit); });
    }

  private:
    template <class Work>
    std::int64_t emitting(const Outputs& outputs, std::int64_t first, Work&& work) {
        std::vector<Column> columns;
        std::size_t size = outputs.empty() ? 0 : outputs.front().second.shape(0);
        for (const auto& [name, array] : outputs) {
            if (array.shape(0) != size) throw std::invalid_argument("outputs differ in length");
            columns.push_back({measure_of<typename Content::Measure>(name), array.data()});
        }
        RowOutput<Content> emit(content(), columns, rule_, first, size);
        const nb::gil_scoped_release unlocked;
        work(emit);
        return emit.rows();
    }

    RowWindows<Content> windows_;
    OutputRule rule_;
    std::pair<Code, Code> part_;
    std::int64_t rows_ = 0;
    bool busy_ = false;
};

using LabelWindows = ColumnWindows<RowLabels>;
using WeightWindows = ColumnWindows<RowWeights>;
using PairWindows = ColumnWindows<RowPairs>;

Rows rows_of(std::size_t size, const std::optional<CodeArray>& streams,
             const std::optional<TimeArray>& times,
             const std::optional<ArrayIn<std::int64_t>>& order) {
    const Rows rows{size, numbers(streams, size), numbers(times, size), numbers(order, size)};
    for (const std::int64_t row : rows.order) {
        if (row < 0 || static_cast<std::size_t>(row) >= size) {
            throw std::invalid_argument("order names a row that is not there");
        }
    }
    return rows;
}

using Length = std::optional<std::int64_t>;
using Part = std::pair<Code, Code>;

// What the three classes share: how they are made, and how they end. `make(unit)` gives the
// content; only weights have a unit.
template <class Windows, class Make>
nb::class_<Windows> def_windows(nb::module_& module, const char* name, const char* doc, Make make) {
    return nb::class_<Windows>(module, name, doc)
        .def(
            "__init__",
            [make](Windows* self, Length length, bool by_time, const std::string& closed,
                   bool centred, bool ties_together, std::uint64_t min_periods, std::int64_t step,
                   Part part, nb::handle unit) {
                const RowFrame frame{length.value_or(RowFrame::unlimited), by_time,
                                     closed_named(closed), centred, ties_together};
                new (self) Windows(frame, {min_periods, step}, part, make(unit));
            },
            nb::arg("length").none(), nb::kw_only(), nb::arg("by_time") = false,
            nb::arg("closed") = "right", nb::arg("centred") = false,
            nb::arg("ties_together") = false, nb::arg("min_periods") = 1, nb::arg("step") = 1,
            nb::arg("part") = Part{0, 1}, nb::arg("unit").none() = nb::none())
        .def(
            "finish",
            [](nb::handle self, const typename Windows::Outputs& outputs, std::int64_t first) {
                auto& windows = nb::cast<Windows&>(self);
                const Busy at_work(windows.busy(), self);
                return windows.finish(outputs, first);
            },
            nb::arg("outputs"), nb::arg("first"));
}

using Streams = std::optional<CodeArray>;
using ColumnTimes = std::optional<TimeArray>;
using Order = std::optional<ArrayIn<std::int64_t>>;

std::int64_t push_labels(nb::handle self, const CodeArray& codes, const Streams& streams,
                         const ColumnTimes& times, const Order& order,
                         const LabelWindows::Outputs& outputs, std::int64_t first) {
    auto& windows = nb::cast<LabelWindows&>(self);
    const Busy at_work(windows.busy(), self);
    const Codes labels = numbers(codes);
    windows.content().cells.grow(end_of_codes(labels));
    return windows.push(
        rows_of(labels.size(), streams, times, order), [&](std::size_t row) { return labels[row]; },
        outputs, first);
}

std::int64_t push_weights(nb::handle self, const CodeArray& codes, nb::handle weights,
                          const Streams& streams, const ColumnTimes& times, const Order& order,
                          const WeightWindows::Outputs& outputs, std::int64_t first) {
    auto& windows = nb::cast<WeightWindows&>(self);
    const Busy at_work(windows.busy(), self);
    const Codes labels = numbers(codes);
    const std::vector<std::uint64_t> units =
        read_weights(windows.content().scale, weights, labels.size());
    windows.content().cells.grow(end_of_codes(labels));
    return windows.push(
        rows_of(labels.size(), streams, times, order),
        [&](std::size_t row) { return RowWeights::Item{labels[row], units[row]}; }, outputs, first);
}

std::int64_t push_pairs(nb::handle self, const CodeArray& x, const CodeArray& y,
                        const CodeArray& pairs, const Streams& streams, const ColumnTimes& times,
                        const Order& order, const PairWindows::Outputs& outputs,
                        std::int64_t first) {
    auto& windows = nb::cast<PairWindows&>(self);
    const Busy at_work(windows.busy(), self);
    const Codes both = numbers(pairs);
    const Codes xs = numbers(std::optional(x), both.size());
    const Codes ys = numbers(std::optional(y), both.size());
    windows.content().cells.grow(end_of_codes(both));
    windows.content().x_cells.grow(end_of_codes(xs));
    windows.content().y_cells.grow(end_of_codes(ys));
    return windows.push(
        rows_of(both.size(), streams, times, order),
        [&](std::size_t row) { return RowPairs::Item{xs[row], ys[row], both[row]}; }, outputs,
        first);
}

// The arguments that follow the items.
#define ENTROSTREAM_BESIDE                                                                      \
    nb::kw_only(), nb::arg("streams").none(), nb::arg("times").none(), nb::arg("order").none(), \
        nb::arg("outputs"), nb::arg("first")

}  // namespace

void bind_row_windows(nb::module_& module) {
    def_windows<LabelWindows>(module, "LabelWindows", "Windows over the codes of labels.",
                              [](nb::handle) { return RowLabels{}; })
        .def("push", &push_labels, nb::arg("codes"), ENTROSTREAM_BESIDE);
    def_windows<WeightWindows>(
        module, "WeightWindows", "Windows over the codes of labels with weights.",
        [](nb::handle unit) { return RowWeights(WeightedCounts(unit_exponent(unit), false)); })
        .def("push", &push_weights, nb::arg("codes"), nb::arg("weights"), ENTROSTREAM_BESIDE);
    def_windows<PairWindows>(module, "PairWindows", "Windows over the codes of pairs.",
                             [](nb::handle) { return RowPairs{}; })
        .def("push", &push_pairs, nb::arg("x"), nb::arg("y"), nb::arg("pairs"), ENTROSTREAM_BESIDE);
}

}  // namespace entrostream
