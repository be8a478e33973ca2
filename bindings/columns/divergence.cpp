// _core.ReferenceShannon and similar classes: how far the window of each row is from a reference
// or from the window before it. Private to the package; the public API is es.rolling_divergence.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "bindings/columns/arrays.hpp"
#include "bindings/columns/column_windows.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/reentrancy_guard.hpp"
#include "core/columns/divergence_measure.hpp"
#include "core/columns/previous_contents.hpp"
#include "core/columns/reference_contents.hpp"

namespace entrostream {

namespace {

using Counts64 = std::vector<std::uint64_t>;

Counts64 counts_of(nb::handle array) {
    const auto counts = numbers(nb::cast<ArrayIn<std::uint64_t>>(array));
    return {counts.begin(), counts.end()};
}

// Rows with the codes `labels` in the reference, and each in a cell of its stream.
template <class Content>
std::int64_t push_against_reference(nb::handle self, const CodeArray& cells,
                                    const CodeArray& labels, const Streams& streams,
                                    const ColumnTimes& times, const Order& order,
                                    const typename ColumnWindows<Content>::Outputs& outputs,
                                    std::int64_t first, const Places& places) {
    auto& windows = nb::cast<ColumnWindows<Content>&>(self);
    const ReentrancyGuard at_work(windows.busy(), self);
    const Codes in_stream = numbers(cells);
    const Codes in_reference = numbers(std::optional(labels), in_stream.size());
    windows.content().grow(end_of_codes(in_stream));
    return windows.push(
        rows_of(in_stream.size(), streams, times, order, places),
        [&](std::size_t row) { return ReferenceItem{in_stream[row], in_reference[row]}; }, outputs,
        first);
}

template <class Content>
std::int64_t push_against_previous(nb::handle self, const CodeArray& codes, const Streams& streams,
                                   const ColumnTimes& times, const Order& order,
                                   const typename ColumnWindows<Content>::Outputs& outputs,
                                   std::int64_t first, const Places& places) {
    auto& windows = nb::cast<ColumnWindows<Content>&>(self);
    const ReentrancyGuard at_work(windows.busy(), self);
    const Codes labels = numbers(codes);
    windows.content().grow(end_of_codes(labels));
    return windows.push(
        rows_of(labels.size(), streams, times, order, places),
        [&](std::size_t row) { return labels[row]; }, outputs, first);
}

template <class Content, class Make>
void def_reference(nb::module_& module, const char* name, const char* doc, Make make) {
    auto type =
        def_windows<ColumnWindows<Content>, nb::handle>(module, name, doc, make, nb::arg("rule"));
    def_push(type, &push_against_reference<Content>, nb::arg("cells"), nb::arg("labels"));
}

template <class Content, class Make>
void def_previous(nb::module_& module, const char* name, const char* doc, Make make) {
    auto type =
        def_windows<ColumnWindows<Content>, nb::handle>(module, name, doc, make, nb::arg("rule"));
    def_push(type, &push_against_previous<Content>, nb::arg("codes"));
}

}  // namespace

void bind_divergence(nb::module_& module) {
    def_reference<ReferenceShannon>(
        module, "ReferenceShannon", "Jensen-Shannon; rule: the counts of the reference.",
        [](nb::handle counts) { return ReferenceShannon(counts_of(counts)); });
    def_reference<ReferencePooled>(
        module, "ReferencePooled", "The same weighted by rows; rule: the counts of the reference.",
        [](nb::handle counts) { return ReferencePooled(counts_of(counts)); });
    def_reference<ReferenceKullback>(
        module, "ReferenceKullback", "Kullback-Leibler; rule: the counts, and the pseudo-count.",
        [](nb::handle rule) {
            const auto [counts, pseudo_count] = nb::cast<std::pair<nb::object, double>>(rule);
            return ReferenceKullback(counts_of(counts), pseudo_count);
        });
    def_previous<PreviousShannon>(
        module, "PreviousShannon", "Jensen-Shannon; rule: whether it is weighted by rows.",
        [](nb::handle by_rows) { return PreviousShannon(nb::cast<bool>(by_rows)); });
    def_previous<PreviousKullback>(
        module, "PreviousKullback", "Kullback-Leibler; rule: the pseudo-count.",
        [](nb::handle pseudo_count) { return PreviousKullback(nb::cast<double>(pseudo_count)); });
}

}  // namespace entrostream
