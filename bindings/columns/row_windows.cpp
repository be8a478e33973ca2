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
#include "bindings/columns/column_windows.hpp"
#include "bindings/columns/rows.hpp"
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

using LabelWindows = ColumnWindows<RowLabels>;
using WeightWindows = ColumnWindows<RowWeights>;
using PairWindows = ColumnWindows<RowPairs>;

using Length = std::optional<std::int64_t>;

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
                new (self) Windows(RowWindows(frame, make(unit)), {min_periods, step}, part);
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
