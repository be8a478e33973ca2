// The value of a split, as a function of the counts that it would produce.
//
// The evidence rule requires information gain whatever the criterion is: the rule decides whether
// to split, the criterion which of the splits with evidence to take. So its guarantee about noise,
// and the lazy schedule, hold for every criterion, including a user's own. Hoeffding's rule
// compares the criterion itself. Its lazy schedule knows how fast the information gain can
// change; for any other criterion it attempts a split after every example.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/counts/named.hpp"
#include "core/math/int128.hpp"

namespace entrostream::tree {

// The class counts of each branch. Counts are integers, or expected counts where the numbers are
// represented by Gaussians.
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

enum class CriterionKind : std::uint8_t { info_gain, gini, gain_ratio, custom };
// Those that are chosen by name.
inline constexpr std::array criterion_kinds{Named{"info_gain", CriterionKind::info_gain},
                                            Named{"gini", CriterionKind::gini},
                                            Named{"gain_ratio", CriterionKind::gain_ratio}};

// The gain for a table: branches x classes, branch by branch. Larger is better; 0 or less is no
// gain.
using CustomCriterion = std::function<double(std::span<const double> table, std::uint32_t classes)>;

class Criterion {
  public:
    Criterion() = default;
    explicit Criterion(CriterionKind kind) : kind_(kind) {}
    // `range` is the largest possible gain, for Hoeffding's bound.
    Criterion(CustomCriterion custom, double range);

    [[nodiscard]] CriterionKind kind() const noexcept { return kind_; }
    [[nodiscard]] bool is_info_gain() const noexcept { return kind_ == CriterionKind::info_gain; }
    template <class Count>
    [[nodiscard]] double merit(const SplitTable<Count>& table) const;
    [[nodiscard]] double range(std::uint32_t classes) const noexcept;

  private:
    CriterionKind kind_ = CriterionKind::info_gain;
    CustomCriterion custom_;
    double custom_range_ = 0;
};

}  // namespace entrostream::tree
