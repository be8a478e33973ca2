#include "bindings/input/batches/array_view.hpp"

#include <nanobind/stl/string.h>

#include <string>

#include "bindings/labels/plain_label.hpp"
#include "bindings/runtime/arguments.hpp"

namespace entrostream {

namespace {

void require_one_dimension(nb::handle array, const char* what) {
    if (nb::cast<int>(array.attr("ndim")) == 1) return;
    const std::string message = std::string(what) +
                                " must be one-dimensional, got an array of shape " +
                                text_of(nb::object(array.attr("shape")));
    throw nb::value_error(message.c_str());
}

nb::object mask_of(nb::handle array) {
    static Loaded masked_array("numpy.ma", "MaskedArray");
    if (!masked_array.is_type_of(array)) return {};
    const nb::object mask = nb::module_::import_("numpy.ma").attr("getmaskarray")(array);
    return nb::module_::import_("numpy").attr("ascontiguousarray")(mask);
}

}  // namespace

Array open_array(nb::handle given, const char* what) {
    require_one_dimension(given, what);
    Array array;
    array.mask = mask_of(given);
    nb::object values = nb::module_::import_("numpy").attr("ascontiguousarray")(given);
    if (array.mask.is_valid())
        values = values.attr("view")(nb::module_::import_("numpy").attr("ndarray"));
    nb::object dtype = values.attr("dtype");
    if (!nb::cast<bool>(dtype.attr("isnative"))) {
        values = values.attr("astype")(dtype.attr("newbyteorder")("="));
        dtype = values.attr("dtype");
    }
    array.kind = nb::cast<std::string>(nb::object(dtype.attr("kind"))).at(0);
    array.item_size = nb::cast<std::size_t>(dtype.attr("itemsize"));
    array.rows = nb::cast<std::size_t>(nb::object(values.attr("shape"))[0]);
    array.values = std::move(values);
    return array;
}

}  // namespace entrostream
