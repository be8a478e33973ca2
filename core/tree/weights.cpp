// What the weights of rows do in a tree.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "core/tree/vfdt.hpp"

namespace entrostream::tree {

void Vfdt::check_weight(double weight) const {
    if (options_.weights == Weights::importance) {
        if (weight > 0 && std::isfinite(weight)) [[likely]]
            return;
        throw std::invalid_argument("weight must be a finite number above 0, got " +
                                    std::to_string(weight));
    }
    if (weight >= 1 && weight <= max_weight && weight == std::floor(weight)) return;
    throw std::invalid_argument("weight must be an integer from 1 to " +
                                std::to_string(max_weight) + ", got " + std::to_string(weight));
}

// The units of an importance are those of the node that learns it: until then as many as there
// can be.
void Vfdt::take_weight(double weight) noexcept {
    example_.by_importance = options_.weights == Weights::importance;
    example_.weight =
        example_.by_importance ? 1u << ImportanceScale::finest : static_cast<std::uint32_t>(weight);
    example_.importance = weight;
    example_.part = 1;
    example_.row = work_.examples;
}

void Vfdt::find_units_of_part(NodeData& data) {
    if (!data.scale.takes_all_of(example_.importance)) [[unlikely]]
        fit_scale(data);
    data.scale.find_units(example_);
    if (example_.importance > data.scale.whole()) [[unlikely]]
        count_surplus(data);
}

void Vfdt::fit_scale(NodeData& data) {
    Leaf* const leaf = data.leaf.get();
    const std::uint32_t own = leaf != nullptr ? leaf->n() : 0;
    const double importance = example_.importance;
    if (own + data.given() == 0 && !data.scale.is_ready_for(importance))
        return data.scale.begin(importance);
    if (!data.scale.is_ready_for(importance)) refine(data);
    if (!(importance > data.scale.whole())) return;
    if (data.scale.doubles_for(importance, data.counted())) coarsen(data);
}

void Vfdt::refine(NodeData& data) const {
    const std::uint32_t own = data.leaf ? data.leaf->n() : 0;
    const std::uint32_t finer = data.scale.refine(std::max(own, data.inherited));
    if (finer == 0) return;
    if (data.leaf) data.leaf->refine(schema_, data.scale.shift());
    data.refine_counts(finer);
    data.inherited <<= finer;
}

void Vfdt::coarsen(NodeData& data) const {
    if (data.leaf) data.leaf->halve(schema_);
    if (data.leaf) ++data.leaf->halvings;
    data.halve_counts();
    data.inherited /= 2;
}

// Whatever the evidence makes of it, the class counts have all of the weight.
void Vfdt::count_surplus(NodeData& data) const {
    const std::uint64_t surplus = data.scale.surplus(example_.importance);
    if (surplus == 0) return;
    data.own_counts();
    data.count(example_.label, surplus);
}

// Of a full leaf: coarser units, as long as there are any.
void Vfdt::make_room_to_count(NodeData& data) {
    if (data.scale.shift() == 0) return halve(data);
    data.scale.widen();
    data.leaf->set_shift(data.scale.shift());
    data.leaf->halve(schema_);
    data.halve_counts();
    data.inherited /= 2;
    data.scale.find_units(example_);
}

// All that a full leaf counts by weighs half from then on.
void Vfdt::halve(NodeData& data) const {
    data.leaf->halve(schema_);
    ++data.leaf->halvings;
    data.halve_counts();
    data.inherited /= 2;
    data.explore_at -= data.explore_at / 2;
}

// Each once, in the order of the nodes.
std::vector<BayesPair*> Vfdt::all_pairs() const {
    std::vector<BayesPair*> pairs;
    const auto add = [&](const std::shared_ptr<BayesPair>& pair) {
        if (pair && std::find(pairs.begin(), pairs.end(), pair.get()) == pairs.end())
            pairs.push_back(pair.get());
    };
    for (const auto& data : model_.nodes()) {
        add(data->pair);
        if (data->leaf) add(data->leaf->pair());
    }
    add(common_pair_);
    return pairs;
}

bool Vfdt::has_importances() const noexcept {
    return std::ranges::any_of(model_.nodes(),
                               [](const auto& data) { return !data->scale.is_plain(); });
}

bool Vfdt::is_plain() const noexcept {
    if (options_.weights != Weights::importance || has_importances()) return false;
    for (const auto& data : model_.nodes()) {
        if (data->leaf && data->leaf->halvings != 0) return false;
        if (data->pair && !data->pair->scale().is_plain()) return false;
        if (data->leaf && data->leaf->pair() && !data->leaf->pair()->scale().is_plain())
            return false;
    }
    return !common_pair_ || common_pair_->scale().is_plain();
}

}  // namespace entrostream::tree
