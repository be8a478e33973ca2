// The nodes of a tree: what a row reads on its way down, and the data of each node.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <numeric>

#include "core/counts/code.hpp"
#include "core/counts/named.hpp"
#include "core/tree/leaf/bayes_pair.hpp"
#include "core/tree/leaf/leaf.hpp"
#include "core/tree/memory/metered.hpp"
#include "core/tree/memory/owned.hpp"
#include "core/tree/model/node_drift.hpp"
#include "core/tree/rows/row.hpp"
#include "core/tree/statistics/importance_scale.hpp"

namespace entrostream::tree {

inline constexpr NodeId no_node = 0xffffffff;

enum class NodeKind : std::uint8_t { leaf, numeric, nominal };
inline constexpr std::array inner_kinds{Named{"numeric", NodeKind::numeric},
                                        Named{"nominal", NodeKind::nominal}};

// The test of a node. Small, because all of them are read on the way to a leaf.
struct SplitNode {
    double threshold = 0;
    std::uint32_t slot = 0;
    NodeId left = no_node;           // numeric: up to the threshold; left + 1: above it
    NodeId default_child = no_node;  // for rows that lack the attribute
    NodeKind kind = NodeKind::leaf;
    // Nominal: values v below this lead to left + v, as most do, without reading more.
    std::uint16_t contiguous_values = 0;
};

// Children by value; values beyond the first `max_values` share one child.
struct Branching {
    explicit Branching(Meter& meter) : children(MeteredAllocator<NodeId>(meter)) {}

    [[nodiscard]] NodeId child(Code value) const noexcept {
        const NodeId found = value < children.size() ? children[value] : no_node;
        return found != no_node ? found : other;
    }

    // Adds a child: for `value`, or for all values without one if it is no_code.
    void add(Code value, NodeId child) {
        if (value == no_code) {
            other = child;
            return;
        }
        if (value >= children.size()) extend(children, std::size_t{value} + 1, no_node);
        children[value] = child;
        ++size;
    }
    void clear() noexcept {
        release(children);
        size = 0;
        other = no_node;
    }
    // How many values, from 0 on, have consecutive children.
    [[nodiscard]] std::uint16_t contiguous_values() const noexcept {
        std::uint16_t found = 0;
        while (found < children.size() && children[0] != no_node &&
               children[found] == children[0] + found && found < 0xffff)
            ++found;
        return found;
    }

    Metered<NodeId> children;  // by value; no_node if there is no branch
    std::uint32_t size = 0;    // branches
    NodeId other = no_node;
};

// To be called after the children of a nominal node were made.
inline void set_contiguous_values(SplitNode& split_node, const Branching& branching) noexcept {
    split_node.contiguous_values = branching.contiguous_values();
    split_node.left = split_node.contiguous_values == 0 ? no_node : branching.children[0];
}

struct NodeData {
    NodeData(Meter& meter, NodeId parent_id, std::uint32_t depth_below_root)
        : share(meter),
          parent(parent_id),
          depth(depth_below_root),
          counts(MeteredAllocator<std::uint64_t>(meter)),
          branching(meter) {}

    // The maximum count per class: their sums fit into 64 bits.
    static constexpr std::uint64_t most_of_class = std::uint64_t{1} << 48;

    // From now on the counts are its own.
    void own_counts() noexcept {
        if (borrowed) std::fill(counts.begin(), counts.end(), 0);
        borrowed = false;
    }
    // Counts what the statistics of a leaf do not.
    void count(Code label, std::uint64_t weight) noexcept {
        if (counts[label] > most_of_class - weight) halve_counts();
        counts[label] += weight;
    }
    void halve_counts() noexcept {
        for (std::uint64_t& each : counts)
            each /= 2;
    }

    // Counts are in units of 2^-by of the former ones.
    void refine_counts(std::uint32_t by) noexcept {
        for (std::uint64_t& each : counts)
            each <<= by;
    }
    // The total of its own counts; and that of its statistics or, without these, of its counts.
    [[nodiscard]] std::uint64_t given() const noexcept {
        return borrowed ? 0 : std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    }
    [[nodiscard]] std::uint64_t counted() const noexcept { return leaf ? leaf->n() : given(); }

    // Of a leaf, or of an inner node that keeps them; null if it has none.
    [[nodiscard]] const Leaf* statistics() const noexcept {
        if (leaf) return leaf.get();
        return drift ? drift->statistics.get() : nullptr;
    }

    // Includes its entry in the list of nodes, which grows by doubling.
    static const std::size_t own_bytes;

    // Like MeterShare, for the bytes of a node.
    class Share {
      public:
        explicit Share(Meter& meter) noexcept : meter_(&meter) { meter.add(own_bytes); }
        Share(const Share& other) noexcept : Share(*other.meter_) {}
        Share& operator=(const Share&) = delete;
        ~Share() { meter_->take(own_bytes); }

      private:
        Meter* meter_;
    };

    Share share;
    NodeId parent;
    std::uint32_t depth;
    // Class counts. Inner node: of everything below it, renewed now and then. Leaf: what it was
    // given, and what it learned while inactive; its statistics have the rest.
    Metered<std::uint64_t> counts;
    ImportanceScale scale;        // of all its counts
    bool borrowed = false;        // the counts are the parent's, valid until it has its own
    bool inactive = false;        // a leaf without statistics because memory was short
    std::uint32_t inherited = 0;  // the parent's examples that would have come here, in units
    double gain = 0;              // inner node: n times the gain of its split, in bits
    std::uint32_t attribute = 0;  // inner node: its number
    std::uint32_t explored = 0;   // splits without evidence above
    std::uint64_t explore_at = ~std::uint64_t{0};  // examples at which the next is due
    // Recent examples that the majority class got wrong, decayed up to example `since`.
    double misses = 0;
    std::uint64_t since = 0;
    // How often the majority and the pair were right while it is inactive; decays.
    double right_majority = 0;
    double right_pair = 0;

    Branching branching;              // nominal
    std::shared_ptr<BayesPair> pair;  // for leaves yet to be opened, here or below
    Owned<Leaf> leaf;
    Owned<NodeDrift> drift;  // inner nodes of adaptive trees
};

inline const std::size_t NodeData::own_bytes = taken(sizeof(NodeData)) + 2 * sizeof(void*);

}  // namespace entrostream::tree
