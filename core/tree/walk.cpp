// What can be seen of a tree.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/exact/count_log.hpp"
#include "core/exact/double_logs.hpp"
#include "core/exact/reads.hpp"
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
    for (const Fork& fork : forks_)
        found += fork.kind == NodeKind::leaf;
    return found;
}

std::size_t Vfdt::active_leaves() const noexcept {
    std::size_t found = 0;
    for (NodeId id = 0; id < forks_.size(); ++id)
        found += forks_[id].kind == NodeKind::leaf && !nodes_[id]->resting;
    return found;
}

NodeView Vfdt::node(NodeId id) const {
    const Fork& fork = forks_.at(id);
    const NodeData& data = *nodes_[id];
    return {data.parent,    data.depth, fork.kind, data.attribute,
            fork.threshold, fork.major, data.gain, !data.resting};
}

Explanation Vfdt::explain(const Row& row) {
    const Code said = predict(row);
    std::vector<NodeId> path;
    const NodeId end = asked_.speaker == Speaker::branches ? asked_.gap : asked_.node;
    for (NodeId id = end; id != no_node; id = nodes_[id]->parent)
        path.insert(path.begin(), id);
    return {std::move(path), asked_.speaker, said};
}

std::vector<BranchView> Vfdt::branches(NodeId id) const {
    const Fork& fork = forks_.at(id);
    if (fork.kind == NodeKind::leaf) return {};
    if (fork.kind == NodeKind::numeric) return {{0, fork.left}, {1, fork.left + 1}};
    std::vector<BranchView> found;
    const Branching& branching = nodes_[id]->branching;
    for (Code value = 0; value < branching.children.size(); ++value)
        if (branching.children[value] != no_node)
            found.push_back({value, branching.children[value]});
    if (branching.rest != no_node) found.push_back({no_code, branching.rest});
    return found;
}

std::vector<double> Vfdt::class_weights(NodeId id) const {
    std::vector<double> weights(schema_.classes(), 0);
    std::vector<NodeId> open{id};
    while (!open.empty()) {
        const NodeId at = open.back();
        open.pop_back();
        if (forks_.at(at).kind == NodeKind::leaf)
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
    for (NodeId id = 0; id < forks_.size(); ++id)
        if (forks_[id].kind != NodeKind::leaf) gains[nodes_[id]->attribute] += nodes_[id]->gain;
    return gains;
}

}  // namespace entrostream::tree
