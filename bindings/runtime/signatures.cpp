// nanobind's functions have no `__signature__`, and their `__doc__` begins with the signature as
// a line of text. Here they get a `__signature__`, which `inspect.signature` and `help` read, and
// `__doc__` is the docstring alone.
//
// Both are descriptors of nanobind's types of functions. These types belong to our domain, so
// other extension modules keep theirs. Calls do not pass through here.
#include "bindings/runtime/signatures.hpp"

#include <span>
#include <utility>

#include "bindings/runtime/hot_slots.hpp"

namespace entrostream {

namespace nb = nanobind;

namespace {

// An inspect.Signature, from the text that nanobind keeps.
PyObject* signature_of(PyObject* function, void*) noexcept {
    return translate_exceptions([&] {
        const nb::module_ signatures = nb::module_::import_("entrostream.signatures");
        return signatures.attr("signature_of")(nb::handle(function)).release().ptr();
    });
}

// `__nb_signature__` has a tuple for each overload: signature, docstring, defaults.
PyObject* docstring_of(PyObject* function, void*) noexcept {
    return translate_exceptions([&] {
        const nb::object overloads = nb::handle(function).attr("__nb_signature__");
        return nb::object(overloads[0][1]).release().ptr();
    });
}

#if PY_VERSION_HEX < 0x030B0000
// `inspect.signature` of Python 3.10 looks no further than the compiled `__new__` of a class,
// which has no signature.
PyObject* signature_of_class(PyObject* type, void*) noexcept {
    return translate_exceptions([&] {
        const nb::module_ signatures = nb::module_::import_("entrostream.signatures");
        return signatures.attr("signature_of_class")(nb::handle(type)).release().ptr();
    });
}

PyGetSetDef attributes_of_classes[] = {
    {"__signature__", signature_of_class, nullptr, "The parameters, for inspect.signature.",
     nullptr},
};
#endif

PyGetSetDef attributes[] = {
    {"__signature__", signature_of, nullptr, "The parameters, for inspect.signature.", nullptr},
    {"__doc__", docstring_of, nullptr, "The docstring.", nullptr},
};

// nanobind's types are immutable for Python.
void set_attributes_of(PyTypeObject* type, std::span<PyGetSetDef> attributes) {
    type->tp_flags &= ~Py_TPFLAGS_IMMUTABLETYPE;
    for (PyGetSetDef& attribute : attributes) {
        const nb::object descriptor = nb::steal(PyDescr_NewGetSet(type, &attribute));
        nb::setattr(reinterpret_cast<PyObject*>(type), attribute.name, descriptor);
    }
    type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
}

// The slot tp_getattro; `nanobinds`, which it replaces, has a `__doc__` of its own.
template <getattrofunc& nanobinds>
PyObject* get_attribute(PyObject* function, PyObject* name) noexcept {
    const bool is_doc = PyUnicode_CompareWithASCIIString(name, "__doc__") == 0;
    return (is_doc ? PyObject_GenericGetAttr : nanobinds)(function, name);
}

getattrofunc of_function = nullptr;
getattrofunc of_method = nullptr;
getattrofunc of_bound_method = nullptr;

template <getattrofunc& nanobinds>
void extend_type_of(nb::handle function) {
    PyTypeObject* const type = Py_TYPE(function.ptr());
    set_attributes_of(type, attributes);
    nanobinds = std::exchange(type->tp_getattro, get_attribute<nanobinds>);
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
    extend_type_of<of_function>(module.attr("repr_short"));
    extend_type_of<of_method>(method);
    extend_type_of<of_bound_method>(bound(method, module));
#if PY_VERSION_HEX < 0x030B0000
    set_attributes_of(Py_TYPE(nb::object(module.attr("Tally")).ptr()), attributes_of_classes);
#endif
}

}  // namespace entrostream
