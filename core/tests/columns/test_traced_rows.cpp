// Traced windows hold the rows that they should, also around rows without a label.
#include "core/columns/traced_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/counts/counts.hpp"
#include "core/tables/contingency.hpp"
#include "core/tests/check.hpp"
#include "core/tests/columns/model.hpp"
#include "core/tests/random.hpp"
#include "core/tests/sanitizers.hpp"
#include "core/windows/sliding_window.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr Code labels = 4;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Column {
    std::vector<ModelRow> rows;
    std::vector<Code> x;
    std::vector<Code> y;
    std::vector<Time> times;
};

// Runs with a label of very different lengths, so that some are worth a kernel.
Column random_column(Random& random) {
    Column column;
    Time now = -20;
    const std::size_t missing_every = std::size_t{1} << random.below(9);
    for (std::size_t size = random.below(400); column.rows.size() < size;) {
        now += static_cast<Time>(random.below(3));
        const bool missing = missing_every < 256 && random.below(missing_every) == 0;
        const auto code = static_cast<Code>(random.below(labels));
        column.rows.push_back({0, now, missing ? no_code : code});
        column.x.push_back(column.rows.back().code);
        column.y.push_back(missing && random.below(2) == 0 ? code : column.x.back());
        column.times.push_back(now);
    }
    return column;
}

RowFrame random_frame(Random& random) {
    const auto length = static_cast<std::int64_t>(1 + random.below(80));
    switch (random.below(3)) {
        case 0:
            return {};
        case 1:
            return {.length = length};
        default:
            return {.length = length, .by_time = true};
    }
}

// The entropy of a window counted from nothing, NaN if too few rows have a label or none; and for
// the pairs (x, x), their mutual information: the entropy as well.
double expected(const RowFrame& frame, const Column& column, std::size_t row,
                std::uint64_t min_periods) {
    Counts fresh;
    fresh.grow(labels);
    for (const std::size_t each : window_of(frame, column.rows, row)) {
        if (column.rows[each].code != no_code) fresh.update(column.rows[each].code);
    }
    const std::uint64_t needed = std::max<std::uint64_t>(min_periods, 1);
    return fresh.sums().n() < needed ? nan : fresh.sums().entropy();
}

bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

// Traces a column in pieces of random sizes; `view(first, size)` is a piece of it.
template <class View, class ViewOf, class... Sizes>
std::vector<double> traced(Random& random, const RowFrame& frame, const Column& column,
                           std::uint64_t min_periods, decltype(View::Column::measure) measure,
                           const ViewOf& view, Sizes... codes) {
    std::vector<double> values(column.rows.size(), -1.0);
    TracedRows<View> windows(frame, min_periods);
    windows.grow(codes...);
    for (std::size_t first = 0; first < values.size();) {
        const std::size_t size = std::min(values.size() - first, 1 + random.below(300));
        const std::vector<typename View::Column> columns{{measure, values.data() + first}};
        windows.trace(view(first, size), Times(column.times).subspan(first, size), columns);
        first += size;
    }
    return values;
}

void every_row_has_its_window(Random& random) {
    const RowFrame frame = random_frame(random);
    const Column column = random_column(random);
    const std::uint64_t min_periods = random.below(6);
    const std::vector<double> entropy = traced<LabelRows>(
        random, frame, column, min_periods, Measure::entropy,
        [&](std::size_t first, std::size_t size) {
            const Codes codes = Codes(column.x).subspan(first, size);
            return LabelRows{codes, std::ranges::find(codes, no_code) == codes.end()};
        },
        labels);
    const std::vector<double> information = traced<PairRows>(
        random, frame, column, min_periods, TableMeasure::mutual_information,
        [&](std::size_t first, std::size_t size) {
            return PairRows{Codes(column.x).subspan(first, size),
                            Codes(column.y).subspan(first, size)};
        },
        labels, labels);
    for (std::size_t row = 0; row < column.rows.size(); ++row) {
        const double truth = expected(frame, column, row, min_periods);
        check(same(entropy[row], truth), "the labels of the window");
        check(same(information[row], truth), "the pairs of the window");
    }
}

// Longer than the slices between checks for interruptions.
void long_columns_are_traced_in_slices(const RowFrame& frame) {
    constexpr std::size_t rows = (1 << 18) + 1000;
    Random random(3);
    std::vector<Code> codes(rows);
    std::vector<Time> times(rows);
    SlidingWindow window(static_cast<std::uint64_t>(frame.length));
    window.grow(labels);
    std::vector<double> expected;
    for (std::size_t row = 0; row < rows; ++row) {
        codes[row] = static_cast<Code>(random.below(labels));
        times[row] = static_cast<Time>(row);
        window.update(codes[row]);
        expected.push_back(window.sums().entropy());
    }
    std::vector<double> entropy(rows);
    TracedRows<LabelRows> windows(frame, 1);
    windows.grow(std::size_t{labels});
    const std::vector<TraceColumn> columns{{Measure::entropy, entropy.data()}};
    windows.trace({codes}, times, columns);
    check(entropy == expected, "every row of a long column");
}

void reads_the_window_of_the_last_row() {
    TracedRows<LabelRows> windows(RowFrame{.length = 2}, 2);
    windows.grow(std::size_t{2});
    const std::vector<Code> codes{0, 1, 1};
    double entropy = -1.0;
    const std::vector<TraceColumn> columns{{Measure::entropy, &entropy}};
    std::vector<double> all(3);
    const std::vector<TraceColumn> rows{{Measure::entropy, all.data()}};
    windows.trace({Codes(codes).first(1)}, {}, rows);
    windows.read(columns, 0);
    check(std::isnan(entropy), "too few rows");
    windows.trace({Codes(codes).subspan(1, 1)}, {}, rows);
    windows.read(columns, 0);
    check(entropy == 1.0, "two rows");
}

void finds_the_first_row_without_a_label() {
    constexpr std::size_t rows = 5000;
    const std::vector<Code> full(rows, 1);
    for (const std::size_t missing : {0UL, 1UL, 31UL, 32UL, 33UL, 1055UL, 1056UL, 2500UL, 4999UL}) {
        std::vector<Code> codes = full;
        codes[missing] = no_code;
        for (const std::size_t start : {0UL, 1UL, 40UL, 3000UL}) {
            const std::size_t expected = missing < start ? rows : missing;
            check(LabelRows{codes}.first_missing(start) == expected, "of labels");
            check(PairRows{codes, full}.first_missing(start) == expected, "of x");
            check(PairRows{full, codes}.first_missing(start) == expected, "of y");
        }
    }
    check(LabelRows{full}.first_missing(0) == rows, "none");
}

void only_windows_that_end_with_their_row_are_trailing() {
    check(RowFrame{}.is_trailing(), "all rows so far");
    check(RowFrame{.length = 3}.is_trailing(), "counted");
    check(RowFrame{.length = 3, .by_time = true}.is_trailing(), "timed");
    check(!RowFrame{.length = 3, .closed = Closed::both}.is_trailing(), "closed");
    check(!RowFrame{.length = 3, .centred = true}.is_trailing(), "centred");
    check(!RowFrame{.length = 3, .by_time = true, .ties_together = true}.is_trailing(), "ties");
    check(!RowFrame{.length = 3, .by_time = true, .months = 1}.is_trailing(), "months");
}

}  // namespace

int main() {
    Random random(7);
    for (std::uint64_t round = 0; round < share(1500, 4); ++round) {
        every_row_has_its_window(random);
    }
    long_columns_are_traced_in_slices(RowFrame{.length = 50});
    long_columns_are_traced_in_slices(RowFrame{.length = 50, .by_time = true});
    reads_the_window_of_the_last_row();
    finds_the_first_row_without_a_label();
    only_windows_that_end_with_their_row_are_trailing();
    return report();
}
