// _core.FadingRows: the fading weights of each row of a column, as codes. Private to the
// package: entrostream.columns is its face.
#include "core/columns/fading_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "bindings/arguments.hpp"
#include "bindings/busy.hpp"
#include "bindings/columns/arrays.hpp"
#include "bindings/columns/column_windows.hpp"
#include "bindings/columns/rows.hpp"
#include "bindings/fading.hpp"
#include "bindings/module.hpp"
#include "core/windows/event_clock.hpp"

namespace entrostream {

template <>
FadingMeasure measure_of<FadingMeasure>(nb::handle name) {
    struct Named {
        const char* name;
        FadingMeasure measure;
    };
    std::vector<Named> known;
    for (const NamedMeasure& each : all_measures()) {
        known.push_back({each.name, {each.measure}});
    }
    known.push_back({"effective_size", {Measure::n, true}});
    return measure_among(known, name);
}

namespace {

using FadingColumn = ColumnWindows<FadingContent, FadingRows>;

// alpha, or a half-life in nanoseconds; in rows, each of which is a second.
void init(FadingColumn* self, nb::handle alpha, std::optional<std::int64_t> half_life, bool in_rows,
          std::uint64_t min_periods, Part part) {
    FadingTally empty = half_life ? FadingTally::by_time(*half_life, EventClock(0, Late::raise))
                                  : FadingTally::by_count(fading_factor(alpha));
    new (self) FadingColumn({std::move(empty), in_rows}, {min_periods, 1}, part);
}

std::int64_t push(nb::handle self, const CodeArray& codes, const Streams& streams,
                  const ColumnTimes& times, const Order& order,
                  const FadingColumn::Outputs& outputs, std::int64_t first) {
    auto& column = nb::cast<FadingColumn&>(self);
    const Busy at_work(column.busy(), self);
    const Codes labels = numbers(codes);
    column.windows().grow_codes(end_of_codes(labels));
    return column.push(
        rows_of(labels.size(), streams, times, order), [&](std::size_t row) { return labels[row]; },
        outputs, first);
}

std::int64_t finish(nb::handle self, const FadingColumn::Outputs& outputs, std::int64_t first) {
    auto& column = nb::cast<FadingColumn&>(self);
    const Busy at_work(column.busy(), self);
    return column.finish(outputs, first);
}

}  // namespace

void bind_fading_rows(nb::module_& module) {
    nb::class_<FadingColumn>(module, "FadingRows", "Fading weights over the codes of labels.")
        .def("__init__", &init, nb::kw_only(), nb::arg("alpha").none() = nb::none(),
             nb::arg("half_life").none() = nb::none(), nb::arg("in_rows") = false,
             nb::arg("min_periods") = 1, nb::arg("part") = Part{0, 1})
        .def("push", &push, nb::arg("codes"), ENTROSTREAM_BESIDE)
        .def("finish", &finish, nb::arg("outputs"), nb::arg("first"));
}

}  // namespace entrostream
