// The measures of pairs (x, y): one table with the name and the description of each.
//
// A new measure is an enumerator and a line of the table in this file, and its case in `read`
// (table_sums.cpp), which the compiler requires. Properties, traces, error messages, stubs and
// tests walk the table.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/counts/measure.hpp"

namespace entrostream {

enum class TableMeasure : std::uint8_t {
    // in bits: n times each is a sum or difference of the three entropies of table_sums.hpp
    entropy_x,
    entropy_y,
    joint_entropy,
    conditional_entropy,
    mutual_information,
    variation_of_information,
    // others
    gain_ratio,
    normalized_mutual_information,
    g_statistic,
    gini_x,
    gini_y,
    conditional_gini,
    gini_gain,
    // counts
    n,
    distinct,
    distinct_x,
    distinct_y,
};

inline constexpr std::size_t measures_in_bits = 6;
[[nodiscard]] constexpr bool is_in_bits(TableMeasure measure) noexcept {
    return static_cast<std::size_t>(measure) < measures_in_bits;
}

// Whether the measure is a number of pairs or labels, which Python shows as an integer.
[[nodiscard]] constexpr bool is_count(TableMeasure measure) noexcept {
    return measure >= TableMeasure::n;
}

template <>
struct MeasureTable<TableMeasure> {
    static constexpr std::array rows{
        MeasureRow{
            TableMeasure::mutual_information, "mutual_information",
            "I(X; Y) = H(Y) - H(Y|X), in bits; the same whichever of the two is known.\n\n"
            "Never below 0. Error: half an ulp and (distinct + distinct_x + distinct_y + 1) * "
            "2^-59 / n."},
        MeasureRow{TableMeasure::mutual_information, "information_gain",
                   "How many bits x tells about y (erratum E18): mutual_information under its "
                   "other name."},
        MeasureRow{TableMeasure::gain_ratio, "gain_ratio",
                   "information_gain / entropy_x, from 0 to 1; 0.0 if x is constant."},
        MeasureRow{TableMeasure::normalized_mutual_information, "normalized_mutual_information",
                   "mutual_information over the mean of entropy_x and entropy_y, from 0 to 1; "
                   "0.0 if both are constant."},
        MeasureRow{TableMeasure::variation_of_information, "variation_of_information",
                   "H(X|Y) + H(Y|X) in bits, a metric between x and y; within 0.51 ulp."},
        MeasureRow{TableMeasure::entropy_x, "entropy_x",
                   "H(X), the entropy of the attribute in bits, within 0.51 ulp."},
        MeasureRow{TableMeasure::entropy_y, "entropy_y",
                   "H(Y), the entropy of the class in bits, within 0.51 ulp."},
        MeasureRow{TableMeasure::joint_entropy, "joint_entropy",
                   "H(X, Y), the entropy of the pairs in bits, within 0.51 ulp."},
        MeasureRow{TableMeasure::conditional_entropy, "conditional_entropy",
                   "H(Y|X), what is left of the class's entropy once x is known, in bits; within "
                   "0.51 ulp."},
        MeasureRow{TableMeasure::g_statistic, "g_statistic",
                   "G = 2 ln 2 n I(X; Y), the likelihood ratio statistic of independence.\n\n"
                   "Error: half an ulp and (distinct + distinct_x + distinct_y + 1) * ln 2 * "
                   "2^-58, whatever n is."},
        MeasureRow{TableMeasure::gini_x, "gini_x",
                   "The Gini index of the attribute, correctly rounded."},
        MeasureRow{TableMeasure::gini_y, "gini_y",
                   "The Gini index of the class, correctly rounded."},
        MeasureRow{TableMeasure::conditional_gini, "conditional_gini",
                   "The mean Gini index of the class once x is known, within 0.52 ulp."},
        MeasureRow{
            TableMeasure::gini_gain, "gini_gain",
            "gini_y - conditional_gini, how much purer the class is once x is known (erratum "
            "E18).\n\nNever below 0. Error: half an ulp and (distinct_x + 1) * 2^-59 / n."},
        MeasureRow{TableMeasure::n, "n", "How many pairs are held, each as often as it came."},
        MeasureRow{TableMeasure::distinct, "distinct", "How many different pairs are held."},
        MeasureRow{TableMeasure::distinct_x, "distinct_x",
                   "How many different values of x are held: the rows."},
        MeasureRow{TableMeasure::distinct_y, "distinct_y",
                   "How many different values of y are held: the columns."},
    };
};

}  // namespace entrostream
