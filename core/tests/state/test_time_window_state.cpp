// The state of a time window: read back as it was written, and nothing else is read.
#include <limits>
#include <string>
#include <vector>

#include "core/count_log/count_log.hpp"
#include "core/state/state_error.hpp"
#include "core/state/time_window_state.hpp"
#include "core/tests/check.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr Time earliest = std::numeric_limits<Time>::min();
constexpr Time latest = std::numeric_limits<Time>::max();

Label text(const std::string& value) {
    return {.kind = LabelKind::text, .text = value};
}

TimeWindowState filled() {
    return {.missing = Missing::label,
            .span = 1000,
            .lateness = 10,
            .late = Late::drop,
            .clock = Clock::instants,
            .now = 500,
            .dropped = 3,
            .labels = {text("b"), {.kind = LabelKind::none}, text("a")},
            .events = {{-499, 0, 1}, {0, 1, 1}, {0, 2, 1}, {500, 0, max_events - 3}}};
}

bool same(const TimeWindowState& a, const TimeWindowState& b) {
    return a.missing == b.missing && a.span == b.span && a.lateness == b.lateness &&
           a.late == b.late && a.clock == b.clock && a.now == b.now && a.dropped == b.dropped &&
           a.labels.size() == b.labels.size() && a.events == b.events;
}

void round_trip(const TimeWindowState& state) {
    const StateBytes bytes = encode(state);
    check(encode(decode_time_window(bytes)) == bytes, "what is written is read");
}

void test_round_trips() {
    round_trip({});
    round_trip(filled());
    const std::vector<Label> one{text("a")};
    round_trip({.span = latest,
                .lateness = latest,
                .clock = Clock::seconds,
                .now = latest,
                .dropped = ~std::uint64_t{0},
                .labels = one,
                .events = {{1, 0, 1}, {latest, 0, 1}}});
    round_trip({.span = latest,
                .clock = Clock::seconds,
                .now = -2,
                .labels = one,
                .events = {{earliest, 0, 1}, {-2, 0, 1}}});
    TimeWindowState many{.span = 1'000'000, .clock = Clock::seconds, .now = 70'000};
    for (Code i = 0; i < 70'000; ++i) {
        many.labels.push_back(text(std::to_string(i)));
        many.events.push_back({i, i, 1});
    }
    round_trip(many);
    many.labels.resize(300);
    many.events.resize(300);
    round_trip(many);
}

void test_order_does_not_matter() {
    TimeWindowState other = filled();
    other.labels = {text("a"), text("b"), {.kind = LabelKind::none}};
    other.events = {{-499, 1, 1}, {0, 0, 1}, {0, 2, 1}, {500, 1, max_events - 3}};
    check(encode(other) == encode(filled()), "the bytes are those of the content");
    const TimeWindowState read = decode_time_window(encode(other));
    check(read.labels.size() == 3 && read.labels[0].kind == LabelKind::none, "in their order");
    check(same(decode_time_window(encode(read)), read), "and stay so");
}

// The bytes around a payload of one's own making, with a right checksum.
StateBytes framed(const std::string& payload) {
    Writer writer;
    writer.raw(payload);
    return Writer::frame(StateKind::time_window, writer);
}

void test_wrong_payloads_are_refused() {
    // missing, span, lateness, late, clock, now (zigzag), dropped, labels, events
    const std::string head("\x00\x0a\x00\x00\x01\x14\x00", 7);
    const std::string two(
        "\x02\x03\x01"
        "a\x03\x01"
        "b",
        7);
    const auto with = [&](const std::string& rest) { return framed(head + two + rest); };
    check(
        decode_time_window(with(std::string("\x02\x09\x00\x01\x00\x01\x01", 7))).events.size() == 2,
        "a right payload");
    const std::vector<StateBytes> wrong{
        framed(std::string("\x00\x00\x00\x00\x00\x00\x00", 7)),  // span 0
        framed(std::string("\x00\x0a\x00\x02\x00\x00\x00", 7)),  // no such rule
        framed(std::string("\x00\x0a\x00\x00\x03\x00\x00", 7)),  // no such clock
        framed(std::string("\x00\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01\x00\x00\x00\x00\x00", 16)),
        framed(std::string("\x00\x0a\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01\x00\x00\x00\x00", 16)),
        framed(std::string("\x00\x0a\x00\x00\x00\x01\x03\x01"
                           "a\x01\x00\x00\x01",
                           13)),                                   // no time
        with(std::string("\x02\x0a\x00\x01\x00\x01\x01", 7)),      // an event too old
        with(std::string("\x02\x09\x00\x01\x0a\x01\x01", 7)),      // one yet to come
        with(std::string("\x02\x09\x01\x01\x00\x00\x01", 7)),      // not in order
        with(std::string("\x02\x09\x00\x01\x00\x00\x01", 7)),      // twice
        with(std::string("\x02\x09\x00\x00\x00\x01\x01", 7)),      // no event
        with(std::string("\x02\x09\x00\x01\x00\x02\x01", 7)),      // a label that is not there
        with(std::string("\x01\x09\x00\x01", 4)),                  // a label that does not occur
        with(std::string("\x02\x09\x00\x01\x00\x01\x01\x00", 8)),  // a byte too many
        with(std::string("\xff\xff\xff\xff\x0f\x09\x00\x01", 8)),  // 2^32 events
        with(std::string("\x02\x09\x00\xff\xff\xff\xff\xff\xff\xff\xff\x3f\x00\x01\x01", 15)),
    };
    for (const StateBytes& bytes : wrong) {
        check_throws<StateError>([&] { (void)decode_time_window(bytes); }, "it is refused");
    }
    TimeWindowState old{.span = latest, .clock = Clock::seconds, .now = earliest + 5};
    old.labels = {text("a")};
    old.events = {{earliest, 0, 1}};
    StateBytes bytes = encode(old);
    check(decode_time_window(bytes).events[0].at == earliest, "the earliest time can be held");
    bytes =
        framed(std::string("\x00\xff\xff\xff\xff\xff\xff\xff\xff\x7f\x00\x00\x01"
                           "\xf5\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00\x01\x03\x01"
                           "a\x01\x06\x00\x01",
                           32));
    check_throws<StateError>([&] { (void)decode_time_window(bytes); }, "none is before it");
}

}  // namespace

int main() {
    test_round_trips();
    test_order_does_not_matter();
    test_wrong_payloads_are_refused();
    return report();
}
