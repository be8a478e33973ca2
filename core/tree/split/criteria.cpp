#include "core/tree/split/criteria.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/count_log/count_log.hpp"
#include "core/count_log/count_log_table.hpp"
#include "core/exact/purity.hpp"
#include "core/exact/reads.hpp"
#include "core/math/double_logs.hpp"
#include "core/tree/split/scaled_entropy.hpp"

namespace entrostream::tree {

namespace {

double x_log2_x(double x) {
    return x > 0 ? x * detail::double_log2(x) : 0;
}

template <class Count>
Count sum(const Count* counts, std::uint32_t classes) {
    Count all = 0;
    for (std::uint32_t c = 0; c < classes; ++c)
        all += counts[c];
    return all;
}

// F of a count, exact or in doubles.
int128 f(std::uint32_t count) {
    return CountLogTable::table().f(count);
}
double f(double count) {
    return x_log2_x(count);
}

double bits(int128 units) {
    return static_cast<double>(units) * 0x1p-58;
}

double in_bits(int128 units) {
    return bits(units);
}
double in_bits(double bits) {
    return bits;
}

template <class Count>
auto gain_of(const SplitTable<Count>& table) {
    const auto f_of = [](Count count) { return f(count); };
    auto all = scaled_entropy(table.totals, table.classes, f_of).value;
    for (const Count* branch : table.branches)
        all -= scaled_entropy(branch, table.classes, f_of).value;
    return all;
}

// n times the entropy of the branches.
template <class Count>
double branch_information(const SplitTable<Count>& table) {
    auto all = f(sum(table.totals, table.classes));
    for (const Count* branch : table.branches)
        all -= f(sum(branch, table.classes));
    return in_bits(all);
}

// Sum of squares over sum, in units of 2^-58: n times the purity.
uint128 pureness(const std::uint32_t* counts, std::uint32_t classes) {
    uint128 squares = 0;
    for (std::uint32_t c = 0; c < classes; ++c)
        squares += uint128{counts[c]} * counts[c];
    return purity(squares, sum(counts, classes));
}
double pureness(const double* counts, std::uint32_t classes) {
    double squares = 0;
    for (std::uint32_t c = 0; c < classes; ++c)
        squares += counts[c] * counts[c];
    const double all = sum(counts, classes);
    return all > 0 ? squares / all : 0;
}

double gini_gain(const SplitTable<std::uint32_t>& table) {
    int128 all = -static_cast<int128>(pureness(table.totals, table.classes));
    for (const std::uint32_t* branch : table.branches)
        all += static_cast<int128>(pureness(branch, table.classes));
    return bits(all) / sum(table.totals, table.classes);
}
double gini_gain(const SplitTable<double>& table) {
    double all = -pureness(table.totals, table.classes);
    for (const double* branch : table.branches)
        all += pureness(branch, table.classes);
    return all / sum(table.totals, table.classes);
}

template <class Count>
std::vector<double> flat(const SplitTable<Count>& table) {
    std::vector<double> counts;
    counts.reserve(table.branches.size() * table.classes);
    for (const Count* branch : table.branches)
        counts.insert(counts.end(), branch, branch + table.classes);
    return counts;
}

}  // namespace

int128 information_gain(const SplitTable<std::uint32_t>& table) {
    return gain_of(table);
}

double information_gain(const SplitTable<double>& table) {
    return gain_of(table);
}

Criterion::Criterion(CustomCriterion custom, double range)
    : kind_(CriterionKind::custom), custom_(std::move(custom)), custom_range_(range) {
    if (!custom_) throw std::invalid_argument("the criterion is not there");
    if (!(range > 0)) throw std::invalid_argument("the range of a criterion must be above 0");
}

template <class Count>
double Criterion::merit(const SplitTable<Count>& table) const {
    switch (kind_) {
        case CriterionKind::gini:
            return gini_gain(table);
        case CriterionKind::gain_ratio: {
            const double information = branch_information(table);
            return information > 0 ? in_bits(gain_of(table)) / information : 0;
        }
        case CriterionKind::custom:
            return custom_(flat(table), table.classes);
        case CriterionKind::info_gain:
            break;
    }
    return in_bits(gain_of(table)) / sum(table.totals, table.classes);
}

template double Criterion::merit(const SplitTable<std::uint32_t>&) const;
template double Criterion::merit(const SplitTable<double>&) const;

double Criterion::range(std::uint32_t classes) const noexcept {
    switch (kind_) {
        case CriterionKind::gini:
        case CriterionKind::gain_ratio:
            return 1;
        case CriterionKind::custom:
            return custom_range_;
        case CriterionKind::info_gain:
            break;
    }
    return detail::double_log2(std::max(2u, classes));
}

}  // namespace entrostream::tree
