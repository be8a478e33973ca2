// The integer sums of a table of pairs (x, y), and all measures computed from them.
//
// x is the attribute (the rows), y the class (the columns): gains measure what x tells about y.
// With L = sum F(c) over the rows, the columns and the cells,
//
//     n H(X) = F(n) - L_x     n H(Y) = F(n) - L_y     n H(X, Y) = F(n) - L_xy
//
// in units of 2^-58 bit; entropies of any kind are differences of these, divided once.
// With R = sum over the rows of P(Q_x, n_x), the purity sum, so are Gini indices. A pure
// function of the counts: every history that ends in the same counts gives the same bits.
//
// Errors: half an ulp for the single rounding, plus the error of the sums themselves, half a unit
// for each count (or row) whose term is not exact. Plain entropies are never small compared with
// that, so their error is at most 0.51 ulp (0.52 for conditional_gini); differences that may nearly
// cancel have an absolute error besides the half ulp, stated with each.
// An empty table gives 0.0 for everything.
#pragma once
#include <cstdint>

#include "core/exact/sums.hpp"
#include "core/math/int128.hpp"
#include "core/tables/table_measure.hpp"

namespace entrostream {

// n times the entropies of x, of y and of the pairs, in units of 2^-58 bit.
struct TableExcess {
    uint128 x;
    uint128 y;
    uint128 pairs;

    // n H(Y|X), the sum of n_x H(Y|x): never negative, not even by rounding.
    [[nodiscard]] constexpr uint128 conditional() const noexcept { return pairs - x; }
    // n I(X; Y); rounding may leave it some units below 0, which mutual() clamps to 0.
    [[nodiscard]] constexpr int128 signed_mutual() const noexcept {
        return static_cast<int128>(x - (pairs - y));
    }
    [[nodiscard]] constexpr uint128 mutual() const noexcept {
        return signed_mutual() < 0 ? 0 : static_cast<uint128>(signed_mutual());
    }
    // n (H(X|Y) + H(Y|X))
    [[nodiscard]] constexpr uint128 variation() const noexcept { return (pairs - x) + (pairs - y); }

    // n times a measure in bits, before clamping to 0.
    [[nodiscard]] int128 of(TableMeasure measure) const noexcept;
};

// A view of the sums of one table, valid as long as the table.
class TableSums {
  public:
    TableSums(const ExactSums& x, const ExactSums& y, const ExactSums& pairs,
              uint128 purity_sum) noexcept
        : x_(x), y_(y), pairs_(pairs), purity_sum_(purity_sum) {}

    [[nodiscard]] std::uint64_t n() const noexcept { return pairs_.n(); }
    [[nodiscard]] std::uint64_t distinct() const noexcept { return pairs_.distinct(); }
    [[nodiscard]] const ExactSums& x() const noexcept { return x_; }
    [[nodiscard]] const ExactSums& y() const noexcept { return y_; }
    [[nodiscard]] const ExactSums& pairs() const noexcept { return pairs_; }
    [[nodiscard]] uint128 purity_sum() const noexcept { return purity_sum_; }

    // F(n) is cached in the sums of x between reads.
    [[nodiscard]] TableExcess excess() const noexcept;

    // H(Y|X) = H(X, Y) - H(X), bits, within 0.51 ulp.
    [[nodiscard]] double conditional_entropy() const noexcept;
    // I(X; Y) = H(Y) - H(Y|X), bits, the information gain; from 0 to H(X) and H(Y).
    // Absolute error: (pairs + rows + columns + 1) * 2^-59 / n.
    [[nodiscard]] double mutual_information() const noexcept;
    // I / H(X); 0.0 if H(X) is 0. Absolute error: that of I divided by H(X).
    [[nodiscard]] double gain_ratio() const noexcept;
    // 2 I / (H(X) + H(Y)); 0.0 if both are 0. Absolute error: that of I divided by their mean.
    [[nodiscard]] double normalized_mutual_information() const noexcept;
    // H(X|Y) + H(Y|X), bits, within 0.51 ulp: a metric.
    [[nodiscard]] double variation_of_information() const noexcept;
    // G = 2 ln 2 n I. Absolute error: (pairs + rows + columns + 1) * ln 2 * 2^-58.
    [[nodiscard]] double g_statistic() const noexcept;
    // The mean Gini index of the rows, within 0.52 ulp: for a row that is not pure, n_x times the
    // Gini index is at least 1, of which half a unit is 2^-59.
    [[nodiscard]] double conditional_gini() const noexcept;
    // The Gini index of y minus the mean of the rows. Absolute error: (rows + 1) * 2^-59 / n.
    [[nodiscard]] double gini_gain() const noexcept;

  private:
    const ExactSums& x_;
    const ExactSums& y_;
    const ExactSums& pairs_;
    uint128 purity_sum_;
};

[[nodiscard]] double read(const TableSums& sums, TableMeasure measure) noexcept;
// The same for a measure that is a count.
[[nodiscard]] std::uint64_t read_count(const TableSums& sums, TableMeasure measure) noexcept;

}  // namespace entrostream
