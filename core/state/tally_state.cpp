#include "core/state/tally_state.hpp"

#include "core/exact/count_log.hpp"

namespace entrostream {

StateBytes encode(const TallyState& state) {
    const SortedLabels sorted = sort_labels(state.labels);
    Writer payload;
    payload.byte(static_cast<std::uint8_t>(state.missing));
    payload.varint(state.labels.size());
    for (const Code old : sorted.order) {
        payload.raw(sorted.bytes[old]);
        payload.varint(state.counts[old]);
    }
    return Writer::frame(StateKind::tally, payload);
}

TallyState decode_tally(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::tally);
    TallyState state;
    state.missing = decode_missing(reader);
    const std::uint64_t labels = reader.length(2);  // a kind and a count at least
    AscendingLabels ascending(state.missing);
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < labels; ++i) {
        state.labels.push_back(ascending.next(reader));
        const std::uint64_t count = reader.varint();
        reader.require(count != 0, "a count is 0");
        reader.require(count <= max_events - total, "it holds 2^62 events or more");
        total += count;
        state.counts.push_back(count);
    }
    reader.require_end();
    return state;
}

}  // namespace entrostream
