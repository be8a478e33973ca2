#include "core/tree/split/criteria.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/exact/count_log.hpp"
#include "core/exact/purity.hpp"
#include "core/exact/reads.hpp"
#include "core/math/double_logs.hpp"
#include "core/tree/statistics/count_logs.hpp"

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

int128 log_sum(const std::uint32_t* counts, std::uint32_t classes, const CountLogs& logs) {
    int128 all = 0;
    for (std::uint32_t c = 0; c < classes; ++c)
        all += logs.f(counts[c]);
    return all;
}

double log_sum(const double* counts, std::uint32_t classes) {
    double all = 0;
    for (std::uint32_t c = 0; c < classes; ++c)
        all += x_log2_x(counts[c]);
    return all;
}

double bits(int128 units) {
    return static_cast<double>(units) * 0x1p-58;
}

// n times the entropy of the branches.
double branch_information(const SplitTable<std::uint32_t>& table) {
    const CountLogs& logs = CountLogs::table();
    int128 all = logs.f(sum(table.totals, table.classes));
    for (const std::uint32_t* branch : table.branches)
        all -= logs.f(sum(branch, table.classes));
    return bits(all);
}
double branch_information(const SplitTable<double>& table) {
    double all = x_log2_x(sum(table.totals, table.classes));
    for (const double* branch : table.branches)
        all -= x_log2_x(sum(branch, table.classes));
    return all;
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

double gain_in_bits(const SplitTable<std::uint32_t>& table) {
    return bits(information_gain(table));
}
double gain_in_bits(const SplitTable<double>& table) {
    return information_gain(table);
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
    const CountLogs& logs = CountLogs::table();
    int128 all =
        logs.f(sum(table.totals, table.classes)) - log_sum(table.totals, table.classes, logs);
    for (const std::uint32_t* branch : table.branches)
        all += log_sum(branch, table.classes, logs) - logs.f(sum(branch, table.classes));
    return all;
}

double information_gain(const SplitTable<double>& table) {
    double all = x_log2_x(sum(table.totals, table.classes)) - log_sum(table.totals, table.classes);
    for (const double* branch : table.branches)
        all += log_sum(branch, table.classes) - x_log2_x(sum(branch, table.classes));
    return all;
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
            return information > 0 ? gain_in_bits(table) / information : 0;
        }
        case CriterionKind::custom:
            return custom_(flat(table), table.classes);
        case CriterionKind::information_gain:
            break;
    }
    return gain_in_bits(table) / sum(table.totals, table.classes);
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
        case CriterionKind::information_gain:
            break;
    }
    return detail::double_log2(std::max(2u, classes));
}

}  // namespace entrostream::tree
