// Small random streams for the trees: numbers and values that tell something of the class,
// some of them missing, values and classes that appear late, weights.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/tests/random.hpp"
#include "core/tree/rows/row.hpp"
#include "core/tree/vfdt.hpp"

namespace entrostream::testing {

struct StreamShape {
    std::uint32_t numeric = 2;
    std::uint32_t nominal = 2;
    std::uint32_t values = 3;  // the first nominal attribute has this many, the next one more, ...
    std::uint32_t classes = 3;
    std::uint32_t missing = 0;  // of a hundred
    std::uint32_t noise = 20;   // of a hundred labels
    std::uint32_t most_weight = 1;
    std::uint32_t alike = 0;  // of a hundred rows where all of a kind say what the first says
    bool late = false;        // the last value and the last class appear after half of the rows
    std::uint32_t concept_length = 0;  // rows after which other values make the class; 0: never
};

struct RandomRow {
    std::vector<double> numbers;
    std::vector<Code> values;
    Code label = 0;
    std::uint32_t weight = 1;

    [[nodiscard]] tree::Row row() const { return {numbers, values}; }
};

inline std::vector<RandomRow> random_stream(const StreamShape& shape, std::size_t rows,
                                            std::uint64_t seed) {
    Random random(seed);
    std::vector<RandomRow> made(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        RandomRow& row = made[i];
        const bool early = shape.late && i < rows / 2;
        const std::uint32_t classes = shape.classes - (early ? 1 : 0);
        std::uint64_t told = 0;
        for (std::uint32_t a = 0; a < shape.numeric; ++a) {
            // Few distinct numbers in every other attribute.
            const std::uint64_t x = random.below(a % 2 == 0 ? 1000 : 7);
            if (a == 0) told += x / 300;
            row.numbers.push_back(static_cast<double>(x) / 8 - 20);
        }
        for (std::uint32_t a = 0; a < shape.nominal; ++a) {
            const auto value = static_cast<Code>(random.below(shape.values + a - (early ? 1 : 0)));
            if (a == 0) told += value;
            row.values.push_back(value);
        }
        if (shape.alike != 0 && random.below(100) < shape.alike) {
            std::fill(row.numbers.begin(), row.numbers.end(),
                      row.numbers.empty() ? 0 : row.numbers[0]);
            std::fill(row.values.begin(), row.values.end(), row.values.empty() ? 0 : row.values[0]);
        }
        if (shape.concept_length != 0) told += i / shape.concept_length;
        row.label = static_cast<Code>(told % classes);
        if (random.below(100) < shape.noise) row.label = static_cast<Code>(random.below(classes));
        row.weight = 1 + static_cast<std::uint32_t>(random.below(shape.most_weight));
        for (double& x : row.numbers)
            if (random.below(100) < shape.missing) x = std::numeric_limits<double>::quiet_NaN();
        for (Code& value : row.values)
            if (random.below(100) < shape.missing) value = tree::missing_value;
    }
    return made;
}

// Options of all adaptive learners.
inline std::vector<tree::Options> adaptive_options(const tree::Options& options,
                                                   std::uint64_t window = 300) {
    std::vector<tree::Options> all;
    for (const tree::Learner learner :
         {tree::Learner::adaptive, tree::Learner::efdt, tree::Learner::cvfdt}) {
        all.push_back(options);
        all.back().learner = learner;
        all.back().window = learner == tree::Learner::cvfdt ? window : 0;
        all.back().re_evaluation_period = 50;
        if (all.back().re_evaluates_splits()) all.back().weight_type = tree::WeightType::frequency;
    }
    return all;
}

inline void add_attributes(tree::Vfdt& tree, const StreamShape& shape) {
    for (std::uint32_t a = 0; a < shape.numeric; ++a)
        tree.add_numeric();
    for (std::uint32_t a = 0; a < shape.nominal; ++a)
        tree.add_nominal();
}

// Whether two trees have the same nodes with the same counts.
inline bool same_trees(const tree::Vfdt& a, const tree::Vfdt& b) {
    if (a.model().size() != b.model().size() ||
        a.model().subtree(tree::root) != b.model().subtree(tree::root))
        return false;
    for (const tree::NodeId id : a.model().subtree(tree::root)) {
        const tree::NodeView x = a.model().view(id);
        const tree::NodeView y = b.model().view(id);
        if (x.parent != y.parent || x.kind != y.kind || x.attribute != y.attribute ||
            x.threshold != y.threshold || x.gain != y.gain || x.default_child != y.default_child ||
            a.model().class_weights(id) != b.model().class_weights(id))
            return false;
    }
    return true;
}

}  // namespace entrostream::testing
