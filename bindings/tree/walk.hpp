// What can be seen of a tree: attributes, nodes, why a row gets its answer, what was done.
#pragma once
#include <nanobind/nanobind.h>

#include "bindings/tree/labelled_tree.hpp"

namespace entrostream {

void def_walk(nanobind::class_<LabelledTree>& type);

}  // namespace entrostream
