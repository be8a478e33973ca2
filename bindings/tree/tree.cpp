// _core.Tree: the streaming tree with its names; entrostream.tree makes a public class of it.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "bindings/arguments.hpp"
#include "bindings/columns/arrays.hpp"
#include "bindings/fast_arguments.hpp"
#include "bindings/module.hpp"
#include "bindings/summary.hpp"
#include "bindings/tree/labelled_tree.hpp"
#include "bindings/tree/tree_columns.hpp"
#include "bindings/tree/tree_options.hpp"
#include "bindings/tree/tree_weight.hpp"
#include "core/tree/prequential.hpp"

namespace entrostream {

namespace {

using TreeSelf = Self<LabelledTree>;

constexpr const char* tree_doc = R"doc(A streaming decision tree with the names of what it met.

Private: entrostream.tree.VFDTClassifier is this with a face.)doc";

// ------------------------------------------------------------------ one row

void learn_one(nb::handle self, nb::handle x, nb::handle y, PyObject* w) {
    auto& tree = summary_in<LabelledTree>(self.ptr());
    const Busy at_work = tree.work(self);
    const std::uint32_t weight = w == nullptr ? 1 : tree_weight(w);
    if (weight == 0) return;
    const Code label = tree.read_to_learn(x, y);
    static_cast<void>(tree.core().learn(tree.row(), label, weight));
}

nb::object predict_one(nb::handle self, nb::handle x) {
    auto& tree = summary_in<LabelledTree>(self.ptr());
    const Busy at_work = tree.work(self);
    tree.read_to_ask(x);
    return tree.class_label(tree.core().predict(tree.row()));
}

nb::object predict_proba_one(nb::handle self, nb::handle x) {
    auto& tree = summary_in<LabelledTree>(self.ptr());
    const Busy at_work = tree.work(self);
    tree.read_to_ask(x);
    std::vector<double> shares(tree.core().schema().classes());
    tree.core().predict_votes(tree.row(), shares);
    nb::dict by_class;
    for (Code code = 0; code < shares.size(); ++code) {
        by_class[tree.classes().label(code)] = shares[code];
    }
    return by_class;
}

PyObject* learn_slot(PyObject* self, PyObject* const* arguments, Py_ssize_t by_place,
                     PyObject* names) noexcept {
    return guarded([&]() -> PyObject* {
        static constexpr std::array parameters{Parameter{"x"}, Parameter{"y"},
                                               Parameter{"w", false}};
        const auto [x, y, w] = placed({"learn_one", arguments, by_place, names}, parameters);
        learn_one(self, x, y, w);
        Py_RETURN_NONE;
    });
}

template <auto answer, const char* name>
PyObject* ask_slot(PyObject* self, PyObject* const* arguments, Py_ssize_t by_place,
                   PyObject* names) noexcept {
    return guarded([&]() -> PyObject* {
        static constexpr std::array parameters{Parameter{"x"}};
        const auto [x] = placed({name, arguments, by_place, names}, parameters);
        return answer(self, x).release().ptr();
    });
}

constexpr char predict_one_name[] = "predict_one";
constexpr char predict_proba_one_name[] = "predict_proba_one";

constexpr const char* learn_one_doc = R"doc(learn_one($self, x, y, w=1)
--

Learns one row: the attributes `x` by name, and its class `y`.

A value that is None, NaN or not there is missing. The first value of an attribute says whether
it is numeric or, being a text, a bool or anything else, nominal. A row of weight `w` counts as
`w` rows; an integer, 0 learns nothing.

>>> from entrostream.tree import VFDTClassifier
>>> tree = VFDTClassifier()
>>> tree.learn_one({"sky": "blue", "wind": 3.5}, "sail")
>>> tree.predict_one({"sky": "blue"})
'sail'
)doc";
constexpr const char* predict_one_doc = R"doc(predict_one($self, x)
--

The class of a row, None if the tree has learned nothing yet.

What is asked is scored once: learning the same row right after costs no second score.

>>> from entrostream.tree import VFDTClassifier
>>> VFDTClassifier().predict_one({"sky": "blue"}) is None
True
)doc";
constexpr const char* predict_proba_one_doc = R"doc(predict_proba_one($self, x)
--

The share of every class for a row, a dict; empty if the tree has learned nothing yet.

>>> from entrostream.tree import VFDTClassifier
>>> tree = VFDTClassifier(leaf="majority")
>>> for label in ["stay", "sail", "sail", "sail"]:
...     tree.learn_one({"sky": "blue"}, label)
>>> tree.predict_proba_one({"sky": "blue"})
{'stay': 0.25, 'sail': 0.75}
)doc";

constexpr const char* to_bytes_doc =
    R"doc(The tree as bytes: versioned, checksummed, safe to read from anyone.

Learning goes on, to the last bit, as if the tree had never been saved.

>>> from entrostream.tree import VFDTClassifier
>>> tree = VFDTClassifier()
>>> tree.learn_one({"sky": "blue", "wind": 3.5}, "sail")
>>> VFDTClassifier.from_bytes(tree.to_bytes()) == tree
True
)doc";
constexpr const char* from_bytes_doc =
    R"doc(The tree that to_bytes wrote; StateError for anything else.

A criterion of your own is not in the bytes: it must be given again.

>>> from entrostream.tree import VFDTClassifier
>>> VFDTClassifier.from_bytes(b"?")
Traceback (most recent call last):
...
entrostream.StateError: not an entrostream state: 1 byte, a header has 16
)doc";

PyCFunction as_method(PyObject* (*slot)(PyObject*, PyObject* const*, Py_ssize_t,
                                        PyObject*) noexcept) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(slot));
}

PyMethodDef methods[] = {
    {"learn_one", as_method(learn_slot), METH_FASTCALL | METH_KEYWORDS, learn_one_doc},
    {"predict_one", as_method(ask_slot<predict_one, predict_one_name>),
     METH_FASTCALL | METH_KEYWORDS, predict_one_doc},
    {"predict_proba_one", as_method(ask_slot<predict_proba_one, predict_proba_one_name>),
     METH_FASTCALL | METH_KEYWORDS, predict_proba_one_doc},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef no_reads[] = {{nullptr, nullptr, nullptr, nullptr, nullptr}};

// ------------------------------------------------------------------ many rows

// The classes of all rows. ValueError if one is missing.
std::vector<Code> class_codes(nb::handle y, LabelTable& classes) {
    const Batch read = read_codes(y, classes);
    std::vector<Code> codes(read.all().begin(), read.all().end());
    for (std::size_t row = 0; row < codes.size(); ++row) {
        if (codes[row] != no_code) continue;
        throw nb::value_error(
            ("y is missing" + at_row(row) + "; leave rows without a class out").c_str());
    }
    return codes;
}

// Reads all that is to be learned; then `learn(columns, labels)` does it.
template <class Learn>
void feed(const TreeSelf& self, nb::handle columns, nb::handle y, const Learn& learn) {
    LabelledTree& tree = *self.p;
    const Busy at_work = tree.work(self.h);
    Additions classes(tree.class_table());
    const std::vector<Code> labels = class_codes(y, tree.class_table());
    TreeColumns read(tree, columns, labels.size(), TreeColumns::For::learning);
    learn(read, labels, [&] {
        read.accept();
        classes.keep();
    });
}

void learn_columns(const TreeSelf& self, nb::handle columns, nb::handle y, nb::handle weights) {
    feed(self, columns, y,
         [&](TreeColumns& read, const std::vector<Code>& labels, const auto& accept) {
             const std::vector<std::uint32_t> amounts = tree_weights(weights, labels.size());
             accept();
             const nb::gil_scoped_release unlocked;
             for (std::size_t row = 0; row < labels.size(); ++row) {
                 const std::uint32_t weight = amounts.empty() ? 1 : amounts[row];
                 if (weight == 0) continue;
                 static_cast<void>(self.p->core().learn(read.row(row), labels[row], weight));
             }
         });
}

// One array of a score of all points.
nb::object score_array(std::span<const tree::Prequential::Point> points,
                       tree::Scores tree::Prequential::Point::* which,
                       double tree::Scores::* score) {
    ColumnBuffer<double> numbers(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        numbers.begin()[i] = points[i].*which.*score;
    }
    return as_array(std::move(numbers));
}

nb::dict score_arrays(std::span<const tree::Prequential::Point> points) {
    using Point = tree::Prequential::Point;
    ColumnBuffer<std::int64_t> rows(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        rows.begin()[i] = static_cast<std::int64_t>(points[i].rows);
    }
    nb::dict arrays;
    arrays["rows"] = as_array(std::move(rows));
    arrays["accuracy"] = score_array(points, &Point::overall, &tree::Scores::accuracy);
    arrays["kappa"] = score_array(points, &Point::overall, &tree::Scores::kappa);
    arrays["no_change"] = score_array(points, &Point::overall, &tree::Scores::no_change);
    arrays["recent_accuracy"] = score_array(points, &Point::recent, &tree::Scores::accuracy);
    arrays["recent_kappa"] = score_array(points, &Point::recent, &tree::Scores::kappa);
    arrays["recent_no_change"] = score_array(points, &Point::recent, &tree::Scores::no_change);
    return arrays;
}

// `tell(rows)` is called now and then if it is not None; what it raises ends the run.
nb::tuple prequential(const TreeSelf& self, nb::handle columns, nb::handle y, std::uint64_t every,
                      nb::handle tell) {
    constexpr std::size_t piece = 1 << 14;
    nb::object codes;
    nb::dict scores;
    feed(self, columns, y,
         [&](TreeColumns& read, const std::vector<Code>& labels, const auto& accept) {
             accept();
             ColumnBuffer<Code> said(labels.size());
             tree::Prequential curve(every);
             for (std::size_t first = 0; first < labels.size(); first += piece) {
                 const std::size_t end = std::min(labels.size(), first + piece);
                 {
                     const nb::gil_scoped_release unlocked;
                     for (std::size_t row = first; row < end; ++row) {
                         const Code answer = self.p->core().learn(read.row(row), labels[row]);
                         said.begin()[row] = answer;
                         curve.add(answer, labels[row]);
                     }
                 }
                 if (!tell.is_none()) tell(end - first);
             }
             curve.finish();
             codes = as_array(std::move(said));
             scores = score_arrays(curve.points());
         });
    return nb::make_tuple(codes, scores);
}

// Answers of the tree about rows that are not learned.
nb::object predict_columns(const TreeSelf& self, nb::handle columns, std::size_t rows) {
    LabelledTree& tree = *self.p;
    const Busy at_work = tree.work(self.h);
    TreeColumns read(tree, columns, rows, TreeColumns::For::asking);
    ColumnBuffer<Code> said(rows);
    {
        const nb::gil_scoped_release unlocked;
        for (std::size_t row = 0; row < rows; ++row) {
            said.begin()[row] = tree.core().predict(read.row(row));
        }
    }
    return as_array(std::move(said));
}

nb::object predict_proba_columns(const TreeSelf& self, nb::handle columns, std::size_t rows) {
    LabelledTree& tree = *self.p;
    const Busy at_work = tree.work(self.h);
    TreeColumns read(tree, columns, rows, TreeColumns::For::asking);
    const std::size_t classes = tree.core().schema().classes();
    ColumnBuffer<double> shares(rows * classes);
    {
        const nb::gil_scoped_release unlocked;
        for (std::size_t row = 0; row < rows; ++row) {
            tree.core().predict_votes(read.row(row), shares.all().subspan(row * classes, classes));
        }
    }
    void* memory = shares.release();
    const nb::capsule owner(memory, [](void* held) noexcept { std::free(held); });
    return nb::cast(nb::ndarray<nb::numpy, double>(memory, {rows, classes}, owner));
}

// ------------------------------------------------------------------ what can be seen

nb::list some_labels(const LabelTable& table, Code size) {
    nb::list labels;
    for (Code code = 0; code < size; ++code) {
        labels.append(table.label(code));
    }
    return labels;
}

nb::list class_list(const LabelledTree& tree) {
    return some_labels(tree.classes(), tree.core().schema().classes());
}

nb::list value_lists(const LabelledTree& tree) {
    nb::list all;
    for (std::uint32_t slot = 0; slot < tree.core().schema().nominal(); ++slot) {
        all.append(some_labels(tree.values(slot), tree.core().schema().values(slot)));
    }
    return all;
}

nb::dict attribute_kinds(const TreeSelf& self) {
    LabelledTree& tree = *self.p;
    const Busy at_work = tree.work(self.h);
    nb::dict kinds;
    for (std::uint32_t number = 0; number < tree.attributes().size(); ++number) {
        const bool numeric =
            tree.core().schema().attribute(number).kind == tree::AttributeKind::numeric;
        kinds[tree.attributes().label(number)] = numeric ? "numeric" : "nominal";
    }
    return kinds;
}

nb::object kind(const TreeSelf& self, nb::handle name) {
    LabelledTree& tree = *self.p;
    const Busy at_work = tree.work(self.h);
    const LabelledTree::Known known = tree.known(name);
    if (known.is_open) return nb::str("open");
    if (!known.is_met()) return nb::none();
    return nb::str(known.attribute.kind == tree::AttributeKind::numeric ? "numeric" : "nominal");
}

// (child, test): the value of a branch as a tuple of one, None for all other values; for a
// numeric node True up to the threshold.
nb::list branch_list(const LabelledTree& tree, tree::NodeId id, const tree::NodeView& node) {
    nb::list branches;
    for (const tree::BranchView& branch : tree.core().branches(id)) {
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

nb::dict node_of(const LabelledTree& tree, tree::NodeId id) {
    const tree::NodeView node = tree.core().node(id);
    const bool is_leaf = node.kind == tree::NodeKind::leaf;
    nb::dict shown_node;
    shown_node["depth"] = node.depth;
    shown_node["attribute"] =
        is_leaf ? nb::object(nb::none()) : nb::borrow(tree.attributes().label(node.attribute));
    shown_node["threshold"] = node.kind == tree::NodeKind::numeric
                                  ? nb::object(nb::float_(node.threshold))
                                  : nb::object(nb::none());
    shown_node["branches"] = branch_list(tree, id, node);
    shown_node["major"] = is_leaf ? nb::object(nb::none()) : nb::object(nb::int_(node.major));
    shown_node["gain"] = node.gain;
    shown_node["active"] = node.active;
    shown_node["counts"] = tree.core().class_counts(id);
    shown_node["entropy"] = tree.core().entropy(id);
    return shown_node;
}

nb::list nodes(const TreeSelf& self) {
    const LabelledTree& tree = idle(self);
    nb::list all;
    for (tree::NodeId id = 0; id < tree.core().size(); ++id) {
        all.append(node_of(tree, id));
    }
    return all;
}

nb::tuple explain(const TreeSelf& self, nb::handle x) {
    static constexpr std::array speakers{"majority", "own", "old", "young"};
    LabelledTree& tree = *self.p;
    const Busy at_work = tree.work(self.h);
    tree.read_to_ask(x);
    const tree::Explanation why = tree.core().explain(tree.row());
    return nb::make_tuple(why.path, speakers[static_cast<std::size_t>(why.speaker)],
                          tree.class_label(why.said));
}

nb::dict work_done(const TreeSelf& self) {
    const tree::Work& work = idle(self).core().work();
    nb::dict done;
    done["examples"] = work.examples;
    done["looks"] = work.looks;
    done["attribute_looks"] = work.attribute_looks;
    done["splits"] = work.splits;
    done["explorations"] = work.explorations;
    done["rests"] = work.rests;
    return done;
}

// ------------------------------------------------------------------ state

std::vector<Label> state_labels(const LabelTable& table, Code size) {
    std::vector<Label> labels;
    for (Code code = 0; code < size; ++code) {
        labels.push_back(to_state(table.label(code)));
    }
    return labels;
}

TreeLabels all_labels(const LabelledTree& tree) {
    const tree::Schema& schema = tree.core().schema();
    TreeLabels labels{.attributes = state_labels(tree.attributes(), schema.attributes()),
                      .values = {},
                      .classes = state_labels(tree.classes(), schema.classes()),
                      .nominal = state_labels(tree.open(), tree.open().size())};
    for (std::uint32_t slot = 0; slot < schema.nominal(); ++slot) {
        labels.values.push_back(state_labels(tree.values(slot), schema.values(slot)));
    }
    return labels;
}

nb::bytes to_bytes(const TreeSelf& self) {
    LabelledTree& tree = *self.p;
    const Busy at_work = tree.work(self.h);
    return as_bytes(encode(tree.core(), all_labels(tree)));
}

// None, or a callable. The core only borrows it.
std::optional<tree::Criterion> criterion_of(nb::handle criterion) {
    if (criterion.is_none()) return {};
    if (PyCallable_Check(criterion.ptr()) != 0) return custom_criterion(criterion);
    throw nb::type_error(
        ("criterion must be None or a callable, got " + shown_with_type(criterion)).c_str());
}

// With the criterion only if the tree has one of its own.
nb::object used_criterion(const tree::Vfdt& core, nb::handle criterion) {
    const bool custom = core.options().criterion.kind() == tree::CriterionKind::custom;
    return custom ? nb::borrow(criterion) : nb::object(nb::none());
}

nb::object from_bytes(nb::handle type, nb::handle given, nb::handle criterion) {
    const nb::bytes bytes = bytes_argument(given);
    const std::optional<tree::Criterion> own = criterion_of(criterion);
    TreeState state = decode_tree(as_span(bytes), own ? &*own : nullptr);
    nb::list values;
    for (const std::vector<Label>& labels : state.labels.values) {
        values.append(labels_from_state(labels));
    }
    nb::object used = used_criterion(*state.tree, criterion);
    return made(type, LabelledTree(std::move(state.tree), std::move(used),
                                   labels_from_state(state.labels.attributes), values,
                                   labels_from_state(state.labels.classes),
                                   labels_from_state(state.labels.nominal)));
}

std::vector<Label> numbered(std::size_t size) {
    std::vector<Label> labels(size);
    for (std::size_t i = 0; i < size; ++i) {
        labels[i] = to_state(nb::int_(i));
    }
    return labels;
}

// Numbers in the place of labels: a pickle carries these itself, whatever they are.
TreeLabels numbers_for_labels(const tree::Schema& schema) {
    TreeLabels labels{.attributes = numbered(schema.attributes()),
                      .values = {},
                      .classes = numbered(schema.classes())};
    for (std::uint32_t slot = 0; slot < schema.nominal(); ++slot) {
        labels.values.push_back(numbered(schema.values(slot)));
    }
    return labels;
}

nb::tuple get_state(const TreeSelf& self) {
    const LabelledTree& tree = idle(self);
    const nb::bytes bytes = as_bytes(encode(tree.core(), numbers_for_labels(tree.core().schema())));
    return nb::make_tuple(bytes, some_labels(tree.attributes(), tree.attributes().size()),
                          value_lists(tree), class_list(tree),
                          some_labels(tree.open(), tree.open().size()), tree.criterion(),
                          attributes_of(self.h));
}

void set_state(const TreeSelf& self, const nb::tuple& state) {
    require_parts(state, 7);
    const nb::bytes bytes = bytes_argument(state[0]);
    const nb::object criterion = state[5];
    const std::optional<tree::Criterion> own = criterion_of(criterion);
    TreeState read = decode_tree(as_span(bytes), own ? &*own : nullptr);
    LabelledTree tree(std::move(read.tree), criterion, list_of(state[1]), list_of(state[2]),
                      list_of(state[3]), list_of(state[4]));
    set_attributes(self.h, state[6]);
    new (self.p) LabelledTree(std::move(tree));
}

// ------------------------------------------------------------------ binding

void init(LabelledTree* self, nb::handle nominal, const nb::kwargs& options) {
    const nb::object criterion = options["criterion"];
    const bool custom = PyCallable_Check(criterion.ptr()) != 0;
    const nb::list names = nominal.is_none() ? nb::list() : list_of(nominal);
    new (self)
        LabelledTree(tree_options(options), custom ? criterion : nb::object(nb::none()), names);
}

template <auto read>
auto core_read(const TreeSelf& self) {
    return (idle(self).core().*read)();
}

void def_reads(nb::class_<LabelledTree>& type) {
    type.def_prop_ro(
            "n", [](const TreeSelf& self) { return idle(self).core().work().examples; },
            nb::sig("def n(self) -> int"), "How many rows were learned.")
        .def_prop_ro("n_leaves", &core_read<&tree::Vfdt::leaves>,
                     nb::sig("def n_leaves(self) -> int"), "How many leaves there are.")
        .def_prop_ro("n_active_leaves", &core_read<&tree::Vfdt::active_leaves>,
                     nb::sig("def n_active_leaves(self) -> int"),
                     "How many of the leaves learn; the others rest for want of memory.")
        .def_prop_ro("n_nodes", &core_read<&tree::Vfdt::size>, nb::sig("def n_nodes(self) -> int"),
                     "How many nodes there are, leaves included.")
        .def_prop_ro(
            "classes", [](const TreeSelf& self) { return class_list(idle(self)); },
            nb::sig("def classes(self) -> list[typing.Any]"),
            "The classes, in the order they came.")
        .def_prop_ro("attributes", &attribute_kinds,
                     nb::sig("def attributes(self) -> dict[typing.Any, str]"),
                     "The attributes by name, each \"numeric\" or \"nominal\".")
        .def_prop_ro("work", &work_done, nb::sig("def work(self) -> dict[str, int]"),
                     "What was done: examples, looks, splits and more, a dict.");
}

void def_private_reads(nb::class_<LabelledTree>& type) {
    type.def_prop_ro("_bytes", &core_read<&tree::Vfdt::bytes>, nb::sig("def _bytes(self) -> int"))
        .def("_kind", &kind, "name"_a.none(),
             nb::sig("def _kind(self, name: typing.Any) -> str | None"))
        .def("_nodes", &nodes, nb::sig("def _nodes(self) -> list[dict[str, typing.Any]]"))
        .def("_explain", &explain, "x"_a.none(),
             nb::sig("def _explain(self, x: typing.Any) -> tuple[list[int], str, typing.Any]"))
        .def(
            "_importances", [](const TreeSelf& self) { return idle(self).core().importances(); },
            nb::sig("def _importances(self) -> list[float]"))
        .def(
            "_options",
            [](const TreeSelf& self) {
                return shown_options(idle(self).core().options(), self.p->criterion());
            },
            nb::sig("def _options(self) -> dict[str, typing.Any]"))
        .def(
            "_open",
            [](const TreeSelf& self) {
                const LabelTable& open = idle(self).open();
                return some_labels(open, open.size());
            },
            nb::sig("def _open(self) -> list[typing.Any]"));
}

void def_bulk(nb::class_<LabelledTree>& type) {
    type.def("_learn_columns", &learn_columns, "columns"_a, "y"_a.none(), "weights"_a.none(),
             nb::sig("def _learn_columns(self, columns: typing.Any, y: typing.Any, "
                     "weights: typing.Any) -> None"))
        .def("_predict_columns", &predict_columns, "columns"_a, "rows"_a,
             nb::sig("def _predict_columns(self, columns: typing.Any, rows: int) -> "
                     "NDArray[numpy.uint32]"))
        .def("_predict_proba_columns", &predict_proba_columns, "columns"_a, "rows"_a,
             nb::sig("def _predict_proba_columns(self, columns: typing.Any, rows: int) -> "
                     "NDArray[numpy.float64]"))
        .def("_prequential", &prequential, "columns"_a, "y"_a.none(), "every"_a, "tell"_a.none(),
             nb::sig("def _prequential(self, columns: typing.Any, y: typing.Any, every: int, "
                     "tell: typing.Any) -> tuple[NDArray[numpy.uint32], dict[str, typing.Any]]"));
}

}  // namespace

void bind_tree(nb::module_& module) {
    nb::class_<LabelledTree> type(module, "Tree",
                                  nb::type_slots(hot_slots<LabelledTree, methods, no_reads>),
                                  nb::is_weak_referenceable(), tree_doc);
    type.def("__init__", &init, "nominal_attributes"_a.none(), "options"_a,
             nb::sig("def __init__(self, nominal_attributes: typing.Any, **options: typing.Any) "
                     "-> None"))
        .def("to_bytes", &to_bytes, nb::sig("def to_bytes(self) -> bytes"), to_bytes_doc)
        .def("__getstate__", &get_state,
             nb::sig("def __getstate__(self) -> tuple[typing.Any, ...]"))
        .def("__setstate__", &set_state,
             nb::sig("def __setstate__(self, state: tuple[typing.Any, ...], /) -> None"));
    const nb::object method = nb::cpp_function(
        &from_bytes, nb::name("from_bytes"), nb::scope(type), "type"_a, "state"_a.none(),
        nb::kw_only(), "criterion"_a.none() = nb::none(),
        nb::sig("def from_bytes(cls, state: bytes, *, criterion: typing.Any = None) -> "
                "typing_extensions.Self"),
        from_bytes_doc);
    type.attr("from_bytes") = nb::steal(PyClassMethod_New(method.ptr()));
    def_reads(type);
    def_private_reads(type);
    def_bulk(type);
}

}  // namespace entrostream
