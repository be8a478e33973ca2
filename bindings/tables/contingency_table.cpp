// es.ContingencyTable: counts of pairs (x, y) since the start.
#include <algorithm>
#include <utility>
#include <vector>

#include "bindings/summaries/counter.hpp"
#include "bindings/summaries/tuple_pickles.hpp"
#include "bindings/tables/pair_summary.hpp"
#include "core/state/contingency_table_state.hpp"
#include "core/tables/contingency.hpp"

namespace entrostream {

namespace {

using Table = LabelledPairs<ContingencyTable>;

constexpr const char* contingency_table_doc =
    R"doc(Counts of pairs (x, y), and what x tells about y.

x is the ATTRIBUTE, what is known (the rows); y is the CLASS, what one wants to know
(the columns): `update(x, y)`, `update_many(xs, ys)`. Gains say how much knowing x
tells about y. All entropies are in BITS. Values of both may be new at any time, pairs
may be removed again, memory is in the pairs now held. Every read is O(1), from
integer sums: it depends on the counts alone, not on how they came, and stays right
where float64 fails (information gain at 1e15 pairs). The paper announces the gain
but does not give it (erratum E18).

Parameters
----------
missing : {"raise", "skip", "label"}, default "raise"
    What to do with a pair in which x or y is None, NaN, NaT or null: an error, no
    event, or one label (None) for all of them.

Raises
------
ValueError
    If `missing` is not one of its choices.

Examples
--------
>>> table = es.ContingencyTable()
>>> table.update_many(["sun", "sun", "rain", "rain"], ["yes", "yes", "no", "yes"])
>>> table.information_gain, table.gini_gain
(0.3112781244591329, 0.125)
>>> table.update("fog", "no")
>>> table.conditional_entropy
0.4
)doc";

constexpr const char* merge_doc = R"doc(Add all pairs of another table.

Parameters
----------
other : ContingencyTable
    It stays as it is.

Raises
------
TypeError
    If `other` is not a ContingencyTable.
OverflowError
    If a table would hold 2**62 pairs or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> east, west = es.ContingencyTable(), es.ContingencyTable()
>>> east.update("a", "y")
>>> west.update_many("ab", "yn")
>>> east.merge(west)
>>> east.counts()
{('a', 'y'): 2, ('b', 'n'): 1}
)doc";

Table& other_table(const Self<Table>& self, nb::handle other) {
    if (nb::isinstance<Table>(other)) return summary_in<Table>(other.ptr());
    throw nb::type_error(
        (class_name(self.h) + " can merge a ContingencyTable, got " + repr_with_type(other))
            .c_str());
}

nb::object sum_of(const Self<Table>& self, nb::handle other) {
    if (!nb::isinstance<Table>(other)) return nb::borrow(Py_NotImplemented);
    nb::object sum = copy_of(self);
    nb::inst_ptr<Table>(sum)->merge(sum, other, summary_in<Table>(other.ptr()));
    return sum;
}

nb::object equal(const Self<Table>& self, nb::handle other) {
    if (!nb::isinstance<Table>(other)) return nb::borrow(Py_NotImplemented);
    Table& right = summary_in<Table>(other.ptr());
    const auto same_pairs = [&](const PairPlaces& places) {
        const std::vector<PairCount> held = self.p->core().held();
        return std::all_of(held.begin(), held.end(), [&](const PairCount& each) {
            return right.core().count(places.of(each.pair)) == each.amount;
        });
    };
    return nb::bool_(same_table(self, other, right, same_pairs));
}

// The pairs with indices of their labels instead of codes.
std::vector<PairCount> pairs_by_place(const Table& table, const HeldPairLabels& labels) {
    std::vector<PairCount> pairs = table.core().held();
    for (PairCount& each : pairs) {
        each.pair = labels.places(each.pair);
    }
    return pairs;
}

StateBytes encoded(const Table& table, LabelsToState& to_state) {
    const HeldPairLabels labels(table);
    return encode(ContingencyTableState{.missing = table.missing(),
                                        .labels = labels.encoded(to_state),
                                        .pairs = pairs_by_place(table, labels)});
}

Table restored(Missing missing, const PairObjects& labels, const std::vector<PairCount>& pairs) {
    Table table(ContingencyTable(), missing);
    table.set_labels(labels.x, labels.y);
    table.content().add_many(pairs);
    return table;
}

Table decoded(std::span<const std::uint8_t> bytes, LabelsFromState& from_state) {
    const ContingencyTableState state = decode_contingency_table(bytes);
    return restored(state.missing, PairObjects(state.labels, from_state), state.pairs);
}

Table from_parts(const nb::tuple& parts) {
    require_parts(parts, 6);
    const PairObjects labels(parts[1], parts[2]);
    const std::vector<CodePair> places = places_from_pickle(parts[3], labels);
    const std::vector<std::uint64_t> counts = counts_from_pickle(parts[4]);
    if (places.size() != counts.size()) {
        throw StateError("state is damaged: pairs and counts differ");
    }
    std::vector<PairCount> pairs(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        pairs[i] = {places[i], counts[i]};
    }
    return restored(missing_rule(parts[0]), labels, pairs);
}

nb::object repr(const Self<Table>& self) {
    return nb::str("<{}: {}>").attr("format")(class_name(self.h), pairs_shown(idle(self)));
}

}  // namespace

void bind_contingency_table(nb::module_& module) {
    nb::class_<Table> table(module, "ContingencyTable", nb::type_slots(pair_slots<Table>),
                            nb::is_weak_referenceable(), contingency_table_doc);
    table
        .def(
            "__init__",
            [](Table* self, nb::handle missing) {
                new (self) Table(ContingencyTable(), missing_rule(missing));
            },
            nb::kw_only(), "missing"_a.none() = "raise",
            nb::sig("def __init__(self, *, missing: typing.Literal[\"raise\", \"skip\", \"label\"] "
                    "= \"raise\") -> None"))
        .def(
            "merge",
            [](const Self<Table>& self, nb::handle other) {
                self.p->merge(self.h, other, other_table(self, other));
            },
            "other"_a.none(), nb::sig("def merge(self, other: ContingencyTable) -> None"),
            merge_doc)
        .def("__add__", &sum_of, "other"_a.none(),
             nb::sig("def __add__(self, other: ContingencyTable) -> typing_extensions.Self"))
        .def("__eq__", &equal, nb::arg().none(),
             nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
    def_pairs(table);
    def_sum(table);
    def_state(table, &encoded, &decoded, &from_parts);
}

}  // namespace entrostream
