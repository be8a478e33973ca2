#include "bindings/tree/tree_weight.hpp"

#include <nanobind/ndarray.h>

#include <cmath>
#include <string>

#include "bindings/runtime/arguments.hpp"
#include "core/tree/vfdt.hpp"

namespace entrostream {

namespace {

[[noreturn]] void throw_no_weight(nb::handle weight, tree::WeightType kind,
                                  const std::string& where) {
    const std::string got = ", got " + repr_short(weight) + where;
    if (kind == tree::WeightType::importance)
        throw nb::value_error(("weight must be a finite number, 0 or more" + got).c_str());
    throw nb::value_error(("weight must be an integer from 0 to " +
                           std::to_string(tree::Vfdt::max_weight) + got +
                           "; VFDTClassifier(weight_type=\"importance\") takes any number")
                              .c_str());
}

bool is_weight(double weight, tree::WeightType kind) {
    if (kind == tree::WeightType::importance) return weight >= 0 && std::isfinite(weight);
    return weight >= 0 && weight <= tree::Vfdt::max_weight && weight == std::floor(weight);
}

}  // namespace

double tree_weight(nb::handle weight, tree::WeightType kind) {
    const double number = real_number(weight, "weight");
    if (!is_weight(number, kind)) throw_no_weight(weight, kind, "");
    return number;
}

std::vector<double> tree_weights(nb::handle weights, tree::WeightType kind) {
    if (weights.is_none()) return {};
    const auto array = nb::cast<nb::ndarray<const double, nb::ndim<1>, nb::device::cpu>>(weights);
    std::vector<double> read(array.shape(0));
    for (std::size_t row = 0; row < read.size(); ++row) {
        read[row] = array.data()[static_cast<std::ptrdiff_t>(row) * array.stride(0)];
        if (!is_weight(read[row], kind)) throw_no_weight(nb::float_(read[row]), kind, at_row(row));
    }
    return read;
}

}  // namespace entrostream
