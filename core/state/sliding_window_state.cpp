#include "core/state/sliding_window_state.hpp"

#include <algorithm>

#include "core/count_log/count_log.hpp"

namespace entrostream {

namespace {

void decode_events(Reader& reader, SlidingWindowState& state) {
    const int width = place_width(state.labels.size());
    const std::uint64_t events = reader.length(static_cast<std::size_t>(width));
    reader.require(events <= state.size, "it holds more events than its size");
    std::vector<bool> occurs(state.labels.size(), false);
    state.events.reserve(static_cast<std::size_t>(events));
    for (std::uint64_t i = 0; i < events; ++i) {
        const auto place = static_cast<Code>(reader.fixed(width));
        reader.require(place < state.labels.size(), "an event has a label that is not there");
        occurs[place] = true;
        state.events.push_back(place);
    }
    reader.require(std::find(occurs.begin(), occurs.end(), false) == occurs.end(),
                   "a label does not occur");
}

}  // namespace

StateBytes encode(const SlidingWindowState& state) {
    const SortedLabels sorted = sort_labels(state.labels);
    Writer payload;
    payload.byte(static_cast<std::uint8_t>(state.missing));
    payload.varint(state.size);
    payload.varint(state.labels.size());
    for (const Code old : sorted.order) {
        payload.raw(sorted.bytes[old]);
    }
    const std::vector<Code> place = sorted.places();
    payload.varint(state.events.size());
    const int width = place_width(state.labels.size());
    for (const Code event : state.events) {
        payload.fixed(place[event], width);
    }
    return Writer::frame(StateKind::sliding_window, payload);
}

SlidingWindowState decode_sliding_window(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::sliding_window);
    SlidingWindowState state;
    state.missing = decode_missing(reader);
    state.size = reader.varint();
    reader.require(state.size >= 1 && state.size <= max_events, "the window size is out of range");
    state.labels = decode_labels(reader, state.missing);
    decode_events(reader, state);
    reader.require_end();
    return state;
}

}  // namespace entrostream
