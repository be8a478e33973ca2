// Prequential evaluation of a tree: predict, score, learn, row by row.
#pragma once
#include <nanobind/nanobind.h>

#include "bindings/tree/labelled_tree.hpp"

namespace entrostream {

// _core.PrequentialCurve: the scores so far, over any number of batches of rows.
void add_prequential_curve(nanobind::module_& module);
void def_prequential(nanobind::class_<LabelledTree>& type);

}  // namespace entrostream
