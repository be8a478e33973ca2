#include "bindings/tree/walk.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <vector>

#include "bindings/summaries/summary.hpp"
#include "bindings/tree/tree_options.hpp"
#include "core/tree/vfdt.hpp"

namespace entrostream {

namespace {

using TreeSelf = Self<LabelledTree>;

nb::dict attribute_kinds(const TreeSelf& self) {
    LabelledTree& tree = *self.p;
    const ReentrancyGuard at_work = tree.work(self.h);
    nb::dict kinds;
    for (std::uint32_t number = 0; number < tree.attributes().size(); ++number) {
        const tree::AttributeKind kind = tree.core().schema().attribute(number).kind;
        kinds[tree.attributes().label(number)] = name_of(kind, tree::attribute_kinds);
    }
    return kinds;
}

nb::object kind(const TreeSelf& self, nb::handle name) {
    LabelledTree& tree = *self.p;
    const ReentrancyGuard at_work = tree.work(self.h);
    const LabelledTree::Known known = tree.known(name);
    if (known.is_declared_nominal) return nb::str("declared nominal");
    if (!known.is_met()) return nb::none();
    return nb::str(name_of(known.attribute.kind, tree::attribute_kinds));
}

// (child, test): the value of a branch as a tuple of one, None for all other values; for a
// numeric node, True up to the threshold.
nb::list branch_list(const LabelledTree& tree, tree::NodeId id, const tree::NodeView& node) {
    nb::list branches;
    for (const tree::BranchView& branch : tree.core().model().branches(id)) {
        if (node.kind == tree::NodeKind::numeric) {
            branches.append(nb::make_tuple(branch.child, branch.value == 0));
        } else if (branch.value == no_code) {
            branches.append(nb::make_tuple(branch.child, nb::none()));
        } else {
            const tree::Attribute attribute = tree.core().schema().attribute(node.attribute);
            const nb::handle label = tree.values(attribute.slot).label(branch.value);
            branches.append(nb::make_tuple(branch.child, nb::make_tuple(label)));
        }
    }
    return branches;
}

// Counts of rows are integers, importances are not.
nb::object shown_weights(const tree::Vfdt& core, tree::NodeId id, bool are_counts) {
    const std::vector<double> weights = core.model().class_weights(id);
    if (!are_counts) return nb::cast(weights);
    return nb::cast(std::vector<std::uint64_t>(weights.begin(), weights.end()));
}

// Its root, the row at which it was started, the recent accuracies of the subtree and of the
// alternate; None if the node has none.
nb::object alternate_of(const LabelledTree& tree, tree::NodeId id) {
    const tree::TreeModel& model = tree.core().model();
    const tree::NodeId other = model.alternate(id);
    if (other == tree::no_node) return nb::none();
    const tree::AlternateRecord& record = model.node(id).drift->alternate;
    const bool known = record.rows() != 0;
    return nb::make_tuple(
        other, record.since(), model.leaves_below(other),
        known ? nb::object(nb::float_(record.accuracy_of_subtree())) : nb::object(nb::none()),
        known ? nb::object(nb::float_(record.accuracy())) : nb::object(nb::none()));
}

// (attribute, relation, value), as a Condition has them.
nb::tuple test_of(const LabelledTree& tree, const tree::PathTest& test) {
    const nb::handle name = tree.attributes().label(test.attribute);
    if (test.kind == tree::NodeKind::numeric)
        return nb::make_tuple(name, test.outcome == 0 ? "<=" : ">", test.threshold);
    if (test.outcome == no_code) return nb::make_tuple(name, "not in", nb::none());
    const tree::Attribute attribute = tree.core().schema().attribute(test.attribute);
    return nb::make_tuple(name, "=", tree.values(attribute.slot).label(test.outcome));
}

nb::list changes(const TreeSelf& self) {
    const LabelledTree& tree = idle(self);
    nb::list all;
    for (const tree::TreeChange& change : tree.core().changes().latest) {
        nb::list path;
        for (const tree::PathTest& test : change.path)
            path.append(test_of(tree, test));
        all.append(
            nb::make_tuple(change.row, change.since, name_of(change.reason, tree::drift_reasons),
                           path, tree.attributes().label(change.attribute), change.accuracy_before,
                           change.accuracy_after, change.leaves_before, change.leaves_after));
    }
    return all;
}

nb::dict node_of(const LabelledTree& tree, tree::NodeId id, bool are_counts) {
    const tree::NodeView node = tree.core().model().view(id);
    const bool is_leaf = node.kind == tree::NodeKind::leaf;
    nb::dict shown_node;
    shown_node["depth"] = node.depth;
    shown_node["attribute"] =
        is_leaf ? nb::object(nb::none()) : nb::borrow(tree.attributes().label(node.attribute));
    shown_node["threshold"] = node.kind == tree::NodeKind::numeric
                                  ? nb::object(nb::float_(node.threshold))
                                  : nb::object(nb::none());
    shown_node["branches"] = branch_list(tree, id, node);
    shown_node["default_child"] =
        is_leaf ? nb::object(nb::none()) : nb::object(nb::int_(node.default_child));
    shown_node["gain"] = node.gain;
    shown_node["active"] = node.active;
    shown_node["alternate"] = alternate_of(tree, id);
    shown_node["counts"] = shown_weights(tree.core(), id, are_counts);
    shown_node["entropy"] = tree.core().model().entropy(id);
    return shown_node;
}

nb::list nodes(const TreeSelf& self) {
    const LabelledTree& tree = idle(self);
    nb::list all;
    const bool are_counts = !tree.core().model().has_importances();
    const tree::TreeModel& model = tree.core().model();
    for (tree::NodeId id = 0; id < model.end_id(); ++id) {
        all.append(model.is_free(id) ? nb::object(nb::none())
                                     : nb::object(node_of(tree, id, are_counts)));
    }
    return all;
}

nb::tuple explain(const TreeSelf& self, nb::handle x) {
    LabelledTree& tree = *self.p;
    const ReentrancyGuard at_work = tree.work(self.h);
    tree.read_to_predict(x);
    const tree::Explanation why = tree.core().explain(tree.row());
    return nb::make_tuple(why.path, name_of(why.predictor, tree::predictors),
                          tree.class_label(why.label));
}

nb::dict work_done(const TreeSelf& self) {
    const tree::Work& work = idle(self).core().work();
    nb::dict done;
    done["rows"] = work.examples;
    done["split_attempts"] = work.split_attempts;
    done["attribute_evaluations"] = work.attribute_evaluations;
    done["splits"] = work.splits;
    done["explorations"] = work.explorations;
    done["deactivations"] = work.deactivations;
    return done;
}

// Measuring labels may run their Python code.
std::size_t all_bytes(const TreeSelf& self) {
    const ReentrancyGuard at_work = self.p->work(self.h);
    return self.p->bytes();
}

nb::dict beyond_limit(const TreeSelf& self) {
    const LabelledTree& tree = *self.p;
    const ReentrancyGuard at_work = self.p->work(self.h);
    const tree::Schema& schema = tree.core().schema();
    nb::list others;
    for (std::uint32_t slot = 0; slot < schema.nominal(); ++slot) {
        if (tree.other_values(slot) == no_code) continue;
        others.append(tree.attributes().label(schema.nominal_number(slot)));
    }
    nb::dict found;
    found["other_values"] = others;
    found["ignores_attributes"] = tree.is_closed();
    return found;
}

constexpr const char* beyond_limit_doc = R"doc(What `memory_limit` has no room for, a dict.

`other_values`: the nominal attributes whose further values are counted together, a list of names;
`ignores_attributes`: whether attributes that are new are ignored.

>>> from entrostream.tree import VFDTClassifier
>>> tree = VFDTClassifier(memory_limit="64KiB")
>>> tree.learn_many({"user": [f"user {i}" for i in range(1000)]}, [0, 1] * 500)
>>> tree.beyond_limit
{'other_values': ['user'], 'ignores_attributes': False}
)doc";

nb::object repr(const TreeSelf& self) {
    const tree::Vfdt& core = idle(self).core();
    const auto rows = core.work().examples;
    const auto leaves = core.model().leaves();
    const nb::str text("<{}: {} row{}, {} lea{}, {} classes>");
    return text.attr("format")(class_name(self.h), rows, rows == 1 ? "" : "s", leaves,
                               leaves == 1 ? "f" : "ves", self.p->classes().size());
}

template <auto read>
auto model_read(const TreeSelf& self) {
    return (idle(self).core().model().*read)();
}

void def_public_reads(nb::class_<LabelledTree>& type) {
    type.def_prop_ro(
            "n", [](const TreeSelf& self) { return idle(self).core().work().examples; },
            nb::sig("def n(self) -> int"), "How many rows were learned.")
        .def_prop_ro("n_leaves", &model_read<&tree::TreeModel::leaves>,
                     nb::sig("def n_leaves(self) -> int"), "How many leaves there are.")
        .def_prop_ro(
            "n_active_leaves", &model_read<&tree::TreeModel::active_leaves>,
            nb::sig("def n_active_leaves(self) -> int"),
            "The number of active leaves; the others are inactive because of the memory limit.")
        .def_prop_ro("n_nodes", &model_read<&tree::TreeModel::tree_size>,
                     nb::sig("def n_nodes(self) -> int"),
                     "How many nodes there are, leaves included.")
        .def_prop_ro(
            "classes", [](const TreeSelf& self) { return labels_in(idle(self).classes()); },
            nb::sig("def classes(self) -> list[typing.Any]"),
            "The classes, in the order they came.")
        .def_prop_ro("attributes", &attribute_kinds,
                     nb::sig("def attributes(self) -> dict[typing.Any, str]"),
                     "The attributes by name, each \"numeric\" or \"nominal\".")
        .def_prop_ro("beyond_limit", &beyond_limit,
                     nb::sig("def beyond_limit(self) -> dict[str, typing.Any]"), beyond_limit_doc)
        .def_prop_ro("work", &work_done, nb::sig("def work(self) -> dict[str, int]"),
                     "What was done: rows, split attempts, splits and more, a dict.")
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
}

void def_private_reads(nb::class_<LabelledTree>& type) {
    type.def_prop_ro(
            "_nbytes", [](const TreeSelf& self) { return all_bytes(self); },
            nb::sig("def _nbytes(self) -> int"))
        .def("_kind", &kind, "name"_a.none(),
             nb::sig("def _kind(self, name: typing.Any) -> str | None"))
        .def("_nodes", &nodes, nb::sig("def _nodes(self) -> list[dict[str, typing.Any]]"))
        .def("_changes", &changes, nb::sig("def _changes(self) -> list[tuple[typing.Any, ...]]"))
        .def(
            "_change_counts",
            [](const TreeSelf& self) {
                const tree::Vfdt& core = idle(self).core();
                return nb::make_tuple(core.changes().count, core.changes().started,
                                      core.model().alternates().size(), core.window_size());
            },
            nb::sig("def _change_counts(self) -> tuple[int, int, int, int]"))
        .def("_explain", &explain, "x"_a.none(),
             nb::sig("def _explain(self, x: typing.Any) -> tuple[list[int], str, typing.Any]"))
        .def(
            "_importances",
            [](const TreeSelf& self) { return idle(self).core().model().importances(); },
            nb::sig("def _importances(self) -> list[float]"))
        .def(
            "_options",
            [](const TreeSelf& self) {
                return options_as_dict(idle(self).core().options(), self.p->criterion());
            },
            nb::sig("def _options(self) -> dict[str, typing.Any]"))
        .def(
            "_nominal", [](const TreeSelf& self) { return labels_in(idle(self).nominal()); },
            nb::sig("def _nominal(self) -> list[typing.Any]"));
}

}  // namespace

void def_walk(nb::class_<LabelledTree>& type) {
    def_public_reads(type);
    def_private_reads(type);
}

}  // namespace entrostream
