// The prequential run of a tree: foresee, score, learn, row after row.
#pragma once
#include <nanobind/nanobind.h>

#include "bindings/tree/labelled_tree.hpp"

namespace entrostream {

// _core.PrequentialCurve: the scores so far, over as many batches of rows as there are.
void bind_prequential_curve(nanobind::module_& module);
void def_prequential(nanobind::class_<LabelledTree>& type);

}  // namespace entrostream
