// Scores are those of the definition: prior x normal densities x Laplace's estimates, with
// what is missing left out; and nothing depends on when attributes, values and classes came.
#include <cmath>
#include <map>

#include "core/math/double_logs.hpp"
#include "core/math/exp2_neg.hpp"
#include "core/math/normal.hpp"
#include "core/tests/check.hpp"
#include "core/tests/tree/random_stream.hpp"
#include "core/tree/statistics/naive_bayes.hpp"

using namespace entrostream;
using namespace entrostream::tree;
using entrostream::testing::check;
using entrostream::testing::RandomRow;

namespace {

void take(Example& example, const Schema& schema, const RandomRow& row) {
    example.take_numbers(schema, row.row());
    example.take_values(schema, row.row());
    example.label = row.label;
    example.weight = row.weight;
}

long double numeric_part(const std::vector<RandomRow>& rows, std::size_t slot, Code label,
                         double x) {
    if (x != x) return 0;
    long double n = 0, sum = 0, squares = 0;
    double low = 1e300, high = -1e300;
    for (const RandomRow& row : rows) {
        const double y = row.numbers[slot];
        if (y != y) continue;
        low = std::min(low, y);
        high = std::max(high, y);
        if (row.label != label) continue;
        n += row.weight;
        sum += row.weight * static_cast<long double>(y);
    }
    const long double mean = sum / n;
    for (const RandomRow& row : rows)
        if (const double y = row.numbers[slot]; y == y && row.label == label)
            squares += row.weight * (y - mean) * (y - mean);
    const long double range = high - low;
    const long double variance = squares / (n - 1) + 1e-6L * range * range + 1e-12L;
    return -0.5L * std::log2(variance) - (x - mean) * (x - mean) / (2 * variance) / std::log(2.0L);
}

long double nominal_part(const std::vector<RandomRow>& rows, std::size_t slot, Code label,
                         Code value, std::uint32_t values) {
    if (value == missing_value) return 0;
    long double n = 0, with_value = 0;
    for (const RandomRow& row : rows) {
        if (row.label != label || row.values[slot] == missing_value) continue;
        n += row.weight;
        with_value += row.values[slot] == value ? row.weight : 0;
    }
    return std::log2((with_value + 1) / (n + values));
}

void check_scores(const testing::StreamShape& shape, std::uint64_t seed) {
    Schema schema;
    for (std::uint32_t a = 0; a < shape.numeric; ++a)
        schema.add_numeric();
    for (std::uint32_t a = 0; a < shape.nominal; ++a) {
        schema.add_nominal();
        schema.see_values(a, shape.values + a);
    }
    schema.see_classes(shape.classes);
    Meter meter;
    NaiveBayes model(meter, schema, {});
    const std::vector<RandomRow> rows = testing::random_stream(shape, 100, seed);
    Example example;
    for (const RandomRow& row : rows) {
        take(example, schema, row);
        model.learn(schema, example, CountLogTable::table());
    }
    std::vector<double> scores(schema.class_room());
    for (const RandomRow& row : testing::random_stream(shape, 20, seed + 1)) {
        take(example, schema, row);
        const Code best = model.score(schema, example, scores.data());
        std::vector<long double> truth;
        for (Code label = 0; label < shape.classes; ++label) {
            long double score = std::log2(static_cast<long double>(model.class_counts()[label]));
            for (std::size_t a = 0; a < shape.numeric; ++a)
                score += numeric_part(rows, a, label, row.numbers[a]);
            for (std::size_t a = 0; a < shape.nominal; ++a)
                score += nominal_part(rows, a, label, row.values[a],
                                      schema.values(static_cast<std::uint32_t>(a)));
            truth.push_back(score);
        }
        // Scores of all classes may share a constant. Variances that are kept are a little old.
        const double close = shape.missing == 0 ? 0.02 : 1e-5;
        for (Code label = 1; label < shape.classes; ++label)
            check(std::abs(static_cast<double>(truth[label] - truth[0]) -
                           (scores[label] - scores[0])) < close,
                  "a score by its definition");
        for (Code label = 0; label < shape.classes; ++label)
            check(scores[label] <= scores[best], "the best class");
    }
}

// Attributes, values and classes that come one by one lead where those known at first do.
void check_growth() {
    const testing::StreamShape shape{.values = 50, .missing = 10};
    const std::vector<RandomRow> rows = testing::random_stream(shape, 300, 3);
    Schema known;
    known.add_numeric();
    known.add_numeric();
    known.add_nominal();
    known.add_nominal();
    known.see_values(0, 50);
    known.see_values(1, 51);
    known.see_classes(3);
    Meter meter;
    NaiveBayes first(meter, known, {});
    Schema growing;
    growing.add_numeric();
    growing.add_numeric();
    growing.add_nominal();
    growing.add_nominal();
    NaiveBayes late(meter, growing, {});
    Example example;
    for (const RandomRow& row : rows) {
        if (row.label >= growing.classes()) {
            growing.see_classes(row.label + 1);
            late.grow_classes(growing);
        }
        for (std::uint32_t slot = 0; slot < 2; ++slot) {
            const Block before = growing.block(slot);
            if (row.values[slot] == missing_value) continue;
            growing.see_values(slot, row.values[slot] + 1);
            if (growing.block(slot) != before)
                late.move_block(growing, before, growing.block(slot));
        }
        take(example, growing, row);
        late.learn(growing, example, CountLogTable::table());
        take(example, known, row);
        first.learn(known, example, CountLogTable::table());
    }
    for (std::uint32_t slot = 0; slot < 2; ++slot) {
        std::map<Code, std::vector<std::uint32_t>> a, b;
        const auto gather = [](auto& into) {
            return [&into](Code value, const std::uint32_t* counts) {
                if (counts[0] + counts[1] + counts[2] != 0)
                    into[value] = {counts[0], counts[1], counts[2]};
            };
        };
        first.table().each_value(known, slot, gather(a));
        late.table().each_value(growing, slot, gather(b));
        check(a == b && a.size() > 30, "the same counts");
    }
}

void check_functions() {
    for (int i = 0; i < 657; ++i) {
        const double z = -45 + 0.137 * i;
        check(std::abs(normal_below(z) - 0.5 * std::erfc(-z / std::sqrt(2.0))) < 2e-15,
              "the share below a point");
    }
    check(normal_below(std::nan("")) == 1, "no number, no harm");
    for (int i = 0; i < 1642; ++i) {
        const double x = 0.731 * i;
        check(std::abs(exp2_neg(x) - std::exp2(-x)) <= 1e-14 * std::exp2(-x) || x >= 1000,
              "a power of a half");
    }
}

}  // namespace

int main() {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        check_scores({}, seed);
        check_scores({.missing = 20, .most_weight = 3}, seed);
        check_scores({.missing = 60, .most_weight = 3}, seed);
        check_scores({.numeric = 5, .nominal = 0, .classes = 2}, seed);
        check_scores({.numeric = 0, .nominal = 5, .values = 40, .classes = 5, .missing = 5}, seed);
    }
    check_growth();
    check_functions();
    return testing::report();
}
