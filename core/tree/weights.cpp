// The weights of rows in a tree.
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

// The units of an importance are those of the node that learns it; until then, the maximum is used.
void Vfdt::take_weight(double weight) noexcept {
    example_.by_importance = options_.weights == Weights::importance;
    example_.weight =
        example_.by_importance ? 1u << ImportanceScale::finest : static_cast<std::uint32_t>(weight);
    example_.importance = weight;
    example_.part = 1;
    example_.row = work_.examples;
}

// Each once, in the order of the nodes.
std::vector<BayesPair*> Vfdt::all_pairs() const {
    std::vector<BayesPair*> pairs;
    const auto add = [&](const std::shared_ptr<BayesPair>& pair) {
        if (pair && std::find(pairs.begin(), pairs.end(), pair.get()) == pairs.end())
            pairs.push_back(pair.get());
    };
    for (NodeData& data : model_.nodes()) {
        add(data.pair);
        if (data.leaf) add(data.leaf->pair());
    }
    add(memory_.common_pair);
    return pairs;
}

bool Vfdt::has_importances() const noexcept {
    return std::ranges::any_of(model_.nodes(),
                               [](const NodeData& data) { return !data.scale.is_plain(); });
}

bool Vfdt::is_plain() const noexcept {
    if (options_.weights != Weights::importance || has_importances()) return false;
    for (NodeData& data : model_.nodes()) {
        if (data.leaf && data.leaf->halvings != 0) return false;
        if (data.pair && !data.pair->scale().is_plain()) return false;
        if (data.leaf && data.leaf->pair() && !data.leaf->pair()->scale().is_plain()) return false;
    }
    return !memory_.common_pair || memory_.common_pair->scale().is_plain();
}

}  // namespace entrostream::tree
