// The window of each row contains the right rows, for all frames and interleaved streams.
#include "core/columns/row_windows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "core/columns/row_contents.hpp"
#include "core/columns/row_output.hpp"
#include "core/tests/check.hpp"
#include "core/tests/columns/model.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::size_t streams = 3;
constexpr Code labels = 4;

// Times that do not go back, some of them equal; some rows without a label. A label of
// another stream has another code.
std::vector<ModelRow> random_rows(Random& random) {
    std::vector<ModelRow> rows(random.below(60));
    Time now = -20;
    for (ModelRow& row : rows) {
        now += static_cast<Time>(random.below(4));
        row.stream = random.below(streams);
        row.time = now;
        row.code = random.below(5) == 0 ? no_code
                                        : static_cast<Code>(row.stream) * labels +
                                              static_cast<Code>(random.below(labels));
    }
    return rows;
}

RowFrame random_frame(Random& random) {
    RowFrame frame;
    frame.by_time = random.below(2) == 0;
    frame.closed = all_closed[random.below(all_closed.size())];
    frame.centred = random.below(2) == 0;
    frame.ties_together = random.below(2) == 0;
    frame.length = 1 + static_cast<std::int64_t>(random.below(9));
    if (random.below(6) == 0) return {};  // all rows so far
    return frame;
}

// The sums of a window's rows, counted from scratch.
struct Fresh {
    explicit Fresh(const std::vector<ModelRow>& rows, const std::vector<std::size_t>& window) {
        content.cells.grow(streams * labels);
        for (const std::size_t row : window) {
            content.enter(sums, rows[row].code);
        }
    }
    RowLabels content;
    ExactSums sums;
};

// Checks the window of each row, and records which rows were emitted.
struct Seen {
    std::vector<ModelRow> rows;
    RowFrame frame;
    std::vector<int> times_seen = std::vector<int>(rows.size());

    void operator()(std::int64_t number, const ExactSums& sums) {
        const auto row = static_cast<std::size_t>(number);
        ++times_seen[row];
        const Fresh fresh(rows, window_of(frame, rows, row));
        check(sums == fresh.sums, "the window contains the right rows");
    }
};

void every_row_has_its_window_once(Random& random) {
    const RowFrame frame = random_frame(random);
    Seen seen{random_rows(random), frame};
    RowWindows<RowLabels> windows(frame);
    windows.grow(streams);
    windows.content().cells.grow(streams * labels);
    for (std::size_t row = 0; row < seen.rows.size(); ++row) {
        const ModelRow& given = seen.rows[row];
        windows.push(given.stream, static_cast<std::int64_t>(row), given.time, given.code, seen);
        check(frame.waits() || seen.times_seen[row] == 1, "at once, if nothing is to come");
    }
    windows.finish(seen);
    check(std::all_of(seen.times_seen.begin(), seen.times_seen.end(),
                      [](int times) { return times == 1; }),
          "each row once");
}

void weights_and_pairs_follow_the_same_rows(Random& random) {
    const RowFrame frame = random_frame(random);
    const std::vector<ModelRow> rows = random_rows(random);
    RowWindows<RowWeights> weighted(frame, RowWeights(WeightedCounts(0, false)));
    RowWindows<RowPairs> paired(frame);
    weighted.grow(streams);
    paired.grow(streams);
    weighted.content().cells.grow(streams * labels);
    for (RowCells* cells :
         {&paired.content().cells, &paired.content().x_cells, &paired.content().y_cells}) {
        cells->grow(streams * labels);
    }
    const auto units = [](std::size_t row) { return std::uint64_t{row % 7 + 1}; };
    const auto check_weights = [&](std::int64_t number, const RowWeights::Sums& sums) {
        std::uint64_t total = 0;
        std::uint64_t count = 0;
        for (const std::size_t row : window_of(frame, rows, static_cast<std::size_t>(number))) {
            if (rows[row].code == no_code) continue;
            total += units(row);
            ++count;
        }
        check(sums.weights.n() == total && sums.rows == count, "the weights of the window");
    };
    const auto check_pairs = [&](std::int64_t number, const RowPairs::Sums& sums) {
        const Fresh fresh(rows, window_of(frame, rows, static_cast<std::size_t>(number)));
        check(sums.x == fresh.sums && sums.y == fresh.sums && sums.pairs == fresh.sums,
              "both columns and the pairs");
    };
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto number = static_cast<std::int64_t>(row);
        const ModelRow& given = rows[row];
        weighted.push(given.stream, number, given.time, {given.code, units(row)}, check_weights);
        paired.push(given.stream, number, given.time, {given.code, given.code, given.code},
                    check_pairs);
    }
    weighted.finish(check_weights);
    paired.finish(check_pairs);
}

void output_takes_every_step_and_leaves_few_out() {
    RowLabels content;
    content.cells.grow(2);
    ExactSums sums;
    std::array<double, 3> n{-1, -1, -1};
    const std::array columns{OutputColumn<Measure>{Measure::n, n.data()}};
    RowOutput<RowLabels> output(content, columns, {2, 3}, 6, n.size());

    for (std::int64_t number = 6; number < 15; ++number) {
        output(number, sums);
        content.enter(sums, number % 2 == 0 ? 0 : 1);
    }

    check(output.rows() == 9, "all rows are counted");
    check(std::isnan(n[0]) && n[1] == 3.0 && n[2] == 6.0, "rows 6, 9 and 12");
    check_throws<std::out_of_range>([&] { output(15, sums); }, "no room for row 15");
}

void rows_that_want_no_value_get_none() {
    RowLabels content;
    ExactSums sums;
    std::array<double, 2> n{-1, -1};
    const std::array columns{OutputColumn<Measure>{Measure::n, n.data()}};
    RowOutput<RowLabels> output(content, columns, {0, 1}, 0, n.size());
    output(-1, sums);
    output(1, sums);
    check(output.rows() == 1 && n[0] == -1 && n[1] == 0.0, "negative numbers are no places");

    RowOutput<RowLabels> nothing(content, {}, {0, 1}, 0, 0);
    nothing(7, sums);
    check(nothing.rows() == 1, "rows are counted where no measure is wanted");
}

void no_labels_have_only_counts() {
    const RowLabels content;
    const ExactSums sums;
    std::array<double, 3> values{-1, -1, -1};
    const std::array columns{OutputColumn<Measure>{Measure::n, values.data()},
                             OutputColumn<Measure>{Measure::entropy, values.data() + 1},
                             OutputColumn<Measure>{Measure::distinct, values.data() + 2}};
    RowOutput<RowLabels> output(content, columns, {0, 1}, 0, 1);
    output(0, sums);
    check(values[0] == 0.0 && std::isnan(values[1]) && values[2] == 0.0, "no entropy");
}

void streams_hold_all_their_rows_where_windows_expand(Random& random) {
    const std::vector<ModelRow> rows = random_rows(random);
    RowWindows<RowLabels> windows(RowFrame{});
    windows.grow(streams);
    windows.content().cells.grow(streams * labels);
    std::array<std::vector<std::size_t>, streams> of_stream;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        of_stream[rows[row].stream].push_back(row);
        windows.push(rows[row].stream, static_cast<std::int64_t>(row), 0, rows[row].code,
                     [](std::int64_t, const ExactSums&) {});
    }
    std::size_t seen = 0;
    windows.for_each_stream([&](std::size_t stream, const ExactSums& sums) {
        ++seen;
        check(sums == Fresh(rows, of_stream[stream]).sums, "all rows of the stream");
    });
    check(seen == streams, "each stream once");
}

}  // namespace

int main() {
    Random random(5);
    for (int round = 0; round < 1500; ++round) {
        every_row_has_its_window_once(random);
        weights_and_pairs_follow_the_same_rows(random);
        streams_hold_all_their_rows_where_windows_expand(random);
    }
    output_takes_every_step_and_leaves_few_out();
    rows_that_want_no_value_get_none();
    no_labels_have_only_counts();
    return report();
}
