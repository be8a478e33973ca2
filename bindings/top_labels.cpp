#include "bindings/top_labels.hpp"

#include <algorithm>

namespace entrostream {

namespace {

// Labels that Python can order among themselves share a name.
nb::object group_of(nb::handle label) {
    const bool number = PyLong_Check(label.ptr()) || PyFloat_Check(label.ptr());
    return number ? nb::str("number") : nb::type_name(label.type());
}

// By count and then by label; labels that cannot be compared stay as they are.
nb::list ordered(const nb::list& pairs) {
    const nb::object key = nb::cpp_function([](nb::handle pair) {
        const nb::object label = pair[0];
        const nb::object count = nb::steal(PyNumber_Negative(nb::object(pair[1]).ptr()));
        return nb::make_tuple(count, group_of(label), label);
    });
    try {
        return nb::list(
            nb::module_::import_("builtins").attr("sorted")(pairs, nb::arg("key") = key));
    } catch (nb::python_error& error) {
        if (!error.matches(PyExc_TypeError)) throw;
        return pairs;
    }
}

}  // namespace

nb::list top_labels(const LabelTable& labels, std::vector<CodeCount> held, std::uint64_t most) {
    const auto larger = [](const CodeCount& a, const CodeCount& b) { return a.count > b.count; };
    std::stable_sort(held.begin(), held.end(), larger);
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(most, held.size()));
    // All that tie with the last one wanted take part: which of them stay must
    // not depend on how they came.
    std::size_t taken = wanted;
    while (taken > 0 && taken < held.size() && held[taken].count == held[wanted - 1].count) {
        ++taken;
    }
    nb::list pairs;
    for (std::size_t i = 0; i < taken; ++i) {
        pairs.append(nb::make_tuple(labels.label(held[i].code), held[i].count));
    }
    return nb::steal<nb::list>(
        PyList_GetSlice(ordered(pairs).ptr(), 0, static_cast<Py_ssize_t>(wanted)));
}

}  // namespace entrostream
