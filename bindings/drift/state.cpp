#include "bindings/drift/state.hpp"

#include <cstdint>
#include <list>
#include <utility>
#include <vector>

#include "bindings/drift/options.hpp"
#include "bindings/labels/label_state.hpp"
#include "core/state/adaptive_window_state.hpp"
#include "core/state/restore.hpp"

namespace entrostream {

nb::bytes adaptive_to_bytes(const Self<Adaptive>& self) {
    Adaptive& window = *self.p;
    const ReentrancyGuard at_work = window.work(self.h);
    const std::vector<CodeCount> held = window.held();
    AdaptiveWindowState state{.missing = window.missing(),
                              .options = window.core().options(),
                              .clock = window.clock(),
                              .labels = labels_for_state(window, held),
                              .content = window.core().content().renamed(places_of(window, held)),
                              .changes = {}};
    for (const Adaptive::Told& told : window.told()) {
        std::vector<Label> labels;
        for (const nb::object& label : told.labels)
            labels.push_back(to_state(label));
        state.changes.push_back({told.change, std::move(labels)});
    }
    return as_bytes(encode(state));
}

nb::object adaptive_from_bytes(nb::handle type, nb::handle given) {
    const nb::bytes bytes = bytes_argument(given);
    AdaptiveWindowState state = decode_adaptive_window(as_span(bytes));
    Adaptive window(state.options, state.missing);
    window.set_labels(labels_from_state(state.labels));
    window.content().restore(std::move(state.content));
    std::list<Adaptive::Told> told;
    for (LabelledChange<Label>& each : state.changes) {
        std::vector<nb::object> labels;
        for (const Label& label : each.labels)
            labels.push_back(from_state(label));
        told.push_back({std::move(each.change), std::move(labels)});
    }
    window.restore(state.clock, std::move(told));
    return make_instance(type, std::move(window));
}

namespace {

nb::bytes written(const Writer& writer) {
    return nb::bytes(writer.written().data(), writer.written().size());
}

}  // namespace

nb::tuple adaptive_get_state(const Self<Adaptive>& self) {
    const Adaptive& window = idle(self);
    const std::vector<CodeCount> held = window.held();
    nb::list labels;
    for (const CodeCount& each : held)
        labels.append(window.labels().label(each.code));
    Writer content;
    encode_content(content, window.core().content().renamed(places_of(window, held)), held.size());
    nb::list changes;
    for (const Adaptive::Told& told : window.told()) {
        Writer change;
        encode_change(change, told.change, window.clock() != Clock::unset);
        nb::list moved;
        for (const nb::object& label : told.labels)
            moved.append(label);
        changes.append(nb::make_tuple(written(change), moved));
    }
    const AdaptiveOptions& options = window.core().options();
    return nb::make_tuple(options.rate, options.block, max_size_shown(options),
                          statistics_shown(options.statistics), missing_name(window.missing()),
                          static_cast<int>(window.clock()), labels, written(content), changes,
                          attributes_of(self.h));
}

namespace {

Adaptive restored(const nb::tuple& given) {
    const AdaptiveOptions options = options_from(given[0], given[1], given[2], given[3]);
    Adaptive window(options, missing_rule(given[4]));
    const auto clock = nb::cast<std::uint8_t>(given[5]);
    if (clock > static_cast<std::uint8_t>(Clock::instants)) {
        throw StateError("state is damaged: the kind of its times is unknown");
    }
    const bool timed = clock != 0;
    const nb::list labels = list_of(given[6]);
    window.set_labels(labels);
    const nb::bytes content = bytes_argument(given[7]);
    Reader reader(as_span(content));
    AdaptiveWindow::Content decoded = decode_content(reader, options, timed, nb::len(labels));
    reader.require_end();
    window.content().restore(std::move(decoded));
    std::list<Adaptive::Told> told;
    for (const nb::handle item : list_of(given[8])) {
        const nb::bytes bytes = bytes_argument(item[0]);
        Reader change(as_span(bytes));
        Adaptive::Told each{decode_change(change, timed), {}};
        change.require_end();
        for (const nb::handle label : list_of(item[1]))
            each.labels.push_back(nb::borrow(label));
        change.require(each.labels.size() == each.change.labels.size(), "a change lacks a label");
        told.push_back(std::move(each));
    }
    window.restore(static_cast<Clock>(clock), std::move(told));
    return window;
}

}  // namespace

void adaptive_set_state(const Self<Adaptive>& self, const nb::tuple& given) {
    require_parts(given, 10);
    Adaptive window = restore_or_refuse([&] { return restored(given); });
    set_attributes(self.h, given[9]);
    new (self.p) Adaptive(std::move(window));
}

}  // namespace entrostream
