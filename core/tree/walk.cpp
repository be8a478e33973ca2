// What can be seen of a tree.
#include <utility>

#include "core/exact/count_log.hpp"
#include "core/exact/reads.hpp"
#include "core/tree/vfdt.hpp"

namespace entrostream::tree {

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

std::vector<std::uint64_t> Vfdt::class_counts(NodeId id) const {
    std::vector<std::uint64_t> counts(schema_.classes(), 0);
    std::vector<NodeId> open{id};
    while (!open.empty()) {
        const NodeId at = open.back();
        open.pop_back();
        if (forks_.at(at).kind == NodeKind::leaf)
            for (Code label = 0; label < counts.size(); ++label)
                counts[label] += count_of(at, label);
        for (const BranchView& branch : branches(at))
            open.push_back(branch.child);
    }
    return counts;
}

double Vfdt::entropy(NodeId id) const {
    uint128 log_sum = 0;
    std::uint64_t n = 0;
    for (const std::uint64_t count : class_counts(id)) {
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
