// es.WeightedTally: labels with positive real weights.
#include <array>
#include <utility>
#include <vector>

#include "bindings/input/weights.hpp"
#include "bindings/runtime/fast_arguments.hpp"
#include "bindings/summaries/counter.hpp"
#include "bindings/summaries/summary.hpp"
#include "bindings/summaries/tuple_pickles.hpp"
#include "core/counts/weighted_counts.hpp"
#include "core/state/weighted_tally_state.hpp"

namespace entrostream {

namespace {

using Weighted = Labelled<WeightedCounts>;

constexpr const char* weighted_tally_doc = R"doc(Labels with positive real weights.

The paper's samples of positive reals (Definitions 1 and 2), with Theorems 1 to 5 as
methods: change (1 and 5), concatenate (2 and 4), merge (3, and E16 for entropy).
A weight is held as an integer of units, the nearest one, so what was added can be
removed to the last bit, and every read depends on the weights alone.

Parameters
----------
weights : mapping of labels to weights, optional
    What to begin with.
unit : float, default 2**-20
    A power of two. Weights are rounded to multiples of it; all together are below
    2**62 units.
exact : bool, default False
    Refuse a weight that is no multiple of the unit, instead of rounding it.
missing : {"raise", "skip", "label"}, default "raise"
    What to do with None, NaN, NaT and null as labels: an error, no event, or one
    label (None) for all of them. A missing weight is no event with "skip", and an
    error with the others.

Raises
------
TypeError
    If `weights` is not a mapping, a weight or `unit` is not a number, or `exact` is not a
    bool.
ValueError
    If `unit` is not a power of two from 2**-900 to 2**900, if `missing` is not one of its
    choices, or if a label or weight is refused as by update_counts.
OverflowError
    If the weights would sum to 2**62 units or more.

Examples
--------
>>> bytes_sent = es.WeightedTally()
>>> bytes_sent.update("10.0.0.1", 1500.0)
>>> bytes_sent.update("10.0.0.2", 500.0)
>>> bytes_sent.entropy, bytes_sent.gini
(0.8112781244591328, 0.375)

>>> es.WeightedTally({"web": 2.5, "mail": 1.5})["web"]
2.5
)doc";

constexpr const char* update_many_doc = R"doc(Add many labels at once, each with its weight.

A weight of 0 adds nothing. Applies wholly or, if anything is refused, not at all.

Parameters
----------
labels : iterable of labels
    A list, an array or a column: what Tally.update_many takes.
weights : column of numbers, or one number, default 1.0
    As long as the labels, or one weight for all of them; 0 or more.

Raises
------
TypeError
    If `labels` is not iterable, a label is not hashable or a weight is not a number.
ValueError
    If labels and weights differ in length, if a weight is negative or infinite, if it is
    missing and `missing` is not "skip", if it is no multiple of the unit and `exact` is
    True, or if a label is missing and missing="raise".
OverflowError
    If the weights would sum to 2**62 units or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.WeightedTally()
>>> tally.update_many(["a", "b", "a"], [0.5, 2.0, 1.0])
>>> tally.counts()
{'a': 1.5, 'b': 2.0}
)doc";

constexpr const char* trace_doc =
    R"doc(Add many labels, each with its weight, and return the measures after each of them.

Adds the weights as update_many does. Every value equals, bit for bit, what the property would
have given after that row.

Parameters
----------
labels : iterable of labels
    A list, an array or a column: what Tally.update_many takes.
measures : str, or tuple or list of str, default ("entropy", "gini")
    The measures to return, by the names of the properties: "entropy", "gini", "n",
    "distinct" and the others.
weights : column of numbers, or one number, default 1.0
    As long as the labels, or one weight for all of them; 0 or more.

Returns
-------
dict of numpy.ndarray, or numpy.ndarray
    Arrays of float64 by the names of the measures, one value per row; a single array if
    `measures` is one name.

Raises
------
TypeError
    If `labels` or `measures` is not iterable, a label is not hashable or a weight is not a
    number.
ValueError
    If a measure is unknown, if labels and weights differ in length, if a weight is negative
    or infinite, if it is missing and `missing` is not "skip", if it is no multiple of the
    unit and `exact` is True, or if a label is missing and missing="raise".
OverflowError
    If the weights would sum to 2**62 units or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> es.WeightedTally().trace(["a", "b"], "entropy", weights=[1.0, 3.0])
array([0.        , 0.81127812])
)doc";

constexpr const char* update_counts_doc =
    R"doc(Add weight to labels by a mapping.

Theorems 1 and 5, and Add for a new label; 0 changes nothing. The cost is in the
labels named.

Parameters
----------
counts : mapping of labels to float
    The weight of each label, 0 or more.

Raises
------
TypeError
    If the argument is not a mapping, a weight is not a number or a label is not hashable.
ValueError
    If a weight is negative, infinite or missing, if it is no multiple of the unit and
    `exact` is True, or if a label is missing and missing="raise".
OverflowError
    If the weights would sum to 2**62 units or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.WeightedTally()
>>> tally.update_counts({"a": 0.75, "b": 0.25})
>>> tally.entropy
0.8112781244591328
)doc";

constexpr const char* change_doc = R"doc(Change many weights at once, up or down: Theorems 1 and 5.

A label whose weight falls to 0 leaves. Applies wholly or, if anything is refused, not at all.

Parameters
----------
changes : mapping of labels to float
    What is added to the weight of each label; below 0 it is removed.

Raises
------
TypeError
    If the argument is not a mapping, a weight is not a number or a label is not hashable.
ValueError
    If a weight would fall below 0, if a change is infinite or missing, if it is no multiple
    of the unit and `exact` is True, or if a label is missing and missing="raise".
OverflowError
    If the weights would sum to 2**62 units or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.WeightedTally()
>>> tally.update_counts({"a": 2.0, "b": 1.0})
>>> tally.change({"a": -1.5, "b": 0.5, "c": 1.0})
>>> tally.counts()
{'a': 0.5, 'b': 1.5, 'c': 1.0}
)doc";

constexpr const char* remove_doc = R"doc(Remove weight from one label: the exact inverse of update.

Parameters
----------
label : hashable
    A label that is held.
weight : float, default 1.0
    0 or more.

Raises
------
TypeError
    If the label is not hashable or the weight is not a number.
ValueError
    If less is held than is to be removed, if the weight is negative, infinite or missing,
    if it is no multiple of the unit and `exact` is True, or if the label is missing and
    missing="raise".
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.WeightedTally()
>>> tally.update("a", 2.0)
>>> tally.remove("a", 0.5)
>>> tally.counts()
{'a': 1.5}
)doc";

constexpr const char* remove_counts_doc =
    R"doc(Remove weight from labels: the inverse of update_counts.

Applies wholly or, if anything is refused, not at all.

Parameters
----------
counts : mapping of labels to float
    The weight of each label, 0 or more.

Raises
------
TypeError
    If the argument is not a mapping, a weight is not a number or a label is not hashable.
ValueError
    If less is held than is to be removed, if a weight is negative, infinite or missing, if
    it is no multiple of the unit and `exact` is True, or if a label is missing and
    missing="raise".
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.WeightedTally()
>>> tally.update_counts({"a": 2.0, "b": 1.0})
>>> tally.remove_counts({"a": 0.5})
>>> tally.counts()
{'a': 1.5, 'b': 1.0}
)doc";

constexpr const char* concatenate_doc =
    R"doc(Add another tally that has no label in common: Theorems 2 and 4.

`merge` also adds the weights of common labels.

Parameters
----------
other : WeightedTally
    A tally of the same unit; it stays as it is.

Raises
------
TypeError
    If `other` is not a WeightedTally.
ValueError
    If a label is in both, or if the units differ; nothing is changed then.
OverflowError
    If the weights would sum to 2**62 units or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> left, right = es.WeightedTally(), es.WeightedTally()
>>> left.update("a", 1.0)
>>> right.update("b", 1.0)
>>> left.concatenate(right)
>>> left.entropy
1.0
)doc";

constexpr const char* merge_doc =
    R"doc(Add another tally's weights: Theorem 3, and E16 for entropy.

Parameters
----------
other : WeightedTally
    A tally of the same unit; it stays as it is.

Raises
------
TypeError
    If `other` is not a WeightedTally.
ValueError
    If the units differ.
OverflowError
    If the weights would sum to 2**62 units or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> left, right = es.WeightedTally(), es.WeightedTally()
>>> left.update_counts({"a": 1.0, "b": 2.0})
>>> right.update_counts({"b": 0.5})
>>> left.merge(right)
>>> left.counts()
{'a': 1.0, 'b': 2.5}
)doc";

// ------------------------------------------------------------------ one event

PyObject* update_slot(PyObject* self, PyObject* const* arguments, Py_ssize_t by_place,
                      PyObject* names) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        static constexpr std::array parameters{Parameter{"label"}, Parameter{"weight", false}};
        const auto [label, weight] =
            bind_arguments({self, "update", arguments, by_place, names}, parameters);
        Weighted& tally = summary_in<Weighted>(self);
        const nb::object one = nb::int_(1);
        tally.update(
            self, label,
            read_weight(tally.core(), weight == nullptr ? one.ptr() : weight, tally.missing()));
        Py_RETURN_NONE;
    });
}

PyMethodDef methods[] = {
    {"update", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(update_slot)),
     METH_FASTCALL | METH_KEYWORDS,
     R"doc(update($self, label, weight=1.0)
--

Add weight to one label; 0 adds nothing.

Parameters
----------
label : hashable
    The label that gets the weight.
weight : float, default 1.0
    0 or more.

Raises
------
TypeError
    If the label is not hashable or the weight is not a number.
ValueError
    If the weight is negative or infinite, if it is missing and `missing` is not "skip", if
    it is no multiple of the unit and `exact` is True, or if the label is missing and
    missing="raise".
OverflowError
    If the weights would sum to 2**62 units or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.WeightedTally()
>>> tally.update("a", 2.5)
>>> tally.counts()
{'a': 2.5}
)doc"},
    {nullptr, nullptr, 0, nullptr},
};

// ------------------------------------------------------------------ many

auto auxiliary_weights(const Weighted& tally, nb::handle weights) {
    return auxiliary_numbers<std::uint64_t>([&tally, weights](std::size_t rows) {
        return read_weights(tally.core(), weights, rows, tally.missing());
    });
}

void update_many(const Self<Weighted>& self, nb::handle labels, nb::handle weights) {
    self.p->update_many(self.h, labels, auxiliary_weights(*self.p, weights));
}

nb::object trace(const Self<Weighted>& self, nb::handle labels, nb::handle measures,
                 nb::handle weights) {
    return traced<Measure>(measures, [&](const std::vector<Measure>& wanted) {
        return self.p->trace(self.h, labels, wanted, auxiliary_weights(*self.p, weights));
    });
}

void change(const Self<Weighted>& self, nb::handle changes) {
    const WeightedCounts& core = self.p->core();
    self.p->change(self.h, changes, [&](nb::handle by) -> std::pair<std::uint64_t, std::uint64_t> {
        const int sign = sign_of_weight(by);
        if (sign == 0) return {0, 0};
        if (sign > 0) return {read_weight(core, by), 0};
        return {0, read_weight(core, -nb::borrow(by))};
    });
}

// ------------------------------------------------------------------ two tallies

Weighted& other_tally(const Self<Weighted>& self, nb::handle other, const char* verb) {
    if (!nb::isinstance<Weighted>(other)) {
        throw nb::type_error(
            (class_name(self.h) + " can " + verb + " a WeightedTally, got " + repr_with_type(other))
                .c_str());
    }
    Weighted& summary = summary_in<Weighted>(other.ptr());
    if (summary.core().exponent() != self.p->core().exponent()) {
        throw nb::value_error(("tallies with units 2^" + std::to_string(self.p->core().exponent()) +
                               " and 2^" + std::to_string(summary.core().exponent()) + " cannot " +
                               verb)
                                  .c_str());
    }
    return summary;
}

void merge(const Self<Weighted>& self, nb::handle other) {
    self.p->merge(self.h, other, other_tally(self, other, "merge"));
}

[[noreturn]] void throw_in_both(nb::handle label) {
    throw nb::value_error(
        ("cannot concatenate: " + repr_short(label) + " is in both; merge adds its weights")
            .c_str());
}

void require_disjoint(const Self<Weighted>& self, nb::handle other_object, Weighted& other) {
    Weighted& tally = *self.p;
    const ReentrancyGuard at_work = tally.work(self.h);
    const std::vector<CodeCount> held = other.held();
    if (&other == &tally) {
        if (!held.empty()) throw_in_both(tally.labels().label(held.front().code));
        return;
    }
    const ReentrancyGuard other_at_work = other.work(other_object);
    for (const CodeCount& each : held) {
        const nb::object label = nb::borrow(other.labels().label(each.code));
        const Code code = tally.labels().find(label);
        if (code != no_code && tally.core().count(code) != 0) throw_in_both(label);
    }
}

void concatenate(const Self<Weighted>& self, nb::handle other) {
    Weighted& others = other_tally(self, other, "concatenate");
    require_disjoint(self, other, others);
    self.p->merge(self.h, other, others);
}

nb::object sum_of(const Self<Weighted>& self, nb::handle other) {
    if (!nb::isinstance<Weighted>(other)) return nb::borrow(Py_NotImplemented);
    Weighted& right = other_tally(self, other, "merge");
    nb::object sum = copy_of(self);
    nb::inst_ptr<Weighted>(sum)->merge(sum, other, right);
    return sum;
}

nb::object equal(const Self<Weighted>& self, nb::handle other) {
    if (!nb::isinstance<Weighted>(other)) return nb::borrow(Py_NotImplemented);
    const WeightedCounts& left = self.p->core();
    Weighted& right = summary_in<Weighted>(other.ptr());
    return nb::bool_(self.p->missing() == right.missing() &&
                     left.exponent() == right.core().exponent() &&
                     left.exact() == right.core().exact() && same_amounts(self, other, right));
}

// ------------------------------------------------------------------ state

StateBytes encoded(const Weighted& tally, LabelsToState& labels) {
    const std::vector<CodeCount> held = tally.held();
    WeightedTallyState state{
        .exponent = tally.core().exponent(),
        .exact = tally.core().exact(),
        .units = {.missing = tally.missing(), .labels = encoded_labels(tally, held, labels)}};
    for (const CodeCount& each : held) {
        state.units.counts.push_back(each.amount);
    }
    return encode(state);
}

Weighted restored(int exponent, bool exact, Missing missing, const nb::list& labels,
                  const std::vector<std::uint64_t>& units) {
    Weighted tally(WeightedCounts(exponent, exact), missing);
    fill(tally, labels, units);
    return tally;
}

Weighted decoded(std::span<const std::uint8_t> bytes, LabelsFromState& labels) {
    const WeightedTallyState state = decode_weighted_tally(bytes);
    return restored(state.exponent, state.exact, state.units.missing, labels(state.units.labels),
                    state.units.counts);
}

Weighted from_parts(const nb::tuple& parts) {
    require_parts(parts, 6);
    return restored(unit_exponent(parts[0]), nb::cast<bool>(parts[1]), missing_rule(parts[2]),
                    list_of(parts[3]), counts_from_pickle(parts[4]));
}

double unit_of(const WeightedCounts& core) {
    return core.weight(1);
}

nb::object repr(const Self<Weighted>& self) {
    return nb::str("<{}: {}>").attr("format")(class_name(self.h), weight_shown(idle(self)));
}

void def_weighted_changes(nb::class_<Weighted>& type) {
    type.def("update_many", &update_many, "labels"_a.none(), "weights"_a.none() = 1.0,
             nb::sig("def update_many(self, labels: collections.abc.Iterable[typing.Any], "
                     "weights: typing.Any = 1.0) -> None"),
             update_many_doc)
        .def("trace", &trace, "labels"_a.none(),
             "measures"_a.none() = nb::make_tuple("entropy", "gini"), nb::kw_only(),
             "weights"_a.none() = 1.0,
             nb::sig("def trace(self, labels: collections.abc.Iterable[typing.Any], "
                     "measures: str | tuple[str, ...] | list[str] = (\"entropy\", \"gini\"), "
                     "*, weights: typing.Any = 1.0) -> typing.Any"),
             trace_doc)
        .def(
            "update_counts",
            [](const Self<Weighted>& self, nb::handle counts) {
                self.p->update_counts(self.h, counts);
            },
            "counts"_a.none(),
            nb::sig("def update_counts(self, "
                    "counts: collections.abc.Mapping[typing.Any, float]) -> None"),
            update_counts_doc)
        .def("change", &change, "changes"_a.none(),
             nb::sig("def change(self, changes: collections.abc.Mapping[typing.Any, float]) "
                     "-> None"),
             change_doc)
        .def(
            "remove",
            [](const Self<Weighted>& self, nb::handle label, nb::handle weight) {
                const std::uint64_t units = read_weight(self.p->core(), weight);
                if (units != 0) self.p->remove(self.h, label, units);
            },
            "label"_a.none(), "weight"_a.none() = 1.0,
            nb::sig("def remove(self, label: collections.abc.Hashable, weight: float = 1.0) "
                    "-> None"),
            remove_doc)
        .def(
            "remove_counts",
            [](const Self<Weighted>& self, nb::handle counts) {
                self.p->remove_counts(self.h, counts);
            },
            "counts"_a.none(),
            nb::sig("def remove_counts(self, "
                    "counts: collections.abc.Mapping[typing.Any, float]) -> None"),
            remove_counts_doc);
    def_drop(type);
}

}  // namespace

void bind_weighted_tally(nb::module_& module) {
    nb::class_<Weighted> type(module, "WeightedTally", nb::type_slots(hot_slots<Weighted, methods>),
                              nb::is_weak_referenceable(), weighted_tally_doc);
    type.def(
            "__init__",
            [](Weighted* self, nb::handle weights, nb::handle unit, nb::handle exact,
               nb::handle missing) {
                Weighted tally(WeightedCounts(unit_exponent(unit), exact_argument(exact)),
                               missing_rule(missing));
                if (!weights.is_none()) tally.update_counts(nb::none(), weights);
                new (self) Weighted(std::move(tally));
            },
            nb::arg().none() = nb::none(), nb::kw_only(), "unit"_a.none() = 0x1p-20,
            "exact"_a.none() = false, "missing"_a.none() = "raise",
            nb::sig("def __init__(self, weights: collections.abc.Mapping[typing.Any, float] | "
                    "None = None, /, *, unit: float = 2**-20, exact: bool = False, "
                    "missing: typing.Literal[\"raise\", \"skip\", \"label\"] = \"raise\") -> None"))
        .def_prop_ro(
            "unit", [](const Self<Weighted>& self) { return unit_of(idle(self).core()); },
            nb::sig("def unit(self) -> float"), "Weights are multiples of this power of two.")
        .def_prop_ro(
            "exact", [](const Self<Weighted>& self) { return idle(self).core().exact(); },
            nb::sig("def exact(self) -> bool"),
            "Whether weights that are no multiples of the unit are refused.")
        .def("concatenate", &concatenate, "other"_a.none(),
             nb::sig("def concatenate(self, other: WeightedTally) -> None"), concatenate_doc)
        .def("merge", &merge, "other"_a.none(),
             nb::sig("def merge(self, other: WeightedTally) -> None"), merge_doc)
        .def("__add__", &sum_of, "other"_a.none(),
             nb::sig("def __add__(self, other: WeightedTally) -> typing_extensions.Self"))
        .def("__eq__", &equal, nb::arg().none(),
             nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
    def_weighted_changes(type);
    def_common(type);
    def_counter(type);
    def_sum(type);
    def_state(type, &encoded, &decoded, &from_parts);
}

}  // namespace entrostream
