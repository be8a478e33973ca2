#include "bindings/tree/tree_weight.hpp"

#include <nanobind/ndarray.h>

#include <cmath>
#include <string>

#include "bindings/arguments.hpp"
#include "core/tree/vfdt.hpp"

namespace entrostream {

namespace {

[[noreturn]] void throw_no_weight(nb::handle weight, const std::string& where) {
    throw nb::value_error(("weight must be an integer from 0 to " +
                           std::to_string(tree::Vfdt::max_weight) + ", got " + shown(weight) +
                           where + "; multiply all weights by the same factor")
                              .c_str());
}

// NaN and infinity are no integers.
bool is_weight(double weight) {
    return weight >= 0 && weight <= tree::Vfdt::max_weight && weight == std::floor(weight);
}

}  // namespace

std::uint32_t tree_weight(nb::handle weight) {
    const double number = real_number(weight, "weight");
    if (!is_weight(number)) throw_no_weight(weight, "");
    return static_cast<std::uint32_t>(number);
}

std::vector<std::uint32_t> tree_weights(nb::handle weights) {
    if (weights.is_none()) return {};
    const auto array = nb::cast<nb::ndarray<const double, nb::ndim<1>, nb::device::cpu>>(weights);
    std::vector<std::uint32_t> read(array.shape(0));
    for (std::size_t row = 0; row < read.size(); ++row) {
        const double weight = array.data()[static_cast<std::ptrdiff_t>(row) * array.stride(0)];
        if (!is_weight(weight)) throw_no_weight(nb::float_(weight), at_row(row));
        read[row] = static_cast<std::uint32_t>(weight);
    }
    return read;
}

}  // namespace entrostream
