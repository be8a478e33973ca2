#include "core/tree/model/node_units.hpp"

#include <algorithm>

namespace entrostream::tree {

namespace {

void refine(const Schema& schema, NodeData& data) {
    const std::uint32_t own = data.leaf ? data.leaf->n() : 0;
    const std::uint32_t finer = data.scale.refine(std::max(own, data.inherited));
    if (finer == 0) return;
    if (data.leaf) data.leaf->refine(schema, data.scale.shift());
    data.refine_counts(finer);
    data.inherited <<= finer;
}

void coarsen(const Schema& schema, NodeData& data) {
    if (data.leaf) data.leaf->halve(schema);
    if (data.leaf) ++data.leaf->halvings;
    data.halve_counts();
    data.inherited /= 2;
}

void fit_scale(const Schema& schema, NodeData& data, Example& example) {
    Leaf* const leaf = data.leaf.get();
    const std::uint32_t own = leaf != nullptr ? leaf->n() : 0;
    const double importance = example.importance;
    if (own + data.given() == 0 && !data.scale.is_ready_for(importance))
        return data.scale.begin(importance);
    if (!data.scale.is_ready_for(importance)) refine(schema, data);
    if (!(importance > data.scale.whole())) return;
    if (data.scale.doubles_for(importance, data.counted())) coarsen(schema, data);
}

void count_surplus(NodeData& data, const Example& example) {
    const std::uint64_t surplus = data.scale.surplus(example.importance);
    if (surplus == 0) return;
    data.own_counts();
    data.count(example.label, surplus);
}

void halve(const Schema& schema, NodeData& data) {
    data.leaf->halve(schema);
    ++data.leaf->halvings;
    data.halve_counts();
    data.inherited /= 2;
    data.explore_at -= data.explore_at / 2;
}

}  // namespace

void find_units_of_part(const Schema& schema, NodeData& data, Example& example) {
    if (!data.scale.takes_all_of(example.importance)) [[unlikely]]
        fit_scale(schema, data, example);
    data.scale.find_units(example);
    if (example.importance > data.scale.whole()) [[unlikely]]
        count_surplus(data, example);
}

void make_room_to_count(const Schema& schema, NodeData& data, Example& example) {
    if (data.scale.shift() == 0) return halve(schema, data);
    data.scale.widen();
    data.leaf->set_shift(data.scale.shift());
    data.leaf->halve(schema);
    data.halve_counts();
    data.inherited /= 2;
    data.scale.find_units(example);
}

}  // namespace entrostream::tree
