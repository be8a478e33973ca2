// One row at a time: the methods of a tree that must be fast.
#pragma once
#include <nanobind/nanobind.h>

namespace entrostream {

// learn_one, predict_one, predict_proba_one, for the slots of the type.
extern PyMethodDef tree_methods[];

}  // namespace entrostream
