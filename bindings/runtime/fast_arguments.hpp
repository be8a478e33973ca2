// Arguments of the few methods in the types' slots, positional or keyword.
#pragma once
#include <nanobind/nanobind.h>

#include <array>
#include <cstddef>
#include <span>

namespace entrostream {

namespace nb = nanobind;

struct Parameter {
    const char* name;
    bool required = true;
    bool by_name_only = false;
};

// The arguments of a fast call: `count` positional ones, then those of `names`.
struct FastCall {
    PyObject* self;
    const char* method;
    PyObject* const* arguments;
    Py_ssize_t count;
    PyObject* names;  // a tuple, or null
};

// Throws TypeError as Python would, for a call that does not match the parameters.
[[noreturn]] void throw_call_error(const FastCall& call, std::span<const Parameter> parameters);

// The arguments in the order of the parameters, null if omitted. Throws TypeError as Python
// does.
template <std::size_t size>
[[nodiscard]] std::array<PyObject*, size> bind_arguments(
    const FastCall& call, const std::array<Parameter, size>& parameters) {
    std::array<PyObject*, size> found{};
    for (Py_ssize_t i = 0; i < call.count; ++i) {
        const auto place = static_cast<std::size_t>(i);
        if (place >= size || parameters[place].by_name_only) throw_call_error(call, parameters);
        found[place] = call.arguments[i];
    }
    const Py_ssize_t named = call.names == nullptr ? 0 : PyTuple_GET_SIZE(call.names);
    for (Py_ssize_t i = 0; i < named; ++i) {
        PyObject* name = PyTuple_GET_ITEM(call.names, i);
        std::size_t place = 0;
        while (place < size && PyUnicode_CompareWithASCIIString(name, parameters[place].name) != 0)
            ++place;
        if (place == size || found[place] != nullptr) throw_call_error(call, parameters);
        found[place] = call.arguments[call.count + i];
    }
    for (std::size_t place = 0; place < size; ++place) {
        if (found[place] == nullptr && parameters[place].required)
            throw_call_error(call, parameters);
    }
    return found;
}

}  // namespace entrostream
