// A sliding window is a bounded queue whose counts and sums are always right.
#include "core/windows/sliding_window.hpp"

#include <algorithm>
#include <deque>
#include <stdexcept>
#include <vector>

#include "core/count_log/count_log.hpp"
#include "core/tests/check.hpp"
#include "core/tests/counts/model.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::size_t codes = 9;

// Reference model: a bounded queue.
struct Queue {
    std::size_t size;
    std::deque<Code> events;

    void push(Code code) {
        events.push_back(code);
        if (events.size() > size) events.pop_front();
    }
    void take(Code code) { events.erase(std::find(events.begin(), events.end(), code)); }
};

bool same(const SlidingWindow& window, const Queue& queue) {
    const std::vector<Code> held = window.events();
    return std::equal(held.begin(), held.end(), queue.events.begin(), queue.events.end()) &&
           agrees(window, model_of(queue.events, codes));
}

void step(SlidingWindow& window, Queue& queue, Random& random) {
    std::vector<Code> batch(random.below(3 * queue.size + 2));
    for (Code& code : batch) {
        code = static_cast<Code>(random.below(codes));
    }
    const auto code = static_cast<Code>(random.below(codes));
    switch (random.below(5)) {
        case 0:
            window.update(code);
            queue.push(code);
            break;
        case 1:
            window.update_many(batch);
            std::for_each(batch.begin(), batch.end(), [&](Code each) { queue.push(each); });
            break;
        case 2: {
            std::vector<double> entropy(batch.size());
            std::vector<double> gini(batch.size());
            const std::vector<TraceColumn> columns{{Measure::entropy, entropy.data()},
                                                   {Measure::gini, gini.data()}};
            window.trace(batch, columns);
            for (std::size_t i = 0; i < batch.size(); ++i) {
                queue.push(batch[i]);
                const ExactSums sums = model_of(queue.events, codes).sums();
                check(entropy[i] == sums.entropy(), "the traced entropy is that of the queue");
                check(gini[i] == sums.gini(), "the traced Gini index is that of the queue");
            }
            break;
        }
        case 3: {
            const std::vector<CodeCount> more{{code, random.below(4)}, {0, random.below(4)}};
            window.add_many(more);
            for (const CodeCount& each : more) {
                for (std::uint64_t i = 0; i < each.amount; ++i) {
                    queue.push(each.code);
                }
            }
            break;
        }
        default: {
            const std::uint64_t held = window.count(code);
            if (held == 0) break;
            const CodeCount less{code, 1 + random.below(held)};
            window.take_many({&less, 1});
            for (std::uint64_t i = 0; i < less.amount; ++i) {
                queue.take(code);
            }
        }
    }
    check(same(window, queue), "the window is the queue");
}

void test_any_history(Random& random) {
    for (const std::size_t size : {1u, 2u, 7u, 64u, 700u}) {
        SlidingWindow window(size);
        window.grow(codes);
        Queue queue{size, {}};
        for (int i = 0; i < 300; ++i) {
            step(window, queue, random);
        }
        window.clear();
        check(window.sums() == ExactSums{} && window.events().empty(), "a cleared window is empty");
    }
}

// Runs of one label alternate with many labels: the sums change as fast as possible.
std::vector<Code> turning_events(Random& random, std::size_t size, std::size_t labels) {
    std::vector<Code> events(size);
    for (std::size_t i = 0; i < size; ++i) {
        const bool many = i / 500 % 2 == 1;
        events[i] = static_cast<Code>(many ? i % labels : random.below(2));
    }
    return events;
}

void check_column_in_pieces(const std::vector<Code>& events, std::size_t labels, std::size_t size,
                            const std::vector<Measure>& measures) {
    SlidingWindow traced(size);
    SlidingWindow single(size);
    traced.grow(labels);
    single.grow(labels);
    std::vector<std::vector<double>> values(measures.size(), std::vector<double>(events.size()));
    std::vector<TraceColumn> columns;
    columns.reserve(measures.size());
    for (std::size_t i = 0; i < measures.size(); ++i) {
        columns.push_back({measures[i], values[i].data()});
    }
    traced.begin_column(events.size(), columns);
    for (std::size_t done = 0; done < events.size(); done += 777) {
        const std::size_t part = std::min<std::size_t>(777, events.size() - done);
        traced.trace(Codes(events).subspan(done, part), columns, done);
    }
    traced.end_column();
    for (std::size_t row = 0; row < events.size(); ++row) {
        single.update(events[row]);
        for (std::size_t i = 0; i < measures.size(); ++i) {
            check(values[i][row] == read(single.sums(), measures[i]),
                  "a column in pieces gives the same values");
        }
    }
    check(traced.sums() == single.sums() && traced.events() == single.events(),
          "after the pieces the window is the same");
    for (Code code = 0; code < labels; ++code) {
        check(traced.count(code) == single.count(code), "and so are its counts");
    }
}

// Few and many labels compared with the events, windows within the step table and beyond.
void test_columns_in_pieces(Random& random) {
    const std::vector<std::vector<Measure>> choices{{Measure::entropy},
                                                    {Measure::gini},
                                                    {Measure::entropy, Measure::gini},
                                                    {Measure::entropy, Measure::evenness}};
    for (const std::size_t labels : {2u, 300u, 5000u}) {
        const std::vector<Code> events = turning_events(random, 6000, labels);
        for (const std::size_t size : {1u, 2u, 64u, 700u, 5990u, 7000u}) {
            for (const std::vector<Measure>& measures : choices) {
                check_column_in_pieces(events, labels, size, measures);
            }
        }
    }
    const std::vector<Code> long_column = turning_events(random, 150'000, 600);
    check_column_in_pieces(long_column, 600, 140'000, {Measure::entropy});
}

void test_sizes() {
    check_throws<std::invalid_argument>([] { const SlidingWindow window(0); }, "no window of 0");
    check_throws<std::invalid_argument>([] { const SlidingWindow window(max_events + 1); },
                                        "no window of 2^62");
    SlidingWindow huge(max_events);
    huge.grow(1);
    huge.update(0);
    check(huge.sums().n() == 1, "a huge window takes memory for what it holds only");
}

void test_renumbering(Random& random) {
    SlidingWindow window(50);
    window.grow(codes);
    for (int i = 0; i < 120; ++i) {
        window.update(static_cast<Code>(2 * random.below(4)));
    }
    std::vector<Code> before = window.events();
    window.renumber({0, no_code, 1, no_code, 2, no_code, 3, no_code, no_code}, 4);
    std::for_each(before.begin(), before.end(), [](Code& code) { code /= 2; });
    check(window.events() == before && agrees(window, model_of(before, 4)),
          "renumbered events are the same events");
}

}  // namespace

int main() {
    Random random(3);
    test_any_history(random);
    test_columns_in_pieces(random);
    test_sizes();
    test_renumbering(random);
    return report();
}
