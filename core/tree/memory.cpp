// The memory limit of the tree: who gives way when there is no room, and who comes back.
#include <algorithm>
#include <vector>

#include "core/tree/halves.hpp"
#include "core/tree/vfdt.hpp"

namespace entrostream::tree {

namespace {

constexpr double half_life = 65536;        // examples, of what is remembered of mistakes
constexpr double worth_a_change = 2;       // so much more promising is a leaf that comes back
constexpr std::uint64_t comparison = 256;  // examples between two comparisons of leaves
constexpr std::size_t part_freed = 16;     // of the limit, so that one search serves many growths

}  // namespace

// What the majority gets wrong is what statistics may set right.
double Vfdt::promise(const NodeData& data) const noexcept {
    return data.misses * halves(static_cast<double>(work_.examples - data.since) / half_life);
}

void Vfdt::remember_miss(NodeData& data) const {
    data.misses = promise(data) + example_.weight;
    data.since = work_.examples;
}

// Leaves rest, the least promising first, until so many bytes fit; `keep` stays.
bool Vfdt::make_room(std::size_t bytes, NodeId keep) {
    const std::size_t limit = options_.memory_limit;
    if (bytes <= limit && meter_.bytes() <= limit - bytes) [[likely]]
        return true;
    struct Candidate {
        double promise;
        NodeId id;
    };
    std::vector<Candidate> candidates;
    for (NodeId id = 0; id < nodes_.size(); ++id)
        if (nodes_[id]->leaf && id != keep) candidates.push_back({promise(*nodes_[id]), id});
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return a.promise < b.promise || (a.promise == b.promise && a.id < b.id);
    });
    const std::size_t wanted = bytes + limit / part_freed;
    for (const Candidate& candidate : candidates) {
        if (meter_.bytes() + wanted <= limit) break;
        if (keep != no_node && nodes_[keep]->resting &&
            worth_a_change * candidate.promise > promise(*nodes_[keep]))
            break;
        rest(candidate.id);
    }
    return meter_.bytes() + bytes <= limit;
}

void Vfdt::rest(NodeId id) {
    NodeData& data = *nodes_[id];
    if (data.borrowed) std::fill(data.counts.begin(), data.counts.end(), 0u);
    data.borrowed = false;
    for (Code label = 0; label < schema_.classes(); ++label) {
        const std::uint64_t all =
            std::uint64_t{data.counts[label]} + data.leaf->own().class_counts()[label];
        data.counts[label] = static_cast<std::uint32_t>(std::min<std::uint64_t>(all, 0xffffffff));
    }
    // A pair that others use costs nothing; one of its own goes.
    data.pair = data.leaf->pair().use_count() > 1 ? data.leaf->pair() : nullptr;
    data.leaf = nullptr;
    data.resting = true;
    ++work_.rests;
}

// Whether a resting leaf is to be tried: not at every example, the search costs.
bool Vfdt::deserves_memory(NodeId) {
    if (work_.examples < next_comparison_) return false;
    next_comparison_ = work_.examples + comparison;
    return true;
}

}  // namespace entrostream::tree
