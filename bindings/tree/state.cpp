#include "bindings/tree/state.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "bindings/runtime/arguments.hpp"
#include "bindings/summaries/summary.hpp"
#include "bindings/tree/tree_options.hpp"
#include "core/state/tree_state.hpp"

namespace entrostream {

namespace {

constexpr const char* to_bytes_doc =
    R"doc(Return the tree as bytes: versioned, checksummed, safe to read from any source.

Learning goes on, to the last bit, as if the tree had never been saved.

Returns
-------
bytes
    What from_bytes reads.

Raises
------
TypeError
    If a name, a value or a class is not None, bool, int, float, str, bytes, date, datetime,
    timedelta, Decimal, UUID or a tuple of these; pickle carries others.
RuntimeError
    If the tree is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> from entrostream.tree import VFDTClassifier
>>> tree = VFDTClassifier()
>>> tree.learn_one({"sky": "blue", "wind": 3.5}, "sail")
>>> VFDTClassifier.from_bytes(tree.to_bytes()) == tree
True
)doc";
constexpr const char* from_bytes_doc =
    R"doc(Return the tree that to_bytes wrote.

Parameters
----------
state : bytes
    What to_bytes of the same class returned.
split_criterion : Criterion, optional
    The criterion of your own that the tree had: it is not in the bytes.

Returns
-------
the same class
    A tree that equals the one written.

Raises
------
TypeError
    If `state` is not bytes, or `split_criterion` cannot be called.
StateError
    If it is the state of another class, damaged, or no state at all, or if the tree had a
    criterion of its own and none is given.

Examples
--------
>>> from entrostream.tree import VFDTClassifier
>>> VFDTClassifier.from_bytes(b"?")
Traceback (most recent call last):
...
entrostream.StateError: not an entrostream state: 1 byte, a header has 16
)doc";

constexpr const char* copy_doc = R"doc(Return an independent copy that has learned the same.

Returns
-------
the same class
    The copy.

Raises
------
RuntimeError
    If the tree is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> from entrostream.tree import VFDTClassifier
>>> tree = VFDTClassifier()
>>> twin = tree.copy()
>>> twin.learn_one({"sky": "blue"}, "sail")
>>> tree.n, twin.n
(0, 1)
)doc";

std::vector<Label> encoded_labels(const LabelTable& table, LabelsToState& labels) {
    std::vector<Label> encoded;
    for (Code code = 0; code < table.size(); ++code) {
        encoded.push_back(labels(table.label(code)));
    }
    return encoded;
}

StateBytes encoded(const LabelledTree& tree, LabelsToState& labels) {
    TreeLabels all{.attributes = encoded_labels(tree.attributes(), labels)};
    for (std::uint32_t slot = 0; slot < tree.core().schema().nominal(); ++slot) {
        all.values.push_back(encoded_labels(tree.values(slot), labels));
    }
    all.classes = encoded_labels(tree.classes(), labels);
    all.nominal = encoded_labels(tree.nominal(), labels);
    if (tree.is_closed()) all.nominal.push_back(labels(nb::none()));
    return encode(tree.core(), all);
}

// None, or a callable, which the core only borrows.
std::optional<tree::Criterion> criterion_of(nb::handle criterion) {
    if (criterion.is_none()) return {};
    if (PyCallable_Check(criterion.ptr()) != 0) return custom_criterion(criterion);
    throw nb::type_error(
        ("split_criterion must be None or a callable, got " + repr_with_type(criterion)).c_str());
}

// The criterion if the tree has a custom one, else None.
nb::object used_criterion(const tree::Vfdt& core, nb::handle criterion) {
    const bool custom = core.options().split_criterion.kind() == tree::CriterionKind::custom;
    return custom ? nb::borrow(criterion) : nb::object(nb::none());
}

LabelledTree decoded(std::span<const std::uint8_t> bytes, LabelsFromState& labels,
                     nb::handle criterion) {
    const std::optional<tree::Criterion> own = criterion_of(criterion);
    TreeState state = decode_tree(bytes, own ? &*own : nullptr);
    const nb::list attributes = labels(state.labels.attributes);
    nb::list values;
    for (const std::vector<Label>& each : state.labels.values) {
        values.append(labels(each));
    }
    const nb::list classes = labels(state.labels.classes);
    const nb::list nominal = labels(state.labels.nominal);
    nb::object used = used_criterion(*state.tree, criterion);
    return LabelledTree(std::move(state.tree), std::move(used), attributes, values, classes,
                        nominal);
}

nb::object from_bytes(nb::handle type, nb::handle given, nb::handle criterion) {
    return from_state_bytes<LabelledTree>(
        type, given, [&](std::span<const std::uint8_t> bytes, LabelsFromState& labels) {
            LabelledTree tree = decoded(bytes, labels, criterion);
            tree.require_class(type);
            return tree;
        });
}

// A pickle carries the user's own criterion too, before the labels.
StateBytes encoded_with_criterion(const LabelledTree& tree, LabelsToState& labels) {
    labels.attach(tree.criterion());
    return encoded(tree, labels);
}

LabelledTree decoded_with_criterion(std::span<const std::uint8_t> bytes, LabelsFromState& labels) {
    const nb::object criterion = labels.attached();
    return decoded(bytes, labels, criterion);
}

// A pickle of the first format: the bytes of the core, four lists of labels, the criterion.
LabelledTree from_parts(const nb::tuple& parts) {
    require_parts(parts, 7);
    const nb::bytes bytes = bytes_argument(parts[0]);
    const nb::object criterion = parts[5];
    const std::optional<tree::Criterion> own = criterion_of(criterion);
    TreeState state = decode_tree(as_span(bytes), own ? &*own : nullptr);
    return LabelledTree(std::move(state.tree), criterion, list_of(parts[1]), list_of(parts[2]),
                        list_of(parts[3]), list_of(parts[4]));
}

// All that a tree holds of Python: its names, and the user's own criterion.
nb::tuple objects_of(const LabelledTree& tree) {
    nb::list values;
    for (std::uint32_t slot = 0; slot < tree.core().schema().nominal(); ++slot) {
        values.append(labels_in(tree.values(slot)));
    }
    return nb::make_tuple(labels_in(tree.attributes()), values, labels_in(tree.classes()),
                          labels_in(tree.nominal()), tree.is_closed(), tree.criterion());
}

// Runs the names' ==.
bool same_tree(const Self<LabelledTree>& left, nb::handle right, LabelledTree& b) {
    LabelledTree& a = idle(left);
    require_idle(b.busy());
    if (&a == &b) return true;
    const ReentrancyGuard left_at_work = a.work(left.h);
    const ReentrancyGuard right_at_work = b.work(right);
    return a.core_bytes() == b.core_bytes() && objects_of(a).equal(objects_of(b));
}

}  // namespace

// Each learner has its class, which is told by `_learner`.
void LabelledTree::require_class(nb::handle type) const {
    const nb::str learner(name_of(core_->options().learner, tree::learners));
    const nb::object own = nb::getattr(type, "_learner", learner);
    if (own.equal(learner)) return;
    const std::string name = nb::cast<std::string>(type.attr("_learners")[learner]);
    throw StateError("the state is that of a " + name + ": read it with " + name + ".from_bytes");
}

void def_tree_state(nb::class_<LabelledTree>& type) {
    def_pickle(type, &encoded_with_criterion, &decoded_with_criterion, &from_parts);
    def_copies(type, copy_doc);
    def_equality(type, &same_tree);
    type.def(
        "to_bytes", [](const Self<LabelledTree>& self) { return state_bytes(self, &encoded); },
        nb::sig("def to_bytes(self) -> bytes"), to_bytes_doc);
    def_class_method(
        type, "from_bytes", &from_bytes, "state"_a.none(), nb::kw_only(),
        "split_criterion"_a.none() = nb::none(),
        nb::sig("def from_bytes(cls, state: bytes, *, split_criterion: typing.Any = None) "
                "-> typing_extensions.Self"),
        from_bytes_doc);
}

}  // namespace entrostream
