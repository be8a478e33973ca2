#include "core/state/divergence_window_state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/count_log/count_log.hpp"
#include "core/counts/interruption.hpp"

namespace entrostream {

namespace {

using Event = DivergenceWindowState::Event;

enum class ComparedWith : std::uint8_t { sample = 0, previous = 1 };

// later - earlier: exact, although it may not fit a Time.
std::uint64_t nanoseconds_between(Time earlier, Time later) noexcept {
    return static_cast<std::uint64_t>(later) - static_cast<std::uint64_t>(earlier);
}

// The events with new codes; with times, in the order of their times and these codes.
std::vector<Event> renumbered(const DivergenceWindowState& state, const std::vector<Code>& place) {
    std::vector<Event> events = state.events;
    for (Event& event : events) {
        event.code = place[event.code];
    }
    if (state.size == 0) {
        sort_interruptibly(events.begin(), events.end(), [](const Event& a, const Event& b) {
            return std::tie(a.at, a.code) < std::tie(b.at, b.code);
        });
    }
    return events;
}

// Two spans, that of the window and that of the previous one, may not fit a Time.
std::uint64_t longest_age(const DivergenceWindowState& state) noexcept {
    const auto span = static_cast<std::uint64_t>(state.time.span);
    return (state.reference.empty() ? 2 * span : span) - 1;
}

std::uint64_t most_events(const DivergenceWindowState& state) noexcept {
    return state.reference.empty() ? 2 * state.size : state.size;
}

void encode_parameters(Writer& payload, const DivergenceWindowState& state) {
    payload.byte(static_cast<std::uint8_t>(state.rule.method));
    payload.real(state.rule.pseudo_count);
    payload.varint(state.size);
    if (state.size == 0) {
        encode_clock(payload, state.time);
    } else {
        payload.byte(static_cast<std::uint8_t>(state.time.missing));
    }
}

void decode_parameters(Reader& reader, DivergenceWindowState& state) {
    state.rule.method = reader.one_of(
        {DivergenceMethod::shannon, DivergenceMethod::pooled, DivergenceMethod::kullback},
        "the method is unknown");
    state.rule.pseudo_count = reader.real();
    const bool smooths = state.rule.pseudo_count != 0;
    reader.require(is_pseudo_count(state.rule.pseudo_count) &&
                       !std::signbit(state.rule.pseudo_count) &&
                       (!smooths || state.rule.method == DivergenceMethod::kullback),
                   "the pseudo-count is out of range");
    state.size = reader.varint();
    reader.require(state.size <= max_events, "the window size is out of range");
    if (state.size == 0) {
        state.time = decode_clock(reader);
    } else {
        state.time.missing = decode_missing(reader);
    }
}

void decode_reference(Reader& reader, DivergenceWindowState& state) {
    const auto with = reader.one_of({ComparedWith::sample, ComparedWith::previous},
                                    "the kind of its reference is unknown");
    if (with == ComparedWith::previous) return;
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < state.labels.size(); ++i) {
        const std::uint64_t count = reader.varint();
        reader.require(count <= max_events - total, "its reference has 2^62 events or more");
        total += count;
        state.reference.push_back(count);
    }
    reader.require(total != 0, "its reference is empty");
}

// The age of the first event, then the difference from the previous one.
Time decode_time(Reader& reader, const DivergenceWindowState& state, bool first) {
    const std::uint64_t distance = reader.varint();
    const Time now = state.time.now;
    if (first) {
        constexpr Time earliest = std::numeric_limits<Time>::min();
        reader.require(
            distance <= longest_age(state) && distance <= nanoseconds_between(earliest, now),
            "an event is not in the window");
        return static_cast<Time>(static_cast<std::uint64_t>(now) - distance);
    }
    const Time before = state.events.back().at;
    reader.require(distance <= nanoseconds_between(before, now), "an event is not in the window");
    return static_cast<Time>(static_cast<std::uint64_t>(before) + distance);
}

void decode_events(Reader& reader, DivergenceWindowState& state) {
    const bool timed = state.size == 0;
    const int width = place_width(state.labels.size());
    const std::uint64_t events = reader.length(static_cast<std::size_t>(width) + (timed ? 1 : 0));
    reader.require(timed || events <= most_events(state), "it holds more events than its size");
    reader.require(!timed || events == 0 || state.time.clock != Clock::unset,
                   "it has events and no time");
    std::vector<bool> occurs(state.labels.size(), false);
    for (std::size_t i = 0; i < state.reference.size(); ++i) {
        occurs[i] = state.reference[i] != 0;
    }
    state.events.reserve(static_cast<std::size_t>(events));
    InterruptPoll<1 << 14> poll;
    for (std::uint64_t i = 0; i < events; ++i) {
        poll();
        Event event;
        if (timed) event.at = decode_time(reader, state, i == 0);
        event.code = static_cast<Code>(reader.fixed(width));
        reader.require(event.code < state.labels.size(), "an event has a label that is not there");
        const bool ordered = !timed || i == 0 || state.events.back().at < event.at ||
                             state.events.back().code <= event.code;
        reader.require(ordered, "events are not in order");
        occurs[event.code] = true;
        state.events.push_back(event);
    }
    reader.require(std::find(occurs.begin(), occurs.end(), false) == occurs.end(),
                   "a label does not occur");
}

}  // namespace

StateBytes encode(const DivergenceWindowState& state) {
    const SortedLabels sorted = sort_labels(state.labels);
    const std::vector<Event> events = renumbered(state, sorted.places());
    const int width = place_width(state.labels.size());
    const bool timed = state.size == 0;
    Writer payload;
    encode_parameters(payload, state);
    payload.varint(state.labels.size());
    for (const Code old : sorted.order) {
        payload.raw(sorted.bytes[old]);
    }
    const bool previous = state.reference.empty();
    payload.byte(
        static_cast<std::uint8_t>(previous ? ComparedWith::previous : ComparedWith::sample));
    for (const Code old : sorted.order) {
        if (!previous) payload.varint(state.reference[old]);
    }
    payload.varint(events.size());
    InterruptPoll<1 << 14> poll;
    for (std::size_t i = 0; i < events.size(); ++i) {
        poll();
        if (timed) {
            payload.varint(i == 0 ? nanoseconds_between(events[0].at, state.time.now)
                                  : nanoseconds_between(events[i - 1].at, events[i].at));
        }
        payload.fixed(events[i].code, width);
    }
    return Writer::frame(StateKind::divergence_window, payload);
}

DivergenceWindowState decode_divergence_window(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::divergence_window);
    DivergenceWindowState state;
    decode_parameters(reader, state);
    state.labels = decode_labels(reader, state.time.missing);
    decode_reference(reader, state);
    decode_events(reader, state);
    reader.require_end();
    return state;
}

}  // namespace entrostream
