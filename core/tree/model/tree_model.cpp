#include "core/tree/model/tree_model.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "core/count_log/count_log.hpp"
#include "core/exact/reads.hpp"
#include "core/math/double_logs.hpp"
#include "core/tree/memory/reserve.hpp"

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

// Nodes.

// The lowest id from which this many are free, those beyond the end included.
NodeId TreeModel::place_for(std::size_t count) const noexcept {
    const NodeId end = end_id();
    if (free_ == 0) return end;
    NodeId first = 0;
    for (NodeId id = 0; id < end && id - first < count; ++id)
        if (nodes_[id]) first = id + 1;
    return first;
}

NodeId TreeModel::add(NodeId parent, std::size_t count) {
    const NodeId first = place_for(count);
    const std::size_t end = std::max<std::size_t>(end_id(), first + count);
    const std::uint32_t depth = parent == no_node ? 0 : nodes_[parent]->depth + 1;
    reserve_to(nodes_, end);
    reserve_to(order_, end);
    std::vector<std::unique_ptr<NodeData>> added(count);
    for (std::unique_ptr<NodeData>& data : added) {
        data = std::make_unique<NodeData>(meter_, parent, depth);
        resize_exactly(data->counts, schema_.class_room(), 0u);
    }
    if (end > split_nodes_.size()) extend(split_nodes_, end, SplitNode{});
    free_ -= count - (end - nodes_.size());
    nodes_.resize(end);
    for (std::size_t i = 0; i < count; ++i)
        nodes_[first + i] = std::move(added[i]);
    return first;
}

std::size_t TreeModel::bytes_of_new(std::size_t count) const {
    const std::size_t end = std::max<std::size_t>(end_id(), place_for(count) + count);
    return count * (NodeData::own_bytes + taken(schema_.class_room() * sizeof(std::uint64_t))) +
           growth_to(split_nodes_, end);
}

void TreeModel::lay_out(const std::vector<bool>& used, bool has_reused_ids) {
    if (used.size() > 1) add(no_node, used.size() - 1);
    for (std::size_t id = 0; id < used.size(); ++id)
        if (!used[id]) nodes_[id] = nullptr;
    count_free();
    has_reused_ids_ = has_reused_ids;
}

bool TreeModel::restore_alternates(const std::vector<Alternate>& all) {
    for (std::size_t i = 1; i < all.size(); ++i)
        if (all[i - 1].node >= all[i].node) return false;
    std::vector<NodeId> roots;
    for (const Alternate& each : all)
        roots.push_back(each.root);
    std::ranges::sort(roots);
    if (std::ranges::adjacent_find(roots) != roots.end()) return false;
    alternates_ = all;
    return true;
}

// Subtrees and alternates.

// The nodes that can be reached from one by steps that `follow(id, visit)` lists.
template <class Follow>
std::vector<NodeId> TreeModel::reachable(NodeId id, Follow follow) const {
    std::vector<NodeId> found{id};
    for (std::size_t i = 0; i < found.size(); ++i)
        follow(found[i], [&](NodeId next) { found.push_back(next); });
    std::ranges::sort(found);
    return found;
}

std::vector<NodeId> TreeModel::subtree(NodeId id) const {
    return reachable(id, [&](NodeId at, auto visit) { each_child(at, visit); });
}

std::vector<NodeId> TreeModel::subtree_with_alternates(NodeId id) const {
    return reachable(id, [&](NodeId at, auto visit) {
        each_child(at, visit);
        if (const NodeId other = alternate(at); other != no_node) visit(other);
    });
}

NodeId TreeModel::alternate(NodeId id) const noexcept {
    const auto found = std::ranges::lower_bound(alternates_, id, {}, &Alternate::node);
    return found != alternates_.end() && found->node == id ? found->root : no_node;
}

NodeId TreeModel::add_alternate(NodeId id) {
    reserve_to(alternates_, alternates_.size() + 1);
    const NodeId other = add(no_node);
    nodes_[other]->depth = nodes_[id]->depth;
    const auto place = std::ranges::lower_bound(alternates_, id, {}, &Alternate::node);
    alternates_.insert(place, {id, other});
    return other;
}

void TreeModel::become_leaf(NodeId id) noexcept {
    split_nodes_[id] = {};
    nodes_[id]->branching.clear();
}

void TreeModel::free_nodes(const std::vector<NodeId>& ids) noexcept {
    for (const NodeId id : ids) {
        nodes_[id] = nullptr;
        split_nodes_[id] = {};
    }
    free_ += ids.size();
    ++generation_;
    has_reused_ids_ = true;
    std::erase_if(alternates_,
                  [&](const Alternate& each) { return is_free(each.node) || is_free(each.root); });
}

// A node gets another id, that of a node which it replaces.
void TreeModel::move_node(NodeId from, NodeId to) noexcept {
    std::erase_if(alternates_, [&](const Alternate& each) { return each.node == to; });
    nodes_[from]->parent = nodes_[to]->parent;
    nodes_[to] = std::move(nodes_[from]);
    split_nodes_[to] = std::exchange(split_nodes_[from], SplitNode{});
    each_child(to, [&](NodeId child) { nodes_[child]->parent = to; });
    for (Alternate& each : alternates_)
        if (each.node == from) each.node = to;
    std::ranges::sort(alternates_, {}, &Alternate::node);
    ++free_;
}

// Routing.

NodeId TreeModel::route(const Example& example, NodeId from) const {
    return walk(example, example.is_whole() ? from : root, [](NodeId) {});
}

void TreeModel::route_block(const double* numbers, std::size_t rows, NodeId* nodes) const {
    const std::size_t numeric = schema_.numeric();
    std::fill_n(nodes, rows, root);
    if (numeric == 0) return;
    constexpr std::size_t at_once = 8;
    const SplitNode* const split_nodes = split_nodes_.data();
    for (std::size_t first = 0; first + at_once <= rows; first += at_once) {
        NodeId at[at_once] = {};
        const double* const x = numbers + first * numeric;
        for (bool moves = true; moves;) {
            std::uint32_t moved = 0;
            for (std::size_t k = 0; k < at_once; ++k) {
                const SplitNode& split_node = split_nodes[at[k]];
                const std::uint32_t goes = split_node.kind == NodeKind::numeric ? 1 : 0;
                // The slot of a nominal attribute is not an index into the numbers.
                const double number = x[k * numeric + (split_node.slot & (0 - goes))];
                const NodeId next = split_node.left + (number > split_node.threshold ? 1 : 0);
                at[k] ^= (at[k] ^ next) & (0 - goes);  // branch-free
                moved |= goes;
            }
            moves = moved != 0;
        }
        std::copy_n(at, at_once, nodes + first);
    }
}

TreeModel::PathEnd TreeModel::route_to_leading(const Example& example) const {
    NodeId from = root;
    NodeId id = root;
    while (split_nodes_[id].kind != NodeKind::leaf) {
        if (from == root && alternate(id) != no_node && nodes_[id]->drift->alternate.leads()) {
            from = id = alternate(id);
            continue;
        }
        const NodeId child = next(id, example);
        if (child == no_node) break;
        id = child;
    }
    return {from, id};
}

std::size_t TreeModel::leaves_below(NodeId id) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(subtree(id), [&](NodeId each) { return is_leaf(each); }));
}

std::size_t TreeModel::active_leaves() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        subtree(root), [&](NodeId id) { return is_leaf(id) && !nodes_[id]->inactive; }));
}

NodeView TreeModel::view(NodeId id) const {
    const SplitNode& split_node = split_nodes_.at(id);
    const NodeData& data = *nodes_[id];
    return {data.parent,    data.depth,           split_node.kind,
            data.attribute, split_node.threshold, split_node.default_child,
            data.gain,      !data.inactive};
}

std::vector<BranchView> TreeModel::branches(NodeId id) const {
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

std::vector<double> TreeModel::class_weights(NodeId id) const {
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

double TreeModel::entropy(NodeId id) const {
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

std::vector<double> TreeModel::importances() const {
    std::vector<double> gains(schema_.attributes(), 0.0);
    for (const NodeId id : subtree(root))
        if (!is_leaf(id)) gains[nodes_[id]->attribute] += nodes_[id]->gain;
    return gains;
}

std::vector<NodeId> TreeModel::path_to(NodeId id) const {
    std::vector<NodeId> path;
    for (; id != no_node; id = nodes_[id]->parent)
        path.insert(path.begin(), id);
    return path;
}

std::vector<PathTest> TreeModel::tests_to(NodeId id) const {
    std::vector<PathTest> tests;
    const std::vector<NodeId> path = path_to(id);
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        const SplitNode& split_node = split_nodes_[path[i]];
        for (const BranchView& branch : branches(path[i]))
            if (branch.child == path[i + 1])
                tests.push_back({nodes_[path[i]]->attribute, split_node.kind, split_node.threshold,
                                 branch.value});
    }
    return tests;
}

std::uint64_t TreeModel::count_of(NodeId id, Code label) const {
    const NodeData& data = *nodes_[id];
    const std::uint64_t own = data.leaf ? data.leaf->own().class_counts()[label] : 0;
    return own + (data.borrowed ? 0 : data.counts[label]);
}

Code TreeModel::majority(NodeId id) const {
    const NodeData& data = *nodes_[id];
    const std::uint32_t* const own = data.leaf ? data.leaf->own().class_counts().data() : nullptr;
    const std::uint64_t* const given = data.counts.data();
    const std::uint32_t classes = schema_.classes();
    Code best = no_code;
    std::uint64_t top = 0;
    for (Code label = 0; label < classes; ++label) {
        const std::uint64_t count =
            (own == nullptr ? 0 : own[label]) + (data.borrowed ? 0 : given[label]);
        best = count > top ? label : best;
        top = count > top ? count : top;
    }
    for (Code label = 0; label < classes && top == 0; ++label)  // only the parent has counts
        if (best == no_code ? given[label] > 0 : given[label] > given[best]) best = label;
    return best;
}

double TreeModel::weight_of(NodeId id) const {
    double units = 0;
    for (Code label = 0; label < schema_.classes(); ++label)
        units += static_cast<double>(count_of(id, label));
    return units * nodes_[id]->scale.unit();
}

// In the coarser of the two units.
void TreeModel::add_counts_to_parent(NodeId id) noexcept {
    NodeData& parent = *nodes_[nodes_[id]->parent];
    const ImportanceScale& own = nodes_[id]->scale;
    double factor = 1;
    if (parent.scale != own) [[unlikely]] {
        factor = own.unit() / parent.scale.unit();
        if (factor > 1) {
            for (std::uint64_t& count : parent.counts)
                count = static_cast<std::uint64_t>(static_cast<double>(count) / factor);
            parent.scale = own;
            factor = 1;
        }
    }
    for (Code label = 0; label < schema_.classes(); ++label) {
        const std::uint64_t count = count_of(id, label);
        parent.counts[label] +=
            factor == 1 ? count : static_cast<std::uint64_t>(static_cast<double>(count) * factor);
    }
}

void TreeModel::sum_counts() noexcept {
    order_.clear();
    for (NodeId id = end_id(); id-- > 0;) {
        if (is_free(id)) continue;
        order_.push_back(id);
        if (!is_leaf(id)) std::ranges::fill(nodes_[id]->counts, 0);
    }
    // Each node is complete when it is added to its parent. Children have higher ids than their
    // parents until ids are reused.
    if (has_reused_ids())
        std::ranges::sort(order_, std::ranges::greater{},
                          [&](NodeId id) { return std::pair(nodes_[id]->depth, id); });
    for (const NodeId id : order_)
        if (nodes_[id]->parent != no_node) add_counts_to_parent(id);
}

}  // namespace entrostream::tree
