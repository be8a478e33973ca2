#include "bindings/top_labels.hpp"

#include <map>
#include <string>

#include "bindings/arguments.hpp"

namespace entrostream {

namespace {

// Labels that Python can order among themselves share a name.
std::string group_of(nb::handle label) {
    const bool number = PyLong_Check(label.ptr()) || PyFloat_Check(label.ptr());
    return number ? "number" : nb::type_name(label.type()).c_str();
}

// In the labels' own order, or by their repr where they have none.
nb::list ordered(const nb::list& labels) {
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

void append_ties(nb::list& pairs, const nb::list& ties, nb::handle amount) {
    std::map<std::string, nb::list> groups;
    for (const nb::handle label : ties) {
        groups[group_of(label)].append(label);
    }
    for (const auto& [name, group] : groups) {
        for (const nb::handle label : ordered(group)) {
            pairs.append(nb::make_tuple(label, amount));
        }
    }
}

}  // namespace entrostream
