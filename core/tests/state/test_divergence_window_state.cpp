// The state of a divergence window: read back as it was written, and nothing else is read.
#include <limits>
#include <string>
#include <vector>

#include "core/columns/restored_divergence.hpp"
#include "core/state/divergence_window_state.hpp"
#include "core/state/state_error.hpp"
#include "core/tests/check.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr Time earliest = std::numeric_limits<Time>::min();
constexpr Time latest = std::numeric_limits<Time>::max();

Label text(const std::string& value) {
    return {.kind = LabelKind::text, .text = value};
}

DivergenceWindowState counted() {
    return {.rule = {DivergenceMethod::kullback, 0.25},
            .size = 3,
            .time = {.missing = Missing::skip, .labels = {}, .events = {}},
            .labels = {text("b"), text("c"), text("a")},
            .reference = {5, 0, 7},
            .events = {{0, 1}, {0, 0}, {0, 1}}};
}

DivergenceWindowState timed() {
    return {.rule = {DivergenceMethod::shannon, 0},
            .size = 0,
            .time = {.missing = Missing::label,
                     .span = 1000,
                     .lateness = 10,
                     .late = Late::drop,
                     .clock = Clock::instants,
                     .now = 500,
                     .dropped = 3,
                     .labels = {},
                     .events = {}},
            .labels = {text("b"), {.kind = LabelKind::none}},
            .reference = {},
            .events = {{-1499, 0}, {0, 1}, {0, 0}, {0, 0}, {500, 1}}};
}

void round_trip(const DivergenceWindowState& state) {
    const StateBytes bytes = encode(state);
    const DivergenceWindowState read = decode_divergence_window(bytes);
    check(encode(read) == bytes, "what is written is read");
    const DivergenceWindow window = restored_window(read, codes_of_labels(read));
    check(window.used() == state.labels.size(), "every label is in use");
    check(window.counts().rule() == state.rule, "the rule is kept");
}

void refused(const DivergenceWindowState& state, const char* what) {
    const StateBytes bytes = encode(state);
    check_throws<StateError>([&] { static_cast<void>(decode_divergence_window(bytes)); }, what);
}

template <class Change>
DivergenceWindowState with(DivergenceWindowState state, Change&& change) {
    change(state);
    return state;
}

void test_round_trips() {
    round_trip(counted());
    round_trip(timed());
    round_trip({.rule = {}, .size = 1, .time = {}, .labels = {}, .reference = {}, .events = {}});
    round_trip(with(timed(), [](auto& state) {
        state.time.span = latest;
        state.time.now = latest;
        state.events = {{2, 0}, {latest, 1}};
    }));
    round_trip(with(timed(), [](auto& state) {
        state.time.now = earliest;
        state.events = {{earliest, 0}, {earliest, 1}};
    }));
    const DivergenceWindow window =
        restored_window(decode_divergence_window(encode(counted())), {1, 0, 2});
    check(window.counts().n() == 3 && window.counts().reference_n() == 12, "both sides are read");
}

void test_refusals() {
    refused(with(counted(), [](auto& s) { s.events.push_back({0, 0}); }), "more than its size");
    refused(with(counted(), [](auto& s) { s.rule.pseudo_count = 1e9; }), "too much smoothing");
    refused(with(counted(), [](auto& s) { s.rule.pseudo_count = -0.0; }), "a negative zero");
    refused(with(counted(), [](auto& s) { s.rule.method = DivergenceMethod::pooled; }),
            "smoothing is for Kullback-Leibler");
    refused(with(counted(), [](auto& s) { s.reference = {0, 0, 0}; }), "an empty reference");
    refused(with(counted(), [](auto& s) { s.reference[1] = ~std::uint64_t{0}; }),
            "a reference of 2^62 events");
    refused(
        with(counted(), [](auto& s) { s.labels.push_back(text("d")), s.reference.push_back(0); }),
        "a label on no side");
    refused(with(timed(), [](auto& s) { s.events.front().at = -1500; }), "an event too old");
    refused(with(timed(), [](auto& s) { s.time.clock = Clock::unset; }), "events without a clock");
    refused(with(timed(), [](auto& s) { s.time.span = 0; }), "no span");
    refused(with(timed(), [](auto& s) { s.events = {{0, 0}}; }), "a label without events");
    for (const DivergenceWindowState& state : {counted(), timed()}) {
        StateBytes bytes = encode(state);
        bytes.pop_back();
        check_throws<StateError>([&] { static_cast<void>(decode_divergence_window(bytes)); },
                                 "a state that was cut");
    }
    const DivergenceWindowState large =
        with(counted(), [](auto& state) { state.reference[0] = std::uint64_t{1} << 60; });
    const DivergenceWindowState read = decode_divergence_window(encode(large));
    check_throws<std::overflow_error>(
        [&] { static_cast<void>(restored_window(read, codes_of_labels(read))); },
        "three events and 2^60 of a reference");
}

}  // namespace

int main() {
    test_round_trips();
    test_refusals();
    return report();
}
