// es.ADWIN: the classic ADWIN for numbers from 0 to 1.
#include "core/drift/adwin.hpp"

#include <array>
#include <utility>
#include <vector>

#include "bindings/input/unit_numbers.hpp"
#include "bindings/runtime/fast_arguments.hpp"
#include "bindings/runtime/gil.hpp"
#include "bindings/runtime/interruptible.hpp"
#include "bindings/summaries/summary.hpp"
#include "core/state/adwin_state.hpp"

namespace entrostream {

namespace {

constexpr const char* adwin_doc =
    R"doc(A window of numbers that grows while their mean stays and shrinks when it changes.

ADWIN of Bifet and Gavalda (2007), as MOA and river compute it: with the same
parameters it cuts where theirs do. It keeps what the cut left, as the paper says, and
counts on; call `clear` after a change to begin again, as river's does. For numbers
from 0 to 1, such as the errors of a classifier; AdaptiveWindow is the one for labels.

It lets go of no more than it must at each check, so one change of the stream often takes
several cuts. Memory grows with the logarithm of the window.

Parameters
----------
delta : float, default 0.002
    Above 0 and below 1: the smaller, the fewer false alarms and the later the true ones.
clock : int, default 32
    The number of values between two checks of the window.
max_buckets : int, default 5
    The number of buckets per scale, 1 to 1000: the more, the more splits are tested.
min_window_length : int, default 5
    Neither side of a split is shorter.
grace_period : int, default 10
    Windows that are not longer are not checked.
on_change : callable, optional
    Called with each es.MeanChange, after the call that found it has taken in all its values.
    Not part of bytes, pickles and copies.

Raises
------
TypeError
    If `delta` is not a number, one of the other numbers is not an integer, or `on_change`
    is not callable.
ValueError
    If `delta` is not above 0 and below 1, if `grace_period` is negative or another integer is
    not positive, or if `max_buckets` is above 1000.

Examples
--------
>>> adwin = es.ADWIN()
>>> adwin.update_many([0] * 200 + [1] * 200)
>>> for change in adwin.changes:
...     print(change)
change at value 168, found at 224: mean 0 before, 0.4286 after
change at value 184, found at 256: mean 0 before, 0.7778 after
change at value 200, found at 288: mean 0 before, 1 after
>>> adwin.n, adwin.mean
(200, 1.0)
)doc";

constexpr const char* update_many_doc =
    R"doc(Add many values at once, with the same cuts as one by one.

Applies wholly or, if any value is refused, not at all. What `on_change` raises comes out of the
call.

Parameters
----------
values : iterable of float
    Floats, integers or bools from 0 to 1 in a list, a NumPy array, or a column of Arrow,
    pandas or Polars.

Raises
------
TypeError
    If `values` is not iterable or a value is not a number.
ValueError
    If a value is not from 0 to 1.
RuntimeError
    If the object is at work in another thread, or in a call that runs an iterable's own code.

Examples
--------
>>> adwin = es.ADWIN()
>>> adwin.update_many([0.25, 0.5, 1])
>>> adwin.n, adwin.total
(3, 1.75)
)doc";

constexpr const char* clear_doc = R"doc(Remove all values, changes and counts; the parameters stay.

Called after each change, it makes the cuts those of river's ADWIN, which keeps nothing.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs an iterable's own code.

Examples
--------
>>> adwin = es.ADWIN()
>>> adwin.update(1.0)
>>> adwin.clear()
>>> adwin.n, adwin.seen
(0, 0)
)doc";

constexpr const char* copy_doc =
    R"doc(Return an independent copy with the same parameters and content.

Returns
-------
the same class
    The copy, without `on_change`.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs an iterable's own code.

Examples
--------
>>> adwin = es.ADWIN()
>>> twin = adwin.copy()
>>> twin.update(1.0)
>>> adwin.n, twin.n
(0, 1)
)doc";

constexpr const char* changes_doc = R"doc(The newest 1000 changes, oldest first, each a MeanChange.

>>> adwin = es.ADWIN()
>>> adwin.update_many([0] * 200 + [1] * 200)
>>> [change.position for change in adwin.changes]
[168, 184, 200]
)doc";

constexpr const char* on_change_doc =
    R"doc(Called with each es.MeanChange that is found; None: no callback.

It may read and change the ADWIN: all values of the call have been taken in. What it raises
comes out of the call.

>>> adwin = es.ADWIN(on_change=print)
>>> adwin.update_many([0] * 200 + [1] * 60)
change at value 168, found at 224: mean 0 before, 0.4286 after
change at value 184, found at 256: mean 0 before, 0.7778 after
)doc";

constexpr const char* to_bytes_doc =
    R"doc(Return the ADWIN as bytes: versioned, checksummed, safe to read from any source.

Returns
-------
bytes
    What from_bytes reads.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs an iterable's own code.

Examples
--------
>>> adwin = es.ADWIN(delta=0.01)
>>> adwin.update_many([0.25, 1.0])
>>> es.ADWIN.from_bytes(adwin.to_bytes()) == adwin
True
)doc";

constexpr const char* from_bytes_doc =
    R"doc(Return the ADWIN that to_bytes wrote.

Parameters
----------
state : bytes
    What to_bytes returned.

Returns
-------
the same class
    An ADWIN that equals the one written, without `on_change`.

Raises
------
TypeError
    If `state` is not bytes.
StateError
    If it is the state of another class, damaged, or no state at all.

Examples
--------
>>> es.ADWIN.from_bytes(b"?")
Traceback (most recent call last):
...
entrostream.StateError: not an entrostream state: 1 byte, a header has 16
)doc";

nb::object shown_change(const MeanChange& change) {
    const nb::object make = nb::module_::import_("entrostream.mean_change").attr("MeanChange");
    return make(change.position, change.found, change.before, change.after);
}

// The core's Adwin with its Python additions: the public class.
class Detector {
  public:
    Detector(Adwin core, nb::object on_change)
        : core_(std::move(core)), on_change_(std::move(on_change)) {}
    // A copy has no callback.
    Detector(const Detector& other)
        : core_(other.core_), on_change_(nb::none()), changed_(other.changed_) {}
    Detector(Detector&&) noexcept = default;
    Detector& operator=(const Detector&) = delete;

    [[nodiscard]] const Adwin& core() const noexcept { return core_; }
    [[nodiscard]] bool busy() const noexcept { return busy_; }
    [[nodiscard]] ReentrancyGuard work(nb::handle self) { return ReentrancyGuard(busy_, self); }
    [[nodiscard]] bool changed() const noexcept { return changed_; }
    [[nodiscard]] const nb::object& on_change() const noexcept { return on_change_; }
    void set_on_change(nb::object on_change) { on_change_ = std::move(on_change); }

    void update(nb::handle self, double number) {
        require_idle(busy_);
        found_.clear();
        core_.update(number, found_);
        changed_ = !found_.empty();
        if (changed_) [[unlikely]]
            notify(self);
    }

    void update_many(nb::handle self, nb::handle values) {
        {
            const ReentrancyGuard at_work(busy_, self);
            Interruptible open;
            const UnitNumbers numbers = read_unit_numbers(values);
            std::vector<MeanChange> found;
            const GilReleased unlocked;
            change_core(core_, numbers.all().size(),
                        [&](Adwin& core) { core.update_many(numbers.all(), found); });
            found_ = std::move(found);
            changed_ = !found_.empty();
        }
        if (changed_) notify(self);
    }

    void clear() {
        require_idle(busy_);
        core_.clear();
        changed_ = false;
    }

    int traverse(visitproc visit, void* arg) const noexcept {
        return on_change_.is_valid() ? visit(on_change_.ptr(), arg) : 0;
    }
    void forget() noexcept { on_change_ = nb::none(); }

  private:
    // The callback may do anything, even call `update` or release this object.
    void notify(nb::handle self) {
        if (on_change_.is_none()) return;
        const nb::object alive = nb::borrow(self);
        const nb::object call = on_change_;
        const std::vector<MeanChange> found = std::exchange(found_, {});
        for (const MeanChange& change : found) {
            call(shown_change(change));
        }
    }

    Adwin core_;
    nb::object on_change_;
    std::vector<MeanChange> found_;  // by the last call
    bool changed_ = false;
    bool busy_ = false;
};

// ------------------------------------------------------------------ slots

PyObject* value_argument(const FastCall& call) {
    if (call.count == 1 && call.names == nullptr) [[likely]]
        return call.arguments[0];
    static constexpr std::array parameters{Parameter{"value"}};
    return bind_arguments(call, parameters)[0];
}

PyObject* update_slot(PyObject* self, PyObject* const* arguments, Py_ssize_t by_place,
                      PyObject* names) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        const double number =
            read_unit_number(value_argument({self, "update", arguments, by_place, names}));
        summary_in<Detector>(self).update(self, number);
        Py_RETURN_NONE;
    });
}

PyMethodDef methods[] = {
    {"update", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(update_slot)),
     METH_FASTCALL | METH_KEYWORDS,
     R"doc(update($self, value)
--

Add one value.

What `on_change` raises comes out of the call.

Parameters
----------
value : float
    A number from 0 to 1.

Raises
------
TypeError
    If the value is not a number.
ValueError
    If it is not from 0 to 1.
RuntimeError
    If the object is at work in another thread, or in a call that runs an iterable's own code.

Examples
--------
>>> adwin = es.ADWIN()
>>> adwin.update(0.5)
>>> adwin.n, adwin.mean
(1, 0.5)
)doc"},
    {nullptr, nullptr, 0, nullptr},
};

template <auto read>
PyObject* read_slot(PyObject* self, void*) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        const Detector& detector = summary_in<Detector>(self);
        require_idle(detector.busy());
        return read(detector);
    });
}

PyObject* n_of(const Detector& detector) {
    return PyLong_FromUnsignedLongLong(detector.core().n());
}
PyObject* mean_of(const Detector& detector) {
    return PyFloat_FromDouble(detector.core().mean());
}
PyObject* changed_of(const Detector& detector) {
    return PyBool_FromLong(detector.changed() ? 1 : 0);
}

PyGetSetDef reads[] = {
    {"n", read_slot<n_of>, nullptr, "How many values the window holds now.", nullptr},
    {"mean", read_slot<mean_of>, nullptr, "Mean of the window; 0.0 when it is empty.", nullptr},
    {"changed", read_slot<changed_of>, nullptr,
     "Whether the last call of update or update_many found a change.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

// ------------------------------------------------------------------ the rest

double delta_argument(nb::handle delta) {
    const double value = PyFloat_AsDouble(delta.ptr());
    if (value == -1.0 && PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        throw nb::type_error(("delta must be a number, got " + repr_with_type(delta)).c_str());
    }
    if (value >= Adwin::min_delta && value < 1.0) return value;
    throw nb::value_error(
        ("delta must be above 0 (1e-300 at least) and below 1, got " + repr_short(delta)).c_str());
}

std::uint64_t buckets_argument(nb::handle max_buckets) {
    const std::uint64_t value = positive_integer(max_buckets, "max_buckets");
    if (value <= Adwin::buckets_limit) return value;
    throw nb::value_error(
        ("max_buckets must be 1000 at most, got " + repr_short(max_buckets)).c_str());
}

nb::list changes(const Self<Detector>& self) {
    nb::list list;
    for (const MeanChange& change : idle(self).core().changes()) {
        list.append(shown_change(change));
    }
    return list;
}

bool same_content(const Self<Detector>& left, nb::handle, const Detector& right) {
    require_idle(right.busy());
    return idle(left).core() == right.core();
}

nb::object repr(const Self<Detector>& self) {
    const Adwin& adwin = idle(self).core();
    const nb::str text("<{}: {} value{}, mean {:.4g}, {} change{}>");
    return text.attr("format")(class_name(self.h), adwin.n(), adwin.n() == 1 ? "" : "s",
                               adwin.mean(), adwin.n_changes(), adwin.n_changes() == 1 ? "" : "s");
}

StateBytes encoded(const Detector& detector, LabelsToState&) {
    return encode(detector.core());
}

Detector decoded(std::span<const std::uint8_t> bytes, LabelsFromState&) {
    return Detector(decode_adwin(bytes), nb::none());
}

Detector from_parts(const nb::tuple& parts) {
    require_parts(parts, 2);
    const nb::bytes bytes = bytes_argument(parts[0]);
    return Detector(decode_adwin(as_span(bytes)), nb::none());
}

// Calls a getter of the core.
template <auto read>
auto core_read(const Self<Detector>& self) {
    return (idle(self).core().*read)();
}

template <auto parameter>
auto rule_read(const Self<Detector>& self) {
    return idle(self).core().rule().*parameter;
}

void def_parameters(nb::class_<Detector>& type) {
    type.def_prop_ro("delta", &rule_read<&Adwin::Rule::delta>, nb::sig("def delta(self) -> float"),
                     "How sure it must be of a change: the smaller, the surer.")
        .def_prop_ro("clock", &rule_read<&Adwin::Rule::clock>, nb::sig("def clock(self) -> int"),
                     "The number of values between two checks of the window.")
        .def_prop_ro("max_buckets", &rule_read<&Adwin::Rule::max_buckets>,
                     nb::sig("def max_buckets(self) -> int"),
                     "The number of buckets per scale: the more, the more splits are tested.")
        .def_prop_ro("min_window_length", &rule_read<&Adwin::Rule::min_window_length>,
                     nb::sig("def min_window_length(self) -> int"),
                     "Neither side of a split is shorter.")
        .def_prop_ro("grace_period", &rule_read<&Adwin::Rule::grace_period>,
                     nb::sig("def grace_period(self) -> int"),
                     "Windows that are not longer are not checked.");
}

void def_content(nb::class_<Detector>& type) {
    type.def_prop_ro("total", &core_read<&Adwin::total>, nb::sig("def total(self) -> float"),
                     "Sum of the window.")
        .def_prop_ro("variance", &core_read<&Adwin::variance>,
                     nb::sig("def variance(self) -> float"),
                     "Variance of the window, that of a population; 0.0 when it is empty.")
        .def_prop_ro("seen", &core_read<&Adwin::seen>, nb::sig("def seen(self) -> int"),
                     "How many values ever came.")
        .def_prop_ro(
            "start",
            [](const Self<Detector>& self) {
                const Adwin& adwin = idle(self).core();
                return adwin.seen() - adwin.n();
            },
            nb::sig("def start(self) -> int"),
            "Position in the stream, counted from 0, of the first value held.")
        .def_prop_ro("n_changes", &core_read<&Adwin::n_changes>,
                     nb::sig("def n_changes(self) -> int"), "How many changes there ever were.")
        .def_prop_ro("changes", &changes, nb::sig("def changes(self) -> list[typing.Any]"),
                     changes_doc)
        .def_prop_rw(
            "on_change", [](const Self<Detector>& self) { return idle(self).on_change(); },
            [](const Self<Detector>& self, nb::handle on_change) {
                idle(self).set_on_change(callback_argument(on_change));
            },
            nb::for_getter(nb::sig("def on_change(self) -> typing.Any")),
            nb::for_setter(nb::arg("on_change").none()),
            nb::for_setter(nb::sig("def on_change(self, on_change: typing.Any, /) -> None")),
            on_change_doc);
}

}  // namespace

void bind_adwin(nb::module_& module) {
    nb::class_<Detector> type(module, "ADWIN", nb::type_slots(hot_slots<Detector, methods, reads>),
                              nb::is_weak_referenceable(), adwin_doc);
    type.def(
            "__init__",
            [](Detector* self, nb::handle delta, nb::handle clock, nb::handle max_buckets,
               nb::handle min_window_length, nb::handle grace_period, nb::handle on_change) {
                const Adwin::Rule rule{
                    .delta = delta_argument(delta),
                    .clock = positive_integer(clock, "clock"),
                    .max_buckets = buckets_argument(max_buckets),
                    .min_window_length = positive_integer(min_window_length, "min_window_length"),
                    .grace_period = natural_number(grace_period, "grace_period")};
                new (self) Detector(Adwin(rule), callback_argument(on_change));
            },
            "delta"_a.none() = 0.002, nb::kw_only(), "clock"_a.none() = 32,
            "max_buckets"_a.none() = 5, "min_window_length"_a.none() = 5,
            "grace_period"_a.none() = 10, "on_change"_a.none() = nb::none(),
            nb::sig("def __init__(self, delta: float = 0.002, *, clock: int = 32, "
                    "max_buckets: int = 5, min_window_length: int = 5, grace_period: int = 10, "
                    "on_change: collections.abc.Callable[[typing.Any], object] | None = None) "
                    "-> None"))
        .def(
            "update_many",
            [](const Self<Detector>& self, nb::handle values) {
                self.p->update_many(self.h, values);
            },
            "values"_a.none(),
            nb::sig("def update_many(self, values: collections.abc.Iterable[typing.Any]) -> None"),
            update_many_doc)
        .def(
            "clear", [](const Self<Detector>& self) { self.p->clear(); },
            nb::sig("def clear(self) -> None"), clear_doc)
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
    def_parameters(type);
    def_content(type);
    def_equality(type, &same_content);
    def_copies(type, copy_doc);
    def_html(type, "detector_html");
    def_state(type, &encoded, &decoded, &from_parts, to_bytes_doc, from_bytes_doc);
}

}  // namespace entrostream
