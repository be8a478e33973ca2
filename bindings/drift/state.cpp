#include "bindings/drift/state.hpp"

#include <cstdint>
#include <list>
#include <utility>
#include <vector>

#include "bindings/drift/options.hpp"
#include "core/state/adaptive_window_state.hpp"
#include "core/state/restore.hpp"

namespace entrostream {

StateBytes encoded_adaptive(const Adaptive& window, LabelsToState& labels) {
    const AdaptiveWindow::Content content = window.core().content();
    const std::vector<CodeCount> held = window.kept();
    AdaptiveWindowState state{.missing = window.missing(),
                              .options = window.core().options(),
                              .clock = window.clock(),
                              .labels = encoded_labels(window, held, labels),
                              .content = content.renamed(places_of(window, held)),
                              .changes = {}};
    for (const Adaptive::FoundChange& found : window.found_changes()) {
        std::vector<Label> moved;
        for (const nb::object& label : found.labels)
            moved.push_back(labels(label));
        state.changes.push_back({found.change, std::move(moved)});
    }
    return encode(state);
}

Adaptive decoded_adaptive(std::span<const std::uint8_t> bytes, LabelsFromState& labels) {
    AdaptiveWindowState state = decode_adaptive_window(bytes);
    Adaptive window(state.options, state.missing);
    window.set_labels(labels(state.labels));
    window.content().restore(std::move(state.content));
    std::list<Adaptive::FoundChange> found;
    for (LabelledChange<Label>& each : state.changes) {
        std::vector<nb::object> moved;
        for (const Label& label : each.labels)
            moved.push_back(labels(label));
        found.push_back({std::move(each.change), std::move(moved)});
    }
    window.restore(state.clock, std::move(found));
    return window;
}

namespace {

Adaptive restored(const nb::tuple& parts) {
    // Before version 2 nothing was calibrated.
    const AdaptiveOptions options = options_from(parts[0], parts[1], parts[2], parts[3],
                                                 nb::bool_(false), nb::str("report"), nb::int_(0));
    Adaptive window(options, missing_rule(parts[4]));
    const auto clock = nb::cast<std::uint8_t>(parts[5]);
    if (clock > static_cast<std::uint8_t>(Clock::instants)) {
        throw StateError("state is damaged: the kind of its times is unknown");
    }
    const bool timed = clock != 0;
    const nb::list labels = list_of(parts[6]);
    window.set_labels(labels);
    const nb::bytes content = bytes_argument(parts[7]);
    Reader reader(as_span(content));
    AdaptiveWindow::Content decoded = decode_content(reader, options, timed, nb::len(labels));
    reader.require_end();
    window.content().restore(std::move(decoded));
    std::list<Adaptive::FoundChange> found;
    for (const nb::handle item : list_of(parts[8])) {
        const nb::bytes bytes = bytes_argument(item[0]);
        Reader change(as_span(bytes));
        Adaptive::FoundChange each{decode_change(change, timed), {}};
        change.require_end();
        for (const nb::handle label : list_of(item[1]))
            each.labels.push_back(nb::borrow(label));
        change.require(each.labels.size() == each.change.labels.size(), "a change lacks a label");
        found.push_back(std::move(each));
    }
    window.restore(static_cast<Clock>(clock), std::move(found));
    return window;
}

}  // namespace

Adaptive adaptive_from_parts(const nb::tuple& parts) {
    require_parts(parts, 10);
    return restore_or_refuse([&] { return restored(parts); });
}

}  // namespace entrostream
