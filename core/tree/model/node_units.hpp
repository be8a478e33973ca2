// The units in which a node counts the weights of examples, and how they change.
//
// An example of weight 1 is a power of two of units: as many as importances need, fewer if counts
// would overflow (importance_scale.hpp).
#pragma once
#include "core/tree/model/node.hpp"
#include "core/tree/rows/example.hpp"
#include "core/tree/rows/schema.hpp"

namespace entrostream::tree {

void find_units_of_part(const Schema& schema, NodeData& data, Example& example);

// Converts an importance weight to units of the node. Rescales the node's counts if it does not
// fit.
inline void find_units(const Schema& schema, NodeData& data, Example& example) {
    example.weight = 1;
    example.part = 1;
    if (!data.scale.is_row(example.importance)) [[unlikely]]
        find_units_of_part(schema, data, example);
}

// For a full leaf: halves its counts, coarsening the units while possible.
void make_room_to_count(const Schema& schema, NodeData& data, Example& example);

}  // namespace entrostream::tree
