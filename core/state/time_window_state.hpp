// The state of a time window, and its serialisation.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/state/label.hpp"
#include "core/state/missing.hpp"
#include "core/state/reader.hpp"
#include "core/state/state_labels.hpp"
#include "core/time/time.hpp"
#include "core/time/timed_events.hpp"

namespace entrostream {

struct TimeWindowState {
    Missing missing = Missing::raise;
    Time span = 1;
    Time lateness = 0;
    Late late = Late::raise;
    Clock clock = Clock::unset;  // unset: no time seen yet, and the members below are empty
    Time now = 0;
    std::uint64_t dropped = 0;
    std::vector<Label> labels;       // each occurs in `events`
    std::vector<TimedCount> events;  // codes are positions in `labels`; (time, code) is unique
};

// Throws std::invalid_argument if two labels have the same encoding.
[[nodiscard]] StateBytes encode(const TimeWindowState& state);

// Throws StateError for anything that encode does not produce.
[[nodiscard]] TimeWindowState decode_time_window(std::span<const std::uint8_t> bytes);

// The parts, for states that contain more than a time window: parameters and clock; the events,
// whose codes are positions among `things` things, each of which occurs; and the whole.
void encode_clock(Writer& payload, const TimeWindowState& state);
[[nodiscard]] TimeWindowState decode_clock(Reader& reader);
// `place`: the new position of each code.
void encode_events(Writer& payload, const TimeWindowState& state, const std::vector<Code>& place);
void decode_events(Reader& reader, TimeWindowState& state, std::size_t things);
void encode_window(Writer& payload, const TimeWindowState& state);
[[nodiscard]] TimeWindowState decode_window(Reader& reader);

}  // namespace entrostream
