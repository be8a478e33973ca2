// In which units a node counts the weights of examples, and how they change.
//
// An example of weight 1 is a power of two of units: as many as importances need, fewer where
// counts would overflow (importance_scale.hpp).
#pragma once
#include "core/tree/model/node.hpp"
#include "core/tree/rows/example.hpp"
#include "core/tree/rows/schema.hpp"

namespace entrostream::tree {

void find_units_of_part(const Schema& schema, NodeData& data, Example& example);

// The weight of an example whose weight is an importance, in units of the node. Changes the units
// of the node where it does not fit.
inline void find_units(const Schema& schema, NodeData& data, Example& example) {
    example.weight = 1;
    example.part = 1;
    if (!data.scale.is_row(example.importance)) [[unlikely]]
        find_units_of_part(schema, data, example);
}

// A leaf is full: what it has counted is halved, in coarser units as long as there are any.
void make_room_to_count(const Schema& schema, NodeData& data, Example& example);

}  // namespace entrostream::tree
