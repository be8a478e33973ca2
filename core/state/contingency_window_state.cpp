#include "core/state/contingency_window_state.hpp"

#include <cstddef>
#include <utility>

#include "core/count_log/count_log.hpp"

namespace entrostream {

StateBytes encode(const ContingencyWindowState& state) {
    Writer payload;
    payload.byte(static_cast<std::uint8_t>(state.missing));
    payload.varint(state.size);
    const PairPlaces places = encode(payload, state.labels);
    const int x_width = place_width(places.x.size());
    const int y_width = place_width(places.y.size());
    payload.varint(state.events.size());
    for (const CodePair event : state.events) {
        const CodePair place = places.of(event);
        payload.fixed(place.x, x_width);
        payload.fixed(place.y, y_width);
    }
    return Writer::frame(StateKind::contingency_window, payload);
}

ContingencyWindowState decode_contingency_window(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::contingency_window);
    ContingencyWindowState state;
    state.missing = decode_missing(reader);
    state.size = reader.varint();
    reader.require(state.size >= 1 && state.size <= max_events, "the window size is out of range");
    PairLabelReader labels(reader, state.missing);
    const int x_width = place_width(labels.labels().x.size());
    const int y_width = place_width(labels.labels().y.size());
    const int width = x_width + y_width;
    const std::uint64_t events = reader.length(static_cast<std::size_t>(width));
    reader.require(events <= state.size, "it holds more events than its size");
    state.events.reserve(static_cast<std::size_t>(events));
    for (std::uint64_t i = 0; i < events; ++i) {
        const auto x = static_cast<Code>(reader.fixed(x_width));
        const auto y = static_cast<Code>(reader.fixed(y_width));
        labels.use({x, y});
        state.events.push_back({x, y});
    }
    labels.require_all_used();
    reader.require_end();
    state.labels = std::move(labels.labels());
    return state;
}

}  // namespace entrostream
