// Gains are those of the rows that came, and have the bits of sums that are maintained.
#include <cmath>
#include <limits>
#include <map>

#include "core/tables/contingency.hpp"
#include "core/tests/check.hpp"
#include "core/tests/tree/random_stream.hpp"
#include "core/tree/split/gains.hpp"
#include "core/tree/split/regret.hpp"

using namespace entrostream;
using namespace entrostream::tree;
using entrostream::testing::check;
using entrostream::testing::RandomRow;

namespace {

using Counts = std::map<Code, std::map<Code, long double>>;  // branch, class

long double information(const std::map<Code, long double>& counts) {
    long double n = 0, sum = 0;
    for (const auto& [label, count] : counts) {
        n += count;
        sum += count * std::log2(count);
    }
    return n > 0 ? n * std::log2(n) - sum : 0;
}

// n times the gain, by its definition.
long double true_gain(const Counts& branches) {
    std::map<Code, long double> all;
    long double inside = 0;
    for (const auto& [branch, counts] : branches) {
        for (const auto& [label, count] : counts)
            all[label] += count;
        inside += information(counts);
    }
    return information(all) - inside;
}

long double true_regret(long double n, std::uint32_t classes, std::uint32_t branches) {
    const long double u = n / branches, half = 0.5L * classes;
    return branches *
           (std::lgamma(u + half) - std::lgamma(u + 0.5L) + std::lgamma(0.5L) - std::lgamma(half));
}

struct Fed {
    Schema schema;
    Meter meter;
    std::unique_ptr<NaiveBayes> counts;
    std::unique_ptr<QuantileBins> bins;
    std::vector<RandomRow> rows;
};

// The value of a nominal attribute, counted in a table of its own.
ContingencyTable fill(Fed& fed, const testing::StreamShape& shape, std::uint64_t seed) {
    for (std::uint32_t a = 0; a < shape.numeric; ++a)
        fed.schema.add_numeric();
    for (std::uint32_t a = 0; a < shape.nominal; ++a) {
        fed.schema.add_nominal();
        fed.schema.see_values(a, shape.values + a);
    }
    fed.schema.see_classes(shape.classes);
    fed.counts = std::make_unique<NaiveBayes>(fed.meter, fed.schema, BayesParts{});
    fed.bins = std::make_unique<QuantileBins>(fed.meter, fed.schema, BinOptions{16, 50});
    fed.rows = testing::random_stream(shape, 400, seed);
    ContingencyTable maintained;
    maintained.grow(shape.values, shape.classes);
    Example example;
    for (const RandomRow& row : fed.rows) {
        example.take_numbers(fed.schema, row.row());
        example.take_values(fed.schema, row.row());
        example.label = row.label;
        example.weight = row.weight;
        fed.counts->learn(fed.schema, example, CountLogTable::table());
        fed.bins->prefetch(example);
        fed.bins->learn(fed.schema, example);
        if (row.values[0] != missing_value)
            for (std::uint32_t i = 0; i < row.weight; ++i)
                maintained.update({row.values[0], row.label});
    }
    return maintained;
}

std::uint32_t seen_classes(const Fed& fed) {
    return fed.counts->seen_classes();
}

void check_nominal(const Fed& fed, const Gains& gains, std::uint32_t slot) {
    Counts branches;
    long double n = 0;
    for (const RandomRow& row : fed.rows) {
        if (row.values[slot] == missing_value) continue;
        branches[row.values[slot]][row.label] += row.weight;
        n += row.weight;
    }
    const std::uint32_t number = fed.schema.nominal_number(slot);
    const AttributeGain found = gains.of(number, {});
    const auto count = static_cast<std::uint32_t>(branches.size());
    const long double gain = true_gain(branches);
    const long double evidence = gain - true_regret(n, seen_classes(fed), count) / std::log(2.0L);
    check(std::abs(found.gain - static_cast<double>(gain)) < 1e-9, "gain of values");
    check(std::abs(found.evidence - static_cast<double>(evidence)) < 1e-8, "evidence of values");
    const Gains::Branches made = gains.branches(found.split);
    check(made.values.size() == branches.size(), "a branch for every value met");
    for (std::size_t i = 0; i < made.values.size(); ++i)
        for (Code label = 0; label < fed.schema.classes(); ++label)
            check(made.counts[i][label] == branches[made.values[i]][label], "counts of a branch");
}

void check_numeric(const Fed& fed, const Gains& gains, std::uint32_t slot) {
    const AttributeGain found = gains.of(fed.schema.numeric_number(slot), {});
    long double best = -1, n = 0;
    for (std::uint32_t e = 0; e < fed.bins->edges(slot); ++e) {
        Counts branches;
        n = 0;
        for (const RandomRow& row : fed.rows) {
            const double x = row.numbers[slot];
            if (x != x) continue;
            branches[x > fed.bins->edge(slot, e)][row.label] += row.weight;
            n += row.weight;
        }
        if (branches.size() == 2) best = std::max(best, true_gain(branches));
    }
    const long double penalty = true_regret(n, seen_classes(fed), 2) +
                                std::log(static_cast<long double>(fed.bins->edges(slot)));
    check(std::abs(found.gain - static_cast<double>(best)) < 1e-9, "the best threshold");
    check(std::abs(found.evidence - static_cast<double>(best - penalty / std::log(2.0L))) < 1e-8,
          "its evidence");
    std::uint64_t left = 0;
    for (const RandomRow& row : fed.rows)
        left += row.numbers[slot] <= found.split.threshold ? row.weight : 0;
    std::uint64_t counted = 0;
    const Gains::Branches made = gains.branches(found.split);
    for (const std::uint32_t count : made.counts[0])
        counted += count;
    check(left == counted, "rows up to the threshold");
}

// Criteria by their definitions.
void check_criteria(const Fed& fed, const Gains&, std::uint32_t slot) {
    Counts branches;
    std::map<Code, long double> all;
    long double n = 0;
    for (const RandomRow& row : fed.rows) {
        if (row.values[slot] == missing_value) continue;
        branches[row.values[slot]][row.label] += row.weight;
        all[row.label] += row.weight;
        n += row.weight;
    }
    const auto squares = [](const std::map<Code, long double>& counts) {
        long double m = 0, sum = 0;
        for (const auto& [label, count] : counts)
            m += count, sum += count * count;
        return sum / m;
    };
    long double inside = 0, widths = n * std::log2(n);
    for (const auto& [value, counts] : branches) {
        long double m = 0;
        for (const auto& [label, count] : counts)
            m += count;
        inside += squares(counts);
        widths -= m * std::log2(m);
    }
    const auto merit = [&](const Criterion& criterion) {
        const Gains gains(fed.schema, *fed.counts, fed.bins.get(), criterion);
        return gains.of(fed.schema.nominal_number(slot), {.rank = Rank::merit}).split.merit;
    };
    check(std::abs(merit(Criterion(CriterionKind::gini)) -
                   static_cast<double>((inside - squares(all)) / n)) < 1e-12,
          "Gini gain");
    check(std::abs(merit(Criterion(CriterionKind::gain_ratio)) -
                   static_cast<double>(true_gain(branches) / widths)) < 1e-12,
          "gain ratio");
    const Criterion own(
        [](std::span<const double> table, std::uint32_t classes) {
            const std::size_t branches_given = table.size() / classes;
            return static_cast<double>(branches_given);
        },
        1.0);
    check(merit(own) >= static_cast<double>(branches.size()), "a criterion of one's own");
}

void check_stream(const testing::StreamShape& shape, std::uint64_t seed) {
    Fed fed;
    const ContingencyTable maintained = fill(fed, shape, seed);
    const Criterion criterion;
    const Gains gains(fed.schema, *fed.counts, fed.bins.get(), criterion);
    const double bits = static_cast<double>(maintained.sums().excess().signed_mutual()) * 0x1p-58;
    check(gains.of(fed.schema.nominal_number(0), {}).gain == bits,
          "recomputed gains have the bits of maintained sums");
    for (std::uint32_t slot = 0; slot < shape.nominal; ++slot) {
        check_nominal(fed, gains, slot);
        check_criteria(fed, gains, slot);
    }
    for (std::uint32_t slot = 0; slot < shape.numeric; ++slot)
        check_numeric(fed, gains, slot);
}

void check_regret() {
    for (const double u : {0.0, 0.25, 1.0, 7.5, 33.0, 1000.25, 1e6})
        for (const std::uint32_t k : {1u, 2u, 3u, 10u, 101u}) {
            check(
                std::abs(regret(u, k) - static_cast<double>(true_regret(u, k, 1))) < 1e-9 * (1 + k),
                "regret");
            check(regret(u + 0.1, k) >= regret(u, k), "regret rises with n");
            check(regret(u, k + 1) >= regret(u, k), "regret rises with the classes");
            check(regret_of_branches(u, k, 5) + 1e-9 >= regret_of_branches(u, k, 4),
                  "regret rises with the branches");
        }
}

}  // namespace

int main() {
    check_regret();
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        check_stream({}, seed);
        check_stream({.missing = 20, .most_weight = 9}, seed);
        check_stream({.values = 40, .classes = 7, .missing = 5}, seed);
        check_stream({.values = 2, .classes = 2, .noise = 100}, seed);
    }
    return testing::report();
}
