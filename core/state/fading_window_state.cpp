#include "core/state/fading_window_state.hpp"

#include "core/count_log/count_log.hpp"
#include "core/state/fading_state.hpp"
#include "core/state/restore.hpp"

namespace entrostream {

namespace {

FadingWindow decode_empty_window(Reader& reader) {
    const std::uint64_t size = reader.varint();
    reader.require(size >= 1 && size <= max_events, "the window size is out of range");
    const double fading_factor = decode_fading_factor(reader);
    return {size, fading_factor, decode_limit(reader, FadingWindow::no_limit)};
}

void decode_events(Reader& reader, std::size_t labels, std::vector<Code>& events) {
    const int width = place_width(labels);
    const std::uint64_t held = reader.length(static_cast<std::size_t>(width));
    events.reserve(static_cast<std::size_t>(held));
    for (std::uint64_t i = 0; i < held; ++i) {
        events.push_back(static_cast<Code>(reader.fixed(width)));
    }
}

}  // namespace

StateBytes encode(const FadingWindowState& state) {
    const FadingWindow::Content content = state.window.content();
    const SortedLabels sorted = sort_labels(state.labels);
    Writer payload;
    payload.byte(static_cast<std::uint8_t>(state.missing));
    payload.varint(state.window.size());
    payload.real(state.window.fading_factor());
    encode_limit(payload, state.window.max_labels(), FadingWindow::no_limit);
    payload.varint(state.labels.size());
    for (const Code old : sorted.order) {
        payload.raw(sorted.bytes[old]);
        encode(payload, content.cells[old]);
    }
    const std::vector<Code> place = sorted.places();
    payload.varint(content.events.size());
    for (const Code event : content.events) {
        payload.fixed(place[event], place_width(state.labels.size()));
    }
    encode(payload, content.sums);
    encode_place(payload, content.anchor, content.place);
    payload.varint(content.since);
    return Writer::frame(StateKind::fading_window, payload);
}

FadingWindowState decode_fading_window(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::fading_window);
    const Missing missing = decode_missing(reader);
    FadingWindowState state{
        .window = decode_empty_window(reader), .labels = {}, .missing = missing};
    const std::uint64_t labels = reader.length(17);  // at least a kind and two doubles
    AscendingLabels ascending(missing);
    FadingWindow::Content content;
    for (std::uint64_t i = 0; i < labels; ++i) {
        state.labels.push_back(ascending.next(reader));
        content.cells.push_back(decode_weight(reader));
    }
    decode_events(reader, state.labels.size(), content.events);
    content.sums = decode_sums(reader);
    const DecodedPlace found = decode_place(reader);
    content.anchor = found.anchor;
    content.place = found.place;
    content.since = reader.varint();
    reader.require_end();
    restore_or_refuse([&] { state.window.restore(content); });
    return state;
}

}  // namespace entrostream
