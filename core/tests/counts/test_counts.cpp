// Counts agree with plain counting, one by one and in bulk.
#include "core/counts/counts.hpp"

#include <stdexcept>
#include <vector>

#include "core/count_log/count_log.hpp"
#include "core/tests/check.hpp"
#include "core/tests/counts/model.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

std::vector<Code> random_codes(Random& random, std::size_t size, std::size_t codes) {
    std::vector<Code> result(size);
    for (Code& code : result) {
        code = static_cast<Code>(random.below(1 + random.below(codes)));
    }
    return result;
}

Counts counts_for(std::size_t codes) {
    Counts counts;
    counts.grow(codes);
    return counts;
}

void test_bulk_is_one_by_one(Random& random) {
    for (const std::size_t codes : {1u, 3u, 50u, 5000u}) {
        const std::vector<Code> events = random_codes(random, 2000, codes);
        Counts single = counts_for(codes);
        Counts bulk = counts_for(codes);
        for (const Code event : events) {
            single.update(event);
        }
        bulk.update_many(events);
        const Model model = model_of(events, codes);
        check(agrees(single, model), "single updates agree with the model");
        check(agrees(bulk, model), "bulk updates agree with the model");
        check(sums_are_those_of(bulk.sums(), model), "the sums are those of the counts");
    }
}

void test_trace_is_read_after_each(Random& random) {
    const std::vector<Code> events = random_codes(random, 3000, 40);
    Counts traced = counts_for(40);
    Counts single = counts_for(40);
    std::vector<double> entropy(events.size());
    std::vector<double> gini(events.size());
    std::vector<double> evenness(events.size());
    const std::vector<TraceColumn> fast{{Measure::entropy, entropy.data()},
                                        {Measure::gini, gini.data()}};
    traced.trace(Codes(events).first(1700), fast);
    traced.trace(Codes(events).subspan(1700), fast, 1700);
    Counts slow = counts_for(40);
    const std::vector<TraceColumn> all{{Measure::evenness, evenness.data()}};
    slow.trace(events, all);
    for (std::size_t i = 0; i < events.size(); ++i) {
        single.update(events[i]);
        check(entropy[i] == single.sums().entropy(), "the traced entropy equals the property");
        check(gini[i] == single.sums().gini(), "the traced Gini index equals the property");
        check(evenness[i] == single.sums().evenness(), "the traced evenness equals the property");
    }
    check(traced.sums() == single.sums() && slow.sums() == single.sums(), "the sums agree");
}

void test_counts_come_and_go_together() {
    Counts counts = counts_for(3);
    const std::vector<CodeCount> more{{0, 5}, {2, 7}, {0, 1}};
    counts.add_many(more);
    check(agrees(counts, Model{{6, 0, 7}}), "a code listed twice is counted twice");
    counts.take_many(more);
    check(counts.sums() == ExactSums{}, "removal undoes insertion");
}

void test_too_many_events_change_nothing() {
    Counts counts = counts_for(2);
    const std::vector<CodeCount> full{{0, max_events}};
    counts.add_many(full);
    const ExactSums before = counts.sums();
    const std::vector<CodeCount> twice{{1, max_events}, {1, max_events}};
    const std::vector<Code> one{1};
    check_throws<std::overflow_error>([&] { counts.add_many(twice); }, "too many at once");
    check_throws<std::overflow_error>([&] { counts.update(1); }, "one too many");
    check_throws<std::overflow_error>([&] { counts.update_many(one); }, "one too many in bulk");
    check_throws<std::overflow_error>([&] { counts.trace(one, {}); }, "one too many traced");
    check_throws<std::overflow_error>([&] { counts.prepare(1); }, "refused in advance");
    check(counts.sums() == before && counts.count(1) == 0, "nothing changed");
}

void test_renumbering_keeps_the_living() {
    Counts counts = counts_for(4);
    const std::vector<Code> events{3, 1, 3};
    counts.update_many(events);
    counts.renumber({no_code, 0, no_code, 1}, 2);
    check(counts.codes() == 2 && agrees(counts, Model{{1, 2}}),
          "labels still held have the same counts");
}

}  // namespace

int main() {
    Random random(1);
    test_bulk_is_one_by_one(random);
    test_trace_is_read_after_each(random);
    test_counts_come_and_go_together();
    test_too_many_events_change_nothing();
    test_renumbering_keeps_the_living();
    return report();
}
