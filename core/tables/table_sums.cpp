#include "core/tables/table_sums.hpp"

#include "core/exact/entropy_fast_path.hpp"
#include "core/exact/purity.hpp"
#include "core/exact/reads.hpp"

namespace entrostream {

int128 TableExcess::of(TableMeasure measure) const noexcept {
    switch (measure) {
        case TableMeasure::entropy_x:
            return static_cast<int128>(x);
        case TableMeasure::entropy_y:
            return static_cast<int128>(y);
        case TableMeasure::joint_entropy:
            return static_cast<int128>(pairs);
        case TableMeasure::conditional_entropy:
            return static_cast<int128>(conditional());
        case TableMeasure::mutual_information:
            return signed_mutual();
        case TableMeasure::variation_of_information:
            return static_cast<int128>(variation());
        default:
            return 0;
    }
}

TableExcess TableSums::excess() const noexcept {
    const uint128 most = x_.excess() + x_.log_sum();  // F(n)
    return {most - x_.log_sum(), most - y_.log_sum(), most - pairs_.log_sum()};
}

double TableSums::conditional_entropy() const noexcept {
    return n() == 0 ? 0.0 : bits_per_event(x_.log_sum() - pairs_.log_sum(), n());
}

// If x or y is constant, the sums cancel exactly. Otherwise n I is F(n) - (L_x + L_y - L_xy), so
// it is computed like an entropy.
double TableSums::mutual_information() const noexcept {
    if (x_.distinct() < 2 || y_.distinct() < 2) return 0.0;
    if (n() < detail::fast_path_limit) {
        const uint128 log_sum = x_.log_sum() + y_.log_sum() - pairs_.log_sum();
        const detail::Rounded fast = detail::fast_entropy(log_sum, n());  // uncertain near 0
        if (fast.certain) [[likely]]
            return fast.value;
    }
    return bits_per_event(excess().mutual(), n());
}

double TableSums::gain_ratio() const noexcept {
    if (x_.distinct() < 2) return 0.0;
    const TableExcess all = excess();
    return quotient(all.mutual(), all.x);
}

double TableSums::normalized_mutual_information() const noexcept {
    if (pairs_.distinct() < 2) return 0.0;
    const TableExcess all = excess();
    return quotient(2 * all.mutual(), all.x + all.y);
}

double TableSums::variation_of_information() const noexcept {
    if (n() == 0) return 0.0;
    return bits_per_event(x_.log_sum() + y_.log_sum() - 2 * pairs_.log_sum(), n());
}

double TableSums::g_statistic() const noexcept {
    return 2 * nats_per_event(excess().mutual(), 1);
}

double TableSums::conditional_gini() const noexcept {
    if (n() == 0) return 0.0;
    const uint128 all = uint128{n()} << fraction_bits;
    return quotient(all - purity_sum_, all);
}

double TableSums::gini_gain() const noexcept {
    if (n() == 0) return 0.0;
    const uint128 parent = purity(y_.square_sum(), n());
    return purity_sum_ > parent ? bits_per_event(purity_sum_ - parent, n()) : 0.0;
}

double read(const TableSums& sums, TableMeasure measure) noexcept {
    switch (measure) {
        case TableMeasure::entropy_x:
            return sums.x().entropy();
        case TableMeasure::entropy_y:
            return sums.y().entropy();
        case TableMeasure::joint_entropy:
            return sums.pairs().entropy();
        case TableMeasure::conditional_entropy:
            return sums.conditional_entropy();
        case TableMeasure::mutual_information:
            return sums.mutual_information();
        case TableMeasure::gain_ratio:
            return sums.gain_ratio();
        case TableMeasure::normalized_mutual_information:
            return sums.normalized_mutual_information();
        case TableMeasure::variation_of_information:
            return sums.variation_of_information();
        case TableMeasure::g_statistic:
            return sums.g_statistic();
        case TableMeasure::gini_x:
            return sums.x().gini();
        case TableMeasure::gini_y:
            return sums.y().gini();
        case TableMeasure::conditional_gini:
            return sums.conditional_gini();
        case TableMeasure::gini_gain:
            return sums.gini_gain();
        case TableMeasure::n:
        case TableMeasure::distinct:
        case TableMeasure::distinct_x:
        case TableMeasure::distinct_y:
            return static_cast<double>(read_count(sums, measure));
    }
    return 0.0;
}

std::uint64_t read_count(const TableSums& sums, TableMeasure measure) noexcept {
    switch (measure) {
        case TableMeasure::n:
            return sums.n();
        case TableMeasure::distinct:
            return sums.distinct();
        case TableMeasure::distinct_x:
            return sums.x().distinct();
        case TableMeasure::distinct_y:
            return sums.y().distinct();
        default:
            return 0;
    }
}

}  // namespace entrostream
