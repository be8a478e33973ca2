// A tree as bytes, in pickles, and as a copy; equality of trees.
#pragma once
#include <nanobind/nanobind.h>

#include "bindings/tree/labelled_tree.hpp"

namespace entrostream {

void def_tree_state(nanobind::class_<LabelledTree>& type);

}  // namespace entrostream
