#include "core/tree/split/split_margin.hpp"

#include <algorithm>
#include <numeric>

namespace entrostream::tree {

namespace {

// The rule compares quotients of doubles, each with an error of some 2^-52.
constexpr double relative_slack = 1e-12;

int128 step(std::uint32_t count, std::uint32_t weight, const CountLogTable& logs) {
    return logs.f(count + weight) - logs.f(count);
}

}  // namespace

SplitMargin::SplitMargin(Meter& meter, const Schema& schema)
    : share_(meter, sizeof(SplitMargin)), below_(MeteredAllocator<std::uint32_t>(meter)) {
    resize_exactly(below_, 2 * std::size_t{schema.class_room()}, 0u);
}

void SplitMargin::grow_classes(const Schema& schema) {
    drop();
    resize_exactly(below_, 2 * std::size_t{schema.class_room()}, 0u);
}

void SplitMargin::set(const Schema& schema, const QuantileBins& bins, const Split& first,
                      const Split& second, double enough) {
    const double ahead = first.gain - second.gain;
    const double slack = Schedule::slack + relative_slack * (enough + first.gain + second.gain);
    first_ = {.attribute = first.attribute, .threshold = first.threshold};
    second_ = {.attribute = second.attribute, .threshold = second.threshold};
    first_.left = Schedule::units_of(enough - ahead - slack);
    second_.left = Schedule::units_of(enough + ahead - slack);
    count_below(schema, bins, first_);
    count_below(schema, bins, second_);
    holds_ = first_.left > 0 && second_.left > 0;
}

void SplitMargin::count_below(const Schema& schema, const QuantileBins& bins, Witness& witness) {
    witness.n_below = 0;
    if (!is_numeric(schema, witness)) return;
    std::uint32_t* const counts = below(witness);
    const std::uint32_t slot = schema.attribute(witness.attribute).slot;
    bins.sum_first(slot, bins.edges_up_to(slot, witness.threshold), counts);
    witness.n_below = std::accumulate(counts, counts + schema.classes(), 0u);
}

// The surprise of an example in a split, which then counts it.
int128 SplitMargin::meet(const Schema& schema, const NaiveBayes& counts, const Example& example,
                         Witness& witness, const CountLogTable& logs) {
    const Code label = example.label;
    std::uint32_t in_branch = counts.n();
    std::uint32_t of_class = counts.class_counts()[label];
    if (is_numeric(schema, witness)) {
        const double x = example.number(schema.attribute(witness.attribute).slot);
        std::uint32_t& of_class_below = below(witness)[label];
        if (x > witness.threshold) {
            in_branch -= witness.n_below;
            of_class -= of_class_below;
        } else {
            in_branch = witness.n_below;
            of_class = of_class_below;
            witness.n_below += example.weight;
            of_class_below += example.weight;
        }
    } else if (witness.attribute != none) {
        const std::uint32_t slot = schema.attribute(witness.attribute).slot;
        const std::uint32_t* const row = counts.table().find(schema, slot, example.value(slot));
        in_branch = 0;
        for (Code c = 0; c < schema.classes() && row != nullptr; ++c)
            in_branch += row[c];
        of_class = row != nullptr ? row[label] : 0;
    }  // else all examples are in one branch: its surprise is their rise
    return step(in_branch, example.weight, logs) - step(of_class, example.weight, logs);
}

void SplitMargin::spend(const Schema& schema, const NaiveBayes& counts, const Example& example,
                        const CountLogTable& logs) {
    const int128 of_first = meet(schema, counts, example, first_, logs);
    const int128 of_second = meet(schema, counts, example, second_, logs);
    const bool has_one_split = !is_numeric(schema, first_);
    const std::uint32_t shift = counts.shift();
    first_.left -= Schedule::rounded_up(has_one_split ? of_second - of_first : of_second, shift);
    second_.left -= Schedule::rounded_up(of_first, shift);
    holds_ = first_.left > 0 && second_.left > 0;
    first_.left = std::min(first_.left, Schedule::most);
}

}  // namespace entrostream::tree
