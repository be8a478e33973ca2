// The windows of a column, piece by piece: from arrays of codes to arrays of values.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/columns/arrays.hpp"
#include "bindings/columns/rows.hpp"
#include "bindings/runtime/gil.hpp"
#include "bindings/runtime/interruptible.hpp"
#include "bindings/runtime/measures.hpp"
#include "bindings/runtime/reentrancy_guard.hpp"
#include "core/columns/row_output.hpp"
#include "core/columns/row_windows.hpp"
#include "core/counts/code.hpp"

namespace entrostream {

// A part of the streams: its index, and the number of parts.
using Part = std::pair<Code, Code>;

[[nodiscard]] inline Closed closed_named(const std::string& name) {
    if (name == "right") return Closed::right;
    if (name == "both") return Closed::both;
    if (name == "left") return Closed::left;
    if (name == "neither") return Closed::neither;
    throw nb::value_error(
        ("closed must be 'right', 'both', 'left' or 'neither', got '" + name + "'").c_str());
}

// `Windows` takes rows one by one and emits their values, `Content` reads those; see
// RowWindows.
template <class Content, class Windows = RowWindows<Content>>
class ColumnWindows {
  public:
    using Column = OutputColumn<typename Content::Measure>;
    using Walk = Windows;
    using Outputs = std::vector<std::pair<nb::object, ArrayOut<double>>>;

    // Counts only the streams whose number modulo the second of `part` is the first.
    ColumnWindows(Windows windows, OutputRule rule, Part part)
        : windows_(std::move(windows)), rule_(rule), part_(part) {}

    [[nodiscard]] Windows& windows() noexcept { return windows_; }
    [[nodiscard]] Content& content() noexcept { return windows_.content(); }
    [[nodiscard]] bool& busy() noexcept { return busy_; }

    // Adds the next rows; `item(row)` is what a window stores of a row. The outputs hold the
    // rows from number `first` on. Returns the number of rows that got their values.
    template <class ItemOf>
    std::int64_t push(const Rows& rows, ItemOf&& item, const Outputs& outputs, std::int64_t first) {
        windows_.grow(rows.streams.empty() ? 1 : end_of_codes(rows.streams) / part_.second + 1);
        return emitting(outputs, rule_, first, [&](auto& emit) {
            in_slices(rows.size, 4096, [&](std::size_t begin, std::size_t size) {
                push_some(rows, begin, begin + size, item, emit);
            });
            rows_ += static_cast<std::int64_t>(rows.size);
        });
    }

    std::int64_t finish(const Outputs& outputs, std::int64_t first) {
        return emitting(outputs, rule_, first, [&](auto& emit) { windows_.finish(emit); });
    }

    // Row s of the outputs gets the value of everything that stream s holds now.
    void totals(const Outputs& outputs) {
        const auto size =
            static_cast<std::int64_t>(outputs.empty() ? 0 : outputs.front().second.shape(0));
        const OutputRule all{rule_.min_periods, 1};
        emitting(outputs, all, 0, [&](auto& emit) {
            windows_.for_each_stream([&](std::size_t stream, const auto& sums) {
                const auto number = static_cast<std::int64_t>(stream * part_.second + part_.first);
                if (number < size) emit(number, sums);
            });
        });
    }

  protected:
    template <class ItemOf, class Emit>
    void push_some(const Rows& rows, std::size_t begin, std::size_t end, ItemOf& item, Emit& emit) {
        for (std::size_t i = begin; i < end; ++i) {
            const std::size_t row = rows.row(i);
            const Code stream = rows.stream(row);
            if (stream == no_code || stream % part_.second != part_.first) continue;
            windows_.push(stream / part_.second, rows.number(row, rows_), rows.time(row), item(row),
                          emit);
        }
    }

    template <class Work>
    std::int64_t emitting(const Outputs& outputs, OutputRule rule, std::int64_t first,
                          Work&& work) {
        std::vector<Column> columns;
        std::size_t size = outputs.empty() ? 0 : outputs.front().second.shape(0);
        for (const auto& [name, array] : outputs) {
            if (array.shape(0) != size) throw std::invalid_argument("outputs differ in length");
            columns.push_back({measure_named<typename Content::Measure>(name), array.data()});
        }
        RowOutput<Content> emit(content(), columns, rule, first, size);
        Interruptible open;
        const GilReleased unlocked;
        work(emit);
        return emit.rows();
    }

    Windows windows_;
    OutputRule rule_;
    Part part_;
    std::int64_t rows_ = 0;
    bool busy_ = false;
};

using Length = std::optional<std::int64_t>;

// Common to all such classes: construction and the end of a column. `make(given...)` makes the
// content from the arguments that `parameters` describe.
template <class Windows, class... Given, class Make, class... Parameters>
nb::class_<Windows> def_windows(nb::module_& module, const char* name, const char* doc, Make make,
                                const Parameters&... parameters) {
    static_assert(sizeof...(Given) == sizeof...(Parameters));
    return nb::class_<Windows>(module, name, doc)
        .def(
            "__init__",
            [make](Windows* self, Length length, bool by_time, const std::string& closed,
                   bool centred, bool ties_together, std::int64_t months, std::uint64_t min_periods,
                   std::int64_t step, Part part, Given... given) {
                const RowFrame frame{length.value_or(RowFrame::unlimited),
                                     by_time,
                                     closed_named(closed),
                                     centred,
                                     ties_together,
                                     months};
                using Walk = Windows::Walk;
                new (self) Windows(Walk(frame, make(given...)), {min_periods, step}, part);
            },
            nb::arg("length").none(), nb::kw_only(), nb::arg("by_time") = false,
            nb::arg("closed") = "right", nb::arg("centred") = false,
            nb::arg("ties_together") = false, nb::arg("months") = 0, nb::arg("min_periods") = 1,
            nb::arg("step") = 1, nb::arg("part") = Part{0, 1}, parameters...)
        .def(
            "finish",
            [](nb::handle self, const typename Windows::Outputs& outputs, std::int64_t first) {
                auto& windows = nb::cast<Windows&>(self);
                const ReentrancyGuard at_work(windows.busy(), self);
                return windows.finish(outputs, first);
            },
            nb::arg("outputs"), nb::arg("first"))
        .def(
            "totals",
            [](nb::handle self, const typename Windows::Outputs& outputs) {
                auto& windows = nb::cast<Windows&>(self);
                const ReentrancyGuard at_work(windows.busy(), self);
                windows.totals(outputs);
            },
            nb::arg("outputs"));
}

// Binds `push`: the arguments of the items, then those of the columns that accompany them.
template <class Windows, class Push, class... Items>
void def_push(nb::class_<Windows>& type, Push push, const Items&... items) {
    type.def("push", push, items..., nb::kw_only(), nb::arg("streams").none(),
             nb::arg("times").none(), nb::arg("order").none(), nb::arg("outputs"), nb::arg("first"),
             nb::arg("numbers").none() = nb::none());
}

}  // namespace entrostream
