// Instances of a bound class: `self` of a method, new objects, attributes of subclasses.
#pragma once
#include <nanobind/nanobind.h>

#include <new>
#include <utility>

#include "bindings/runtime/reentrancy_guard.hpp"

namespace entrostream {

namespace nb = nanobind;
using namespace nb::literals;

// `self` of a method, checked by nanobind: the summary and its Python object.
template <class Summary>
using Self = nb::pointer_and_handle<Summary>;

template <class Summary>
Summary& idle(const Self<Summary>& self) {
    require_idle(self.p->busy());
    return *self.p;
}

// A new object of `type`, a class or subclass of Summary.
template <class Summary>
nb::object make_instance(nb::handle type, Summary summary) {
    nb::object instance = nb::inst_alloc(type);
    new (nb::inst_ptr<Summary>(instance)) Summary(std::move(summary));
    nb::inst_mark_ready(instance);
    return instance;
}

// The attributes that a Python subclass adds to the summary, or None.
[[nodiscard]] inline nb::object attributes_of(nb::handle self) {
    return nb::getattr(self, "__dict__", nb::none());
}

inline void set_attributes(nb::handle self, nb::handle attributes) {
    if (!attributes.is_none()) self.attr("__dict__").attr("update")(attributes);
}

template <class Summary, class Function, class... Extra>
void def_class_method(nb::class_<Summary>& type, const char* name, Function function,
                      const Extra&... extra) {
    const nb::object method =
        nb::cpp_function(function, nb::name(name), nb::scope(type), "type"_a, extra...);
    type.attr(name) = nb::steal(PyClassMethod_New(method.ptr()));
}

}  // namespace entrostream
