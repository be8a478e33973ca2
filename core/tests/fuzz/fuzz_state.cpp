// Whatever the bytes, reading them gives a state that is written as those bytes,
// or a StateError. The first byte chooses the kind; the rest is a payload that
// gets a right header and checksum (even), or a whole state as it is (odd).
#include <array>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "core/state/adaptive_window_state.hpp"
#include "core/state/adwin_state.hpp"
#include "core/state/contingency_table_state.hpp"
#include "core/state/contingency_window_state.hpp"
#include "core/state/fading_tally_state.hpp"
#include "core/state/fading_window_state.hpp"
#include "core/state/sliding_window_state.hpp"
#include "core/state/state_error.hpp"
#include "core/state/tally_state.hpp"
#include "core/state/time_window_state.hpp"
#include "core/state/tree_state.hpp"
#include "core/state/weighted_tally_state.hpp"
#include "core/tests/fuzz/target.hpp"

using namespace entrostream;

namespace {

void require(bool holds) {
    if (holds) return;
    std::fputs("what was read is not what was written\n", stderr);
    std::abort();
}

template <auto decode>
void read_back(const StateBytes& bytes) {
    try {
        require(encode(decode(bytes)) == bytes);
    } catch (const StateError&) {
        return;  // as it should be
    }
}

TreeState decode_any_tree(const StateBytes& bytes) {
    return decode_tree(bytes);
}

struct Kind {
    StateKind kind;
    void (*read)(const StateBytes&);
};
constexpr std::array kinds{
    Kind{StateKind::tally, read_back<decode_tally>},
    Kind{StateKind::sliding_window, read_back<decode_sliding_window>},
    Kind{StateKind::weighted_tally, read_back<decode_weighted_tally>},
    Kind{StateKind::time_window, read_back<decode_time_window>},
    Kind{StateKind::contingency_table, read_back<decode_contingency_table>},
    Kind{StateKind::contingency_window, read_back<decode_contingency_window>},
    Kind{StateKind::fading_tally, read_back<decode_fading_tally>},
    Kind{StateKind::fading_window, read_back<decode_fading_window>},
    Kind{StateKind::adaptive_window, read_back<decode_adaptive_window>},
    Kind{StateKind::adwin, read_back<decode_adwin>},
    Kind{StateKind::tree, read_back<decode_any_tree>},
};

// The input that leads to this state: as a whole, or its payload alone.
std::vector<std::uint8_t> seed(const StateBytes& state, bool payload_only) {
    std::size_t place = 0;
    while (static_cast<std::uint8_t>(kinds[place].kind) != state[5])
        ++place;
    std::vector<std::uint8_t> made{static_cast<std::uint8_t>(2 * place + (payload_only ? 0 : 1))};
    const std::size_t from = payload_only ? state_header_size : 0;
    const std::size_t end = state.size() - (payload_only ? state_checksum_size : 0);
    made.insert(made.end(), state.begin() + static_cast<std::ptrdiff_t>(from),
                state.begin() + static_cast<std::ptrdiff_t>(end));
    return made;
}

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

// With a change in it, and a block that is not whole yet.
AdaptiveWindowState adaptive_seed(const std::vector<Label>& labels) {
    AdaptiveWindow window({.rate = 0.01, .block = 4});
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

// A small tree that has split, in which something is missing.
TreeState seed_tree(const std::vector<Label>& labels) {
    tree::Options options;
    options.bins = {.bins = 4, .warm = 20};
    TreeState state{.tree = std::make_unique<tree::Vfdt>(options)};
    state.tree->add_nominal();
    state.tree->add_numeric();
    for (Code i = 0; i < 200; ++i) {
        const Code value = i % 3;
        const double x = i % 7;
        state.tree->learn({{&x, i % 11 == 0 ? 0u : 1u}, {&value, 1}}, value == 2 ? 1 : 0);
    }
    state.labels = {.attributes = {labels[3], labels[0]},
                    .values = {{labels[0], labels[1], labels[3]}},
                    .classes = {labels[1], labels[2]},
                    .nominal = {labels[3]}};
    return state;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::span<const std::uint8_t> rest(data + 1, size - 1);
    StateBytes bytes(rest.begin(), rest.end());
    const Kind& kind = kinds[data[0] / 2 % kinds.size()];
    if (data[0] % 2 == 0) {
        Writer payload;
        payload.raw({reinterpret_cast<const char*>(rest.data()), rest.size()});
        bytes = Writer::frame(kind.kind, payload);
    }
    kind.read(bytes);
    return 0;
}

std::vector<std::vector<std::uint8_t>> fuzz_seeds() {
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
    std::vector<std::vector<std::uint8_t>> seeds;
    for (const StateBytes& state :
         {encode(tally), encode(window), encode(weighted), encode(table), encode(pairs),
          encode(by_count), encode(by_time), encode(fading), encode(timed),
          encode(adaptive_seed(labels)), encode(seed_adwin()), encode(seed_tree(labels))}) {
        seeds.push_back(seed(state, true));
        seeds.push_back(seed(state, false));
    }
    return seeds;
}
