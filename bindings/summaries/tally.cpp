// es.Tally: all labels since the start.
#include "bindings/summaries/counter.hpp"
#include "bindings/summaries/estimates.hpp"
#include "bindings/summaries/summary.hpp"
#include "bindings/summaries/tuple_pickles.hpp"
#include "core/counts/counts.hpp"
#include "core/state/tally_state.hpp"

namespace entrostream {

namespace {

using Tally = Labelled<Counts>;

constexpr const char* tally_doc = R"doc(Every label since the start; labels may be removed again.

The counts of a sample with their exact entropy and Gini index: Inc, Dec, Add and
Del of Sovdat (2014), in O(1) and without drift. Two tallies merge into the tally
of both streams. Every read depends on the counts alone, not on how they came.

As a collections.Counter it begins with labels or with a mapping of labels to counts, and gives
the count of a label by `tally[label]`; sum() merges many.

Parameters
----------
labels : iterable of labels, or mapping of labels to counts, optional
    What to begin with.
missing : {"raise", "skip", "label"}, default "raise"
    What to do with None, NaN, NaT and null: an error, no event, or one label
    (None) for all of them.

Raises
------
TypeError
    If `labels` is neither iterable nor a mapping, or a label is not hashable.
ValueError
    If `missing` is not one of its choices, if a label is missing and missing="raise", or if
    a count is negative or not below 2**62.
OverflowError
    If a summary would hold 2**62 events or more.

Examples
--------
>>> tally = es.Tally()
>>> tally.update_many(["a", "a", "b", "b", "b"])
>>> tally.entropy, tally.gini
(0.9709505944546687, 0.48)

>>> tally = es.Tally("abracadabra")
>>> tally["a"], tally["z"], "z" in tally, len(tally)
(5, 0, False, 5)
>>> sum([es.Tally("ab"), es.Tally({"b": 2})]).counts()
{'a': 1, 'b': 3}
)doc";

constexpr const char* merge_doc = R"doc(Add all events of another tally.

As update_counts with the other's counts: Theorems 2 and 4 where no label is
common, the unions (Theorem 3, erratum E16) where some are.

Parameters
----------
other : Tally
    It stays as it is.

Raises
------
TypeError
    If `other` is not a Tally.
OverflowError
    If a summary would hold 2**62 events or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> east, west = es.Tally(), es.Tally()
>>> east.update_many("aab")
>>> west.update_many("bcc")
>>> east.merge(west)
>>> east.counts()
{'a': 2, 'b': 2, 'c': 2}
)doc";

// The other operand as a Tally; TypeError if it is not one.
Tally& other_tally(const Self<Tally>& self, nb::handle other) {
    if (nb::isinstance<Tally>(other)) return summary_in<Tally>(other.ptr());
    throw nb::type_error(
        (class_name(self.h) + " can merge a Tally, got " + repr_with_type(other)).c_str());
}

nb::object sum_of(const Self<Tally>& self, nb::handle other) {
    if (!nb::isinstance<Tally>(other)) return nb::borrow(Py_NotImplemented);
    nb::object sum = copy_of(self);
    nb::inst_ptr<Tally>(sum)->merge(sum, other, summary_in<Tally>(other.ptr()));
    return sum;
}

nb::object equal(const Self<Tally>& self, nb::handle other) {
    if (!nb::isinstance<Tally>(other)) return nb::borrow(Py_NotImplemented);
    Tally& right = summary_in<Tally>(other.ptr());
    return nb::bool_(self.p->missing() == right.missing() && same_amounts(self, other, right));
}

StateBytes encoded(const Tally& tally, LabelsToState& labels) {
    const std::vector<CodeCount> held = tally.held();
    TallyState state{.missing = tally.missing(), .labels = encoded_labels(tally, held, labels)};
    for (const CodeCount& each : held) {
        state.counts.push_back(each.amount);
    }
    return encode(state);
}

Tally restored(Missing missing, const nb::list& labels, const std::vector<std::uint64_t>& counts) {
    Tally tally(Counts(), missing);
    fill(tally, labels, counts);
    return tally;
}

Tally decoded(std::span<const std::uint8_t> bytes, LabelsFromState& labels) {
    const TallyState state = decode_tally(bytes);
    return restored(state.missing, labels(state.labels), state.counts);
}

Tally from_parts(const nb::tuple& parts) {
    require_parts(parts, 4);
    return restored(missing_rule(parts[0]), list_of(parts[1]), counts_from_pickle(parts[2]));
}

nb::object repr(const Self<Tally>& self) {
    return nb::str("<{}: {}>").attr("format")(class_name(self.h), content_shown(idle(self)));
}

}  // namespace

void bind_tally(nb::module_& module) {
    nb::class_<Tally> tally(module, "Tally", nb::type_slots(hot_slots<Tally>),
                            nb::is_weak_referenceable(), tally_doc);
    tally
        .def(
            "__init__",
            [](Tally* self, nb::handle labels, nb::handle missing) {
                Tally tally(Counts(), missing_rule(missing));
                begin_with(tally, labels,
                           [&] { tally.update_many(nb::none(), labels, NoAuxiliaryColumns{}); });
                new (self) Tally(std::move(tally));
            },
            nb::arg().none() = nb::none(), nb::kw_only(), "missing"_a.none() = "raise",
            nb::sig(
                "def __init__(self, labels: collections.abc.Iterable[typing.Any] | None = None, "
                "/, *, missing: typing.Literal[\"raise\", \"skip\", \"label\"] = \"raise\") -> "
                "None"))
        .def(
            "merge",
            [](const Self<Tally>& self, nb::handle other) {
                self.p->merge(self.h, other, other_tally(self, other));
            },
            "other"_a.none(), nb::sig("def merge(self, other: Tally) -> None"), merge_doc)
        .def("__add__", &sum_of, "other"_a.none(),
             nb::sig("def __add__(self, other: Tally) -> typing_extensions.Self"))
        .def("__eq__", &equal, nb::arg().none(),
             nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
    def_summary(tally);
    def_counter(tally);
    def_sum(tally);
    def_estimates(tally);
    def_state(tally, &encoded, &decoded, &from_parts);
}

}  // namespace entrostream
