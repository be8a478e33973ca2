// What is written is read back, and nothing else is read at all.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/count_log/count_log.hpp"
#include "core/state/crc64.hpp"
#include "core/state/reader.hpp"
#include "core/state/sliding_window_state.hpp"
#include "core/state/state_error.hpp"
#include "core/state/tally_state.hpp"
#include "core/state/writer.hpp"
#include "core/tests/check.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

Label text(const char* value) {
    return {.kind = LabelKind::text, .text = value};
}

std::vector<Label> one_of_each() {
    return {
        {.kind = LabelKind::none},
        {.kind = LabelKind::integer},
        {.kind = LabelKind::integer, .negative = true, .text = "\x05"},
        {.kind = LabelKind::real, .real = -0.5},
        {.kind = LabelKind::real, .real = std::numeric_limits<double>::infinity()},
        text(""),
        text("a"),
        {.kind = LabelKind::bytes, .text = "a"},
        {.kind = LabelKind::date, .day = 730'000},
        {.kind = LabelKind::datetime, .day = 1, .microsecond = 86'399'999'999},
        {.kind = LabelKind::instant, .day = 3'652'059},
        {.kind = LabelKind::timedelta, .day = -999'999'999},
        {.kind = LabelKind::decimal, .negative = true, .day = -1, .text = "1"},
        {.kind = LabelKind::uuid, .text = "0123456789abcdef"},
        {.kind = LabelKind::tuple, .items = {text("x"), {.kind = LabelKind::tuple}}},
    };
}

TallyState tally_of_each() {
    TallyState state{.missing = Missing::label, .labels = one_of_each()};
    for (std::size_t i = 0; i < state.labels.size(); ++i) {
        state.counts.push_back(std::uint64_t{1} << (3 * i));
    }
    return state;
}

SlidingWindowState window_of_each() {
    SlidingWindowState state{.missing = Missing::label, .size = 100, .labels = one_of_each()};
    for (Code i = 0; i < 2 * state.labels.size(); ++i) {
        state.events.push_back(i % static_cast<Code>(state.labels.size()));
    }
    return state;
}

// The bytes around a payload of one's own making, with a right checksum.
StateBytes framed(StateKind kind, const std::string& payload) {
    Writer writer;
    writer.raw(payload);
    return Writer::frame(kind, writer);
}

void test_round_trips() {
    const StateBytes tally = encode(tally_of_each());
    check(encode(decode_tally(tally)) == tally, "a tally's bytes are read and written again");
    const StateBytes window = encode(window_of_each());
    check(encode(decode_sliding_window(window)) == window, "so are a window's");
    check(encode(decode_tally(encode(TallyState{}))) == encode(TallyState{}), "so is nothing");
}

void test_order_of_labels_does_not_matter() {
    const TallyState state{.labels = {text("b"), text("a")}, .counts = {2, 1}};
    const TallyState other{.labels = {text("a"), text("b")}, .counts = {1, 2}};
    check(encode(state) == encode(other), "the bytes are those of the content");
    const TallyState twice{.labels = {text("a"), text("a")}, .counts = {1, 2}};
    check_throws<std::invalid_argument>([&] { (void)encode(twice); }, "no label twice");
}

void test_damage_is_found() {
    const StateBytes whole = encode(tally_of_each());
    for (std::size_t size = 0; size < whole.size(); ++size) {
        check_throws<StateError>([&] { (void)decode_tally(std::span(whole).first(size)); },
                                 "a part of a state is none");
    }
    for (std::size_t i = 0; i < whole.size(); ++i) {
        StateBytes damaged = whole;
        damaged[i] ^= 0x10;
        check_throws<StateError>([&] { (void)decode_tally(damaged); }, "one bit is seen");
    }
    check_throws<StateError>([&] { (void)decode_sliding_window(whole); }, "a tally is no window");
}

void test_wrong_payloads_are_refused() {
    const std::string one_a(
        "\x00\x01\x03\x01"
        "a\x01",
        6);
    check(decode_tally(framed(StateKind::tally, one_a)).labels.size() == 1, "a right payload");
    std::string nested_tuples;
    for (int i = 0; i < 100; ++i) {
        nested_tuples += "\x0b\x01";
    }
    const std::vector<std::string> wrong{
        std::string("\x03\x00", 2),  // no such rule for missing values
        std::string("\x00\x01\x03\x01"
                    "a\x00",
                    6),  // a count of 0
        std::string("\x00\x01\x03\x01"
                    "a\x01\x00",
                    7),  // a byte too many
        std::string("\x00\x02\x03\x01"
                    "a\x01\x03\x01"
                    "a\x01",
                    10),  // a label twice
        std::string("\x00\x02\x03\x01"
                    "b\x01\x03\x01"
                    "a\x01",
                    10),                                              // not in order
        std::string("\x00\xff\xff\xff\xff\xff\xff\xff\xff\x0f", 10),  // 2^60 labels
        std::string("\x00\x01\x00\x01", 4),                           // None against the rule
        std::string("\x00\x01\x0c\x01", 4),                           // no such kind of label
        std::string("\x00\x01\x01\x01\x00\x01", 6),                   // minus zero
        std::string("\x00\x01\x01\x00\x01\x00\x01", 7),               // a zero byte on top
        std::string("\x00\x01\x02\0\0\0\0\0\0\xf0\x3f\x01", 12),      // the float 1.0
        std::string("\x00\x01\x02\0\0\0\0\0\0\xf8\x7f\x01", 12),      // NaN
        std::string("\x00\x01\x09\x00\x00\x02"
                    "10\x01",
                    9),  // a decimal with a zero behind
        std::string("\x00\x81\x00\x03\x01"
                    "a\x01",
                    7),  // a long 1
        std::string("\x00\x01\x03\x01"
                    "a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
                    15),
        std::string("\x00\x01", 2) + nested_tuples +
            "\x03\x01"
            "a\x01",  // 100 deep
    };
    for (const std::string& payload : wrong) {
        check_throws<StateError>([&] { (void)decode_tally(framed(StateKind::tally, payload)); },
                                 "a wrong tally is refused");
    }
    const std::vector<std::string> wrong_windows{
        std::string("\x00\x00\x00\x00", 4),  // size 0
        std::string("\x00\x01\x01\x03\x01"
                    "a\x00",
                    7),  // a label that does not occur
        std::string("\x00\x01\x01\x03\x01"
                    "a\x02\x00\x00",
                    9),  // more events than its size
        std::string("\x00\x05\x01\x03\x01"
                    "a\x01\x01",
                    8),  // an event without a label
    };
    for (const std::string& payload : wrong_windows) {
        check_throws<StateError>(
            [&] { (void)decode_sliding_window(framed(StateKind::sliding_window, payload)); },
            "a wrong window is refused");
    }
}

void test_numbers() {
    Writer writer;
    const std::vector<std::int64_t> numbers{0, -1, 1, 63, -64, 64, INT64_MAX, INT64_MIN};
    for (const std::int64_t number : numbers) {
        writer.signed_varint(number);
    }
    const std::string_view written = writer.written();
    Reader reader({reinterpret_cast<const std::uint8_t*>(written.data()), written.size()});
    for (const std::int64_t number : numbers) {
        check(reader.signed_varint() == number, "a number is read as it was written");
    }
    const std::string_view digits = "123456789";
    check(crc64({reinterpret_cast<const std::uint8_t*>(digits.data()), digits.size()}) ==
              0x995DC9BBDF1939FA,
          "the checksum is CRC-64/XZ, whose check value is public");
}

// How a class gets a second version: here a tally that says since when it counts, which the first
// version did not know.
struct DatedTally {
    TallyState tally;
    std::uint64_t since = 0;
};

StateBytes encode_dated(const DatedTally& state) {
    Writer payload;
    payload.varint(state.since);
    encode_counts(payload, state.tally);
    return Writer::frame(StateKind::tally, payload, 2);
}

DatedTally decode_dated(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::tally, 2);
    DatedTally state;
    if (reader.version() >= 2) state.since = reader.varint();
    state.tally = decode_counts(reader);
    reader.require_end();
    return state;
}

void test_versions_are_read_side_by_side() {
    const TallyState tally{.labels = {text("a"), text("b")}, .counts = {3, 4}};
    const DatedTally first = decode_dated(encode(tally));
    check(first.since == 0 && first.tally.counts == tally.counts, "version 1 by the new decoder");
    const StateBytes second = encode_dated({tally, 7});
    const DatedTally read = decode_dated(second);
    check(read.since == 7 && read.tally.counts == tally.counts, "version 2 by the new decoder");
    check_throws<StateError>([&] { (void)decode_tally(second); }, "version 2 by the old decoder");
    const StateBytes third = Writer::frame(StateKind::tally, {}, 3);
    check_throws<StateError>([&] { (void)decode_dated(third); }, "a version that is newer still");
}

}  // namespace

int main() {
    test_versions_are_read_side_by_side();
    test_round_trips();
    test_order_of_labels_does_not_matter();
    test_damage_is_found();
    test_wrong_payloads_are_refused();
    test_numbers();
    return report();
}
