// What a split is worth: reads of the counts that it would make.
//
// The evidence rule asks for the information gain whatever the criterion is: it decides
// whether to split, the criterion which of the splits with evidence to take. So its promise
// about noise, and the certified schedule, hold for every criterion, a user's own too.
// Hoeffding's rule compares the criterion itself; its certified schedule knows how fast the
// information gain can move and looks after every example for any other.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/math/int128.hpp"

namespace entrostream::tree {

// How many of each class go down each branch. Counts are integers, or, where a Gaussian
// stands for the numbers, expected counts.
template <class Count>
struct SplitTable {
    std::uint32_t classes;
    const Count* totals;                     // by class
    std::span<const Count* const> branches;  // each by class
};

// n times the gain in units of 2^-58 bit, exact: sums of F(c).
[[nodiscard]] int128 information_gain(const SplitTable<std::uint32_t>& table);
// n times the gain in bits.
[[nodiscard]] double information_gain(const SplitTable<double>& table);

enum class CriterionKind : std::uint8_t { information_gain, gini, gain_ratio, custom };

// The gain for a table: branches x classes, one branch after the other. Larger is better, 0
// or less is no gain.
using CustomCriterion = std::function<double(std::span<const double> table, std::uint32_t classes)>;

class Criterion {
  public:
    Criterion() = default;
    explicit Criterion(CriterionKind kind) : kind_(kind) {}
    // `range` is the largest gain there can be, for Hoeffding's bound.
    Criterion(CustomCriterion custom, double range);

    [[nodiscard]] CriterionKind kind() const noexcept { return kind_; }
    [[nodiscard]] bool is_information_gain() const noexcept {
        return kind_ == CriterionKind::information_gain;
    }
    template <class Count>
    [[nodiscard]] double merit(const SplitTable<Count>& table) const;
    [[nodiscard]] double range(std::uint32_t classes) const noexcept;

  private:
    CriterionKind kind_ = CriterionKind::information_gain;
    CustomCriterion custom_;
    double custom_range_ = 0;
};

}  // namespace entrostream::tree
