#include "core/state/fading_sketch_state.hpp"

#include "core/fading/decayed_weight.hpp"
#include "core/fading/half_life.hpp"
#include "core/math/double_double.hpp"
#include "core/math/int128.hpp"
#include "core/state/fading_state.hpp"
#include "core/state/reader.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

namespace {

bool decays(const EntropySketchState& state) {
    return std::visit(
        [](const auto& method) {
            return requires { std::decay_t<decltype(method)>(method).scale(1.0); };
        },
        state.method);
}

void decode_count(Reader& reader, FadingSketchState& state) {
    state.fading_factor = decode_fading_factor(reader);
    state.weight = reader.real();
    reader.require(1.0 <= state.weight && state.weight < detail::power_of_two(most_halvings),
                   "a weight is out of range");
}

void decode_time(Reader& reader, FadingSketchState& state) {
    state.half_life = reader.signed_varint();
    reader.require(state.half_life > 0, "the half-life is not above 0");
    state.clock =
        reader.one_of({Clock::unset, Clock::seconds, Clock::instants}, "the clock is unknown");
    if (state.clock == Clock::unset) {
        return reader.require(total_weight(state.sketch) == 0.0, "its events have no time");
    }
    state.now = reader.signed_varint();
    state.base = reader.signed_varint();
    const int128 halvings = int128{HalfLife(state.half_life).phase(state.now).whole} - state.base;
    reader.require(0 <= halvings && halvings < most_halvings, "the base of its weights is wrong");
}

}  // namespace

StateBytes encode(const FadingSketchState& state) {
    Writer payload;
    encode(payload, state.sketch);
    if (state.fading_factor) {
        payload.byte(by_count);
        payload.real(*state.fading_factor);
        payload.real(state.weight);
    } else {
        payload.byte(by_time);
        payload.signed_varint(state.half_life);
        payload.byte(static_cast<std::uint8_t>(state.clock));
        if (state.clock != Clock::unset) {
            payload.signed_varint(state.now);
            payload.signed_varint(state.base);
        }
    }
    return Writer::frame(StateKind::fading_sketch, payload);
}

FadingSketchState decode_fading_sketch(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::fading_sketch);
    FadingSketchState state{.sketch = decode_entropy_sketch(reader), .fading_factor = {}};
    reader.require(decays(state.sketch), "its method cannot decay");
    if (reader.one_of({by_count, by_time}, "the way to fade is unknown") == by_count) {
        decode_count(reader, state);
    } else {
        decode_time(reader, state);
    }
    reader.require_end();
    return state;
}

}  // namespace entrostream
