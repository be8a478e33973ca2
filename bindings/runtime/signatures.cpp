// nanobind's functions have no `__signature__`, and their `__doc__` begins with the signature as
// a line of text. Here they get a `__signature__`, which `inspect.signature` and `help` read, and
// `__doc__` is the docstring alone.
//
// Attributes of a function are looked up by the slot tp_getattro of its type. nanobind has three
// such types; they belong to our domain, so other extension modules keep theirs. The slot is
// replaced by one that knows the two names. Calls do not pass through it.
#include "bindings/runtime/signatures.hpp"

#include <string_view>
#include <utility>

#include "bindings/runtime/hot_slots.hpp"

namespace entrostream {

namespace nb = nanobind;

namespace {

// An inspect.Signature, from the text that nanobind keeps.
PyObject* signature_of(nb::handle function) {
    const nb::module_ signatures = nb::module_::import_("entrostream.signatures");
    return signatures.attr("signature_of")(function).release().ptr();
}

// `__nb_signature__` has a tuple for each overload: signature, docstring, defaults.
PyObject* docstring_of(nb::handle function) {
    const nb::object overloads = function.attr("__nb_signature__");
    return nb::object(overloads[0][1]).release().ptr();
}

// The slot of a type; `nanobinds` is the one that it replaces.
template <getattrofunc& nanobinds>
PyObject* attribute(PyObject* function, PyObject* name) noexcept {
    const char* const text = PyUnicode_AsUTF8(name);
    if (text == nullptr) return nullptr;
    if (text == std::string_view("__signature__")) {
        return translate_exceptions([&] { return signature_of(function); });
    }
    if (text == std::string_view("__doc__")) {
        return translate_exceptions([&] { return docstring_of(function); });
    }
    return nanobinds(function, name);
}

getattrofunc of_function = nullptr;
getattrofunc of_method = nullptr;
getattrofunc of_bound_method = nullptr;

template <getattrofunc& nanobinds>
void replace_slot(nb::handle function) {
    PyTypeObject* const type = Py_TYPE(function.ptr());
    nanobinds = std::exchange(type->tp_getattro, attribute<nanobinds>);
    PyType_Modified(type);
}

// A method as an instance would give it.
nb::object bound(nb::handle method, nb::handle instance) {
    return nb::steal(Py_TYPE(method.ptr())
                         ->tp_descr_get(method.ptr(), instance.ptr(),
                                        reinterpret_cast<PyObject*>(Py_TYPE(instance.ptr()))));
}

}  // namespace

void show_signatures(nb::module_& module) {
    const nb::object method = module.attr("Tally").attr("__init__");
    replace_slot<of_function>(module.attr("repr_short"));
    replace_slot<of_method>(method);
    replace_slot<of_bound_method>(bound(method, module));
}

}  // namespace entrostream
