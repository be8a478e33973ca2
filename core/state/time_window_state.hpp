// What the state of a time window holds, and how it becomes bytes and back.
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
    Clock clock = Clock::unset;  // unset: no time has been seen, and what follows is empty
    Time now = 0;
    std::uint64_t dropped = 0;
    std::vector<Label> labels;       // each of them occurs in `events`
    std::vector<TimedCount> events;  // codes are places in `labels`; no pair with a time twice
};

// Throws std::invalid_argument if two labels are written alike.
[[nodiscard]] StateBytes encode(const TimeWindowState& state);

// Throws StateError for anything that encode does not write.
[[nodiscard]] TimeWindowState decode_time_window(std::span<const std::uint8_t> bytes);

// The parts of it, for states that hold more than a time window: parameters and clock; the
// events, whose codes are places among so many things that each occur; and all of it.
void encode_clock(Writer& payload, const TimeWindowState& state);
[[nodiscard]] TimeWindowState decode_clock(Reader& reader);
// `place`: the new place of each code.
void encode_events(Writer& payload, const TimeWindowState& state, const std::vector<Code>& place);
void decode_events(Reader& reader, TimeWindowState& state, std::size_t things);
void encode_window(Writer& payload, const TimeWindowState& state);
[[nodiscard]] TimeWindowState decode_window(Reader& reader);

}  // namespace entrostream
