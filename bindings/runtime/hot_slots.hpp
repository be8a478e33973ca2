// The few methods that must be fast, as plain CPython methods of the type.
//
// nanobind's dispatch costs about 15 ns per call, these about 1; so `update` and the reads are
// in the type's slots, and everything else is bound as usual.
#pragma once
#include <nanobind/nanobind.h>

#include <array>
#include <exception>
#include <new>
#include <stdexcept>

#include "bindings/runtime/fast_arguments.hpp"
#include "bindings/runtime/reentrancy_guard.hpp"
#include "core/counts/trace.hpp"

namespace entrostream {

namespace nb = nanobind;

// The C++ object in a Python one; there is none yet if only `__new__` was called.
template <class Summary>
Summary& summary_in(PyObject* self) {
    if (!nb::inst_ready(self)) [[unlikely]] {
        PyErr_SetString(PyExc_TypeError, "summary was not initialised: __init__ was not called");
        throw nb::python_error();
    }
    return *nb::inst_ptr<Summary>(self);
}

// Runs `body` and translates its exceptions to Python's.
template <class Body>
PyObject* translate_exceptions(Body&& body) noexcept {
    try {
        return body();
    } catch (nb::python_error& error) {
        error.restore();
    } catch (nb::builtin_exception& error) {
        const bool type = error.type() == nb::exception_type::type_error;
        PyErr_SetString(type ? PyExc_TypeError : PyExc_ValueError, error.what());
    } catch (const std::overflow_error& error) {
        PyErr_SetString(PyExc_OverflowError, error.what());
    } catch (const std::invalid_argument& error) {
        PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::length_error&) {
        PyErr_NoMemory();
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    return nullptr;
}

// The one argument of `update`, positional or keyword.
inline PyObject* label_argument(const FastCall& call) {
    if (call.count == 1 && call.names == nullptr) [[likely]]
        return call.arguments[0];
    static constexpr std::array parameters{Parameter{"label"}};
    return bind_arguments(call, parameters)[0];
}

template <class Summary>
PyObject* update_slot(PyObject* self, PyObject* const* arguments, Py_ssize_t by_place,
                      PyObject* names) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        PyObject* const label = label_argument({self, "update", arguments, by_place, names});
        summary_in<Summary>(self).update(self, label);
        Py_RETURN_NONE;
    });
}

template <class Summary, Measure measure>
PyObject* read_slot(PyObject* self, void*) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        Summary& summary = summary_in<Summary>(self);
        require_idle(summary.busy());
        const auto& sums = summary.core().sums();
        if constexpr (measure == Measure::n) return summary.as_object(sums.n()).release().ptr();
        if constexpr (measure == Measure::distinct) {
            return PyLong_FromUnsignedLongLong(sums.distinct());
        }
        return PyFloat_FromDouble(read(sums, measure));
    });
}

template <class Summary>
int traverse_slot(PyObject* self, visitproc visit, void* arg) {
    const int stop = visit(reinterpret_cast<PyObject*>(Py_TYPE(self)), arg);
    if (stop != 0 || !nb::inst_ready(self)) return stop;
    return nb::inst_ptr<Summary>(self)->traverse(visit, arg);
}

template <class Summary>
int clear_slot(PyObject* self) {
    if (nb::inst_ready(self)) nb::inst_ptr<Summary>(self)->forget();
    return 0;
}

template <class Summary>
inline PyMethodDef hot_methods[] = {
    {"update", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(update_slot<Summary>)),
     METH_FASTCALL | METH_KEYWORDS,
     "update($self, label)\n--\n\nOne event more: Inc of Algorithms 1 and 3."},
    {nullptr, nullptr, 0, nullptr},
};

template <class Summary>
inline PyGetSetDef hot_reads[] = {
    {"entropy", read_slot<Summary, Measure::entropy>, nullptr,
     "Shannon entropy in bits, within 0.51 ulp (Definition 2).", nullptr},
    {"gini", read_slot<Summary, Measure::gini>, nullptr,
     "Gini index 1 - sum p^2, correctly rounded (Definition 1).", nullptr},
    {"n", read_slot<Summary, Measure::n>, nullptr, "How many events are held.", nullptr},
    {"distinct", read_slot<Summary, Measure::distinct>, nullptr,
     "How many different labels are held.", nullptr},
    {"nats", read_slot<Summary, Measure::nats>, nullptr, "Entropy in nats.", nullptr},
    {"evenness", read_slot<Summary, Measure::evenness>, nullptr,
     "entropy / log2(distinct), from 0 to 1; 0.0 below two labels.", nullptr},
    {"perplexity", read_slot<Summary, Measure::perplexity>, nullptr,
     "2 ** entropy: so many equally frequent labels would be as mixed.", nullptr},
    {"renyi2", read_slot<Summary, Measure::renyi2>, nullptr,
     "Renyi entropy of order 2 in bits, -log2(1 - gini).", nullptr},
    {"inverse_simpson", read_slot<Summary, Measure::inverse_simpson>, nullptr,
     "1 / sum p^2, the effective number of labels; 1.0 when empty.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

// Summaries hold labels, so they support garbage collection; they are mutable, so they have no
// hash. `methods` has `update` with the parameters of the class.
template <class Summary, PyMethodDef* methods = hot_methods<Summary>,
          PyGetSetDef* reads = hot_reads<Summary>>
inline PyType_Slot hot_slots[] = {
    {Py_tp_methods, methods},
    {Py_tp_getset, reads},
    {Py_tp_traverse, reinterpret_cast<void*>(traverse_slot<Summary>)},
    {Py_tp_clear, reinterpret_cast<void*>(clear_slot<Summary>)},
    {Py_tp_hash, reinterpret_cast<void*>(PyObject_HashNotImplemented)},
    {0, nullptr},
};

}  // namespace entrostream
