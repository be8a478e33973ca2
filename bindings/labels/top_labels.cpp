#include "bindings/labels/top_labels.hpp"

#include <map>
#include <string>

#include "bindings/runtime/arguments.hpp"

namespace entrostream {

namespace {

// Labels that Python can order among themselves share a group.
std::string group_of(nb::handle label) {
    const bool number = PyLong_Check(label.ptr()) || PyFloat_Check(label.ptr());
    return number ? "number" : nb::type_name(label.type()).c_str();
}

nb::list sorted_labels(const nb::list& labels) {
    const nb::module_ builtins = nb::module_::import_("builtins");
    const nb::object sorted = builtins.attr("sorted");
    try {
        return list_of(sorted(labels));
    } catch (nb::python_error& error) {
        if (!error.matches(PyExc_TypeError)) throw;
        return list_of(sorted(labels, nb::arg("key") = builtins.attr("repr")));
    }
}

}  // namespace

nb::list in_order(const nb::list& labels) {
    std::map<std::string, nb::list> groups;
    for (const nb::handle label : labels) {
        groups[group_of(label)].append(label);
    }
    nb::list ordered;
    for (const auto& [name, group] : groups) {
        ordered.extend(sorted_labels(group));
    }
    return ordered;
}

}  // namespace entrostream
