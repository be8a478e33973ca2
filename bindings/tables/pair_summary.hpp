// Bindings common to all tables of pairs: `def_pairs`.
#pragma once
#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bindings/labels/label_forms.hpp"
#include "bindings/labels/top_labels.hpp"
#include "bindings/runtime/fast_arguments.hpp"
#include "bindings/runtime/hot_slots.hpp"
#include "bindings/summaries/summary.hpp"
#include "bindings/tables/labelled_pairs.hpp"
#include "bindings/tables/pair_docs.hpp"
#include "bindings/tables/table_measures.hpp"
#include "core/state/pair_labels.hpp"
#include "core/state/state_error.hpp"

namespace entrostream {

namespace nb = nanobind;
using namespace nb::literals;

// ------------------------------------------------------------------ slots

template <class Table>
PyObject* update_pair_slot(PyObject* self, PyObject* const* arguments, Py_ssize_t by_place,
                           PyObject* names) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        if (by_place == 2 && names == nullptr) [[likely]] {
            summary_in<Table>(self).update(self, arguments[0], arguments[1]);
            Py_RETURN_NONE;
        }
        static constexpr std::array parameters{Parameter{"x"}, Parameter{"y"}};
        const auto [x, y] =
            bind_arguments({self, "update", arguments, by_place, names}, parameters);
        summary_in<Table>(self).update(self, x, y);
        Py_RETURN_NONE;
    });
}

template <class Table>
inline PyMethodDef pair_methods[] = {
    {"update", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(update_pair_slot<Table>)),
     METH_FASTCALL | METH_KEYWORDS,
     R"doc(update($self, x, y)
--

Add one pair: x is the attribute, y the class.

Parameters
----------
x : hashable
    The attribute.
y : hashable
    The class.

Raises
------
TypeError
    If a label is not hashable.
ValueError
    If x or y is missing and missing="raise".
OverflowError
    If a table would hold 2**62 pairs or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> table = es.ContingencyTable()
>>> table.update("sunny", "no")
>>> table.counts()
{('sunny', 'no'): 1}
)doc"},
    {nullptr, nullptr, 0, nullptr},
};

template <class Table>
inline auto& pair_slots = hot_slots<Table, pair_methods<Table>, table_reads<Table>>;

// ------------------------------------------------------------------ reads

template <class Table>
nb::dict pair_counts(const Self<Table>& self) {
    Table& table = *self.p;
    const ReentrancyGuard at_work = table.work(self.h);  // a dict runs the labels' hash and ==
    nb::dict counts;
    Interruptible open;
    InterruptPoll<4096> poll;
    for (const PairCount& each : table.core().held()) {
        poll();
        counts[table.labels(each.pair)] = each.amount;
    }
    return counts;
}

inline nb::dict label_counts(const LabelTable& labels, const Counts& held) {
    nb::dict counts;
    for (Code code = 0; code < labels.size(); ++code) {
        if (held.count(code) != 0) counts[labels.label(code)] = held.count(code);
    }
    return counts;
}

template <class Table>
nb::dict counts_of_x(const Self<Table>& self) {
    const ReentrancyGuard at_work = self.p->work(self.h);
    return label_counts(self.p->x(), self.p->core().counts().x());
}

template <class Table>
nb::dict counts_of_y(const Self<Table>& self) {
    const ReentrancyGuard at_work = self.p->work(self.h);
    return label_counts(self.p->y(), self.p->core().counts().y());
}

// The rank of each label among these, by code.
inline std::map<Code, std::size_t> ranks(const LabelTable& labels, const std::set<Code>& codes) {
    nb::list some;
    std::map<PyObject*, Code> code_of;
    for (const Code code : codes) {
        some.append(labels.label(code));
        code_of[labels.label(code).ptr()] = code;
    }
    std::map<Code, std::size_t> rank;
    for (const nb::handle label : in_order(some)) {
        rank.emplace(code_of.at(label.ptr()), rank.size());
    }
    return rank;
}

// By x, then by y.
template <class Table>
nb::list pairs_in_order(const Table& table, std::vector<PairCount> ties) {
    std::set<Code> xs;
    std::set<Code> ys;
    for (const PairCount& each : ties) {
        xs.insert(each.pair.x);
        ys.insert(each.pair.y);
    }
    const std::map<Code, std::size_t> x_rank = ranks(table.x(), xs);
    const std::map<Code, std::size_t> y_rank = ranks(table.y(), ys);
    const auto rank = [&](const PairCount& each) {
        return std::pair(x_rank.at(each.pair.x), y_rank.at(each.pair.y));
    };
    std::sort(ties.begin(), ties.end(),
              [&](const PairCount& a, const PairCount& b) { return rank(a) < rank(b); });
    nb::list pairs;
    for (const PairCount& each : ties) {
        pairs.append(table.labels(each.pair));
    }
    return pairs;
}

template <class Table>
nb::list most_common_pairs(const Self<Table>& self, nb::handle k) {
    Table& table = *self.p;
    const std::uint64_t most = k.is_none() ? max_events : natural_number(k, "k");
    const ReentrancyGuard at_work = table.work(self.h);
    return top_labels(
        table.core().held(), most,
        [&](const std::vector<PairCount>& ties) { return pairs_in_order(table, ties); },
        [](std::uint64_t count) { return nb::int_(count); });
}

template <class Table>
nb::object g_test(const Self<Table>& self) {
    const TableSums sums = idle(self).core().sums();
    return nb::module_::import_("entrostream.independence")
        .attr("g_test")(sums.g_statistic(), sums.x().distinct(), sums.y().distinct());
}

// "14 pairs, 5 different of 3 x and 2 y, mutual information 0.2467"
template <class Table>
nb::object pairs_shown(const Table& table) {
    const TableSums sums = table.core().sums();
    const nb::str text("{} pair{}, {} different of {} x and {} y, mutual information {:.4g}");
    return text.attr("format")(sums.n(), sums.n() == 1 ? "" : "s", sums.distinct(),
                               sums.x().distinct(), sums.y().distinct(), sums.mutual_information());
}

// ------------------------------------------------------------------ equality

// The codes in `other` of the labels held here; no_code for unknown ones.
inline std::vector<Code> codes_in(const LabelTable& other, const LabelTable& labels,
                                  const Counts& held) {
    std::vector<Code> codes(labels.size(), no_code);
    for (Code code = 0; code < labels.size(); ++code) {
        if (held.count(code) == 0) continue;
        const nb::object label = nb::borrow(labels.label(code));
        codes[code] = other.find(label);
    }
    return codes;
}

// Whether two tables of one kind hold the same. `same_pairs(places)` compares what the sums do
// not cover; `places.of(pair)` translates a pair of the left one to the right one's codes.
template <class Table, class SamePairs>
bool same_table(const Self<Table>& left, nb::handle right, Table& b, const SamePairs& same_pairs) {
    Table& a = idle(left);
    require_idle(b.busy());
    if (&a == &b) return true;
    const TableSums ours = a.core().sums();
    const TableSums theirs = b.core().sums();
    const bool same_sums = ours.x() == theirs.x() && ours.y() == theirs.y() &&
                           ours.pairs() == theirs.pairs() &&
                           ours.purity_sum() == theirs.purity_sum();
    if (a.missing() != b.missing() || !same_sums) return false;
    const ReentrancyGuard left_at_work = a.work(left.h);  // runs the labels' ==
    const ReentrancyGuard right_at_work = b.work(right);
    return same_pairs(PairPlaces{codes_in(b.x(), a.x(), a.core().counts().x()),
                                 codes_in(b.y(), a.y(), a.core().counts().y())});
}

// ------------------------------------------------------------------ states

// The labels held, and the index of each of them.
struct HeldLabels {
    std::vector<nb::object> labels;
    std::vector<Code> place;  // indexed by code

    HeldLabels(const LabelTable& table, const Counts& held) : place(table.size(), no_code) {
        for (Code code = 0; code < table.size(); ++code) {
            if (held.count(code) == 0) continue;
            place[code] = static_cast<Code>(labels.size());
            labels.push_back(nb::borrow(table.label(code)));
        }
    }

    [[nodiscard]] std::vector<Label> encoded(LabelsToState& to_state) const {
        std::vector<Label> found;
        found.reserve(labels.size());
        InterruptPoll<4096> poll;
        for (const nb::object& label : labels) {
            poll();
            found.push_back(to_state(label));
        }
        return found;
    }
};

struct HeldPairLabels {
    HeldLabels x;
    HeldLabels y;

    template <class Table>
    explicit HeldPairLabels(const Table& table)
        : x(table.x(), table.core().counts().x()), y(table.y(), table.core().counts().y()) {}

    [[nodiscard]] CodePair places(CodePair pair) const {
        return {x.place[pair.x], y.place[pair.y]};
    }
    [[nodiscard]] PairLabels encoded(LabelsToState& to_state) const {
        std::vector<Label> xs = x.encoded(to_state);
        return {std::move(xs), y.encoded(to_state)};
    }
};

// Labels of x and of y as Python objects.
struct PairObjects {
    nb::list x;
    nb::list y;

    PairObjects(const PairLabels& labels, LabelsFromState& from_state)
        : x(from_state(labels.x)), y(from_state(labels.y)) {}
    PairObjects(nb::handle xs, nb::handle ys) : x(list_of(xs)), y(list_of(ys)) {}
};

// For pickles of the first format: pairs of indices as raw bytes. Throws StateError unless every
// index is that of a label.
[[nodiscard]] inline std::vector<CodePair> places_from_pickle(nb::handle given,
                                                              const PairObjects& labels) {
    const nb::bytes bytes = bytes_argument(given);
    if (bytes.size() % sizeof(CodePair) != 0) throw StateError("state is damaged: half a pair");
    std::vector<CodePair> places(bytes.size() / sizeof(CodePair));
    if (!places.empty()) std::memcpy(places.data(), bytes.data(), bytes.size());
    for (const CodePair place : places) {
        if (place.x >= nb::len(labels.x) || place.y >= nb::len(labels.y)) {
            throw StateError("state is damaged: a pair has a label that is not there");
        }
    }
    return places;
}

// ------------------------------------------------------------------ the class

// For pairs alone, without auxiliary columns.
template <class Table>
void def_pair_bulk(nb::class_<Table>& type) {
    type.def(
            "update_many",
            [](const Self<Table>& self, nb::handle xs, nb::handle ys) {
                self.p->update_many(self.h, xs, ys);
            },
            "xs"_a.none(), "ys"_a.none(),
            nb::sig("def update_many(self, xs: collections.abc.Iterable[typing.Any], "
                    "ys: collections.abc.Iterable[typing.Any]) -> None"),
            docs::pairs_update_many)
        .def(
            "trace",
            [](const Self<Table>& self, nb::handle xs, nb::handle ys, nb::handle measures) {
                return traced<TableMeasure>(measures, [&](const std::vector<TableMeasure>& wanted) {
                    return self.p->trace(self.h, xs, ys, wanted);
                });
            },
            "xs"_a.none(), "ys"_a.none(),
            "measures"_a.none() = nb::make_tuple("mutual_information"),
            nb::sig("def trace(self, xs: collections.abc.Iterable[typing.Any], "
                    "ys: collections.abc.Iterable[typing.Any], "
                    "measures: str | tuple[str, ...] | list[str] = (\"mutual_information\",)) "
                    "-> typing.Any"),
            docs::pairs_trace)
        .def(
            "update_counts",
            [](const Self<Table>& self, nb::handle counts) {
                self.p->update_counts(self.h, counts);
            },
            "counts"_a.none(),
            nb::sig("def update_counts(self, "
                    "counts: collections.abc.Mapping[tuple[typing.Any, typing.Any], int]) -> None"),
            docs::pairs_update_counts);
}

template <class Table>
void def_pair_removals(nb::class_<Table>& type) {
    type.def(
            "remove",
            [](const Self<Table>& self, nb::handle x, nb::handle y) {
                self.p->remove(self.h, x, y);
            },
            "x"_a.none(), "y"_a.none(),
            nb::sig("def remove(self, x: collections.abc.Hashable, y: collections.abc.Hashable) "
                    "-> None"),
            docs::pairs_remove)
        .def(
            "remove_counts",
            [](const Self<Table>& self, nb::handle counts) {
                self.p->remove_counts(self.h, counts);
            },
            "counts"_a.none(),
            nb::sig("def remove_counts(self, "
                    "counts: collections.abc.Mapping[tuple[typing.Any, typing.Any], int]) -> None"),
            docs::pairs_remove_counts);
}

template <class Table>
void def_pair_reads(nb::class_<Table>& type) {
    type.def("counts", &pair_counts<Table>,
             nb::sig("def counts(self) -> dict[tuple[typing.Any, typing.Any], int]"),
             docs::pairs_counts)
        .def("counts_x", &counts_of_x<Table>,
             nb::sig("def counts_x(self) -> dict[typing.Any, int]"), docs::counts_x)
        .def("counts_y", &counts_of_y<Table>,
             nb::sig("def counts_y(self) -> dict[typing.Any, int]"), docs::counts_y)
        .def("most_common", &most_common_pairs<Table>, "k"_a.none() = nb::none(),
             nb::sig("def most_common(self, k: int | None = None) "
                     "-> list[tuple[tuple[typing.Any, typing.Any], int]]"),
             docs::pairs_most_common)
        .def("g_test", &g_test<Table>, nb::sig("def g_test(self) -> typing.Any"), docs::g_test)
        .def_prop_ro(
            "missing", [](const Self<Table>& self) { return missing_name(idle(self).missing()); },
            nb::sig("def missing(self) -> typing.Literal[\"raise\", \"skip\", \"label\"]"),
            docs::missing);
}

// Common to all tables, whatever their `update` takes.
template <class Table>
void def_common_of_pairs(nb::class_<Table>& type) {
    def_pair_removals(type);
    def_clear(type);
    def_pair_reads(type);
    def_copies(type);
    def_html(type, "pairs_html");
}

template <class Table>
void def_pairs(nb::class_<Table>& type) {
    def_pair_bulk(type);
    def_common_of_pairs(type);
}

}  // namespace entrostream
