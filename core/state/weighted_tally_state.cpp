#include "core/state/weighted_tally_state.hpp"

#include <tuple>

#include "core/counts/weighted_counts.hpp"

namespace entrostream {

void encode_unit(Writer& payload, int exponent, bool exact) {
    payload.signed_varint(exponent);
    payload.byte(exact ? 1 : 0);
}

std::pair<int, bool> decode_unit(Reader& reader) {
    const std::int64_t exponent = reader.signed_varint();
    constexpr int most = WeightedCounts::max_exponent;
    reader.require(-most <= exponent && exponent <= most, "the unit is out of range");
    const std::uint8_t exact = reader.byte();
    reader.require(exact <= 1, "it is neither exact nor rounded");
    return {static_cast<int>(exponent), exact == 1};
}

StateBytes encode(const WeightedTallyState& state) {
    Writer payload;
    encode_unit(payload, state.exponent, state.exact);
    encode_counts(payload, state.units);
    return Writer::frame(StateKind::weighted_tally, payload);
}

WeightedTallyState decode_weighted_tally(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::weighted_tally);
    WeightedTallyState state;
    std::tie(state.exponent, state.exact) = decode_unit(reader);
    state.units = decode_counts(reader);
    reader.require_end();
    return state;
}

}  // namespace entrostream
