#include "bindings/tables/table_measures.hpp"

#include "bindings/runtime/arguments.hpp"

namespace entrostream {

const std::vector<NamedTableMeasure>& all_table_measures() {
    static const std::vector<NamedTableMeasure> measures{
        {"mutual_information", TableMeasure::mutual_information},
        {"information_gain", TableMeasure::mutual_information},
        {"gain_ratio", TableMeasure::gain_ratio},
        {"normalized_mutual_information", TableMeasure::normalized_mutual_information},
        {"variation_of_information", TableMeasure::variation_of_information},
        {"entropy_x", TableMeasure::entropy_x},
        {"entropy_y", TableMeasure::entropy_y},
        {"joint_entropy", TableMeasure::joint_entropy},
        {"conditional_entropy", TableMeasure::conditional_entropy},
        {"g_statistic", TableMeasure::g_statistic},
        {"gini_x", TableMeasure::gini_x},
        {"gini_y", TableMeasure::gini_y},
        {"conditional_gini", TableMeasure::conditional_gini},
        {"gini_gain", TableMeasure::gini_gain},
        {"n", TableMeasure::n},
        {"distinct", TableMeasure::distinct},
        {"distinct_x", TableMeasure::distinct_x},
        {"distinct_y", TableMeasure::distinct_y},
    };
    return measures;
}

TableMeasure table_measure_named(nb::handle name) {
    return measure_among(all_table_measures(), name);
}

}  // namespace entrostream
