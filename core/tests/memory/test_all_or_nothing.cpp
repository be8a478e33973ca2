// Whichever allocation fails, a call takes effect completely or not at all.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <vector>

#include "core/counts/counts.hpp"
#include "core/counts/weighted_counts.hpp"
#include "core/drift/adaptive_window.hpp"
#include "core/drift/adwin.hpp"
#include "core/fading/fading_tally.hpp"
#include "core/fading/fading_window.hpp"
#include "core/tables/contingency.hpp"
#include "core/tests/check.hpp"
#include "core/tests/memory/failing_new.hpp"
#include "core/tests/random.hpp"
#include "core/tests/sanitizers.hpp"
#include "core/windows/sliding_window.hpp"
#include "core/windows/time_window.hpp"
#include "core/windows/weighted_time_window.hpp"

namespace entrostream::testing {

namespace {

// ------------------------------------------------------------------ what is compared

bool same(const Counts& a, const Counts& b) {
    bool equal = a.sums() == b.sums();
    for (Code code = 0; code < std::max(a.codes(), b.codes()); ++code) {
        const std::uint64_t left = code < a.codes() ? a.count(code) : 0;
        const std::uint64_t right = code < b.codes() ? b.count(code) : 0;
        equal = equal && left == right;
    }
    return equal;
}
bool same(const WeightedCounts& a, const WeightedCounts& b) {
    bool equal = a.sums() == b.sums() && a.codes() == b.codes();
    for (Code code = 0; equal && code < a.codes(); ++code) {
        equal = a.count(code) == b.count(code);
    }
    return equal;
}
bool same(const SlidingWindow& a, const SlidingWindow& b) {
    return same(a.held(), b.held()) && a.events() == b.events();
}
template <class Held>
bool same(const LastSpan<Held>& a, const LastSpan<Held>& b) {
    return a.events() == b.events() && a.clock() == b.clock() && a.sums() == b.sums();
}
bool same(const FadingTally& a, const FadingTally& b) {
    return a.cells() == b.cells() && a.weights() == b.weights() && a.base() == b.base() &&
           a.sums() == b.sums() && a.clock() == b.clock();
}
bool same(const FadingWindow& a, const FadingWindow& b) {
    const FadingWindow::Content left = a.content();
    const FadingWindow::Content right = b.content();
    bool equal = a.sums() == b.sums() && left.events == right.events &&
                 left.anchor == right.anchor && left.place == right.place &&
                 left.since == right.since;
    for (Code code = 0; code < std::max(a.codes(), b.codes()); ++code) {
        const double weight = code < a.codes() ? a.count(code) : 0.0;
        equal = equal && weight == (code < b.codes() ? b.count(code) : 0.0);
    }
    return equal;
}
bool same(const AdaptiveWindow& a, const AdaptiveWindow& b) {
    return a.content() == b.content() && a.sums() == b.sums() &&
           a.found().size() == b.found().size();
}
bool same(const Adwin& a, const Adwin& b) {
    return a == b;
}
bool same_pairs(const PairCounts& a, const PairCounts& b) {
    bool equal = a.sums().pairs() == b.sums().pairs() &&
                 a.sums().purity_sum() == b.sums().purity_sum() && same(a.x(), b.x()) &&
                 same(a.y(), b.y());
    for (Code code = 0; equal && code < a.codes(); ++code) {
        const Code there = b.find(a.pair(code));
        equal = a.count(code) == (there == no_code ? 0 : b.count(there));
    }
    return equal;
}
bool same(const ContingencyTable& a, const ContingencyTable& b) {
    return same_pairs(a.counts(), b.counts());
}
std::vector<CodePair> events_in(const ContingencyWindow& window) {
    std::vector<CodePair> events;
    for (const Code code : window.core().events()) {
        events.push_back(window.counts().pair(code));
    }
    return events;
}
bool same(const ContingencyWindow& a, const ContingencyWindow& b) {
    return same_pairs(a.counts(), b.counts()) && events_in(a) == events_in(b);
}

// ------------------------------------------------------------------ the law

// Once for each allocation that `change(core)` makes, with that one and all later ones
// failing; under the sanitizers, of the allocations after the first 40, for one in seven. A core
// that gets by without the memory must give the same; but the adaptive window, which may then keep
// its past in smaller buckets.
template <class Core, class Change>
void check_all_or_nothing(const char* what, const Core& before, const Change& change) {
    Core after = before;
    change(after);
    for (std::uint64_t succeed = 0;; succeed += sanitized && succeed >= 40 ? 7 : 1) {
        Core core = before;
        bool refused = false;
        bool met = false;
        {
            const FailingNew failing(succeed);
            try {
                change(core);
            } catch (const std::bad_alloc&) {
                refused = true;
            }
            met = FailingNew::failed();
        }
        if (refused) {
            check(same(core, before), what);
            change(core);
        }
        const bool as_with_memory = refused || !met || !std::is_same_v<Core, AdaptiveWindow>;
        check(!as_with_memory || same(core, after), what);
        if (!met) return;
    }
}

std::vector<Code> some_codes(std::size_t size, Code below, std::uint64_t seed) {
    Random random{seed};
    std::vector<Code> codes(size);
    for (Code& code : codes) {
        code = static_cast<Code>(random.below(below));
    }
    return codes;
}

std::vector<Time> some_times(std::size_t size, Time from, std::uint64_t late, std::uint64_t seed) {
    Random random{seed};
    std::vector<Time> times(size);
    for (std::size_t i = 0; i < size; ++i) {
        times[i] = from + 10 * static_cast<Time>(i) - static_cast<Time>(random.below(late + 1));
    }
    return times;
}

struct Traced {
    std::vector<double> entropy = std::vector<double>(20'000);
    std::vector<double> more = std::vector<double>(20'000);
    std::vector<TraceColumn> blocks{{Measure::entropy, entropy.data()},
                                    {Measure::gini, more.data()}};
    std::vector<TraceColumn> others{{Measure::perplexity, entropy.data()}};
};

// ------------------------------------------------------------------ the cores

// Every call of a core without times, after `size` events; columns in pieces, as bulk calls
// process them, after everything that may fail.
template <class Core>
void check_labels_alone(Core core, std::size_t size) {
    constexpr Code below = 50;
    Traced traced;
    const std::vector<Code> some = some_codes(size, below, 1);
    const std::vector<Code> more = some_codes(3'000, 2 * below, 2);
    core.grow(below);
    core.prepare(some.size());
    core.update_many(some);
    check_all_or_nothing("update", core, [](Core& at) { at.update(7); });
    check_all_or_nothing("grow and update", core, [](Core& at) {
        at.grow(200);
        at.update(150);
    });
    core.grow(2 * below);
    const Codes all(more);
    const auto in_pieces = [&](Core& at, const auto& use) {
        for (std::size_t first = 0; first < all.size(); first += 1'000) {
            use(at, all.subspan(first, 1'000), first);
        }
    };
    check_all_or_nothing("update_many", core, [&](Core& at) {
        at.prepare(all.size());
        in_pieces(at, [](Core& into, Codes codes, std::size_t) { into.update_many(codes); });
    });
    for (const TraceColumns columns : {TraceColumns(traced.blocks), TraceColumns(traced.others)}) {
        check_all_or_nothing("trace", core, [&](Core& at) {
            if constexpr (requires { at.begin_column(all.size(), columns); }) {
                at.begin_column(all.size(), columns);
            } else {
                at.prepare(all.size());
            }
            in_pieces(at, [&](Core& into, Codes codes, std::size_t first) {
                into.trace(codes, columns, first);
            });
            if constexpr (requires { at.end_column(); }) at.end_column();
        });
    }
    if constexpr (requires { core.add_many(CodeCounts()); }) {
        const std::vector<CodeCount> counts{{3, 40}, {90, 2'000}, {3, 1}};
        check_all_or_nothing("add_many", core, [&](Core& at) { at.add_many(counts); });
    }
    if constexpr (requires { core.take_many(CodeCounts()); }) {
        const Code held = some.back();
        const std::vector<CodeCount> counts{{held, 1}};
        check_all_or_nothing("take_many", core, [&](Core& at) { at.take_many(counts); });
    }
}

template <class Core>
void check_renumber(Core core) {
    core.grow(50);
    core.prepare(500);
    core.update_many(some_codes(500, 25, 3));
    Renumbering to(50, no_code);
    for (Code code = 0; code < 25; ++code) {
        to[code] = 24 - code;
    }
    // A renumbered core is another one, so that only a refusal can be compared.
    for (std::uint64_t succeed = 0; succeed < 20; ++succeed) {
        Core at = core;
        bool refused = false;
        try {
            const FailingNew failing(succeed);
            at.renumber(to, 25);
        } catch (const std::bad_alloc&) {
            refused = true;
        }
        if (refused) check(same(at, core), "renumber");
    }
}

void check_weighted() {
    WeightedCounts core(0, false);
    core.grow(50);
    const std::vector<Code> codes = some_codes(2'000, 50, 4);
    const std::vector<std::uint64_t> units(codes.size(), 3);
    Traced traced;
    check_all_or_nothing("weighted update_many", core, [&](WeightedCounts& at) {
        at.prepare(units);
        at.update_many(codes, units);
    });
    check_all_or_nothing("weighted trace", core, [&](WeightedCounts& at) {
        at.prepare(units);
        at.trace(codes, units, traced.blocks);
    });
}

void check_time_window(std::uint64_t late) {
    TimeWindow core(2'000, static_cast<Time>(late), Late::raise);
    core.grow(50);
    const std::vector<Code> codes = some_codes(3'000, 50, 5);
    const std::vector<Time> times = some_times(3'000, 0, late, 6);
    const Codes more(codes);
    const std::vector<Time> then = some_times(3'000, 30'000, late, 7);
    const Times later(then);
    core.prepare(times);
    core.update_many(codes, times);
    Traced traced;
    const TimeWindow before = core;
    check_all_or_nothing("update at", before, [](TimeWindow& at) { at.update(3, 30'000); });
    check_all_or_nothing("update late", before, [&](TimeWindow& at) {
        at.update(3, at.clock().now().value() - 1 + (late == 0));
    });
    check_all_or_nothing("advance", before, [](TimeWindow& at) { at.advance(31'000); });
    check_all_or_nothing("update_many at", before, [&](TimeWindow& at) {
        at.prepare(later);
        at.update_many(more.first(1'500), later.first(1'500));
        at.update_many(more.subspan(1'500), later.subspan(1'500));
    });
    for (const TraceColumns columns : {TraceColumns(traced.blocks), TraceColumns(traced.others)}) {
        check_all_or_nothing("trace at", before, [&](TimeWindow& at) {
            at.begin_column(later, columns);
            at.trace(more.first(1'500), later.first(1'500), columns);
            at.trace(more.subspan(1'500), later.subspan(1'500), columns, 1'500);
            at.end_column();
        });
    }
    const std::vector<CodeCount> counts{{3, 4}, {9, 1}};
    check_all_or_nothing("add_many at", before,
                         [&](TimeWindow& at) { at.add_many(counts, 30'000); });
    const std::vector<CodeCount> one{{codes.back(), 1}};
    check_all_or_nothing("take_many", before, [&](TimeWindow& at) { at.take_many(one); });
    TimeWindow other = before;
    other.add_many(counts, 30'000);
    Renumbering to(50);
    for (Code code = 0; code < 50; ++code) {
        to[code] = code;
    }
    check_all_or_nothing("merge", before, [&](TimeWindow& at) { at.merge(other, to); });
}

void check_weighted_time_window(std::uint64_t late) {
    WeightedTimeWindow core(2'000, static_cast<Time>(late), Late::raise, WeightedCounts(0, false));
    core.grow(50);
    const std::vector<Code> codes = some_codes(3'000, 50, 5);
    std::vector<std::uint64_t> units;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        units.push_back(i % 7 == 0 ? 0 : std::uint64_t{i} << (i % 40));
    }
    const std::vector<Time> times = some_times(3'000, 0, late, 6);
    const std::vector<Time> later = some_times(3'000, 30'000, late, 7);
    core.prepare(times, units);
    core.update_many(codes, times, units);
    Traced traced;
    const WeightedTimeWindow before = core;
    check_all_or_nothing("weighted update at", before,
                         [](WeightedTimeWindow& at) { at.update(3, 30'000, 77); });
    check_all_or_nothing("weighted update_many at", before, [&](WeightedTimeWindow& at) {
        at.prepare(later, units);
        at.update_many(codes, later, units);
    });
    check_all_or_nothing("weighted trace at", before, [&](WeightedTimeWindow& at) {
        at.prepare(later, units);
        at.trace(codes, later, units, traced.blocks);
    });
    const std::vector<CodeCount> counts{{3, 4}, {9, 1}};
    check_all_or_nothing("weighted add_many at", before,
                         [&](WeightedTimeWindow& at) { at.add_many(counts, 30'000); });
    check_all_or_nothing("weighted take_many", before, [&](WeightedTimeWindow& at) {
        const CodeCount less{codes.back(), at.count(codes.back()) / 2};
        at.take_many({&less, 1});
    });
}

void check_fading_by_time() {
    FadingTally core = FadingTally::by_time(500, EventClock(100, Late::raise));
    core.grow(50);
    const std::vector<Code> codes = some_codes(3'000, 50, 8);
    const std::vector<Time> times = some_times(3'000, 0, 50, 9);
    core.prepare(times);
    core.update_many(codes, times);
    const std::vector<Time> later = some_times(3'000, 30'000, 50, 10);
    Traced traced;
    check_all_or_nothing("update by half-life", core,
                         [](FadingTally& at) { at.update(3, 50'000); });
    check_all_or_nothing("trace by half-life", core, [&](FadingTally& at) {
        at.prepare(later);
        at.trace(codes, later, traced.blocks);
    });
    const FadingTally other = core;
    Renumbering to(50);
    for (Code code = 0; code < 50; ++code) {
        to[code] = 49 - code;
    }
    check_all_or_nothing("merge by half-life", core, [&](FadingTally& at) { at.merge(other, to); });
    const std::vector<CodeAmount<double>> gone{{3, 1.0}};
    check_all_or_nothing("take_many", core, [&](FadingTally& at) { at.take_many(gone); });
}

template <class Table>
void check_pairs(Table table, std::size_t size) {
    table.grow(40, 7);
    const std::vector<Code> xs = some_codes(size, 30, 11);
    const std::vector<Code> ys = some_codes(size, 7, 12);
    table.update_many(xs, ys);
    const std::vector<Code> more_x = some_codes(20'000, 40, 13);
    const std::vector<Code> more_y = some_codes(20'000, 7, 14);
    for (const std::size_t rows : {std::size_t{1}, std::size_t{50}, std::size_t{20'000}}) {
        const Codes x = Codes(more_x).first(rows);
        const Codes y = Codes(more_y).first(rows);
        check_all_or_nothing("update_many of pairs", table,
                             [&](Table& at) { at.update_many(x, y); });
        std::vector<double> values(rows);
        for (const TableMeasure measure :
             {TableMeasure::mutual_information, TableMeasure::gini_gain}) {
            const TableColumn column{measure, values.data()};
            check_all_or_nothing("trace of pairs", table,
                                 [&](Table& at) { at.trace(x, y, {&column, 1}); });
        }
    }
    check_all_or_nothing("update of a pair", table, [](Table& at) { at.update({35, 3}); });
    const std::vector<PairCount> counts{{{33, 3}, 40}, {{1, 2}, 1}};
    check_all_or_nothing("add_many of pairs", table, [&](Table& at) { at.add_many(counts); });
    const std::vector<PairCount> held = table.held();
    check_all_or_nothing("take_many of pairs", table, [&](Table& at) { at.take_many(held); });
}

void check_adwin() {
    Random random{15};
    std::vector<double> numbers(5'000);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = static_cast<double>(random.below(1'000)) / (i % 1'000 < 500 ? 1e3 : 4e3);
    }
    for (const std::uint64_t buckets : {1, 5}) {
        Adwin adwin({.max_buckets = buckets});
        std::vector<MeanChange> found;
        adwin.update_many(std::span(numbers).first(700), found);
        check_all_or_nothing("Adwin::update", adwin, [&](Adwin& at) {
            std::vector<MeanChange> changes;
            at.update(0.5, changes);
        });
        check_all_or_nothing("Adwin::update_many", adwin, [&](Adwin& at) {
            std::vector<MeanChange> changes;
            at.update_many(numbers, changes);
        });
    }
}

}  // namespace

}  // namespace entrostream::testing

int main() {
    using namespace entrostream;
    using namespace entrostream::testing;
    for (const std::size_t size : {std::size_t{10}, std::size_t{2'000}}) {
        check_labels_alone(Counts(), size);
        check_labels_alone(SlidingWindow(100), size);
        check_labels_alone(SlidingWindow(10'000), size);
        check_labels_alone(FadingTally::by_count(0.99), size);
        check_labels_alone(FadingWindow(100, 0.99), size);
        check_labels_alone(FadingWindow(10'000, 1.0), size);
        check_labels_alone(AdaptiveWindow({.rate = 0.01}), size);
        check_pairs(ContingencyTable(), size);
        check_pairs(ContingencyWindow(RingWindow<PairCounts>(100)), size);
        check_pairs(ContingencyWindow(RingWindow<PairCounts>(10'000)), size);
    }
    check_renumber(Counts());
    check_renumber(SlidingWindow(100));
    check_renumber(FadingTally::by_count(0.99));
    check_renumber(FadingWindow(100, 0.99));
    check_renumber(AdaptiveWindow({}));
    check_weighted();
    check_time_window(0);
    check_weighted_time_window(0);
    check_time_window(200);
    check_weighted_time_window(200);
    check_fading_by_time();
    check_adwin();
    return report();
}
