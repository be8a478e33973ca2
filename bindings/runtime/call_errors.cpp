// For arguments that do not match, nanobind reports a list of signatures. Python's messages
// for its own functions are shorter, and name the argument.
//
// All nanobind functions are called through a pointer in the object, at the offset that its
// type gives (tp_vectorcall_offset). It is replaced by a function that makes the same call
// and, if nanobind rejects the arguments, gets the message from entrostream.call_errors.
//
// Methods of an object without content are not called at all. Such an object remains when
// `__init__` fails and a traceback keeps the object, and debuggers show it: nanobind would warn.
#include "bindings/runtime/call_errors.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/fast_arguments.hpp"
#include "bindings/runtime/hot_slots.hpp"

namespace entrostream {

namespace nb = nanobind;

namespace {

// nanobind has a handful of them, by the complexity of the signature.
constexpr std::size_t most_callers = 8;
std::array<vectorcallfunc, most_callers> callers{};

bool is_about_arguments(const nb::python_error& error) {
    if (!error.matches(PyExc_TypeError)) return false;
    return std::string_view(error.what()).find("(): incompatible function arguments") !=
           std::string_view::npos;
}

nb::list list_of_positional(PyObject* const* arguments, std::size_t by_place) {
    nb::list positional;
    for (std::size_t i = 0; i < by_place; ++i) {
        positional.append(nb::handle(arguments[i]));
    }
    return positional;
}

nb::dict dict_of_named(PyObject* const* arguments, PyObject* names) {
    nb::dict named;
    const Py_ssize_t count = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
    for (Py_ssize_t i = 0; i < count; ++i) {
        named[nb::handle(PyTuple_GET_ITEM(names, i))] = nb::handle(arguments[i]);
    }
    return named;
}

nb::module_ explainer() {
    return nb::module_::import_("entrostream.call_errors");
}

// Leaves the error unchanged if there is no better message.
void explain(PyObject* function, PyObject* const* arguments, std::size_t by_place,
             PyObject* names) noexcept {
    nb::python_error error;
    if (is_about_arguments(error)) {
        try {
            const nb::object message = explainer().attr("explain")(
                nb::handle(function), list_of_positional(arguments, by_place),
                dict_of_named(arguments + by_place, names));
            if (!message.is_none()) {
                PyErr_SetObject(PyExc_TypeError, message.ptr());
                return;
            }
        } catch (const std::exception&) {
            PyErr_Clear();
        }
    }
    error.restore();
}

bool is_without_content(PyObject* const* arguments, std::uint32_t by_place) {
    return by_place != 0 && nb::inst_check(arguments[0]) && !nb::inst_ready(arguments[0]);
}

// Whatever calls repr wants to show the object, and not to know that it cannot be used.
PyObject* refuse(PyObject* function, nb::handle self) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        if (text_of(nb::handle(function).attr("__name__")) == "__repr__") {
            const std::string shown = "<" + class_name(self) + ": not initialised>";
            return nb::str(shown.c_str()).release().ptr();
        }
        throw_not_initialised(self);
    });
}

template <std::size_t caller, bool needs_content>
PyObject* call(PyObject* function, PyObject* const* arguments, std::size_t count, PyObject* names) {
    // The upper bits are flags of Python and nanobind.
    const auto by_place = static_cast<std::uint32_t>(count);
    if constexpr (needs_content) {
        if (is_without_content(arguments, by_place)) [[unlikely]]
            return refuse(function, arguments[0]);
    }
    PyObject* const result = callers[caller](function, arguments, count, names);
    if (result == nullptr && PyErr_ExceptionMatches(PyExc_TypeError) != 0) [[unlikely]]
        explain(function, arguments, by_place, names);
    return result;
}

using Callers = std::array<vectorcallfunc, most_callers>;

template <bool needs_content, std::size_t... each>
constexpr Callers explaining(std::index_sequence<each...>) {
    return {&call<each, needs_content>...};
}
constexpr Callers for_functions = explaining<false>(std::make_index_sequence<most_callers>());
constexpr Callers for_methods = explaining<true>(std::make_index_sequence<most_callers>());

void replace_caller(PyObject* function, bool needs_content) {
    auto* const place = reinterpret_cast<vectorcallfunc*>(reinterpret_cast<char*>(function) +
                                                          Py_TYPE(function)->tp_vectorcall_offset);
    for (const Callers& replaced : {for_functions, for_methods}) {
        if (std::ranges::find(replaced, *place) != replaced.end()) return;
    }
    auto* const caller = std::ranges::find_if(
        callers, [&](vectorcallfunc known) { return known == *place || known == nullptr; });
    if (caller == callers.end()) return;  // a new nanobind: its own message will do
    *caller = *place;
    const auto which = static_cast<std::size_t>(caller - callers.begin());
    *place = needs_content ? for_methods[which] : for_functions[which];
}

// What a name of a module or a class calls: a function, that of a class method, or the getter
// of a property.
nb::object called_by(nb::handle item) {
    const bool is_property = PyObject_TypeCheck(item.ptr(), &PyProperty_Type) != 0;
    return nb::getattr(item, is_property ? "fget" : "__func__", item);
}

bool gives_content(std::string_view name) {
    return name == "__init__" || name == "__setstate__";
}

void replace_callers(nb::handle names) {
    for (const auto [name, item] : nb::borrow<nb::dict>(names.attr("copy")())) {
        const nb::object function = called_by(item);
        const std::string_view type = Py_TYPE(function.ptr())->tp_name;
        const bool is_method = type.ends_with("nb_method");
        if (type.ends_with("nb_func") || is_method) {
            replace_caller(function.ptr(), is_method && !gives_content(text_of(name)));
        }
    }
}

}  // namespace

void throw_call_error(const FastCall& call, std::span<const Parameter> parameters) {
    std::string signature = std::string("def ") + call.method + "(self";
    bool by_name_only = false;
    for (const Parameter& each : parameters) {
        if (each.by_name_only && !by_name_only) signature += ", *";
        by_name_only = each.by_name_only;
        signature += std::string(", ") + each.name + (each.required ? "" : "=None");
    }
    const std::string name = class_name(call.self) + "." + call.method;
    nb::list positional = list_of_positional(call.arguments, static_cast<std::size_t>(call.count));
    positional.insert(0, nb::handle(call.self));
    const nb::object message = explainer().attr("explain_by")(
        signature + ")", name, positional, dict_of_named(call.arguments + call.count, call.names));
    throw nb::type_error(text_of(message).c_str());
}

void explain_call_errors(nb::module_& module) {
    const nb::object names = module.attr("__dict__");
    replace_callers(names);
    for (const nb::handle item : names.attr("values")()) {
        if (PyType_Check(item.ptr()) != 0) replace_callers(item.attr("__dict__"));
    }
}

}  // namespace entrostream
