#include "core/state/time_window_state.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "core/count_log/count_log.hpp"

namespace entrostream {

namespace {

// b - a for b >= a: exact, although it may not fit a Time.
std::uint64_t apart(Time a, Time b) noexcept {
    return static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
}

std::vector<TimedCount> in_order(const TimeWindowState& state, const std::vector<Code>& place) {
    std::vector<TimedCount> events = state.events;
    for (TimedCount& event : events) {
        event.code = place[event.code];
    }
    sort_interruptibly(events.begin(), events.end(), [](const TimedCount& a, const TimedCount& b) {
        return std::tie(a.at, a.code) < std::tie(b.at, b.code);
    });
    return events;
}

Time decode_span(Reader& reader, std::uint64_t least, const char* complaint) {
    const std::uint64_t span = reader.varint();
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<Time>::max());
    reader.require(least <= span && span <= most, complaint);
    return static_cast<Time>(span);
}

// Reads events one by one and checks that they are in order and in the window.
class AscendingEvents {
  public:
    AscendingEvents(const TimeWindowState& state, std::size_t things)
        : state_(state), things_(things), width_(place_width(things)) {}

    TimedCount next(Reader& reader) {
        const std::uint64_t distance = reader.varint();
        const auto place = static_cast<Code>(reader.fixed(width_));
        reader.require(place < things_, "an event has a label that is not there");
        if (first_) {
            constexpr Time earliest = std::numeric_limits<Time>::min();
            reader.require(distance < static_cast<std::uint64_t>(state_.span) &&
                               distance <= apart(earliest, state_.now),
                           "an event is not in the window");
            at_ = static_cast<Time>(static_cast<std::uint64_t>(state_.now) - distance);
        } else {
            reader.require(distance <= apart(at_, state_.now), "an event is not in the window");
            reader.require(distance != 0 || place_ < place, "events are not in order");
            at_ = static_cast<Time>(static_cast<std::uint64_t>(at_) + distance);
        }
        first_ = false;
        place_ = place;
        return {at_, place, count(reader)};
    }

  private:
    std::uint64_t count(Reader& reader) {
        const std::uint64_t count = reader.varint();
        reader.require(count != 0, "a count is 0");
        reader.require(count <= max_events - total_, "it holds 2^62 events or more");
        total_ += count;
        return count;
    }

    const TimeWindowState& state_;
    std::size_t things_;
    int width_;
    bool first_ = true;
    Time at_ = 0;
    Code place_ = 0;
    std::uint64_t total_ = 0;
};

}  // namespace

// Writes the first event's time as its age, the others' as the difference from the previous one.
void encode_events(Writer& payload, const TimeWindowState& state, const std::vector<Code>& place) {
    const std::vector<TimedCount> events = in_order(state, place);
    const int width = place_width(place.size());
    payload.varint(events.size());
    InterruptPoll<1 << 14> poll;
    for (std::size_t i = 0; i < events.size(); ++i) {
        poll();
        payload.varint(i == 0 ? apart(events[0].at, state.now)
                              : apart(events[i - 1].at, events[i].at));
        payload.fixed(events[i].code, width);
        payload.varint(events[i].count);
    }
}

void decode_events(Reader& reader, TimeWindowState& state, std::size_t things) {
    const auto width = static_cast<std::size_t>(place_width(things));
    const std::uint64_t events = reader.length(width + 2);
    reader.require(events == 0 || state.clock != Clock::unset, "it has events and no time");
    AscendingEvents ascending(state, things);
    std::vector<bool> occurs(things, false);
    InterruptPoll<1 << 14> poll;
    for (std::uint64_t i = 0; i < events; ++i) {
        poll();
        state.events.push_back(ascending.next(reader));
        occurs[state.events.back().code] = true;
    }
    reader.require(std::find(occurs.begin(), occurs.end(), false) == occurs.end(),
                   "a label does not occur");
}

void encode_clock(Writer& payload, const TimeWindowState& state) {
    payload.byte(static_cast<std::uint8_t>(state.missing));
    payload.varint(static_cast<std::uint64_t>(state.span));
    payload.varint(static_cast<std::uint64_t>(state.lateness));
    payload.byte(static_cast<std::uint8_t>(state.late));
    payload.byte(static_cast<std::uint8_t>(state.clock));
    if (state.clock != Clock::unset) {
        payload.signed_varint(state.now);
        payload.varint(state.dropped);
    }
}

TimeWindowState decode_clock(Reader& reader) {
    TimeWindowState state;
    state.missing = decode_missing(reader);
    state.span = decode_span(reader, 1, "the span is out of range");
    state.lateness = decode_span(reader, 0, "the lateness is out of range");
    state.late = reader.one_of({Late::raise, Late::drop}, "the rule for late events is unknown");
    state.clock = reader.one_of({Clock::unset, Clock::seconds, Clock::instants},
                                "the kind of its times is unknown");
    if (state.clock != Clock::unset) {
        state.now = reader.signed_varint();
        state.dropped = reader.varint();
    }
    return state;
}

void encode_window(Writer& payload, const TimeWindowState& state) {
    const SortedLabels sorted = sort_labels(state.labels);
    encode_clock(payload, state);
    payload.varint(state.labels.size());
    for (const Code old : sorted.order) {
        payload.raw(sorted.bytes[old]);
    }
    encode_events(payload, state, sorted.places());
}

TimeWindowState decode_window(Reader& reader) {
    TimeWindowState state = decode_clock(reader);
    state.labels = decode_labels(reader, state.missing);
    decode_events(reader, state, state.labels.size());
    reader.require_end();
    return state;
}

StateBytes encode(const TimeWindowState& state) {
    Writer payload;
    encode_window(payload, state);
    return Writer::frame(StateKind::time_window, payload);
}

TimeWindowState decode_time_window(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::time_window);
    return decode_window(reader);
}

}  // namespace entrostream
