// What can be seen of a tree.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/exact/count_log.hpp"
#include "core/exact/reads.hpp"
#include "core/math/double_logs.hpp"
#include "core/tree/vfdt.hpp"

namespace entrostream::tree {

namespace {

bool is_count(double weight) {
    return weight == std::floor(weight) && weight < 0x1p53;
}

double entropy_of_weights(const std::vector<double>& weights) {
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    double found = 0;
    for (const double weight : weights)
        if (weight > 0) found -= weight / all * detail::double_log2(weight / all);
    return std::max(found, 0.0);
}

}  // namespace

std::size_t Vfdt::leaves() const noexcept {
    std::size_t found = 0;
    for (const SplitNode& split_node : split_nodes_)
        found += split_node.kind == NodeKind::leaf;
    return found;
}

std::size_t Vfdt::active_leaves() const noexcept {
    std::size_t found = 0;
    for (NodeId id = 0; id < split_nodes_.size(); ++id)
        found += split_nodes_[id].kind == NodeKind::leaf && !nodes_[id]->inactive;
    return found;
}

NodeView Vfdt::node(NodeId id) const {
    const SplitNode& split_node = split_nodes_.at(id);
    const NodeData& data = *nodes_[id];
    return {data.parent,    data.depth,           split_node.kind,
            data.attribute, split_node.threshold, split_node.default_child,
            data.gain,      !data.inactive};
}

Explanation Vfdt::explain(const Row& row) {
    const Code predicted = predict(row);
    std::vector<NodeId> path;
    const NodeId end =
        prediction_.predictor == Predictor::branches ? prediction_.missing_at : prediction_.node;
    for (NodeId id = end; id != no_node; id = nodes_[id]->parent)
        path.insert(path.begin(), id);
    return {std::move(path), prediction_.predictor, predicted};
}

std::vector<BranchView> Vfdt::branches(NodeId id) const {
    const SplitNode& split_node = split_nodes_.at(id);
    if (split_node.kind == NodeKind::leaf) return {};
    if (split_node.kind == NodeKind::numeric)
        return {{0, split_node.left}, {1, split_node.left + 1}};
    std::vector<BranchView> found;
    const Branching& branching = nodes_[id]->branching;
    for (Code value = 0; value < branching.children.size(); ++value)
        if (branching.children[value] != no_node)
            found.push_back({value, branching.children[value]});
    if (branching.other != no_node) found.push_back({no_code, branching.other});
    return found;
}

std::vector<double> Vfdt::class_weights(NodeId id) const {
    std::vector<double> weights(schema_.classes(), 0);
    std::vector<NodeId> open{id};
    while (!open.empty()) {
        const NodeId at = open.back();
        open.pop_back();
        if (split_nodes_.at(at).kind == NodeKind::leaf)
            for (Code label = 0; label < weights.size(); ++label)
                weights[label] +=
                    static_cast<double>(count_of(at, label)) * nodes_[at]->scale.unit();
        for (const BranchView& branch : branches(at))
            open.push_back(branch.child);
    }
    return weights;
}

double Vfdt::entropy(NodeId id) const {
    const std::vector<double> weights = class_weights(id);
    if (!std::all_of(weights.begin(), weights.end(), is_count)) return entropy_of_weights(weights);
    uint128 log_sum = 0;
    std::uint64_t n = 0;
    for (const double weight : weights) {
        const auto count = static_cast<std::uint64_t>(weight);
        log_sum += count_log(count);
        n += count;
    }
    return entropy_of(log_sum, n);
}

std::vector<double> Vfdt::importances() const {
    std::vector<double> gains(schema_.attributes(), 0.0);
    for (NodeId id = 0; id < split_nodes_.size(); ++id)
        if (split_nodes_[id].kind != NodeKind::leaf)
            gains[nodes_[id]->attribute] += nodes_[id]->gain;
    return gains;
}

}  // namespace entrostream::tree
