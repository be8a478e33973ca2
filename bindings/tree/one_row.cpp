#include "bindings/tree/one_row.hpp"

#include <array>
#include <vector>

#include "bindings/runtime/fast_arguments.hpp"
#include "bindings/runtime/hot_slots.hpp"
#include "bindings/tree/labelled_tree.hpp"
#include "bindings/tree/tree_weight.hpp"

namespace entrostream {

namespace {

void learn_one(nb::handle self, nb::handle x, nb::handle y, PyObject* given_weight, PyObject* at) {
    auto& tree = summary_in<LabelledTree>(self.ptr());
    const ReentrancyGuard at_work = tree.work(self);
    const double weight =
        given_weight == nullptr ? 1 : tree_weight(given_weight, tree.core().options().weight_type);
    if (weight == 0) return;
    const LabelledTree::Before before = tree.before();
    try {
        const Time time = tree.row_time(at == nullptr ? nb::handle(Py_None) : nb::handle(at), "at");
        const Code label = tree.read_to_learn(x, y, weight);
        tree::Row row = tree.row();
        row.time = time;
        static_cast<void>(tree.core().learn(row, label, weight));
        tree.core().commit();
    } catch (...) {
        tree.core().roll_back();
        tree.go_back(before);
        throw;
    }
}

nb::object predict_one(nb::handle self, nb::handle x) {
    auto& tree = summary_in<LabelledTree>(self.ptr());
    const ReentrancyGuard at_work = tree.work(self);
    tree.read_to_predict(x);
    return tree.class_label(tree.core().predict(tree.row()));
}

nb::object predict_proba_one(nb::handle self, nb::handle x) {
    auto& tree = summary_in<LabelledTree>(self.ptr());
    const ReentrancyGuard at_work = tree.work(self);
    tree.read_to_predict(x);
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
    return translate_exceptions([&]() -> PyObject* {
        static constexpr std::array parameters{Parameter{"x"}, Parameter{"y"},
                                               Parameter{"weight", false}, Parameter{"at", false}};
        const auto [x, y, weight, at] =
            bind_arguments({self, "learn_one", arguments, by_place, names}, parameters);
        learn_one(self, x, y, weight, at);
        Py_RETURN_NONE;
    });
}

template <auto predict, const char* name>
PyObject* predict_slot(PyObject* self, PyObject* const* arguments, Py_ssize_t by_place,
                       PyObject* names) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        static constexpr std::array parameters{Parameter{"x"}};
        const auto [x] = bind_arguments({self, name, arguments, by_place, names}, parameters);
        return predict(self, x).release().ptr();
    });
}

constexpr char predict_one_name[] = "predict_one";
constexpr char predict_proba_one_name[] = "predict_proba_one";

constexpr const char* learn_one_doc = R"doc(learn_one($self, x, y, weight=1, at=None)
--

Learn one row.

The first value of an attribute says whether it is numeric or, being a string, a bool or anything
else, nominal.

Parameters
----------
x : dict
    The values of the attributes by their names. None, NaN and what is not there are missing.
y : hashable
    The class of the row.
weight : float, default 1
    How much the row matters, compared with others: any finite number from 0 on; 0 learns nothing.
    With `weight_type="frequency"` an integer: the row stands for that many equal rows.
at : time, optional
    The time of the row, for a CVFDTClassifier whose window has a length of time.

Raises
------
TypeError
    If `x` is not a dict, a value is not of the kind of its attribute, or something has no hash.
ValueError
    If the class is missing, the weight or the time is not as described, or `memory_limit` has no
    room for a new class. Nothing is learned then.
RuntimeError
    If the tree is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> from entrostream.tree import VFDTClassifier
>>> tree = VFDTClassifier()
>>> tree.learn_one({"sky": "blue", "wind": 3.5}, "sail")
>>> tree.predict_one({"sky": "blue"})
'sail'
)doc";
constexpr const char* predict_one_doc = R"doc(predict_one($self, x)
--

Return the class of a row, None if the tree has learned nothing yet.

Learning the same row right after uses the scores of this prediction.

Parameters
----------
x : dict
    The values of the attributes by their names. None, NaN and what is not there are missing.

Returns
-------
hashable
    The predicted class.

Raises
------
TypeError
    If `x` is not a dict, a value is not of the kind of its attribute, or something has no hash.
RuntimeError
    If the tree is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> from entrostream.tree import VFDTClassifier
>>> VFDTClassifier().predict_one({"sky": "blue"}) is None
True
)doc";
constexpr const char* predict_proba_one_doc = R"doc(predict_proba_one($self, x)
--

Return the share of every class for a row.

Parameters
----------
x : dict
    The values of the attributes by their names. None, NaN and what is not there are missing.

Returns
-------
dict
    The shares by class; they add up to 1. Empty if the tree has learned nothing yet.

Raises
------
TypeError
    If `x` is not a dict, a value is not of the kind of its attribute, or something has no hash.
RuntimeError
    If the tree is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> from entrostream.tree import VFDTClassifier
>>> tree = VFDTClassifier(leaf_prediction="mc")
>>> for label in ["stay", "sail", "sail", "sail"]:
...     tree.learn_one({"sky": "blue"}, label)
>>> tree.predict_proba_one({"sky": "blue"})
{'stay': 0.25, 'sail': 0.75}
)doc";

PyCFunction as_method(PyObject* (*slot)(PyObject*, PyObject* const*, Py_ssize_t,
                                        PyObject*) noexcept) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(slot));
}

}  // namespace

PyMethodDef tree_methods[] = {
    {"learn_one", as_method(learn_slot), METH_FASTCALL | METH_KEYWORDS, learn_one_doc},
    {"predict_one", as_method(predict_slot<predict_one, predict_one_name>),
     METH_FASTCALL | METH_KEYWORDS, predict_one_doc},
    {"predict_proba_one", as_method(predict_slot<predict_proba_one, predict_proba_one_name>),
     METH_FASTCALL | METH_KEYWORDS, predict_proba_one_doc},
    {nullptr, nullptr, 0, nullptr},
};

}  // namespace entrostream
