#include "core/state/tally_state.hpp"

#include "core/count_log/count_log.hpp"

namespace entrostream {

void encode_counts(Writer& writer, const TallyState& state) {
    const SortedLabels sorted = sort_labels(state.labels);
    writer.byte(static_cast<std::uint8_t>(state.missing));
    writer.varint(state.labels.size());
    for (const Code old : sorted.order) {
        writer.raw(sorted.bytes[old]);
        writer.varint(state.counts[old]);
    }
}

TallyState decode_counts(Reader& reader) {
    TallyState state;
    state.missing = decode_missing(reader);
    const std::uint64_t labels = reader.length(2);  // at least a kind and a count
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
    return state;
}

StateBytes encode(const TallyState& state) {
    Writer payload;
    encode_counts(payload, state);
    return Writer::frame(StateKind::tally, payload);
}

TallyState decode_tally(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::tally);
    TallyState state = decode_counts(reader);
    reader.require_end();
    return state;
}

}  // namespace entrostream
