#include "bindings/top_labels.hpp"

#include <algorithm>
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

// Appends labels of one count, kind by kind.
void append_ties(nb::list& pairs, const LabelTable& labels, std::span<const CodeCount> ties) {
    std::map<std::string, nb::list> groups;
    for (const CodeCount& each : ties) {
        const nb::handle label = labels.label(each.code);
        groups[group_of(label)].append(label);
    }
    for (const auto& [name, group] : groups) {
        for (const nb::handle label : ordered(group)) {
            pairs.append(nb::make_tuple(label, ties.front().count));
        }
    }
}

}  // namespace

nb::list top_labels(const LabelTable& labels, std::vector<CodeCount> held, std::uint64_t most) {
    std::stable_sort(held.begin(), held.end(),
                     [](const CodeCount& a, const CodeCount& b) { return a.count > b.count; });
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(most, held.size()));
    nb::list pairs;
    for (std::size_t first = 0; first < wanted;) {
        // All that tie with the last one wanted take part: which of them stay must
        // not depend on how they came.
        std::size_t end = first;
        while (end < held.size() && held[end].count == held[first].count) {
            ++end;
        }
        append_ties(pairs, labels, std::span(held).subspan(first, end - first));
        first = end;
    }
    return nb::steal<nb::list>(PyList_GetSlice(pairs.ptr(), 0, static_cast<Py_ssize_t>(wanted)));
}

}  // namespace entrostream
