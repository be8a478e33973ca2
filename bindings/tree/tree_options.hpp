// The options of a tree under their public names.
#pragma once
#include <nanobind/nanobind.h>

#include "core/tree/leaf/options.hpp"

namespace entrostream {

namespace nb = nanobind;

// From keyword arguments, all of which must be present. TypeError or ValueError for invalid
// values. A user's criterion is called by the tree, but owned by the tree's owner.
[[nodiscard]] tree::Options tree_options(const nb::kwargs& given);

// The inverse; the user's own criterion is `custom`.
[[nodiscard]] nb::dict options_as_dict(const tree::Options& options, nb::handle custom);

// Wraps a callable for the core, which only borrows it.
[[nodiscard]] tree::Criterion custom_criterion(nb::handle criterion);

}  // namespace entrostream
