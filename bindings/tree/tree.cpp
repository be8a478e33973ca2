// _core.Tree: the streaming tree with its names; entrostream.tree makes it a public class.
#include "bindings/runtime/hot_slots.hpp"
#include "bindings/summaries/summary.hpp"
#include "bindings/tree/labelled_tree.hpp"
#include "bindings/tree/many_rows.hpp"
#include "bindings/tree/one_row.hpp"
#include "bindings/tree/prequential.hpp"
#include "bindings/tree/state.hpp"
#include "bindings/tree/tree_options.hpp"
#include "bindings/tree/walk.hpp"

namespace entrostream {

namespace {

constexpr const char* tree_doc = R"doc(A streaming decision tree with the names of what it met.

Private: entrostream.tree.VFDTClassifier is this with a face.)doc";

PyGetSetDef no_reads[] = {{nullptr, nullptr, nullptr, nullptr, nullptr}};

void init(LabelledTree* self, nb::handle nominal, const nb::kwargs& options) {
    const nb::object criterion = options["split_criterion"];
    const bool custom = PyCallable_Check(criterion.ptr()) != 0;
    const nb::list names = nominal.is_none() ? nb::list() : list_of(nominal);
    new (self)
        LabelledTree(tree_options(options), custom ? criterion : nb::object(nb::none()), names);
}

}  // namespace

void bind_tree(nb::module_& module) {
    add_prequential_curve(module);
    nb::class_<LabelledTree> type(module, "Tree",
                                  nb::type_slots(hot_slots<LabelledTree, tree_methods, no_reads>),
                                  nb::is_weak_referenceable(), tree_doc);
    type.def("__init__", &init, "nominal_attributes"_a.none(), "options"_a,
             nb::sig("def __init__(self, nominal_attributes: typing.Any, **options: typing.Any) "
                     "-> None"));
    def_many_rows(type);
    def_prequential(type);
    def_walk(type);
    def_tree_state(type);
}

}  // namespace entrostream
