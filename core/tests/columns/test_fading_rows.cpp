// The fading weights of rows: those of a tally for each stream, where rows without a label age.
#include "core/columns/fading_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/fading/model.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::size_t codes_per_stream = 20;

struct Row {
    std::size_t stream;
    Code code;  // in its stream, or no_code
    Time time;
};

std::vector<Row> random_rows(Random& random, std::size_t size, std::size_t streams) {
    std::vector<Row> rows;
    Time time = -1000;
    for (std::size_t i = 0; i < size; ++i) {
        const bool missing = random.below(4) == 0;
        const auto code = static_cast<Code>(random.below(codes_per_stream));
        time += static_cast<Time>(random.below(50));
        rows.push_back({random.below(streams), missing ? no_code : code, time});
    }
    return rows;
}

// The results of FadingRows for each row.
std::vector<FadingSums> walked(FadingRows& fading, const std::vector<Row>& rows) {
    std::vector<FadingSums> found;
    for (const Row& row : rows) {
        const auto code = static_cast<Code>(row.stream * codes_per_stream + row.code);
        fading.grow(row.stream + 1);
        fading.grow_codes(row.code == no_code ? 0 : code + 1);
        fading.push(row.stream, static_cast<std::int64_t>(found.size()), row.time,
                    row.code == no_code ? no_code : code,
                    [&](std::int64_t number, const FadingContent::Sums& sums) {
                        check(number == static_cast<std::int64_t>(found.size()), "its own number");
                        found.push_back(sums.weights);
                    });
    }
    return found;
}

// The events of a stream up to a row; `weight(age in rows, age in time)`.
template <class Weight>
std::vector<FadedEvent> events_until(const std::vector<Row>& rows, std::size_t last,
                                     Weight weight) {
    std::vector<FadedEvent> events;
    std::int64_t age = 0;
    for (std::size_t i = last + 1; i-- > 0;) {
        if (rows[i].stream != rows[last].stream) continue;
        if (rows[i].code != no_code) {
            events.push_back({rows[i].code, weight(age, rows[last].time - rows[i].time)});
        }
        ++age;
    }
    return events;
}

template <class Weight>
void check_rows(FadingRows fading, const std::vector<Row>& rows, Weight weight) {
    const std::vector<FadingSums> found = walked(fading, rows);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::vector<FadedEvent> events = events_until(rows, row, weight);
        if (events.empty()) {
            check(found[row].n() == 0.0 && found[row].entropy() == 0.0, "no label so far");
            continue;
        }
        const FadedReads truth = faded_reads(events, codes_per_stream);
        check(near(found[row].entropy(), truth.entropy, 1e-13), "the entropy is right");
        check(near(found[row].gini(), truth.gini, 1e-13), "the Gini index is right");
        if (truth.n < 1e-290L) continue;  // no double has all its digits
        check(near(found[row].n(), truth.n, 1e-12 * static_cast<double>(truth.n)),
              "the weight is right");
    }
}

void test_rows_are_the_sum_over_their_stream(Random& random) {
    const std::vector<Row> rows = random_rows(random, 500, 4);
    for (const double fading_factor : {1.0, 0.99, 0.5, 0.001}) {
        check_rows(FadingRows(FadingTally::by_count(fading_factor)), rows,
                   [&](std::int64_t age, Time) {
                       return std::pow(static_cast<long double>(fading_factor),
                                       static_cast<long double>(age));
                   });
    }
    const FadingTally by_time = FadingTally::by_time(100, EventClock(0, Late::raise));
    check_rows(FadingRows(by_time), rows, [](std::int64_t, Time age) {
        return std::exp2(-static_cast<long double>(age) / 100);
    });
    for (const double half_life : {0x1p-10, 1.0 / 3.0, 2.5, 1000.0 / 7.0, 0x1p40}) {
        const FadingTally by_rows = FadingTally::by_half_life_in_events(half_life);
        check_rows(FadingRows(by_rows), rows, [&](std::int64_t age, Time) {
            return std::exp2(-static_cast<long double>(age) / half_life);
        });
    }
}

// In blocks or row by row: the same bits, with any number of rows that wait for a value.
void test_traces_are_the_rows(Random& random) {
    const std::vector<Row> rows = random_rows(random, 2000, 1);
    std::vector<Code> codes;
    std::vector<Time> times;
    for (const Row& row : rows) {
        codes.push_back(row.code);
        times.push_back(row.time);
    }
    for (const std::uint64_t min_periods : {0u, 1u, 2u, 700u}) {
        for (const FadingTally& empty :
             {FadingTally::by_count(0.9), FadingTally::by_half_life_in_events(300),
              FadingTally::by_time(100, EventClock(0, Late::raise))}) {
            FadingRows fading(empty);
            const std::vector<FadingSums> found = walked(fading, rows);
            FadingRows traced(empty);
            traced.grow(1);
            traced.grow_codes(codes_per_stream);
            std::vector<double> entropy(rows.size());
            std::vector<double> gini(rows.size());
            const std::vector<TraceColumn> columns{{Measure::entropy, entropy.data()},
                                                   {Measure::gini, gini.data()}};
            const Times at = empty.has_times() ? Times(times) : Times();
            traced.trace(codes, at, columns, min_periods);
            std::uint64_t labelled = 0;
            for (std::size_t row = 0; row < rows.size(); ++row) {
                labelled += codes[row] != no_code ? 1 : 0;
                if (labelled < std::max<std::uint64_t>(min_periods, 1)) {
                    check(std::isnan(entropy[row]) && std::isnan(gini[row]), "too few rows");
                } else {
                    check(entropy[row] == found[row].entropy() && gini[row] == found[row].gini(),
                          "the same bits");
                }
            }
        }
    }
}

void test_without_missing_rows_it_is_the_tally(Random& random) {
    std::vector<Row> rows = random_rows(random, 3000, 1);
    for (Row& row : rows) {
        row.code = row.code == no_code ? 0 : row.code;
    }
    FadingTally tally = FadingTally::by_count(0.9);
    tally.grow(codes_per_stream);
    FadingRows fading(FadingTally::by_count(0.9));
    const std::vector<FadingSums> found = walked(fading, rows);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        tally.update(rows[row].code);
        check(found[row] == tally.sums(), "the same bits");
    }
}

// Exponents stay within their bounds, and labels are held until the next event.
void test_any_number_of_rows_may_lack_a_label() {
    for (const double fading_factor : {5e-324, 0.5, 0.999}) {
        FadingTally tally = FadingTally::by_count(fading_factor);
        tally.grow(2);
        tally.update(0);
        tally.update(1);
        const double entropy = tally.sums().entropy();
        for (int i = 0; i < 3'000'000; ++i) {
            tally.skip();
        }
        check(tally.sums().entropy() == entropy, "the entropy stays");
        check(tally.sums().n() == std::numeric_limits<double>::denorm_min(), "hardly anything");
        tally.update(1);
        check(tally.sums().n() == 1.0 && tally.sums().distinct() == 1, "only the new one");
        tally.update(0);
        check(near(tally.sums().n(), 1.0L + static_cast<long double>(fading_factor), 1e-15),
              "as before");
    }
}

}  // namespace

int main() {
    Random random(5);
    test_rows_are_the_sum_over_their_stream(random);
    test_traces_are_the_rows(random);
    test_without_missing_rows_it_is_the_tally(random);
    test_any_number_of_rows_may_lack_a_label();
    return report();
}
