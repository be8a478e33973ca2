// A time window is the list of events with a time in (now - span, now], whatever their order.
#include "core/windows/time_window.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "core/count_log/count_log.hpp"
#include "core/tests/check.hpp"
#include "core/tests/counts/model.hpp"
#include "core/tests/random.hpp"
#include "core/tests/sanitizers.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::size_t codes = 9;
constexpr Time earliest = std::numeric_limits<Time>::min();
constexpr Time latest = std::numeric_limits<Time>::max();

// Reference model: compares all times each time.
struct List {
    Time span;
    Time lateness;
    Late late;
    std::vector<TimedCount> events;
    std::optional<Time> now;
    std::uint64_t dropped = 0;

    [[nodiscard]] bool held(Time at) const { return int128{at} > int128{*now} - span; }

    [[nodiscard]] bool too_late(Time at) const {
        return now && int128{at} < int128{*now} - lateness;
    }

    void advance(Time at) {
        now = std::max(now.value_or(at), at);
        std::erase_if(events, [&](const TimedCount& each) { return !held(each.at); });
    }

    // False if it is too late.
    bool push(Code code, Time at, std::uint64_t count = 1) {
        if (count == 0) return true;
        if (too_late(at)) {
            dropped += count;
            return false;
        }
        advance(at);
        if (held(at)) events.push_back({at, code, count});
        return true;
    }

    void take(Code code, std::uint64_t count) {
        std::stable_sort(events.begin(), events.end(),
                         [](const auto& a, const auto& b) { return a.at < b.at; });
        for (TimedCount& each : events) {
            const std::uint64_t gone = each.code == code ? std::min(count, each.count) : 0;
            each.count -= gone;
            count -= gone;
        }
        std::erase_if(events, [](const TimedCount& each) { return each.count == 0; });
    }

    [[nodiscard]] Model model() const {
        Model model{std::vector<std::uint64_t>(codes, 0)};
        for (const TimedCount& each : events) {
            model.counts[each.code] += each.count;
        }
        return model;
    }

    // In the order of time and code, each once.
    [[nodiscard]] std::vector<TimedCount> sorted() const {
        std::vector<TimedCount> joined;
        std::vector<TimedCount> all = events;
        std::sort(all.begin(), all.end(), [](const TimedCount& a, const TimedCount& b) {
            return a.at != b.at ? a.at < b.at : a.code < b.code;
        });
        for (const TimedCount& each : all) {
            const bool again =
                !joined.empty() && joined.back().at == each.at && joined.back().code == each.code;
            if (again) {
                joined.back().count += each.count;
            } else {
                joined.push_back(each);
            }
        }
        return joined;
    }
};

bool same(const TimeWindow& window, const List& list) {
    return window.events() == list.sorted() && agrees(window, list.model()) &&
           window.clock().now() == list.now && window.clock().dropped() == list.dropped;
}

// How the times of a stream are distributed.
struct Stream {
    Time start;
    Time span;
    Time lateness;
    std::uint64_t gap;    // to the next event, at most
    std::uint64_t delay;  // of an event, at most
    Late late = Late::drop;

    [[nodiscard]] List list() const { return {span, lateness, late, {}, {}}; }
    [[nodiscard]] TimeWindow window() const {
        TimeWindow window(span, lateness, late);
        window.grow(codes);
        return window;
    }
};

class Feeder {
  public:
    Feeder(const Stream& stream, Random& random)
        : stream_(stream), random_(random), window_(stream.window()), list_(stream.list()) {}

    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            step();
            check(same(window_, list_), "the window is the list");
        }
    }

  private:
    [[nodiscard]] Code code() { return static_cast<Code>(random_.below(codes)); }

    [[nodiscard]] Time time() {
        moved_ += random_.below(stream_.gap + 1);
        const std::uint64_t delay = random_.below(stream_.delay + 1);
        return stream_.start + static_cast<Time>(moved_) - static_cast<Time>(delay);
    }

    void step() {
        switch (random_.below(9)) {
            case 0:
            case 1:
            case 2: {
                const Code each = code();
                const Time at = time();
                window_.update(each, at);
                list_.push(each, at);
                break;
            }
            case 3:
                many(false, {Measure::entropy});
                break;
            case 4:
                many(true, {Measure::entropy, Measure::gini});
                break;
            case 5:
                many(true, {Measure::n, Measure::entropy});
                break;
            case 6:
                add();
                break;
            case 7:
                take();
                break;
            default:
                advance();
        }
    }

    void many(bool traced, const std::vector<Measure>& measures) {
        std::vector<Code> batch(random_.below(2) == 0 ? random_.below(20) : random_.below(1500));
        std::vector<Time> times(batch.size());
        const bool in_order = random_.below(2) == 0;
        for (std::size_t i = 0; i < batch.size(); ++i) {
            batch[i] = code();
            times[i] = time();
        }
        if (in_order) std::sort(times.begin(), times.end());
        std::vector<std::vector<double>> values(measures.size(), std::vector<double>(batch.size()));
        std::vector<TraceColumn> columns;
        columns.reserve(measures.size());
        for (std::size_t i = 0; i < measures.size(); ++i) {
            columns.push_back({measures[i], values[i].data()});
        }
        const bool column = traced && random_.below(2) == 0;
        column ? window_.begin_column(times, columns) : window_.prepare(times);
        const std::size_t cut = random_.below(batch.size() + 1);  // in two pieces
        for (const auto& [from, size] :
             {std::pair{std::size_t{0}, cut}, std::pair{cut, batch.size() - cut}}) {
            const Codes piece = Codes(batch).subspan(from, size);
            const Times when = Times(times).subspan(from, size);
            traced ? window_.trace(piece, when, columns, from) : window_.update_many(piece, when);
        }
        if (column) window_.end_column();
        for (std::size_t i = 0; i < batch.size(); ++i) {
            list_.push(batch[i], times[i]);
            if (!traced || random_.below(30) != 0) continue;
            const ExactSums sums = list_.model().sums();
            for (const TraceColumn& column : columns) {
                check(column.values[i] == read(sums, column.measure), "a traced value is right");
            }
        }
    }

    void add() {
        const std::vector<CodeCount> more{{code(), random_.below(4)},
                                          {code(), random_.next() >> (25 + random_.below(38))}};
        const Time at = time();
        window_.add_many(more, at);
        const std::uint64_t total = more[0].amount + more[1].amount;
        if (total != 0 && list_.too_late(at)) {
            list_.dropped += total;
            return;
        }
        for (const CodeCount& each : more) {
            list_.push(each.code, at, each.amount);
        }
    }

    void take() {
        const Code which = code();
        const std::uint64_t held = window_.count(which);
        if (held == 0) return;
        const std::uint64_t gone = 1 + random_.below(held);
        const CodeCount less{which, gone};
        window_.take_many({&less, 1});
        list_.take(which, gone);
    }

    void advance() {
        const Time at = time();
        window_.advance(at);
        if (!list_.too_late(at)) list_.advance(at);
    }

    Stream stream_;
    Random& random_;
    TimeWindow window_;
    List list_;
    std::uint64_t moved_ = 0;
};

const std::vector<Stream> streams{
    {0, 10, 0, 1, 0},           // in order, many at one time
    {0, 1, 0, 1, 0},            // one moment
    {0, 100, 0, 3, 5},          // some too late
    {-5000, 300, 300, 3, 300},  // as late as the window is long
    {1'700'000'000'000'000'000, 3'600'000'000'000, 60'000'000'000, 5'000'000'000, 90'000'000'000},
    {0, 50, 1000, 2, 900},                         // late and out of the window
    {0, latest, latest, 1000, 500},                // nothing ever leaves
    {earliest + 2000, 1'000'000, 5000, 10, 1900},  // the window begins before all times
    {latest - 40'000'000, 5000, 10, 10, 30},       // near the end of time
    {0, 1000, 1'000'000, 1'000'000, 1'000'000},    // mostly gaps
};

void test_any_history(Random& random) {
    for (const Stream& stream : streams) {
        for (std::uint64_t repeat = 0; repeat < share(6, 3); ++repeat) {
            Feeder(stream, random).run(120);
        }
    }
}

void test_half_open() {
    TimeWindow window(10, 0, Late::raise);
    window.grow(codes);
    window.update(0, 0);
    window.update(1, 9);
    check(window.sums().n() == 2, "an event of age 9 is in a window of 10");
    window.update(2, 10);
    check(window.count(0) == 0 && window.sums().n() == 2, "one of age 10 is not");
    window.advance(20);
    check(window.sums().n() == 0 && window.clock().now() == Time{20},
          "advancing the clock empties it");
}

void test_refusals() {
    check_throws<std::invalid_argument>([] { const TimeWindow none(0, 0, Late::raise); },
                                        "no span");
    check_throws<std::invalid_argument>([] { const TimeWindow none(1, -1, Late::raise); },
                                        "no lateness");
    TimeWindow window(10, 3, Late::raise);
    window.grow(codes);
    window.update(0, 100);
    window.update(1, 97);
    const auto unchanged = [&] {
        return window.sums().n() == 2 && window.clock().now() == Time{100} &&
               window.clock().dropped() == 0;
    };
    check_throws<TooLate>([&] { window.update(2, 96); }, "an event late by more is refused");
    check_throws<TooLate>([&] { window.advance(96); }, "so is a clock turned back");
    window.advance(97);
    const CodeCount more{0, 5};
    check_throws<TooLate>([&] { window.add_many({&more, 1}, 96); }, "so are many");
    const std::vector<Time> times{101, 105, 101};
    check_throws<TooLate>([&] { window.prepare(times); }, "so is one in a batch");
    check(unchanged(), "and nothing has changed");
    const CodeCount none{0, 0};
    window.add_many({&none, 1}, 1000);
    window.add_many({&none, 1}, 0);
    check(unchanged(), "no events at all do not move the clock");
}

void test_very_many() {
    TimeWindow window(10, 5, Late::raise);
    window.grow(codes);
    const std::vector<CodeCount> all{{0, max_events - 5}, {1, 5}};
    window.add_many(all, 0);
    check(window.sums().n() == max_events, "2^62 - 1 events are held");
    check(window.events() == std::vector<TimedCount>{{0, 0, max_events - 5}, {0, 1, 5}},
          "each code in one entry");
    check_throws<std::overflow_error>([&] { window.update(0, 9); }, "one more is refused");
    check_throws<std::overflow_error>([&] { window.add_many(all, 9); }, "so are many");
    check(window.clock().now() == Time{0}, "and the clock stands where it stood");
    window.update(2, 10);
    check(window.sums().n() == 1, "there is room when they have left");
    const CodeCount rest{0, max_events - 1};
    window.add_many({&rest, 1}, 5);
    TimeWindow other = window;
    check_throws<std::overflow_error>([&] { other.merge(window, {0, 1, 2, 3, 4, 5, 6, 7, 8}); },
                                      "a merge may be too much");
    check(other.events() == window.events(), "and then changes nothing");
}

void test_merge(Random& random) {
    for (int repeat = 0; repeat < 100; ++repeat) {
        TimeWindow left(100, 100, Late::drop);
        TimeWindow right(100, 100, Late::drop);
        TimeWindow both(100, 400, Late::drop);
        for (TimeWindow* window : {&left, &right, &both}) {
            window->grow(codes);
        }
        Renumbering to(codes);
        std::iota(to.begin(), to.end(), Code{0});
        std::reverse(to.begin(), to.end());
        for (std::uint64_t i = random.below(60); i > 0; --i) {
            const auto code = static_cast<Code>(random.below(codes));
            const auto at = static_cast<Time>(random.below(90));
            left.update(code, at);
            both.update(code, at);
            right.update(to[code], at + 60);
            both.update(code, at + 60);
        }
        left.merge(right, to);
        check(left.events() == both.events() && left.sums() == both.sums(),
              "a merge is the window of both streams");
        check(left.clock().now() == both.clock().now(), "at the later time");
        const std::uint64_t n = left.sums().n();
        to.assign(codes, no_code);
        left.merge(right, to);
        check(left.sums().n() == n, "events mapped to no_code are skipped");
    }
    TimeWindow empty(100, 0, Late::raise);
    empty.merge(TimeWindow(100, 0, Late::raise), {});
    check(!empty.clock().now(), "two empty windows merge into an empty one");
}

void test_restore() {
    TimeWindow window(10, 0, Late::raise);
    window.grow(codes);
    const std::vector<TimedCount> events{{91, 3, 2}, {95, 1, 1}, {95, 2, max_events - 9}};
    window.restore(100, 7, events);
    check(window.events() == events && window.clock().now() == Time{100}, "events as they were");
    check(window.clock().dropped() == 7, "and what was dropped");
    const auto refused = [&](const std::vector<TimedCount>& wrong) {
        check_throws<std::invalid_argument>([&] { window.restore(100, 0, wrong); }, "refused");
        check(window.events() == events, "nothing changed");
    };
    refused({{90, 0, 1}});
    refused({{101, 0, 1}});
    refused({{95, 0, 1}, {94, 0, 1}});
    check_throws<std::invalid_argument>([&] { window.restore({}, 0, events); },
                                        "no time, no event");
    const std::vector<TimedCount> many{{95, 0, max_events}, {96, 0, 1}};
    check_throws<std::overflow_error>([&] { window.restore(100, 0, many); }, "too many");
    window.clear();
    check(!window.clock().now() && window.sums() == ExactSums{}, "a cleared window knows no time");
    window.update(0, -5);
    check(window.clock().now() == Time{-5}, "and can begin anywhere");
}

void test_renumbering() {
    TimeWindow window(1000, 1000, Late::raise);
    window.grow(codes);
    for (const Time at : {5, 9, 7, 3, 8, 8}) {
        window.update(static_cast<Code>(at - at % 2), at);
    }
    window.renumber({no_code, no_code, 0, no_code, 1, no_code, 2, no_code, 3}, 4);
    const std::vector<TimedCount> expected{{3, 0, 1}, {5, 1, 1}, {7, 2, 1}, {8, 3, 2}, {9, 3, 1}};
    check(window.events() == expected && window.count(3) == 3, "the same events, renumbered");
}

// After a burst its memory is freed, and the window works as before.
void test_bursts(Random& random) {
    TimeWindow window(1000, 200, Late::drop);
    window.grow(codes);
    List list{1000, 200, Late::drop, {}, {}};
    for (int burst = 0; burst < 5; ++burst) {
        const Time start = Time{10'000} * burst;
        for (int i = 0; i < 20'000; ++i) {
            const auto code = static_cast<Code>(random.below(codes));
            window.update(code, start + i / 20 - static_cast<Time>(random.below(150)));
        }
        for (int i = 0; i < 50; ++i) {
            const auto code = static_cast<Code>(random.below(codes));
            window.update(code, start + 5000 + i);
            list.push(code, start + 5000 + i);
        }
        check(window.events() == list.sorted(), "the burst is gone");
        window.advance(start + 9000);
        check(window.sums().n() == 0 && window.events().empty(), "and then all");
        list.advance(start + 9000);
    }
}

// Longer than the table of steps, and across its end: evenly spaced events, which pass as
// slides, gaps of all lengths, and a silence after which most have left.
void test_longer_than_the_table(Random& random) {
    constexpr std::size_t events = 600'000;
    constexpr Time span = 200'000;
    std::vector<Code> batch(events);
    std::vector<Time> times(events);
    Time at = 0;
    for (std::size_t i = 0; i < events; ++i) {
        at += i < 300'000 ? 1 : static_cast<Time>(random.below(3));
        if (i == 500'000) at += 190'000;
        batch[i] = static_cast<Code>(random.below(7) * random.below(2));
        times[i] = at;
    }
    for (const bool column : {false, true}) {
        TimeWindow window(span, 0, Late::raise);
        TimeWindow bare(span, 0, Late::raise);
        window.grow(codes);
        bare.grow(codes);
        std::vector<double> entropies(events);
        std::vector<double> ginis(events);
        const std::vector<TraceColumn> columns{{Measure::entropy, entropies.data()},
                                               {Measure::gini, ginis.data()}};
        column ? window.begin_column(times, columns) : window.prepare(times);
        bare.prepare(times);
        for (std::size_t from = 0; from < events; from += 50'000) {
            const Codes piece = Codes(batch).subspan(from, 50'000);
            const Times when = Times(times).subspan(from, 50'000);
            window.trace(piece, when, columns, from);
            bare.update_many(piece, when);
            check(entropies[from + 49'999] == bare.sums().entropy(), "entropies are exact");
            check(ginis[from + 49'999] == bare.sums().gini(), "Gini indices are exact");
        }
        if (column) window.end_column();
        check(window.sums() == bare.sums() && window.events() == bare.events(),
              "a trace has the same effect as update_many");
    }
}

}  // namespace

int main() {
    Random random(17);
    test_any_history(random);
    test_half_open();
    test_refusals();
    test_very_many();
    test_merge(random);
    test_restore();
    test_renumbering();
    test_bursts(random);
    test_longer_than_the_table(random);
    return report();
}
