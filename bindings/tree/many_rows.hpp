// Many rows at a time: columns that a tree learns or predicts.
#pragma once
#include <nanobind/nanobind.h>

#include "bindings/tree/labelled_tree.hpp"

namespace entrostream {

void def_many_rows(nanobind::class_<LabelledTree>& type);

}  // namespace entrostream
