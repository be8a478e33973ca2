#include "core/state/sketch_window_state.hpp"

#include <limits>
#include <stdexcept>
#include <utility>

#include "core/state/reader.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

namespace {

SketchParameters parameters_of(const EntropySketchState& state) {
    return std::visit(
        [&](const auto& method) {
            return SketchParameters{method.memory(), method.seed(), state.missing};
        },
        state.method);
}

// Whether a value can be read from panes like this one: they are merged into an empty sketch.
bool merges(const EntropySketchState& empty, const EntropySketchState& pane) {
    return std::visit(
        [&](auto whole) {
            using Method = decltype(whole);
            if constexpr (requires { whole.merge(whole); }) {
                try {
                    whole.merge(std::get<Method>(pane.method));
                    return true;
                } catch (const std::invalid_argument&) {
                    return false;
                }
            }
            return false;
        },
        empty.method);
}

void require_pane(const Reader& reader, const SketchWindowState& state,
                  const EntropySketchState& pane) {
    const SketchParameters ours = parameters_of(state.empty);
    const SketchParameters its = parameters_of(pane);
    reader.require(its.seed == ours.seed && its.missing == ours.missing &&
                       pane.method.index() == state.empty.method.index() &&
                       its.memory <= ours.memory,
                   "a pane has other parameters than its window");
    reader.require(total_weight(pane) > 0.0, "a pane has no events");
    reader.require(its.memory == ours.memory || merges(state.empty, pane),
                   "a pane cannot merge with its window");
}

SketchWindowState decode_parameters(Reader& reader) {
    SketchWindowState state{.empty = decode_entropy_sketch(reader), .ring = {}};
    reader.require(total_weight(state.empty) == 0.0, "the empty sketch has events");
    reader.require(merges(state.empty, state.empty), "its method cannot merge");
    const std::uint64_t span = reader.varint();
    reader.require(1 <= span && span <= std::uint64_t{std::numeric_limits<Time>::max()},
                   "the span is out of range");
    state.span = static_cast<Time>(span);
    state.panes = reader.varint();
    reader.require(1 <= state.panes && state.panes <= span, "the number of panes is out of range");
    state.late = reader.one_of({Late::raise, Late::drop}, "the rule for late events is unknown");
    return state;
}

// How far the oldest pane is behind the newest, then the distances of the others.
void encode_ring(Writer& payload, const SketchWindowState& state) {
    payload.varint(state.ring.size());
    Time before = state.newest;
    for (std::size_t i = 0; i < state.ring.size(); ++i) {
        const Time number = state.ring[i].number;
        const auto up = static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(before);
        payload.varint(i == 0 ? 0 - up : up);
        encode(payload, state.ring[i].sketch);
        before = number;
    }
}

void decode_ring(Reader& reader, SketchWindowState& state) {
    const std::uint64_t size = reader.length(2);
    for (std::uint64_t i = 0; i < size; ++i) {
        const std::uint64_t distance = reader.varint();
        std::uint64_t age = distance;  // of the pane, in panes
        if (i > 0) {
            const std::uint64_t last = static_cast<std::uint64_t>(state.newest) -
                                       static_cast<std::uint64_t>(state.ring.back().number);
            reader.require(1 <= distance && distance <= last, "panes are not in order");
            age = last - distance;
        }
        constexpr auto first = static_cast<std::uint64_t>(std::numeric_limits<Time>::min());
        reader.require(age < state.panes && age <= static_cast<std::uint64_t>(state.newest) - first,
                       "a pane is not in the window");
        const auto number = static_cast<Time>(static_cast<std::uint64_t>(state.newest) - age);
        EntropySketchState pane = decode_entropy_sketch(reader);
        require_pane(reader, state, pane);
        state.ring.push_back({number, std::move(pane)});
    }
}

}  // namespace

StateBytes encode(const SketchWindowState& state) {
    Writer payload;
    encode(payload, state.empty);
    payload.varint(static_cast<std::uint64_t>(state.span));
    payload.varint(state.panes);
    payload.byte(static_cast<std::uint8_t>(state.late));
    payload.byte(static_cast<std::uint8_t>(state.clock));
    if (state.clock != Clock::unset) {
        payload.signed_varint(state.newest);
        payload.varint(state.dropped);
        encode_ring(payload, state);
    }
    return Writer::frame(StateKind::sketch_window, payload);
}

SketchWindowState decode_sketch_window(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::sketch_window);
    SketchWindowState state = decode_parameters(reader);
    state.clock = reader.one_of({Clock::unset, Clock::seconds, Clock::instants},
                                "the kind of its times is unknown");
    if (state.clock != Clock::unset) {
        state.newest = reader.signed_varint();
        state.dropped = reader.varint();
        decode_ring(reader, state);
    }
    reader.require_end();
    return state;
}

}  // namespace entrostream
