// The measures of a table of pairs: names for `trace`, and slots for the properties.
#pragma once
#include <nanobind/nanobind.h>

#include <vector>

#include "bindings/runtime/hot_slots.hpp"
#include "bindings/runtime/reentrancy_guard.hpp"
#include "core/tables/table_sums.hpp"

namespace entrostream {

namespace nb = nanobind;

struct NamedTableMeasure {
    const char* name;
    TableMeasure measure;
};
// Every measure that a trace of pairs can report, with its public name.
[[nodiscard]] const std::vector<NamedTableMeasure>& all_table_measures();
[[nodiscard]] TableMeasure table_measure_named(nb::handle name);

template <class Table, TableMeasure measure>
PyObject* table_read_slot(PyObject* self, void*) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        const Table& table = summary_in<Table>(self);
        require_idle(table.busy());
        return PyFloat_FromDouble(read(table.core().sums(), measure));
    });
}

template <class Table, std::uint64_t (*number)(const TableSums&)>
PyObject* table_number_slot(PyObject* self, void*) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        const Table& table = summary_in<Table>(self);
        require_idle(table.busy());
        return PyLong_FromUnsignedLongLong(number(table.core().sums()));
    });
}

namespace detail {

inline std::uint64_t events(const TableSums& sums) {
    return sums.n();
}
inline std::uint64_t pairs(const TableSums& sums) {
    return sums.distinct();
}
inline std::uint64_t rows(const TableSums& sums) {
    return sums.x().distinct();
}
inline std::uint64_t columns(const TableSums& sums) {
    return sums.y().distinct();
}

}  // namespace detail

template <class Table>
inline PyGetSetDef table_reads[] = {
    {"n", table_number_slot<Table, detail::events>, nullptr,
     "How many pairs are held, each as often as it came.", nullptr},
    {"distinct", table_number_slot<Table, detail::pairs>, nullptr,
     "How many different pairs are held.", nullptr},
    {"distinct_x", table_number_slot<Table, detail::rows>, nullptr,
     "How many different values of x are held: the rows.", nullptr},
    {"distinct_y", table_number_slot<Table, detail::columns>, nullptr,
     "How many different values of y are held: the columns.", nullptr},
    {"entropy_x", table_read_slot<Table, TableMeasure::entropy_x>, nullptr,
     "H(X), the entropy of the attribute in bits, within 0.51 ulp.", nullptr},
    {"entropy_y", table_read_slot<Table, TableMeasure::entropy_y>, nullptr,
     "H(Y), the entropy of the class in bits, within 0.51 ulp.", nullptr},
    {"joint_entropy", table_read_slot<Table, TableMeasure::joint_entropy>, nullptr,
     "H(X, Y), the entropy of the pairs in bits, within 0.51 ulp.", nullptr},
    {"conditional_entropy", table_read_slot<Table, TableMeasure::conditional_entropy>, nullptr,
     "H(Y|X), what is left of the class's entropy once x is known, in bits; within 0.51 ulp.",
     nullptr},
    {"mutual_information", table_read_slot<Table, TableMeasure::mutual_information>, nullptr,
     "I(X; Y) = H(Y) - H(Y|X), in bits; the same whichever of the two is known.\n\n"
     "Never below 0. Error: half an ulp and (distinct + distinct_x + distinct_y + 1) * 2^-59 / n.",
     nullptr},
    {"information_gain", table_read_slot<Table, TableMeasure::mutual_information>, nullptr,
     "How many bits x tells about y (erratum E18): mutual_information under its other name.",
     nullptr},
    {"gain_ratio", table_read_slot<Table, TableMeasure::gain_ratio>, nullptr,
     "information_gain / entropy_x, from 0 to 1; 0.0 if x is constant.", nullptr},
    {"normalized_mutual_information",
     table_read_slot<Table, TableMeasure::normalized_mutual_information>, nullptr,
     "mutual_information over the mean of entropy_x and entropy_y, from 0 to 1; 0.0 if both "
     "are constant.",
     nullptr},
    {"variation_of_information", table_read_slot<Table, TableMeasure::variation_of_information>,
     nullptr, "H(X|Y) + H(Y|X) in bits, a metric between x and y; within 0.51 ulp.", nullptr},
    {"g_statistic", table_read_slot<Table, TableMeasure::g_statistic>, nullptr,
     "G = 2 ln 2 n I(X; Y), the likelihood ratio statistic of independence.\n\n"
     "Error: half an ulp and (distinct + distinct_x + distinct_y + 1) * ln 2 * 2^-58, whatever "
     "n is.",
     nullptr},
    {"gini_x", table_read_slot<Table, TableMeasure::gini_x>, nullptr,
     "The Gini index of the attribute, correctly rounded.", nullptr},
    {"gini_y", table_read_slot<Table, TableMeasure::gini_y>, nullptr,
     "The Gini index of the class, correctly rounded.", nullptr},
    {"conditional_gini", table_read_slot<Table, TableMeasure::conditional_gini>, nullptr,
     "The mean Gini index of the class once x is known, within 0.52 ulp.", nullptr},
    {"gini_gain", table_read_slot<Table, TableMeasure::gini_gain>, nullptr,
     "gini_y - conditional_gini, how much purer the class is once x is known (erratum E18).\n\n"
     "Never below 0. Error: half an ulp and (distinct_x + 1) * 2^-59 / n.",
     nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace entrostream
