// The few methods that must be fast, as plain CPython methods of the type.
//
// nanobind's dispatch costs about 15 ns per call, these about 1; so `update` and the reads are
// in the type's slots, and everything else is bound as usual.
#pragma once
#include <nanobind/nanobind.h>

#include <array>
#include <exception>
#include <iterator>
#include <new>
#include <stdexcept>

#include "bindings/runtime/fast_arguments.hpp"
#include "bindings/runtime/measures.hpp"
#include "bindings/runtime/reentrancy_guard.hpp"
#include "core/counts/measure.hpp"

namespace entrostream {

namespace nb = nanobind;

// The C++ object in a Python one; there is none yet if only `__new__` was called.
template <class Summary>
Summary& summary_in(PyObject* self) {
    if (!nb::inst_ready(self)) [[unlikely]]
        throw_not_initialised(self);
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

template <class Summary>
struct ReadSlot {
    template <Measure measure>
    static PyObject* get(PyObject* self, void*) noexcept {
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
};

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
     R"doc(update($self, label)
--

Add one event: Inc of Algorithms 1 and 3.

Parameters
----------
label : hashable
    The label of the event.

Raises
------
TypeError
    If the label is not hashable.
ValueError
    If the label is missing and missing="raise", or if it would be one more than max_labels
    (FadingWindow).
OverflowError
    If a summary would hold 2**62 events or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.Tally()
>>> tally.update("a")
>>> tally.counts()
{'a': 1}
)doc"},
    {nullptr, nullptr, 0, nullptr},
};

// The measures as properties.
template <class Summary>
inline constinit auto hot_reads =
    read_slots<Measure, ReadSlot<Summary>>([](const MeasureRow<Measure>& row) { return row.doc; });

// Summaries hold labels, so they support garbage collection; they are mutable, so they have no
// hash. `methods` has `update` with the parameters of the class.
template <class Summary, PyMethodDef* methods = hot_methods<Summary>,
          auto& reads = hot_reads<Summary>>
inline PyType_Slot hot_slots[] = {
    {Py_tp_methods, methods},
    {Py_tp_getset, std::data(reads)},
    {Py_tp_traverse, reinterpret_cast<void*>(traverse_slot<Summary>)},
    {Py_tp_clear, reinterpret_cast<void*>(clear_slot<Summary>)},
    {Py_tp_hash, reinterpret_cast<void*>(PyObject_HashNotImplemented)},
    {0, nullptr},
};

}  // namespace entrostream
