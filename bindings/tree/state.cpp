#include "bindings/tree/state.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "bindings/labels/label_state.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/summaries/summary.hpp"
#include "bindings/tree/tree_options.hpp"
#include "core/state/tree_state.hpp"

namespace entrostream {

namespace {

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

constexpr const char* copy_doc = R"doc(A tree of its own that has learned the same.

>>> from entrostream.tree import VFDTClassifier
>>> tree = VFDTClassifier()
>>> twin = tree.copy()
>>> twin.learn_one({"sky": "blue"}, "sail")
>>> tree.n, twin.n
(0, 1)
)doc";

std::vector<Label> state_labels(const LabelTable& table) {
    std::vector<Label> labels;
    for (Code code = 0; code < table.size(); ++code) {
        labels.push_back(to_state(table.label(code)));
    }
    return labels;
}

TreeLabels all_labels(const LabelledTree& tree) {
    TreeLabels labels{.attributes = state_labels(tree.attributes()),
                      .values = {},
                      .classes = state_labels(tree.classes()),
                      .nominal = state_labels(tree.open())};
    if (tree.is_closed()) labels.nominal.push_back(to_state(nb::none()));
    for (std::uint32_t slot = 0; slot < tree.core().schema().nominal(); ++slot) {
        labels.values.push_back(state_labels(tree.values(slot)));
    }
    return labels;
}

nb::bytes to_bytes(const Self<LabelledTree>& self) {
    LabelledTree& tree = *self.p;
    const ReentrancyGuard at_work = tree.work(self.h);
    return as_bytes(encode(tree.core(), all_labels(tree)));
}

// None, or a callable, which the core only borrows.
std::optional<tree::Criterion> criterion_of(nb::handle criterion) {
    if (criterion.is_none()) return {};
    if (PyCallable_Check(criterion.ptr()) != 0) return custom_criterion(criterion);
    throw nb::type_error(
        ("criterion must be None or a callable, got " + repr_with_type(criterion)).c_str());
}

// The criterion if the tree has a custom one, else None.
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
    return make_instance(type, LabelledTree(std::move(state.tree), std::move(used),
                                            labels_from_state(state.labels.attributes), values,
                                            labels_from_state(state.labels.classes),
                                            labels_from_state(state.labels.nominal)));
}

// The names and the user's own criterion: what a pickle carries as objects.
nb::tuple objects_of(const LabelledTree& tree) {
    nb::list values;
    for (std::uint32_t slot = 0; slot < tree.core().schema().nominal(); ++slot) {
        values.append(labels_in(tree.values(slot)));
    }
    return nb::make_tuple(labels_in(tree.attributes()), values, labels_in(tree.classes()),
                          tree.open_names(), tree.criterion());
}

nb::tuple get_state(const Self<LabelledTree>& self) {
    const LabelledTree& tree = idle(self);
    const nb::tuple objects = objects_of(tree);
    return nb::make_tuple(as_bytes(tree.core_bytes()), objects[0], objects[1], objects[2],
                          objects[3], objects[4], attributes_of(self.h));
}

void set_state(const Self<LabelledTree>& self, const nb::tuple& state) {
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

void def_tree_state(nb::class_<LabelledTree>& type) {
    def_pickle(type, &get_state, &set_state);
    def_copies(type, copy_doc);
    def_equality(type, &same_tree);
    type.def("to_bytes", &to_bytes, nb::sig("def to_bytes(self) -> bytes"), to_bytes_doc);
    def_class_method(type, "from_bytes", &from_bytes, "state"_a.none(), nb::kw_only(),
                     "criterion"_a.none() = nb::none(),
                     nb::sig("def from_bytes(cls, state: bytes, *, criterion: typing.Any = None) "
                             "-> typing_extensions.Self"),
                     from_bytes_doc);
}

}  // namespace entrostream
