// Test, then train: how well a model predicted the label of each row before learning it.
//
// Sums of weights in the order of the rows, exact if the weights are integers: the curve does not
// depend on how the rows were batched.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/counts/code.hpp"

namespace entrostream::tree {

// Over some rows; NaN if there are none.
struct Scores {
    double accuracy;
    double kappa;      // NaN if chance alone would get all of them right
    double no_change;  // accuracy of predicting the label of the previous row
};

// Counts of correct predictions, of predicted labels and of true labels.
class ScoreCounts {
  public:
    // `predicted` is no_code if there was no prediction: that counts as wrong. `before` is the
    // label of the previous row, no_code for the first. A row of weight w counts as w rows.
    void add(Code predicted, Code label, Code before, double weight);
    void clear() noexcept;
    [[nodiscard]] Scores scores() const noexcept;

  private:
    struct Class {
        double predicted = 0;
        double was = 0;
    };

    std::vector<Class> classes_;
    double n_ = 0;  // the sum of the weights
    double right_ = 0;
    double right_by_no_change_ = 0;
};

// The scores of all rows so far and of the latest ones, after every `every` rows.
class Prequential {
  public:
    struct Point {
        std::uint64_t rows;
        Scores overall;  // from the first row on
        Scores recent;   // since the previous point
    };

    explicit Prequential(std::uint64_t every) : every_(every) {}

    // A row of weight 0 is left out of the scores; its prediction and label are ignored.
    void add(Code predicted, Code label, double weight = 1);
    // Adds a point for the rows since the last point, if there are any.
    void finish();
    [[nodiscard]] std::span<const Point> points() const noexcept { return points_; }

  private:
    void mark();

    std::uint64_t every_;
    std::uint64_t rows_ = 0;
    std::uint64_t marked_ = 0;  // rows at the last point
    Code before_ = no_code;
    ScoreCounts overall_;
    ScoreCounts recent_;
    std::vector<Point> points_;
};

}  // namespace entrostream::tree
