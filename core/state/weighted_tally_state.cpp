#include "core/state/weighted_tally_state.hpp"

#include "core/counts/weighted_counts.hpp"

namespace entrostream {

StateBytes encode(const WeightedTallyState& state) {
    Writer payload;
    payload.signed_varint(state.exponent);
    payload.byte(state.exact ? 1 : 0);
    encode_counts(payload, state.units);
    return Writer::frame(StateKind::weighted_tally, payload);
}

WeightedTallyState decode_weighted_tally(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::weighted_tally);
    WeightedTallyState state;
    const std::int64_t exponent = reader.signed_varint();
    constexpr int most = WeightedCounts::max_exponent;
    reader.require(-most <= exponent && exponent <= most, "the unit is out of range");
    state.exponent = static_cast<int>(exponent);
    const std::uint8_t exact = reader.byte();
    reader.require(exact <= 1, "it is neither exact nor rounded");
    state.exact = exact == 1;
    state.units = decode_counts(reader);
    reader.require_end();
    return state;
}

}  // namespace entrostream
