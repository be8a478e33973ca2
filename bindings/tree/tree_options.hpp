// The options of a tree under their public names.
#pragma once
#include <nanobind/nanobind.h>

#include "core/tree/split/options.hpp"

namespace entrostream {

namespace nb = nanobind;

// From keyword arguments, all of them there. TypeError or ValueError for what makes no sense.
// A criterion of the user's own is called by the tree, but held by whoever holds the tree.
[[nodiscard]] tree::Options tree_options(const nb::kwargs& given);

// The other way round; the criterion of the user's own is `custom`.
[[nodiscard]] nb::dict shown_options(const tree::Options& options, nb::handle custom);

// A callable as the core wants it. It borrows the callable.
[[nodiscard]] tree::Criterion custom_criterion(nb::handle criterion);

}  // namespace entrostream
