// Tables and windows of pairs: what is written is read back, and nothing else is read.
#include <string>
#include <vector>

#include "core/count_log/count_log.hpp"
#include "core/state/contingency_table_state.hpp"
#include "core/state/contingency_window_state.hpp"
#include "core/state/state_error.hpp"
#include "core/tests/check.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

Label text(const char* value) {
    return {.kind = LabelKind::text, .text = value};
}

ContingencyTableState a_table() {
    return {.missing = Missing::label,
            .labels = {.x = {text("b"), text("a")}, .y = {text("n"), {.kind = LabelKind::none}}},
            .pairs = {{{0, 0}, 3}, {{1, 1}, max_events - 10}, {{0, 1}, 5}}};
}

ContingencyWindowState a_window() {
    ContingencyWindowState state{.size = 1000, .labels = {.x = {text("b"), text("a")}}};
    for (Code i = 0; i < 300; ++i) {  // places of y take two bytes
        state.labels.y.push_back(text(("y" + std::to_string(i)).c_str()));
        state.events.push_back({i % 2, i});
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
    const StateBytes table = encode(a_table());
    check(encode(decode_contingency_table(table)) == table, "a table is read and written again");
    const StateBytes window = encode(a_window());
    check(encode(decode_contingency_window(window)) == window, "so is a window");
    const StateBytes nothing = encode(ContingencyTableState{});
    check(encode(decode_contingency_table(nothing)) == nothing, "so is nothing");
}

void test_order_does_not_matter() {
    const ContingencyTableState other{
        .missing = Missing::label,
        .labels = {.x = {text("a"), text("b")}, .y = {{.kind = LabelKind::none}, text("n")}},
        .pairs = {{{0, 0}, max_events - 10}, {{1, 0}, 5}, {{1, 1}, 3}}};
    check(encode(a_table()) == encode(other), "the bytes are those of the content");
    ContingencyTableState twice = a_table();
    twice.labels.x[1] = text("b");
    check_throws<std::invalid_argument>([&] { (void)encode(twice); }, "no label twice");
}

template <class Decode>
void check_damage_is_found(const StateBytes& whole, Decode decode) {
    for (std::size_t size = 0; size < whole.size(); ++size) {
        check_throws<StateError>([&] { decode(std::span(whole).first(size)); },
                                 "a part of a state is none");
    }
    for (std::size_t i = 0; i < whole.size(); ++i) {
        StateBytes damaged = whole;
        damaged[i] ^= 0x10;
        check_throws<StateError>([&] { decode(damaged); }, "one bit is seen");
    }
}

void read_table(std::span<const std::uint8_t> bytes) {
    (void)decode_contingency_table(bytes);
}

void read_window(std::span<const std::uint8_t> bytes) {
    (void)decode_contingency_window(bytes);
}

// The labels "a" of x, "n" and "o" of y; what follows is put behind them.
const std::string labels(
    "\x01\x03\x01"
    "a\x02\x03\x01"
    "n\x03\x01"
    "o",
    11);

void test_wrong_tables_are_refused() {
    const std::string head = std::string(1, '\x00') + labels;  // missing values are errors
    read_table(framed(StateKind::contingency_table, head + std::string("\x02\x00\x01\x01\x07", 5)));
    const std::vector<std::string> wrong{
        std::string("\x01\x00\x01", 3),                  // "o" does not occur
        std::string("\x00", 1),                          // nor does "a"
        std::string("\x02\x01\x01\x00\x01", 5),          // pairs not in order
        std::string("\x02\x00\x01\x00\x01", 5),          // a pair twice
        std::string("\x02\x00\x01\x02\x01", 5),          // a label that is not there
        std::string("\x02\x00\x00\x01\x01", 5),          // a count of 0
        std::string("\x02\x00\x01\x01\x01\x00", 6),      // a byte too many
        std::string("\xff\xff\xff\xff\xff\x01\x00", 7),  // 2^40 pairs
        std::string("\x02\x00\xff\xff\xff\xff\xff\xff\xff\xff\x3f\x01\x01", 13),  // 2^62 events
    };
    for (const std::string& rest : wrong) {
        check_throws<StateError>(
            [&] { read_table(framed(StateKind::contingency_table, head + rest)); },
            "a wrong table is refused");
    }
    check_throws<StateError>(
        [&] {
            read_table(framed(StateKind::contingency_table, std::string("\x00\x01\x00\x00", 4)));
        },
        "a missing value against the rule");
    check_throws<StateError>([&] { read_table(encode(a_window())); }, "a window is no table");
}

void test_wrong_windows_are_refused() {
    const std::string two(std::string("\x02\x00\x00\x00\x01", 5));
    const auto window = [&](const std::string& size, const std::string& rest) {
        return framed(StateKind::contingency_window, std::string(1, '\x00') + size + labels + rest);
    };
    read_window(window("\x02", two));
    check_throws<StateError>([&] { read_window(window("\x01", two)); }, "more than its size");
    check_throws<StateError>([&] { read_window(window(std::string(1, '\x00'), two)); }, "size 0");
    const std::vector<std::string> wrong{
        std::string("\x01\x00\x00", 3),          // "o" does not occur
        std::string("\x02\x00\x00\x00\x02", 5),  // a label that is not there
        std::string("\x02\x01\x00\x00\x01", 5),  // nor this one
        std::string("\x02\x00\x00\x00", 4),      // half an event
        two + std::string(1, '\x00'),            // a byte too many
    };
    for (const std::string& rest : wrong) {
        check_throws<StateError>([&] { read_window(window("\x02", rest)); },
                                 "a wrong window is refused");
    }
    check_throws<StateError>([&] { read_window(encode(a_table())); }, "a table is no window");
}

}  // namespace

int main() {
    test_round_trips();
    test_order_does_not_matter();
    check_damage_is_found(encode(a_table()), read_table);
    check_damage_is_found(encode(a_window()), read_window);
    test_wrong_tables_are_refused();
    test_wrong_windows_are_refused();
    return report();
}
