#include "core/tests/fuzz/state_seeds.hpp"

#include <string>

#include "core/sketch/label_hash.hpp"
#include "core/state/adaptive_window_state.hpp"
#include "core/state/adwin_state.hpp"
#include "core/state/contingency_table_state.hpp"
#include "core/state/contingency_time_window_state.hpp"
#include "core/state/contingency_window_state.hpp"
#include "core/state/divergence_window_state.hpp"
#include "core/state/entropy_sketch_state.hpp"
#include "core/state/fading_sketch_state.hpp"
#include "core/state/fading_tally_state.hpp"
#include "core/state/fading_window_state.hpp"
#include "core/state/sketch_state.hpp"
#include "core/state/sketch_window_state.hpp"
#include "core/state/sliding_window_state.hpp"
#include "core/state/tally_state.hpp"
#include "core/state/time_window_state.hpp"
#include "core/state/weighted_tally_state.hpp"
#include "core/state/weighted_time_window_state.hpp"

namespace entrostream::testing {

std::vector<Label> seed_labels() {
    const Label text{.kind = LabelKind::text, .text = "label"};
    return {{.kind = LabelKind::none},
            {.kind = LabelKind::integer, .text = "\x02\x01"},
            {.kind = LabelKind::real, .real = 2.5},
            text,
            {.kind = LabelKind::instant, .day = 700'000, .microsecond = 5},
            {.kind = LabelKind::decimal, .day = -3, .text = "125"},
            {.kind = LabelKind::uuid, .text = "0123456789abcdef"},
            {.kind = LabelKind::tuple, .items = {text, text}}};
}

namespace {

// Some events of all labels, or some more.
template <class Summary, class... More>
Summary with_events(Summary summary, std::size_t labels, const More&... more) {
    summary.grow(labels);
    for (Code i = 0; i < 40; ++i) {
        summary.update(i * i % static_cast<Code>(labels), more...);
    }
    for (Code i = 0; i < labels; ++i) {
        summary.update(i, more...);
    }
    return summary;
}

// With a change and an incomplete block.
AdaptiveWindowState adaptive_seed(const std::vector<Label>& labels, Time season) {
    AdaptiveWindow window({.rate = 0.01, .block = 4, .season = season, .season_bins = 3});
    window.grow(labels.size());
    for (Code i = 0; i < 203; ++i) {
        window.update(i < 100 ? i % 2 : i % static_cast<Code>(labels.size()), Time{1000} + i);
    }
    AdaptiveWindowState state{.missing = Missing::label,
                              .options = window.options(),
                              .clock = Clock::seconds,
                              .labels = labels,
                              .content = window.content(),
                              .changes = {}};
    for (const Change& change : window.take_found()) {
        state.changes.push_back(
            {change,
             {labels.begin(), labels.begin() + static_cast<std::ptrdiff_t>(change.labels.size())}});
    }
    return state;
}

// Two regimes, so that there are changes, and some numbers of the next clock tick.
Adwin seed_adwin() {
    Adwin adwin(Adwin::Rule{});
    std::vector<MeanChange> found;
    for (int i = 0; i < 500; ++i) {
        adwin.update(i < 250 ? 0.25 : 0.75, found);
    }
    return adwin;
}

// The smallest sketch, with labels stored; of few keys it is exact.
template <class Sketch>
Sketch seed_sketch(std::uint64_t keys) {
    struct Text : LabelSource {
        [[nodiscard]] std::string label(std::size_t) const override {
            Writer writer;
            encode(writer, Label{.kind = LabelKind::text, .text = "label"});
            return std::string(writer.written());
        }
    };
    Sketch sketch(Sketch::least_memory, 7);
    const Text label;
    const LabelHash hash(7);
    for (std::uint64_t i = 0; i < 3 * keys; ++i) {
        sketch.add(hash.integer(false, i * i % keys), 1.0, &label, 0);
    }
    return sketch;
}

SketchWindowState seed_sketch_window(Clock clock) {
    const auto pane = [](std::uint64_t keys) {
        return EntropySketchState{seed_sketch<Hcc>(keys), Missing::skip};
    };
    SketchWindowState state{.empty = {Hcc(Hcc::least_memory, 7), Missing::skip},
                            .span = 600,
                            .panes = 6,
                            .late = Late::drop,
                            .clock = clock,
                            .ring = {}};
    if (clock == Clock::unset) return state;
    state.newest = 2;
    state.dropped = 300;
    state.ring = {{-3, pane(20)}, {-1, pane(2000)}, {2, pane(3)}};
    return state;
}

// The smallest sketch of a published method, after a stream with a heavy label.
template <class Method>
EntropySketchState seed_method() {
    Method method(Method::min_memory(), 7);
    const LabelHash hash(7);
    for (std::uint64_t i = 0; i < 300; ++i) {
        method.add(hash.integer(false, i % 3 == 0 ? i * i % 70 : 5),
                   static_cast<double>(1 + i % 2));
    }
    return {method, Missing::raise};
}

}  // namespace

std::vector<StateBytes> seed_states() {
    const std::vector<Label> labels = seed_labels();
    const TallyState tally{.missing = Missing::label,
                           .labels = labels,
                           .counts = {1, 2, 3, 4, 5, 600, 70000, 1ull << 60}};
    const SlidingWindowState window{.missing = Missing::label,
                                    .size = 1000,
                                    .labels = labels,
                                    .events = {0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 3, 3}};
    const WeightedTallyState weighted{.exponent = -20, .exact = true, .units = tally};
    const PairLabels pair_labels{.x = {labels[3], labels[0]}, .y = {labels[2], labels[3]}};
    const ContingencyTableState table{.missing = Missing::label,
                                      .labels = pair_labels,
                                      .pairs = {{{0, 0}, 1}, {{1, 1}, 1ull << 60}, {{1, 0}, 300}}};
    const ContingencyWindowState pairs{.missing = Missing::label,
                                       .size = 7,
                                       .labels = pair_labels,
                                       .events = {{0, 0}, {1, 1}, {0, 0}, {1, 0}}};
    const EventClock clock(1000, Late::drop);
    const FadingTallyState by_count{
        .tally = with_events(FadingTally::by_count(0.9, 10), labels.size()),
        .labels = labels,
        .missing = Missing::label};
    const FadingTallyState by_time{
        .tally = with_events(FadingTally::by_time(700, clock), labels.size(), Time{12345}),
        .labels = labels,
        .missing = Missing::label,
        .clock = Clock::seconds};
    const FadingWindowState fading{.window = with_events(FadingWindow(20, 0.99), labels.size()),
                                   .labels = labels,
                                   .missing = Missing::label};
    const TimeWindowState timed{.missing = Missing::label,
                                .span = 1'000'000'000,
                                .lateness = 1000,
                                .late = Late::drop,
                                .clock = Clock::instants,
                                .now = 1'700'000'000'000'000'000,
                                .dropped = 5,
                                .labels = {labels[0], labels[3]},
                                .events = {{1'699'999'999'500'000'000, 0, 1},
                                           {1'699'999'999'500'000'000, 1, 1ull << 61},
                                           {1'700'000'000'000'000'000, 1, 1}}};
    const WeightedTimeWindowState weighted_timed{.exponent = -20, .exact = true, .window = timed};
    ContingencyTimeWindowState timed_pairs{
        .labels = pair_labels, .pairs = {{1, 1}, {0, 0}}, .window = timed};
    timed_pairs.window.labels.clear();
    const DivergenceWindowState compared{
        .rule = {DivergenceMethod::pooled, 0},
        .size = 5,
        .time = {.missing = Missing::label, .labels = {}, .events = {}},
        .labels = labels,
        .reference = {1, 0, 300, 0, 5, 0, 0, 1ull << 50},
        .events = {{0, 1}, {0, 3}, {0, 5}, {0, 6}, {0, 0}}};
    DivergenceWindowState compared_in_time{.rule = {DivergenceMethod::kullback, 0.5},
                                           .size = 0,
                                           .time = timed,
                                           .labels = {labels[0], labels[3]},
                                           .reference = {},
                                           .events = {{1'699'999'998'500'000'000, 0},
                                                      {1'699'999'999'500'000'000, 0},
                                                      {1'699'999'999'500'000'000, 1},
                                                      {1'700'000'000'000'000'000, 1}}};
    compared_in_time.time.labels.clear();
    compared_in_time.time.events.clear();
    FadingTallyState dropped = by_count;
    dropped.tally = with_events(FadingTally::by_count(0.5), labels.size());
    return {encode(tally),
            encode(window),
            encode(weighted),
            encode(table),
            encode(pairs),
            encode(by_count),
            encode(dropped),
            encode(by_time),
            encode(fading),
            encode(timed),
            encode(weighted_timed),
            encode(timed_pairs),
            encode(compared),
            encode(compared_in_time),
            encode(adaptive_seed(labels, 0)),
            encode(adaptive_seed(labels, 70)),
            encode(seed_adwin()),
            encode(EntropySketchState{seed_sketch<Hcc>(20), Missing::label}),
            encode(EntropySketchState{seed_sketch<Hcc>(2000), Missing::raise}),
            encode(seed_method<Ccm07>()),
            encode(seed_method<Cdm06>()),
            encode(seed_method<CliffordCosma>()),
            encode(GiniSketchState{seed_sketch<GiniSketch>(20), Missing::label}),
            encode(GiniSketchState{seed_sketch<GiniSketch>(2000), Missing::skip}),
            encode(seed_sketch_window(Clock::unset)),
            encode(seed_sketch_window(Clock::seconds)),
            encode(FadingSketchState{{seed_sketch<Hcc>(20), Missing::label}, 0.75, 64.0}),
            encode(FadingSketchState{
                {seed_sketch<Hcc>(2000), Missing::raise}, {}, 1.0, 100, Clock::instants, 700, -8})};
}

namespace {

// A valid length and checksum, whatever the other bytes are.
void repair(StateBytes& state) {
    const std::size_t end = state.size() - state_checksum_size;
    const auto write = [&](std::size_t place, std::uint64_t value) {
        for (int i = 0; i < 8; ++i) {
            state[place + static_cast<std::size_t>(i)] =
                static_cast<std::uint8_t>(value >> (8 * i));
        }
    };
    write(8, end - state_header_size);
    write(end, crc64(std::span(state).first(end)));
}

}  // namespace

StateBytes framed(StateKind kind, std::span<const std::uint8_t> input) {
    const auto framing = static_cast<Framing>(input[0] % framings);
    StateBytes bytes(input.begin() + 1, input.end());
    if (framing == Framing::payload || framing == Framing::more_payload) {
        Writer payload;
        payload.raw({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        return Writer::frame(kind, payload);
    }
    const bool whole = bytes.size() >= state_header_size + state_checksum_size;
    if (framing == Framing::repaired && whole) repair(bytes);
    return bytes;
}

std::vector<Input> inputs_for(const StateBytes& state, std::size_t place) {
    std::vector<Input> inputs;
    for (unsigned framing = 0; framing < framings; ++framing) {
        const bool whole = framing >= static_cast<unsigned>(Framing::repaired);
        const std::size_t from = whole ? 0 : state_header_size;
        const std::size_t end = state.size() - (whole ? 0 : state_checksum_size);
        Input input{static_cast<std::uint8_t>(framings * place + framing)};
        input.insert(input.end(), state.begin() + static_cast<std::ptrdiff_t>(from),
                     state.begin() + static_cast<std::ptrdiff_t>(end));
        inputs.push_back(std::move(input));
    }
    return inputs;
}

}  // namespace entrostream::testing
