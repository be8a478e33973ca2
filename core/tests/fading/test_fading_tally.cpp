// Weights that fade by count and by time agree with the sum over all events.
#include "core/fading/fading_tally.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/fading/model.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr Time second = 1'000'000'000;
constexpr double fading_factors[] = {1.0, 0.999999, 0.999, 0.99, 0.9, 0.5, 0.1, 1e-9, 5e-324};

FadingTally by_count(double fading_factor, std::size_t codes,
                     std::uint64_t max_labels = FadingTally::no_limit) {
    FadingTally tally = FadingTally::by_count(fading_factor, max_labels);
    tally.grow(codes);
    return tally;
}

FadingTally by_time(Time half_life, Time lateness, Late late, std::size_t codes) {
    FadingTally tally = FadingTally::by_time(half_life, EventClock(lateness, late));
    tally.grow(codes);
    return tally;
}

std::vector<FadedEvent> faded(const std::vector<Code>& codes, double fading_factor) {
    std::vector<FadedEvent> events;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const auto age = static_cast<long double>(codes.size() - 1 - i);
        events.push_back({codes[i], std::pow(static_cast<long double>(fading_factor), age)});
    }
    return events;
}

std::vector<Code> random_codes(Random& random, std::size_t size, std::size_t codes) {
    std::vector<Code> result(size);
    for (Code& code : result) {
        code = static_cast<Code>(random.below(1 + random.below(codes)));
    }
    return result;
}

struct Traced {
    std::vector<double> entropy, gini;
    std::vector<TraceColumn> columns;

    explicit Traced(std::size_t rows) : entropy(rows), gini(rows) {
        columns = {{Measure::entropy, entropy.data()}, {Measure::gini, gini.data()}};
    }
};

bool same(const FadingTally& a, const FadingTally& b) {
    return a.sums() == b.sums() && a.cells() == b.cells() && a.weights() == b.weights() &&
           a.base() == b.base() && a.clock() == b.clock();
}

void test_by_count_is_the_sum_over_all_events(Random& random) {
    for (const double fading_factor : fading_factors) {
        for (const std::size_t size : {1u, 2u, 33u, 4000u}) {
            const std::vector<Code> codes = random_codes(random, size, 30);
            FadingTally tally = by_count(fading_factor, 30);
            tally.update_many(codes);
            check_reads(tally, faded_reads(faded(codes, fading_factor), 30));
        }
    }
}

// In bulk, traced, in batches of any length, one by one: the same bits.
void test_batches_do_not_matter(Random& random) {
    for (const double fading_factor : fading_factors) {
        const std::vector<Code> codes = random_codes(random, 5000, 400);
        FadingTally whole = by_count(fading_factor, 400);
        FadingTally parts = by_count(fading_factor, 400);
        FadingTally single = by_count(fading_factor, 400);
        FadingTally named = by_count(fading_factor, 400);
        Traced traced(codes.size());
        Traced again(codes.size());
        whole.trace(codes, traced.columns);
        std::vector<double> evenness(codes.size());
        const TraceColumn column{Measure::evenness, evenness.data()};
        named.trace(codes, TraceColumns(&column, 1));
        for (std::size_t done = 0; done < codes.size();) {
            const std::size_t part = std::min(random.below(700), codes.size() - done);
            parts.trace(Codes(codes).subspan(done, part), again.columns, done);
            done += part;
        }
        for (std::size_t i = 0; i < codes.size(); ++i) {
            single.update(codes[i]);
            check(traced.entropy[i] == single.sums().entropy(), "the traced entropy is the read");
            check(traced.gini[i] == single.sums().gini(), "so is the traced Gini index");
            check(evenness[i] == single.sums().evenness(), "and any other measure");
        }
        check(again.entropy == traced.entropy && again.gini == traced.gini,
              "the split into batches does not matter");
        check(same(whole, single) && same(parts, single) && same(named, single),
              "and the tallies are the same");
    }
}

// Ever new labels: the number held is bounded, and forgotten labels do not affect the results.
void test_endless_alphabet() {
    for (const double fading_factor : {0.999, 0.99, 0.9, 0.5, 0.01}) {
        constexpr Code events = 200'000;
        FadingTally tally = by_count(fading_factor, events);
        const double bound = 96.0 / -std::log2(fading_factor) + 3.0;
        std::uint64_t most = 0;
        for (Code code = 0; code < events; ++code) {
            tally.update(code);
            most = std::max(most, tally.sums().distinct());
        }
        check(static_cast<double>(most) <= bound, "the labels held are bounded");
        const long double q = fading_factor;  // weights q^k of different labels
        const long double entropy = -std::log2(1 - q) - q / (1 - q) * std::log2(q);
        check(near(tally.sums().entropy(), entropy, 1e-13),
              "forgotten labels do not affect the entropy");
        check(near(tally.sums().gini(), 1 - (1 - q) / (1 + q), 1e-13), "nor the Gini index");
    }
}

void test_too_many_labels_change_nothing(Random& random) {
    FadingTally tally = by_count(0.99, 5, 3);
    for (const Code code : {0u, 1u, 2u, 0u}) {
        tally.update(code);
    }
    const FadingTally before = tally;
    check(tally.may_refuse(), "it may refuse: there are more codes than may be held");
    check_throws<std::invalid_argument>([&] { tally.update(3); }, "a fourth label is refused");
    check(same(tally, before), "nothing changed");
    for (std::uint64_t i = 0; i < 10'000; ++i) {
        tally.update(static_cast<Code>(random.below(2)));
    }
    tally.update(3);
    check(tally.count(2) == 0.0 && tally.sums().distinct() == 3,
          "what has become negligible makes room");
}

// Irregular and late times, gaps of up to 300 half-lives.
struct TimedStream {
    std::vector<Code> codes;
    std::vector<Time> times;
};

TimedStream timed_stream(Random& random, Time half_life, Time lateness, std::size_t size) {
    TimedStream stream;
    Time now = static_cast<Time>(random.below(1u << 30)) * second - 500'000'000 * second;
    for (std::size_t i = 0; i < size; ++i) {
        const std::uint64_t chance = random.below(1000);
        const auto span = static_cast<std::uint64_t>(half_life);
        if (chance < 900) now += static_cast<Time>(random.below(1 + span / 20));
        if (chance >= 995) now += half_life * static_cast<Time>(random.below(300));
        Time at = now;
        if (lateness > 0 && random.below(5) == 0) {
            at -= static_cast<Time>(random.below(static_cast<std::uint64_t>(lateness) + 1));
        }
        stream.codes.push_back(static_cast<Code>(random.below(1 + random.below(30))));
        stream.times.push_back(at);
    }
    return stream;
}

std::vector<FadedEvent> faded(const TimedStream& stream, std::size_t size, Time now,
                              Time half_life) {
    std::vector<FadedEvent> events;
    for (std::size_t i = 0; i < size; ++i) {
        const auto age = static_cast<long double>(now - stream.times[i]);
        events.push_back({stream.codes[i], std::exp2(-age / static_cast<long double>(half_life))});
    }
    return events;
}

void test_by_time_is_the_sum_over_all_events(Random& random) {
    for (const Time half_life : {Time{1}, Time{7}, second / 2, 60 * second, 86'400 * second}) {
        const Time lateness = 3 * half_life;
        const TimedStream stream = timed_stream(random, half_life, lateness, 3000);
        FadingTally tally = by_time(half_life, lateness, Late::raise, 30);
        FadingTally bulk = tally;
        Traced traced(stream.codes.size());
        bulk.trace(stream.codes, stream.times, traced.columns);
        Time now = stream.times[0];
        for (std::size_t i = 0; i < stream.codes.size(); ++i) {
            tally.update(stream.codes[i], stream.times[i]);
            now = std::max(now, stream.times[i]);
            check(traced.entropy[i] == tally.sums().entropy(), "the traced entropy is the read");
            check(traced.gini[i] == tally.sums().gini(), "so is the traced Gini index");
            if (i % 97 == 5)
                check_reads(tally, faded_reads(faded(stream, i + 1, now, half_life), 30));
        }
        check(same(tally, bulk), "in bulk and one by one the tally is the same");
    }
}

void test_the_clock_fades_without_events() {
    FadingTally tally = by_time(10 * second, 0, Late::raise, 2);
    tally.update(0, 0);
    tally.update(1, 10 * second);
    const double entropy = tally.sums().entropy();
    check(tally.sums().n() == 1.5 && tally.count(0) == 0.5, "weights are those of now");
    tally.advance(30 * second);
    check(tally.sums().n() == 0.375 && tally.count(1) == 0.25, "they fade with the clock");
    tally.advance(10'000'000 * second);
    check(tally.sums().entropy() == entropy, "the entropy stays");
    check(tally.sums().n() > 0.0 && tally.count(0) > 0.0, "a held label never has weight 0");
    tally.update(0, 10'000'000 * second);
    check(tally.sums().distinct() == 1 && tally.sums().n() == 1.0, "a new event outweighs it");
    tally.advance(std::numeric_limits<Time>::max());
    tally.update(1, std::numeric_limits<Time>::max());
    check(tally.sums().distinct() == 1 && tally.count(1) == 1.0, "so it does at the end of time");
}

void test_late_events(Random& random) {
    FadingTally strict = by_time(second, 5 * second, Late::raise, 2);
    strict.update(0, 100 * second);
    const FadingTally before = strict;
    check_throws<TooLate>([&] { strict.update(1, 94 * second); }, "too late is refused");
    const std::vector<Time> times{101 * second, 95 * second};
    check_throws<TooLate>([&] { strict.prepare(Times(times)); }, "in bulk beforehand");
    check(same(strict, before), "nothing changed");
    strict.update(1, 95 * second);
    check(strict.count(1) == 0x1p-5, "late, but not too late: its smaller weight");

    const TimedStream stream = timed_stream(random, second, 40 * second, 2000);
    FadingTally dropping = by_time(second, 2 * second, Late::drop, 30);
    FadingTally bulk = dropping;
    Traced traced(stream.codes.size());
    bulk.trace(stream.codes, stream.times, traced.columns);
    for (std::size_t i = 0; i < stream.codes.size(); ++i) {
        dropping.update(stream.codes[i], stream.times[i]);
        check(traced.entropy[i] == dropping.sums().entropy(), "a dropped row repeats the value");
    }
    check(same(dropping, bulk) && bulk.clock().dropped() > 10, "dropped alike, and counted");
}

// Events so late that they weigh nothing, the first ones among them.
void test_hopelessly_late_events() {
    FadingTally tally = by_time(1, std::numeric_limits<Time>::max(), Late::raise, 3);
    tally.update(0, 1000);
    tally.update(1, -1'000'000);
    check(tally.sums().distinct() == 1, "an event that weighs nothing is not held");
    tally.advance(1'000'000);
    tally.update(1, 1000);
    check(tally.sums().entropy() == 1.0, "late behind the clock, but not behind the others");
}

void test_dropping_a_label(Random& random) {
    const std::vector<Code> codes = random_codes(random, 3000, 10);
    FadingTally tally = by_count(0.999, 10);
    tally.update_many(codes);
    const CodeAmount<double> gone{0, tally.count(0)};
    tally.take_many({&gone, 1});
    std::vector<FadedEvent> left;
    for (const FadedEvent& event : faded(codes, 0.999)) {
        if (event.code != 0) left.push_back(event);
    }
    check_reads(tally, faded_reads(left, 10));
    check(tally.count(0) == 0.0 && tally.sums().distinct() == 9, "it is gone");

    FadingTally timed = by_time(second, 100 * second, Late::raise, 3);
    timed.update(0, 0);
    timed.update(1, 50 * second);
    const CodeAmount<double> newest{1, 1.0};
    timed.take_many({&newest, 1});
    timed.update(2, 0);
    check(timed.sums().entropy() == 1.0, "what is left counts as before");
    check(near(timed.sums().n(), 2 * 0x1p-50L, 1e-25), "in units of now");
    const std::vector<CodeAmount<double>> all{{0, 1.0}, {2, 1.0}};
    timed.take_many(all);
    check(timed.sums().n() == 0.0 && timed.sums().distinct() == 0, "nothing is left");
    timed.update(2, 49 * second);
    check(timed.count(2) == 0.5, "and it begins anew");
}

void test_merging(Random& random) {
    const Time half_life = 60 * second;
    for (int round = 0; round < 20; ++round) {
        const TimedStream stream = timed_stream(random, half_life, half_life, 600);
        FadingTally left = by_time(half_life, 2 * half_life, Late::raise, 30);
        FadingTally right = left;
        FadingTally both = left;
        const std::size_t cut = random.below(600);
        for (std::size_t i = 0; i < stream.codes.size(); ++i) {
            both.update(stream.codes[i], stream.times[i]);
            (i % 3 == 0 || i > cut ? left : right).update(stream.codes[i], stream.times[i]);
        }
        Renumbering same_codes(30);
        for (Code code = 0; code < 30; ++code) {
            same_codes[code] = code;
        }
        FadingTally other_way = right;
        other_way.merge(left, same_codes);
        left.merge(right, same_codes);
        check(near(left.sums().entropy(), both.sums().entropy(), 1e-13), "merged as if together");
        check(near(left.sums().gini(), both.sums().gini(), 1e-13), "in both measures");
        check(near(left.sums().n(), both.sums().n(), 1e-12 * both.sums().n()), "and in weight");
        check(near(other_way.sums().entropy(), both.sums().entropy(), 1e-13), "either way round");
        check(left.clock() == both.clock(), "the clock is the later one");
    }
    FadingTally empty = by_time(half_life, 0, Late::raise, 1);
    FadingTally one = empty;
    one.update(0, 5);
    empty.merge(one, {0});
    check(empty.count(0) == 1.0 && empty.clock().now() == 5, "into an empty one");
    FadingTally limited = FadingTally::by_time(half_life, EventClock(0, Late::raise), 1);
    limited.grow(2);
    limited.update(1, 0);
    const FadingTally before = limited;
    check_throws<std::invalid_argument>([&] { limited.merge(one, {0}); }, "not beyond the limit");
    check(same(limited, before), "nothing changed");
}

void test_renaming_changes_nothing(Random& random) {
    const std::vector<Code> codes = random_codes(random, 20'000, 50);
    for (const double fading_factor : {0.99, 0.9}) {
        FadingTally tally = by_count(fading_factor, 50);
        FadingTally renamed = by_count(fading_factor, 50);
        for (const Code code : codes) {
            tally.update(code);
            renamed.update(49 - code);
        }
        check(tally.sums() == renamed.sums(), "other codes give the same bits");
    }
}

void test_renumbering_and_clearing() {
    FadingTally tally = by_count(0.5, 4);
    for (const Code code : {3u, 1u, 3u}) {
        tally.update(code);
    }
    tally.renumber({no_code, 0, no_code, 1}, 2);
    check(tally.codes() == 2 && tally.count(0) == 0.5 && tally.count(1) == 1.25,
          "labels still held have the same weights");
    tally.update(0);
    check(tally.count(0) == 1.25 && tally.sums().distinct() == 2, "and go on");
    tally.clear();
    const FadingTally fresh = by_count(0.5, 2);
    check(same(tally, fresh), "cleared is as new");
}

void test_parameters() {
    for (const double fading_factor : {0.0, -0.5, 1.5, std::nan(""), HUGE_VAL}) {
        check_throws<std::invalid_argument>([&] { (void)FadingTally::by_count(fading_factor); },
                                            "fading_factor");
    }
    for (const Time half_life : {Time{0}, Time{-1}}) {
        check_throws<std::invalid_argument>(
            [&] { (void)FadingTally::by_time(half_life, EventClock(0, Late::raise)); },
            "half_life");
    }
}

}  // namespace

int main() {
    Random random(21);
    test_by_count_is_the_sum_over_all_events(random);
    test_batches_do_not_matter(random);
    test_endless_alphabet();
    test_too_many_labels_change_nothing(random);
    test_by_time_is_the_sum_over_all_events(random);
    test_the_clock_fades_without_events();
    test_late_events(random);
    test_hopelessly_late_events();
    test_dropping_a_label(random);
    test_merging(random);
    test_renaming_changes_nothing(random);
    test_renumbering_and_clearing();
    test_parameters();
    return report();
}
