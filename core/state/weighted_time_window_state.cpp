#include "core/state/weighted_time_window_state.hpp"

#include <tuple>

#include "core/state/weighted_tally_state.hpp"

namespace entrostream {

StateBytes encode(const WeightedTimeWindowState& state) {
    Writer payload;
    encode_unit(payload, state.exponent, state.exact);
    encode_window(payload, state.window);
    return Writer::frame(StateKind::weighted_time_window, payload);
}

WeightedTimeWindowState decode_weighted_time_window(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::weighted_time_window);
    WeightedTimeWindowState state;
    std::tie(state.exponent, state.exact) = decode_unit(reader);
    state.window = decode_window(reader);
    return state;
}

}  // namespace entrostream
