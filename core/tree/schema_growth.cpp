#include "core/tree/schema_growth.hpp"

#include <algorithm>

#include "core/tree/memory/reserve.hpp"
#include "core/tree/undo_log.hpp"

namespace entrostream::tree {

template <class Change>
void SchemaGrowth::each_leaf(Change change) {
    for (NodeData& data : model_.nodes()) {
        if (data.leaf) change(*data.leaf);
        if (data.drift && data.drift->statistics) change(*data.drift->statistics);
    }
}

// The models of pairs; leaves handle their own.
template <class Change>
void SchemaGrowth::each_model(Change change) {
    pairs_.clear();
    if (memory_.common_pair) pairs_.push_back(memory_.common_pair.get());
    for (NodeData& data : model_.nodes()) {
        if (data.pair) pairs_.push_back(data.pair.get());
        if (data.leaf && data.leaf->pair()) pairs_.push_back(data.leaf->pair().get());
    }
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    for (BayesPair* const pair : pairs_)
        pair->each_model(change);
}

std::uint32_t SchemaGrowth::add_attributes(std::span<const AttributeKind> kinds) {
    if (kinds.empty()) return schema_.attributes();
    log_.save_schema();
    log_.save_all();
    const std::uint32_t before = schema_.attributes();
    const std::uint32_t numeric_before = schema_.numeric();
    for (const AttributeKind kind : kinds)
        schema_.add(kind);
    each_leaf([&](Leaf& leaf) { leaf.add_attributes(schema_, before, numeric_before); });
    each_model([&](NaiveBayes& model) { model.add_attributes(schema_, before, numeric_before); });
    static_cast<void>(memory_.make_room(0, no_node));
    return before;
}

void SchemaGrowth::add_values(std::uint32_t slot, std::uint32_t values) {
    const Block before = schema_.block(slot);
    log_.save_schema();
    if (!before.is_wide() && values > before.cells) log_.save_all();
    schema_.see_values(slot, values);
    const Block& now = schema_.block(slot);
    if (now == before) return;
    each_leaf([&](Leaf& leaf) { leaf.move_block(schema_, before, now); });
    each_model([&](NaiveBayes& model) { model.move_block(schema_, before, now); });
    static_cast<void>(memory_.make_room(0, no_node));
}

void SchemaGrowth::add_classes(std::uint32_t classes) {
    const std::uint32_t before = schema_.class_room();
    log_.save_schema();
    if (classes > before) log_.save_all();
    schema_.see_classes(classes);
    predictor_.grow_classes();
    if (schema_.class_room() == before) return;
    for (NodeData& data : model_.nodes())
        resize_exactly(data.counts, schema_.class_room(), 0u);
    each_leaf([&](Leaf& leaf) { leaf.grow_classes(schema_); });
    each_model([&](NaiveBayes& model) { model.grow_classes(schema_); });
    static_cast<void>(memory_.make_room(0, no_node));
}

void SchemaGrowth::add_unmet(const Example& example) {
    if (example.label >= schema_.classes()) add_classes(example.label + 1);
    for (const ValueAt& unmet : example.unmet_values())
        add_values(unmet.slot, unmet.value + 1);
    static_cast<void>(memory_.make_room(0, no_node));  // for their labels
}

bool SchemaGrowth::may_fail(const Example& example, std::uint32_t new_nominal) {
    const bool limited = options_.memory_limit != Options::no_limit;
    if (limited || example.label >= schema_.class_room()) return true;
    std::uint32_t cells = schema_.cells() + new_nominal * Schema::cells_for(1, {});
    for (const ValueAt& unmet : example.unmet_values()) {
        const Block& block = schema_.block(unmet.slot);
        const std::uint32_t values = unmet.value + 1;
        if (block.is_wide() || values > Schema::widest_block) return true;
        if (values > block.cells) cells += Schema::cells_for(values, block);
    }
    schema_.reserve_groups(example.unmet_values().size() + new_nominal);
    reserve_to(pairs_, 1 + 2 * model_.size());
    return Schema::cell_room(cells) != schema_.cell_room();
}

bool SchemaGrowth::attributes_may_fail(Example& example, std::uint32_t new_numeric,
                                       std::uint32_t new_nominal) {
    if (!schema_.has_room_for(new_numeric, new_nominal)) return true;
    bool may_fail = false;
    each_leaf([&](const Leaf& leaf) { may_fail |= !leaf.can_add_attributes(); });
    each_model([&](const NaiveBayes& model) { may_fail |= !model.can_add_attributes(); });
    schema_.reserve(new_numeric + new_nominal);
    example.reserve(schema_.numeric_room(), schema_.nominal() + new_nominal);
    return may_fail;
}

}  // namespace entrostream::tree
