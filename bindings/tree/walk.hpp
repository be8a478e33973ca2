// Inspection of a tree: attributes, nodes, the explanation of a prediction, the work done.
#pragma once
#include <nanobind/nanobind.h>

#include "bindings/tree/labelled_tree.hpp"

namespace entrostream {

void def_walk(nanobind::class_<LabelledTree>& type);

}  // namespace entrostream
