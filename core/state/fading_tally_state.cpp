#include "core/state/fading_tally_state.hpp"

#include <utility>

#include "core/state/fading_state.hpp"
#include "core/state/restore.hpp"

namespace entrostream {

namespace {

void encode_rule(Writer& writer, const FadingTally& tally) {
    if (!tally.has_times()) {
        writer.byte(by_count);
        writer.real(tally.fading_factor());
        return;
    }
    writer.byte(by_time);
    writer.signed_varint(tally.half_life());
    writer.signed_varint(tally.clock().lateness());
    writer.byte(static_cast<std::uint8_t>(tally.clock().late()));
}

EventClock decode_lateness(Reader& reader) {
    const Time lateness = reader.signed_varint();
    reader.require(lateness >= 0, "the lateness is below 0");
    return {lateness,
            reader.one_of({Late::raise, Late::drop}, "the rule for late events is unknown")};
}

FadingTally decode_empty_tally(Reader& reader) {
    if (reader.one_of({by_count, by_time}, "the way to fade is unknown") == by_count) {
        const double fading_factor = decode_fading_factor(reader);
        return FadingTally::by_count(fading_factor, decode_limit(reader, FadingTally::no_limit));
    }
    const Time half_life = reader.signed_varint();
    reader.require(half_life > 0, "the half-life is not above 0");
    const EventClock clock = decode_lateness(reader);
    return FadingTally::by_time(half_life, clock, decode_limit(reader, FadingTally::no_limit));
}

void encode_clock(Writer& writer, const FadingTallyState& state) {
    writer.byte(static_cast<std::uint8_t>(state.clock));
    if (state.clock == Clock::unset) return;
    writer.signed_varint(*state.tally.clock().now());
    writer.varint(state.tally.clock().dropped());
    writer.signed_varint(state.tally.base());
}

void decode_clock(Reader& reader, FadingTallyState& state, FadingTally::Content& content) {
    state.clock =
        reader.one_of({Clock::unset, Clock::seconds, Clock::instants}, "the clock is unknown");
    if (state.clock == Clock::unset) return;
    content.now = reader.signed_varint();
    content.dropped = reader.varint();
    content.base = reader.signed_varint();
}

}  // namespace

StateBytes encode(const FadingTallyState& state) {
    const FadingTally& tally = state.tally;
    const SortedLabels sorted = sort_labels(state.labels);
    Writer payload;
    payload.byte(static_cast<std::uint8_t>(state.missing));
    encode_rule(payload, tally);
    encode_limit(payload, tally.max_labels(), FadingTally::no_limit);
    payload.varint(state.labels.size());
    for (const Code old : sorted.order) {
        payload.raw(sorted.bytes[old]);
        encode(payload, tally.cells()[old]);
        payload.real(tally.cells()[old].squares);
    }
    encode(payload, tally.sums().sums);
    if (tally.has_times()) {
        encode_clock(payload, state);
    } else {
        encode_place(payload, tally.weights().anchor(), tally.weights().place());
    }
    return Writer::frame(StateKind::fading_tally, payload);
}

FadingTallyState decode_fading_tally(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::fading_tally);
    const Missing missing = decode_missing(reader);
    FadingTallyState state{.tally = decode_empty_tally(reader), .labels = {}, .missing = missing};
    const std::uint64_t labels = reader.length(25);  // at least a kind and three doubles
    AscendingLabels ascending(missing);
    FadingTally::Content content;
    for (std::uint64_t i = 0; i < labels; ++i) {
        state.labels.push_back(ascending.next(reader));
        FadingCell& cell = content.cells.emplace_back();
        static_cast<WeightCell&>(cell) = decode_weight(reader);
        cell.squares = reader.real();
    }
    content.sums = decode_sums(reader);
    if (state.tally.has_times()) {
        decode_clock(reader, state, content);
    } else {
        const DecodedPlace found = decode_place(reader);
        content.anchor = found.anchor;
        content.place = found.place;
    }
    reader.require_end();
    restore_or_refuse([&] { state.tally.restore(std::move(content)); });
    return state;
}

}  // namespace entrostream
