// Makes tallies behave like collections.Counter.
#pragma once
#include "bindings/input/batches/column_kind.hpp"
#include "bindings/summaries/summary.hpp"

namespace entrostream {

namespace docs {

inline constexpr const char* length = "How many different labels are held.";
inline constexpr const char* keys =
    R"doc(Return the labels now held, as a dict has keys: dict(tally) works.

Returns
-------
KeysView
    A view of a new dict: later events do not change it.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.Tally("abracadabra")
>>> list(tally.keys()), dict(tally)["a"]
(['a', 'b', 'r', 'c', 'd'], 5)
)doc";
inline constexpr const char* items =
    R"doc(Return the labels now held, each with its count, as a dict has items.

Returns
-------
ItemsView
    A view of a new dict: later events do not change it.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> list(es.Tally("abb").items())
[('a', 1), ('b', 2)]
)doc";

}  // namespace docs

// For tallies; lookup of a label's count is common to all summaries.
template <class Summary>
void def_counter(nb::class_<Summary>& type) {
    type.def(
            "__len__",
            [](const Self<Summary>& self) { return idle(self).core().sums().distinct(); },
            nb::sig("def __len__(self) -> int"), docs::length)
        .def(
            "__iter__",
            [](const Self<Summary>& self) { return nb::iter(counts_of(self).attr("keys")()); },
            nb::sig("def __iter__(self) -> collections.abc.Iterator[typing.Any]"))
        .def(
            "keys", [](const Self<Summary>& self) { return counts_of(self).attr("keys")(); },
            nb::sig("def keys(self) -> collections.abc.KeysView[typing.Any]"), docs::keys)
        .def(
            "items", [](const Self<Summary>& self) { return counts_of(self).attr("items")(); },
            nb::sig("def items(self) -> collections.abc.ItemsView[typing.Any, float]"),
            docs::items);
}

// sum() starts with 0.
template <class Summary>
void def_sum(nb::class_<Summary>& type) {
    type.def(
        "__radd__",
        [](const Self<Summary>& self, nb::handle other) -> nb::object {
            const bool is_start = PyLong_CheckExact(other.ptr()) && PyLong_AsLong(other.ptr()) == 0;
            return is_start ? copy_of(self) : nb::borrow(Py_NotImplemented);
        },
        nb::arg().none(), nb::sig("def __radd__(self, other: int, /) -> typing_extensions.Self"));
}

// Fills a new tally with its constructor's argument, like Counter: labels, or a mapping of
// labels to counts. A column is not a mapping, though a pandas Series looks like one.
template <class Summary, class UpdateMany>
void begin_with(Summary& summary, nb::handle given, const UpdateMany& update_many) {
    if (given.is_none()) return;
    const bool is_mapping = column_kind(given) == ColumnKind::other &&
                            PyMapping_Check(given.ptr()) != 0 && nb::hasattr(given, "items");
    if (is_mapping) {
        summary.update_counts(nb::none(), given);
    } else {
        update_many();
    }
}

}  // namespace entrostream
