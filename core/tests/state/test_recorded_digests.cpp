// Every read and every state has the same bits on every platform: compiler, standard library,
// architecture, and width of the SIMD vectors.
//
// A fixed stream runs through each summary, detector and tree; a digest of all values read on the
// way and of the final state is compared with the one that was recorded on x86-64 (g++ 12). A
// difference means that something depends on the platform: libm, a fused multiply-add, the order
// of equal elements in a sort, the size of a type. A change of the state format, or of a rule of
// the detectors or the tree, changes digests too: then record the new ones, which a failure prints.
#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <span>
#include <utility>
#include <vector>

#include "core/estimates/estimates.hpp"
#include "core/state/adaptive_window_state.hpp"
#include "core/state/adwin_state.hpp"
#include "core/state/contingency_table_state.hpp"
#include "core/state/contingency_time_window_state.hpp"
#include "core/state/contingency_window_state.hpp"
#include "core/state/fading_tally_state.hpp"
#include "core/state/fading_window_state.hpp"
#include "core/state/sliding_window_state.hpp"
#include "core/state/tally_state.hpp"
#include "core/state/time_window_state.hpp"
#include "core/state/weighted_tally_state.hpp"
#include "core/state/weighted_time_window_state.hpp"
#include "core/tables/contingency.hpp"
#include "core/tables/table_trace.hpp"
#include "core/tests/check.hpp"
#include "core/tests/drift/streams.hpp"
#include "core/tests/random.hpp"
#include "core/tests/state/digest.hpp"
#include "core/tests/tree/random_stream.hpp"
#include "core/tests/tree/tree_bytes.hpp"
#include "core/windows/sliding_window.hpp"
#include "core/windows/time_window.hpp"
#include "core/windows/weighted_time_window.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::size_t labels = 12;
constexpr std::size_t events = 4000;

// Half of the events are uniform, so that each label is in every window; small codes are frequent.
std::vector<Code> stream_of(std::uint64_t seed, std::size_t codes = labels) {
    Random random(seed);
    std::vector<Code> stream;
    for (std::size_t i = 0; i < events; ++i) {
        const std::uint64_t code = random.below(codes);
        const bool uniform = random.below(2) == 0;
        stream.push_back(static_cast<Code>(uniform ? code : std::min(code, random.below(codes))));
    }
    return stream;
}

// Mostly forwards, up to 50 late.
std::vector<Time> times_of(std::uint64_t seed) {
    Random random(seed);
    std::vector<Time> times;
    Time now = 1'000'000;
    for (std::size_t i = 0; i < events; ++i) {
        now += static_cast<Time>(random.below(30));
        times.push_back(random.below(10) == 0 ? now - static_cast<Time>(random.below(50)) : now);
    }
    return times;
}

// All measures, which are read event by event, and those that the block kernels write.
const std::vector<std::vector<Measure>> measure_lists{
    {Measure::entropy, Measure::gini, Measure::n, Measure::distinct, Measure::nats,
     Measure::evenness, Measure::perplexity, Measure::renyi2, Measure::inverse_simpson},
    {Measure::entropy, Measure::gini}};

// `trace(columns)` writes the values of a copy of the summary.
template <class Trace>
void add_traces(Digest& digest, const Trace& trace) {
    for (const std::vector<Measure>& measures : measure_lists) {
        std::vector<double> values(measures.size() * events);
        std::vector<TraceColumn> columns;
        for (std::size_t i = 0; i < measures.size(); ++i)
            columns.push_back({measures[i], values.data() + i * events});
        trace(TraceColumns(columns));
        digest.add(std::span<const double>(values));
    }
}

template <class Trace>
void add_table_traces(Digest& digest, const Trace& trace) {
    constexpr auto& rows = MeasureTable<TableMeasure>::rows;
    for (const bool only_bits : {false, true}) {  // the block kernels take only measures in bits
        std::vector<double> values(rows.size() * events);
        std::vector<TableColumn> columns;
        for (const auto& row : rows)
            if (!only_bits || is_in_bits(row.measure))
                columns.push_back({row.measure, values.data() + columns.size() * events});
        trace(TableColumns(columns));
        digest.add(std::span<const double>(values));
    }
}

template <class Summary>
std::vector<std::uint64_t> counts_of(const Summary& summary) {
    std::vector<std::uint64_t> counts;
    for (Code code = 0; code < summary.codes(); ++code)
        counts.push_back(summary.count(code));
    return counts;
}

std::uint64_t digest_of_tally() {
    const std::vector<Code> stream = stream_of(1);
    Digest digest;
    Counts tally;
    add_traces(digest, [&](TraceColumns columns) {
        tally = Counts();
        tally.grow(labels);
        tally.trace(stream, columns);
    });
    const CountHistogram histogram(counts_of(tally));
    for (const EntropyMethod method : {EntropyMethod::plugin, EntropyMethod::miller_madow,
                                       EntropyMethod::jackknife, EntropyMethod::chao_wang_jost}) {
        const Estimate estimate = entropy_estimate(tally.sums(), histogram, method);
        digest.add(estimate.value);
        digest.add(estimate.standard_error);
        digest.add(estimate.basis.unseen);
    }
    digest.add(gini_estimate(tally.sums(), histogram).standard_error);
    digest.add(encode(TallyState{.labels = numbered(labels), .counts = counts_of(tally)}));
    return digest.value();
}

std::uint64_t digest_of_sliding_window() {
    constexpr std::uint64_t size = 500;
    const std::vector<Code> stream = stream_of(2);
    Digest digest;
    SlidingWindow window(size);
    add_traces(digest, [&](TraceColumns columns) {
        window = SlidingWindow(size);
        window.grow(labels);
        window.prepare(events);
        window.trace(stream, columns);
    });
    digest.add(encode(
        SlidingWindowState{.size = size, .labels = numbered(labels), .events = window.events()}));
    return digest.value();
}

constexpr Time span_of_window = 6000;
constexpr Time lateness = 20;

template <class Window>
TimeWindowState state_of(const Window& window) {
    return {.span = span_of_window,
            .lateness = lateness,
            .late = Late::drop,
            .clock = Clock::instants,
            .now = window.clock().now().value(),
            .dropped = window.clock().dropped(),
            .labels = numbered(labels),
            .events = window.events()};
}

std::uint64_t digest_of_time_window() {
    const std::vector<Code> stream = stream_of(3);
    const std::vector<Time> times = times_of(3);
    Digest digest;
    TimeWindow window(span_of_window, lateness, Late::drop);
    add_traces(digest, [&](TraceColumns columns) {
        window = TimeWindow(span_of_window, lateness, Late::drop);
        window.grow(labels);
        window.prepare(times);
        window.trace(stream, times, columns);
    });
    digest.add(encode(state_of(window)));
    return digest.value();
}

// Weights from 1/64 to 16, in units of 2^-20.
constexpr int unit_exponent = -20;

std::vector<std::uint64_t> units_of(std::uint64_t seed) {
    const WeightedCounts counts(unit_exponent, false);
    Random random(seed);
    std::vector<std::uint64_t> units;
    for (std::size_t i = 0; i < events; ++i)
        units.push_back(counts.units(static_cast<double>(1 + random.below(1024)) / 64 / 3));
    return units;
}

std::uint64_t digest_of_weighted_tally() {
    const std::vector<Code> stream = stream_of(4);
    const std::vector<std::uint64_t> units = units_of(4);
    Digest digest;
    WeightedCounts tally(unit_exponent, false);
    add_traces(digest, [&](TraceColumns columns) {
        tally = WeightedCounts(unit_exponent, false);
        tally.grow(labels);
        tally.prepare(units);
        tally.trace(stream, units, columns);
    });
    digest.add(encode(
        WeightedTallyState{.exponent = unit_exponent,
                           .units = {.labels = numbered(labels), .counts = counts_of(tally)}}));
    return digest.value();
}

std::uint64_t digest_of_weighted_time_window() {
    const std::vector<Code> stream = stream_of(5);
    const std::vector<Time> times = times_of(5);
    const std::vector<std::uint64_t> units = units_of(5);
    const WeightedTimeWindow empty(span_of_window, lateness, Late::drop,
                                   WeightedCounts(unit_exponent, false));
    Digest digest;
    WeightedTimeWindow window = empty;
    add_traces(digest, [&](TraceColumns columns) {
        window = empty;
        window.grow(labels);
        window.prepare(times, units);
        window.trace(stream, times, units, columns);
    });
    digest.add(
        encode(WeightedTimeWindowState{.exponent = unit_exponent, .window = state_of(window)}));
    return digest.value();
}

PairLabels pair_labels() {
    return {.x = numbered(labels), .y = numbered(labels)};
}

std::uint64_t digest_of_contingency_table() {
    const std::vector<Code> xs = stream_of(6);
    const std::vector<Code> ys = stream_of(7);
    Digest digest;
    ContingencyTable table;
    add_table_traces(digest, [&](TableColumns columns) {
        table = ContingencyTable();
        table.grow(labels, labels);
        table.trace(xs, ys, columns);
    });
    digest.add(encode(ContingencyTableState{.labels = pair_labels(), .pairs = table.held()}));
    return digest.value();
}

std::uint64_t digest_of_contingency_window() {
    constexpr std::uint64_t size = 700;
    const std::vector<Code> xs = stream_of(8);
    const std::vector<Code> ys = stream_of(9);
    Digest digest;
    ContingencyWindow window{RingWindow<PairCounts>(size)};
    add_table_traces(digest, [&](TableColumns columns) {
        window = ContingencyWindow{RingWindow<PairCounts>(size)};
        window.grow(labels, labels);
        window.trace(xs, ys, columns);
    });
    ContingencyWindowState state{.size = size, .labels = pair_labels()};
    for (const Code code : window.core().events())
        state.events.push_back(window.counts().pair(code));
    digest.add(encode(state));
    return digest.value();
}

std::uint64_t digest_of_contingency_time_window() {
    const std::vector<Code> xs = stream_of(10);
    const std::vector<Code> ys = stream_of(11);
    const std::vector<Time> times = times_of(10);
    using Core = LastSpan<PairCounts>;
    Digest digest;
    ContingencyTimeWindow window{Core(span_of_window, lateness, Late::drop)};
    add_table_traces(digest, [&](TableColumns columns) {
        window = ContingencyTimeWindow{Core(span_of_window, lateness, Late::drop)};
        window.grow(labels, labels);
        window.trace(xs, ys, columns, times);
    });
    ContingencyTimeWindowState state{.labels = pair_labels(), .window = state_of(window.core())};
    state.window.labels.clear();
    std::vector<Code> places(window.counts().codes());
    for (Code code = 0; code < places.size(); ++code) {
        if (window.counts().count(code) == 0) continue;
        places[code] = static_cast<Code>(state.pairs.size());
        state.pairs.push_back(window.counts().pair(code));
    }
    for (TimedCount& event : state.window.events)
        event.code = places[event.code];
    digest.add(encode(state));
    return digest.value();
}

std::uint64_t digest_of_fading_tally(FadingTally tally) {
    const std::vector<Code> stream = stream_of(12);
    const std::vector<Time> times = times_of(12);
    const FadingTally empty = tally;
    Digest digest;
    add_traces(digest, [&](TraceColumns columns) {
        tally = empty;
        tally.grow(labels);
        if (tally.has_times()) {
            tally.prepare(times);
            tally.trace(stream, times, columns);
        } else {
            tally.trace(stream, columns);
        }
    });
    for (Code code = 0; code < labels; ++code)
        digest.add(tally.count(code));
    const Clock clock = tally.has_times() ? Clock::instants : Clock::unset;
    digest.add(
        encode(FadingTallyState{.tally = tally, .labels = numbered(labels), .clock = clock}));
    return digest.value();
}

std::uint64_t digest_of_fading_by_count() {
    return digest_of_fading_tally(FadingTally::by_count(0.993));
}

std::uint64_t digest_of_fading_by_half_life_in_events() {
    return digest_of_fading_tally(FadingTally::by_half_life_in_events(77.7));
}

std::uint64_t digest_of_fading_by_time() {
    return digest_of_fading_tally(FadingTally::by_time(1234, EventClock(lateness, Late::drop)));
}

std::uint64_t digest_of_fading_window() {
    const std::vector<Code> stream = stream_of(13);
    Digest digest;
    FadingWindow window(600, 0.997);
    add_traces(digest, [&](TraceColumns columns) {
        window = FadingWindow(600, 0.997);
        window.grow(labels);
        window.prepare(events);
        window.trace(stream, columns);
    });
    digest.add(encode(FadingWindowState{.window = window, .labels = numbered(labels)}));
    return digest.value();
}

std::uint64_t digest_of_adaptive_window() {
    Random random(14);
    std::vector<Code> stream = changing_stream(labels, 4, events / 4, true, random);
    for (Code code = 0; code < labels; ++code)
        stream[events - 1 - code] = code;  // each is in the window at the end
    Digest digest;
    AdaptiveWindow window(AdaptiveOptions{});
    add_traces(digest, [&](TraceColumns columns) {
        window = AdaptiveWindow(AdaptiveOptions{});
        window.grow(labels);
        window.prepare(events);
        window.trace(stream, columns);
    });
    AdaptiveWindowState state{.options = window.options(),
                              .labels = numbered(labels),
                              .content = window.content(),
                              .changes = {}};
    check(!window.found().empty(), "the adaptive window finds changes");
    for (const Change& change : window.take_found())
        state.changes.push_back({change, numbered(change.labels.size())});
    digest.add(encode(state));
    return digest.value();
}

std::uint64_t digest_of_adwin() {
    Random random(15);
    Adwin adwin(Adwin::Rule{});
    std::vector<MeanChange> found;
    Digest digest;
    for (std::size_t i = 0; i < events; ++i) {
        const double number = static_cast<double>(random.below(1000)) / 1999;
        adwin.update(i / 1500 % 2 == 0 ? number : 1 - number, found);
        digest.add(adwin.mean());
        digest.add(adwin.variance());
    }
    check(!found.empty(), "ADWIN finds changes");
    digest.add(encode(adwin));
    return digest.value();
}

void add_nodes(Digest& digest, const tree::TreeModel& model) {
    for (tree::NodeId id = 0; id < model.size(); ++id) {
        const tree::NodeView node = model.view(id);
        digest.add(std::uint64_t{node.attribute});
        digest.add(node.threshold);
        digest.add(node.gain);
    }
}

std::uint64_t digest_of_tree(const tree::Options& options, const StreamShape& shape) {
    tree::Vfdt tree(options);
    add_attributes(tree, shape);
    const bool importance = options.weight_type == tree::WeightType::importance;
    Digest digest;
    std::vector<double> votes;
    for (const RandomRow& row : random_stream(shape, events, 16)) {
        votes.assign(tree.schema().classes(), 0);
        tree.predict_votes(row.row(), votes);
        digest.add(std::span<const double>(votes));
        const double weight = importance ? row.weight / 3.0 : row.weight;
        digest.add(std::uint64_t{tree.learn(row.row(), row.label, weight)});
    }
    check(tree.work().splits > 0, "the tree grows");
    const bool limited = options.memory_limit != tree::Options::no_limit;
    check((tree.work().deactivations > 0) == limited, "leaves are deactivated for lack of memory");
    add_nodes(digest, tree.model());
    digest.add(bytes_of(tree));
    return digest.value();
}

constexpr StreamShape shape{.missing = 5, .noise = 10, .most_weight = 4, .late = true};

std::uint64_t digest_of_default_tree() {
    return digest_of_tree({}, shape);
}

std::uint64_t digest_of_tree_with_gaussians() {
    return digest_of_tree({.leaf_prediction = tree::LeafPrediction::nba,
                           .splitter = tree::Splitter::gaussian,
                           .weight_type = tree::WeightType::frequency},
                          shape);
}

std::uint64_t digest_of_hoeffding_tree() {
    return digest_of_tree({.rule = tree::Rule::hoeffding,
                           .split_schedule = tree::SplitSchedule::grace_period,
                           .leaf_prediction = tree::LeafPrediction::nb,
                           .split_criterion = tree::Criterion(tree::CriterionKind::gini)},
                          shape);
}

// More rows before thresholds are chosen than the sorting network takes.
std::uint64_t digest_of_tree_with_long_warm_up() {
    return digest_of_tree({.split_criterion = tree::Criterion(tree::CriterionKind::gain_ratio),
                           .delta = 0.1,
                           .bins = {.n_bins = 32, .warm_up = 300}},
                          {.numeric = 5, .nominal = 1, .noise = 5});
}

// What is deactivated depends on the sizes of the tree's parts.
std::uint64_t digest_of_tree_with_memory_limit() {
    return digest_of_tree({.delta = 0.3, .explore = 100, .memory_limit = 100'000},
                          {.numeric = 4, .nominal = 4, .values = 8, .missing = 3});
}

struct Recorded {
    const char* name;
    std::uint64_t (*compute)();
    std::uint64_t digest;
};

constexpr Recorded recorded[] = {
    {"tally", digest_of_tally, 0x055166a087b895f3},
    {"sliding window", digest_of_sliding_window, 0x793f68ded010fa82},
    {"time window", digest_of_time_window, 0xdc7f54f286aa74fc},
    {"weighted tally", digest_of_weighted_tally, 0xce3ee3f86c47a088},
    {"weighted time window", digest_of_weighted_time_window, 0xae5b4b2526ebbb78},
    {"contingency table", digest_of_contingency_table, 0xb3426235cc68a301},
    {"contingency window", digest_of_contingency_window, 0xf9098dacc6e889cc},
    {"contingency time window", digest_of_contingency_time_window, 0xedd3b07667962cf8},
    {"fading tally, alpha", digest_of_fading_by_count, 0x285150281c940cd6},
    {"fading tally, half-life in events", digest_of_fading_by_half_life_in_events,
     0x56deb7aaa59fee4a},
    {"fading tally, half-life", digest_of_fading_by_time, 0x695740d6805e184a},
    {"fading window", digest_of_fading_window, 0xd210515d009dcff8},
    {"adaptive window", digest_of_adaptive_window, 0x070b8c50c25226e2},
    {"ADWIN", digest_of_adwin, 0x485ec60304f9bc57},
    {"tree", digest_of_default_tree, 0xd2e2912cbb167e5a},
    {"tree with Gaussians", digest_of_tree_with_gaussians, 0xf8618e898233c3bb},
    {"tree with Hoeffding bounds", digest_of_hoeffding_tree, 0x56adbee14e9c400b},
    {"tree with a long warm-up", digest_of_tree_with_long_warm_up, 0xbdec8e2211227578},
    {"tree with a memory limit", digest_of_tree_with_memory_limit, 0x0a97e6fe3eff0d4b},
};

}  // namespace

int main() {
    for (const Recorded& each : recorded) {
        const std::uint64_t digest = each.compute();
        if (digest != each.digest)
            std::fprintf(stderr, "%s: 0x%016" PRIx64 ", recorded 0x%016" PRIx64 "\n", each.name,
                         digest, each.digest);
        check(digest == each.digest, each.name);
    }
    return report();
}
