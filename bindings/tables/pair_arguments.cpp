#include "bindings/tables/pair_arguments.hpp"

#include <string>

#include "bindings/runtime/arguments.hpp"

namespace entrostream {

std::pair<nb::object, nb::object> pair_argument(nb::handle pair) {
    if (PyTuple_Check(pair.ptr()) == 0 || PyTuple_GET_SIZE(pair.ptr()) != 2) {
        throw nb::type_error(("pair must be a tuple (x, y), got " + repr_with_type(pair)).c_str());
    }
    return {nb::borrow(PyTuple_GET_ITEM(pair.ptr(), 0)),
            nb::borrow(PyTuple_GET_ITEM(pair.ptr(), 1))};
}

void require_same_length(std::size_t x_rows, std::size_t y_rows) {
    if (x_rows == y_rows) return;
    throw nb::value_error(("xs and ys must have the same length, got " + std::to_string(x_rows) +
                           " and " + std::to_string(y_rows))
                              .c_str());
}

void skip_together(std::span<Code> xs, std::span<Code> ys) noexcept {
    for (std::size_t row = 0; row < xs.size(); ++row) {
        if (xs[row] == no_code) ys[row] = no_code;
        if (ys[row] == no_code) xs[row] = no_code;
    }
}

}  // namespace entrostream
