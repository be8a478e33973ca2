// Accuracy, kappa and the no-change baseline are those of the definitions.
#include "core/tree/prequential.hpp"

#include <cmath>
#include <cstdlib>
#include <vector>

#include "core/tests/check.hpp"

using namespace entrostream;
using namespace entrostream::tree;
using entrostream::testing::check;

namespace {

struct Scored {
    Code predicted;
    Code label;
};

bool near(double a, double b) {
    return std::isnan(a) ? std::isnan(b) : std::abs(a - b) <= 1e-12;
}

// Of the predictions from `first` to before `last`, by counting again.
Scores scores_by_definition(const std::vector<Scored>& predictions, std::size_t first,
                            std::size_t last) {
    const auto rows = static_cast<double>(last - first);
    double right = 0, same = 0;
    std::vector<double> predicted(8), was(8);
    for (std::size_t i = first; i < last; ++i) {
        right += predictions[i].predicted == predictions[i].label;
        same += i > 0 && predictions[i].label == predictions[i - 1].label;
        if (predictions[i].predicted != no_code) ++predicted[predictions[i].predicted];
        ++was[predictions[i].label];
    }
    double chance = 0;
    for (std::size_t k = 0; k < predicted.size(); ++k)
        chance += predicted[k] / rows * (was[k] / rows);
    const double kappa = chance == 1 ? std::nan("") : (right / rows - chance) / (1 - chance);
    return {right / rows, kappa, same / rows};
}

void check_scores(const Scores& found, const Scores& expected) {
    check(near(found.accuracy, expected.accuracy), "accuracy");
    check(near(found.kappa, expected.kappa), "kappa");
    check(near(found.no_change, expected.no_change), "no change");
}

void points_are_those_of_the_definition() {
    std::vector<Scored> predictions;
    std::srand(7);
    for (int i = 0; i < 1000; ++i) {
        const Code label = static_cast<Code>(std::rand()) % 5;
        const bool right = std::rand() % 3 == 0;
        const Code predicted = i == 0  ? no_code
                               : right ? label
                                       : static_cast<Code>(std::rand()) % 8;
        predictions.push_back({predicted, label});
    }
    Prequential curve(300);
    for (const Scored& row : predictions)
        curve.add(row.predicted, row.label);
    curve.finish();
    check(curve.points().size() == 4, "the last rows make a point of their own");
    std::size_t before = 0;
    for (const Prequential::Point& point : curve.points()) {
        check_scores(point.overall, scores_by_definition(predictions, 0, point.rows));
        check_scores(point.recent, scores_by_definition(predictions, before, point.rows));
        before = point.rows;
    }
}

void one_class_has_no_kappa() {
    ScoreCounts counts;
    check(std::isnan(counts.scores().accuracy), "no rows, no accuracy");
    counts.add(0, 0, no_code, 1);
    check(counts.scores().accuracy == 1, "right");
    check(std::isnan(counts.scores().kappa), "chance would be right too");
}

void weights_are_rows() {
    Prequential heavy(2), often(1000), light(1);
    std::srand(11);
    for (int i = 0; i < 200; ++i) {
        const Code predicted = static_cast<Code>(std::rand()) % 4;
        const Code label = static_cast<Code>(std::rand()) % 3;
        const auto weight = static_cast<std::uint32_t>(std::rand()) % 4;
        heavy.add(predicted, label, weight);
        light.add(i == 0 ? no_code : predicted, weight == 0 ? no_code - 1 : label, weight);
        for (std::uint32_t k = 0; k < weight; ++k)
            often.add(predicted, label);
    }
    heavy.finish();
    often.finish();
    check(heavy.points().size() == 100, "points stand after rows, whatever their weights");
    check(light.points().size() == 200, "a label of weight 0 is ignored");
    const Scores& by_weight = heavy.points().back().overall;
    const Scores& by_row = often.points().back().overall;
    check(by_weight.accuracy == by_row.accuracy, "accuracy by weight");
    check(by_weight.kappa == by_row.kappa, "kappa by weight");
    Prequential nothing(3);
    nothing.add(0, 0, 0);
    nothing.finish();
    check(std::isnan(nothing.points().back().overall.accuracy), "no weight, no accuracy");
}

}  // namespace

int main() {
    weights_are_rows();
    points_are_those_of_the_definition();
    one_class_has_no_kappa();
    return entrostream::testing::report();
}
