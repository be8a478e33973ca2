// For arguments that do not match, nanobind reports a list of signatures. Python's messages
// for its own functions are shorter, and name the argument.
//
// All nanobind functions are called through a pointer in the object, at the offset that its
// type gives (tp_vectorcall_offset). It is replaced by a function that makes the same call
// and, if nanobind rejects the arguments, gets the message from entrostream.call_errors.
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

template <std::size_t caller>
PyObject* call(PyObject* function, PyObject* const* arguments, std::size_t count, PyObject* names) {
    PyObject* const result = callers[caller](function, arguments, count, names);
    // The upper bits are flags of Python and nanobind.
    const auto by_place = static_cast<std::uint32_t>(count);
    if (result == nullptr && PyErr_ExceptionMatches(PyExc_TypeError) != 0) [[unlikely]]
        explain(function, arguments, by_place, names);
    return result;
}

template <std::size_t... each>
constexpr std::array<vectorcallfunc, sizeof...(each)> explaining(std::index_sequence<each...>) {
    return {&call<each>...};
}
constexpr auto explaining_callers = explaining(std::make_index_sequence<most_callers>());

void replace_caller(PyObject* function) {
    auto* const place = reinterpret_cast<vectorcallfunc*>(reinterpret_cast<char*>(function) +
                                                          Py_TYPE(function)->tp_vectorcall_offset);
    if (std::ranges::find(explaining_callers, *place) != explaining_callers.end()) return;
    auto* const caller = std::ranges::find_if(
        callers, [&](vectorcallfunc known) { return known == *place || known == nullptr; });
    if (caller == callers.end()) return;  // a new nanobind: its own message will do
    *caller = *place;
    *place = explaining_callers[static_cast<std::size_t>(caller - callers.begin())];
}

void replace_callers(nb::handle names) {
    for (const nb::handle item : names.attr("values")()) {
        const nb::object function = nb::getattr(item, "__func__", item);  // of a class method
        const std::string_view type = Py_TYPE(function.ptr())->tp_name;
        if (type.ends_with("nb_func") || type.ends_with("nb_method")) {
            replace_caller(function.ptr());
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
