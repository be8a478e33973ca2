// A tree model whose subtrees are pruned, replaced by alternates and undone is the tree that a
// plain linked tree would be, and reuses the ids of nodes that it freed.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/memory/failing_new.hpp"
#include "core/tests/random.hpp"
#include "core/tree/memory_budget.hpp"
#include "core/tree/model/tree_model.hpp"
#include "core/tree/tree_predictor.hpp"
#include "core/tree/undo_log.hpp"

using namespace entrostream;
using namespace entrostream::tree;
using entrostream::testing::check;
using entrostream::testing::FailingNew;
using entrostream::testing::Random;

namespace {

constexpr std::uint32_t classes = 3;
constexpr std::uint32_t values = 5;

// A node of a linked tree, the independent truth.
struct Linked {
    int tag = 0;  // tells it from every other node
    std::uint32_t depth = 0;
    NodeKind kind = NodeKind::leaf;
    std::uint32_t slot = 0;
    double threshold = 0;
    std::map<Code, std::unique_ptr<Linked>> children;  // numeric: 0 up to the threshold, 1 above
    std::unique_ptr<Linked> alternate;
    std::uint64_t counts[classes] = {};

    [[nodiscard]] const Linked* end_of(const std::vector<double>& numbers,
                                       const std::vector<Code>& row) const {
        if (kind == NodeKind::leaf) return this;
        const Code branch =
            kind == NodeKind::numeric ? static_cast<Code>(numbers[slot] > threshold) : row[slot];
        const auto found = children.find(branch);
        return found == children.end() ? this : found->second->end_of(numbers, row);
    }
    [[nodiscard]] std::uint64_t below(Code label) const {
        if (kind == NodeKind::leaf) return counts[label];
        std::uint64_t sum = 0;
        for (const auto& [value, child] : children)
            sum += child->below(label);
        return sum;
    }
    [[nodiscard]] std::size_t nodes(bool with_alternates) const {
        std::size_t sum = 1;
        for (const auto& [value, child] : children)
            sum += child->nodes(with_alternates);
        return sum + (with_alternates && alternate ? alternate->nodes(true) : 0);
    }
    [[nodiscard]] Linked copy() const {
        Linked made{.tag = tag, .depth = depth, .kind = kind, .slot = slot, .threshold = threshold};
        std::ranges::copy(counts, made.counts);
        for (const auto& [value, child] : children)
            made.children[value] = std::make_unique<Linked>(child->copy());
        if (alternate) made.alternate = std::make_unique<Linked>(alternate->copy());
        return made;
    }
    [[nodiscard]] std::size_t leaves() const {
        std::size_t sum = kind == NodeKind::leaf ? 1 : 0;
        for (const auto& [value, child] : children)
            sum += child->leaves();
        return sum;
    }
};

// What a model needs around it, and the linked tree that it must equal.
class Both {
  public:
    Both() {
        for (int i = 0; i < 2; ++i) {
            schema_.add_numeric();
            schema_.add_nominal();
            schema_.see_values(static_cast<std::uint32_t>(i), values);
        }
        schema_.see_classes(classes);
        model.add(no_node);
        name(root, linked);
    }

    // A random node, those of alternates included, and its twin.
    struct Twins {
        NodeId id;
        Linked* linked;
    };
    [[nodiscard]] Twins any(Random& random) {
        std::vector<Twins> all;
        collect({root, &linked}, all);
        return all[random.below(all.size())];
    }

    void grow(const Twins& at, Random& random) {
        save(at.id);
        if (at.linked->kind == NodeKind::leaf)
            split(at, random);
        else if (at.linked->kind == NodeKind::nominal)
            add_branch(at);
    }
    void prune(const Twins& at) {
        save_structure();
        model.prune(at.id, [&](NodeId id) { save(id); });
        at.linked->children.clear();
        at.linked->kind = NodeKind::leaf;
        at.linked->alternate = nullptr;
        set_counts(at.id, *at.linked);
    }
    void add_alternate(const Twins& at) {
        if (at.linked->alternate) return;
        save_structure();
        const NodeId other = model.add_alternate(at.id);
        at.linked->alternate = std::make_unique<Linked>();
        at.linked->alternate->depth = at.linked->depth;
        name(other, *at.linked->alternate);
    }
    void drop_alternate(const Twins& at) {
        if (!at.linked->alternate) return;
        save_structure();
        model.drop_alternate(at.id, [&](NodeId id) { save(id); });
        at.linked->alternate = nullptr;
    }
    void promote_alternate(const Twins& at) {
        if (!at.linked->alternate) return;
        save_structure();
        model.promote_alternate(at.id, [&](NodeId id) { save(id); });
        const std::unique_ptr<Linked> other = std::move(at.linked->alternate);
        *at.linked = std::move(*other);
    }

    void change(Random& random) {
        const Twins at = any(random);
        const std::uint64_t choice = random.below(10);
        const bool small = linked.nodes(true) < 60;
        if (choice < 4 && small) grow(at, random);
        if (choice == 4) prune(at);
        if (choice == 5 || choice == 6) add_alternate(at);
        if (choice == 7) drop_alternate(at);
        if (choice >= 8) promote_alternate(at);
    }

    [[nodiscard]] bool agree() const {
        return agree(root, linked, no_node) && model.size() == linked.nodes(true) &&
               model.subtree(root).size() == linked.nodes(false) &&
               model.leaves() == linked.leaves() && model.active_leaves() == linked.leaves() &&
               alternates_agree();
    }
    [[nodiscard]] bool routes_agree(Random& random) {
        const std::vector<double> numbers{static_cast<double>(random.below(8)),
                                          static_cast<double>(random.below(8))};
        const std::vector<Code> row{static_cast<Code>(random.below(values)),
                                    static_cast<Code>(random.below(values))};
        example_.take_numbers(schema_, {.numbers = numbers, .values = row});
        example_.take_values(schema_, {.numbers = numbers, .values = row});
        const Linked* const end = linked.end_of(numbers, row);
        std::vector<double> block;
        for (int i = 0; i < 8; ++i)
            block.insert(block.end(), numbers.begin(), numbers.end());
        NodeId from[8];
        model.route_block(block.data(), 8, from);
        return tag(model.route(example_, root)) == end->tag &&
               tag(model.route(example_, from[7])) == end->tag;
    }
    [[nodiscard]] bool sums_agree() {
        model.renew_counts([&](NodeId id) { save(id); });
        return sums_agree(root, linked);
    }
    // Everything that can be read of the model.
    [[nodiscard]] std::string text() const {
        std::string found = std::to_string(meters.all.bytes()) + ":";
        for (NodeId id = 0; id < model.end_id(); ++id) {
            found += model.is_free(id) ? "free" : std::to_string(tag(id));
            if (model.is_free(id)) continue;
            found += "<" + std::to_string(model.node(id).parent) + "," +
                     std::to_string(model.alternate(id)) + ";";
            for (const std::uint64_t count : model.node(id).counts)
                found += std::to_string(count) + " ";
            for (const BranchView& branch : model.branches(id))
                found += std::to_string(branch.value) + ">" + std::to_string(branch.child) + ",";
        }
        return found;
    }

    void begin() { log_.begin(); }
    void undo() noexcept { log_.roll_back(); }

    Options options{.leaf_prediction = LeafPrediction::mc};
    Meters meters;
    Linked linked;

  private:
    Schema schema_;

  public:
    TreeModel model{meters.nodes, schema_};

  private:
    // The inherited examples of a node serve as its tag.
    [[nodiscard]] int tag(NodeId id) const { return static_cast<int>(model.node(id).inherited); }
    void name(NodeId id, Linked& twin) {
        twin.tag = ++last_tag_;
        model.node(id).inherited = static_cast<std::uint32_t>(twin.tag);
        set_counts(id, twin);
    }
    void set_counts(NodeId id, Linked& twin) {
        for (Code label = 0; label < classes; ++label) {
            twin.counts[label] = static_cast<std::uint64_t>(twin.tag) * (label + 1) % 7;
            model.node(id).counts[label] = twin.counts[label];
        }
    }
    void save(NodeId id) { log_.save(id); }
    void save_structure() { log_.save_structure(); }

    void collect(const Twins& at, std::vector<Twins>& all) {
        all.push_back(at);
        for (const BranchView& branch : model.branches(at.id))
            collect({branch.child, at.linked->children.at(branch.value).get()}, all);
        if (at.linked->alternate)
            collect({model.alternate(at.id), at.linked->alternate.get()}, all);
    }

    Linked& new_twin(Linked& parent, Code value) {
        auto& child = parent.children[value] = std::make_unique<Linked>();
        child->depth = parent.depth + 1;
        return *child;
    }
    void split(const Twins& at, Random& random) {
        save_structure();
        const bool numeric = random.below(2) == 0;
        const std::size_t children = numeric ? 2 : 1 + random.below(values);
        const NodeId first = model.add(at.id, children);
        SplitNode split_node{.threshold = static_cast<double>(random.below(8)),
                             .slot = static_cast<std::uint32_t>(random.below(2)),
                             .left = first,
                             .default_child = first,
                             .kind = numeric ? NodeKind::numeric : NodeKind::nominal};
        at.linked->kind = split_node.kind;
        at.linked->slot = split_node.slot;
        at.linked->threshold = split_node.threshold;
        for (std::size_t i = 0; i < children; ++i) {
            const NodeId child = first + static_cast<NodeId>(i);
            name(child, new_twin(*at.linked, static_cast<Code>(i)));
            if (!numeric) model.node(at.id).branching.add(static_cast<Code>(i), child);
        }
        if (!numeric) set_contiguous_values(split_node, model.node(at.id).branching);
        model.split(at.id) = split_node;
    }
    void add_branch(const Twins& at) {
        Code value = 0;
        while (at.linked->children.contains(value))
            ++value;
        if (value >= values) return;
        save_structure();
        const NodeId child = model.add(at.id);
        model.node(at.id).branching.add(value, child);
        name(child, new_twin(*at.linked, value));
    }

    [[nodiscard]] bool agree(NodeId id, const Linked& twin, NodeId parent) const {
        const NodeView view = model.view(id);
        const std::vector<BranchView> branches = model.branches(id);
        if (tag(id) != twin.tag || view.parent != parent || view.depth != twin.depth ||
            view.kind != twin.kind || branches.size() != twin.children.size())
            return false;
        for (const BranchView& branch : branches) {
            const auto child = twin.children.find(branch.value);
            if (child == twin.children.end() || !agree(branch.child, *child->second, id))
                return false;
        }
        const NodeId other = model.alternate(id);
        if (!twin.alternate) return other == no_node;
        return other != no_node && agree(other, *twin.alternate, no_node);
    }
    // No alternate is left over from a node that is gone.
    [[nodiscard]] bool alternates_agree() const {
        std::size_t listed = 0;
        for (const NodeId id : model.nodes_with_alternate())
            listed += !model.is_free(id) && !model.is_free(model.alternate(id));
        std::size_t there = 0;
        for (NodeId id = 0; id < model.end_id(); ++id)
            there += !model.is_free(id) && model.alternate(id) != no_node;
        return listed == there && static_cast<std::size_t>(
                                      std::ranges::distance(model.nodes_with_alternate())) == there;
    }
    [[nodiscard]] bool sums_agree(NodeId id, const Linked& twin) const {
        for (Code label = 0; label < classes; ++label)
            if (model.count_of(id, label) != twin.below(label)) return false;
        for (const BranchView& branch : model.branches(id))
            if (!sums_agree(branch.child, *twin.children.at(branch.value))) return false;
        return !twin.alternate || sums_agree(model.alternate(id), *twin.alternate);
    }

    int last_tag_ = 0;
    Work work_;
    std::uint64_t next_renewal_ = 0;
    TreeChanges changes_;
    RowWindow window_{meters.rows};
    TransactionLog log_{{options, schema_, meters, model, work_, next_renewal_, memory_, predictor_,
                         changes_, window_}};
    MemoryBudget memory_{options, schema_, meters, model, work_, log_};
    Example example_;
    TreePredictor predictor_{options, schema_, model, example_};
};

void check_random_changes(std::uint64_t seed) {
    Random random(seed);
    Both both;
    bool same = true, routed = true, summed = true;
    for (int i = 0; i < 400; ++i) {
        both.change(random);
        same &= both.agree();
        routed &= both.routes_agree(random);
        if (i % 5 == 0) summed &= both.sums_agree();
    }
    check(same, "the nodes are those of the linked tree");
    check(routed, "examples end where they end in the linked tree");
    check(summed, "inner nodes have the sums of their leaves, not those of alternates");
}

void check_ids_are_reused() {
    Both both;
    NodeId end = 0;
    std::size_t bytes = 0;
    for (int round = 0; round < 100; ++round) {
        Random same_each_round(7);
        while (both.linked.nodes(true) < 40)
            both.grow(both.any(same_each_round), same_each_round);
        if (round == 0) end = both.model.end_id();
        if (round == 0) bytes = both.meters.all.bytes();
        check(both.model.end_id() == end, "a tree that was pruned grows into the same ids");
        check(both.meters.all.bytes() == bytes, "and takes the same memory");
        both.prune({root, &both.linked});
        check(both.model.size() == 1, "a pruned root is alone");
    }
}

void check_undo(std::uint64_t seed) {
    Random random(seed);
    Both both;
    bool restored = true, goes_on = true, told = true;
    for (int i = 0; i < 60; ++i) {
        for (std::uint64_t k = random.below(6); k-- > 0;)
            both.change(random);
        const std::string before = both.text();
        const std::uint64_t generation = both.model.generation();
        Linked kept = both.linked.copy();
        both.begin();
        for (std::uint64_t k = random.below(12); k-- > 0;)
            both.change(random);
        goes_on &= both.agree();
        const std::uint64_t since = both.model.generation();
        both.undo();
        both.linked = std::move(kept);
        restored &= both.text() == before && both.agree() && both.sums_agree();
        told &= since == generation || both.model.generation() > since;
    }
    check(restored, "what is undone leaves no trace");
    check(goes_on, "what can be undone is done as ever");
    check(told, "ids found before the undoing are told from those found after it");
}

// Each allocation of a change fails in turn: nothing has changed then.
template <class Change>
void check_fails_wholly(Both& both, const Change& change, const char* what) {
    const std::string before = both.text();
    bool unchanged = true;
    for (std::uint64_t n = 0;; ++n) {
        bool refused = false;
        {
            const FailingNew failing(n);
            try {
                change();
            } catch (const std::bad_alloc&) {
                refused = true;
            }
        }
        if (!refused) break;
        unchanged &= both.text() == before;
    }
    check(unchanged, what);
}

void check_short_of_memory(std::uint64_t seed) {
    Random random(seed);
    Both both;
    while (both.linked.nodes(true) < 20 || both.linked.alternate == nullptr) {
        both.change(random);
        both.add_alternate({root, &both.linked});
    }
    const auto ignore = [](NodeId) {};
    NodeId added = no_node;
    check_fails_wholly(
        both, [&] { added = both.model.add(root, 3); }, "nodes are all added or none");
    check_fails_wholly(
        both, [&] { both.model.add_alternate(added); },
        "an alternate is added wholly or not at all");
    check_fails_wholly(
        both, [&] { both.model.promote_alternate(root, ignore); },
        "an alternate takes a place wholly or not at all");
    both.model.add_alternate(root);
    check_fails_wholly(
        both, [&] { both.model.drop_alternate(root, ignore); },
        "an alternate is dropped wholly or not at all");
    check_fails_wholly(
        both, [&] { both.model.prune(root, ignore); }, "a tree is pruned wholly or not at all");
    check(both.model.size() == 5, "the nodes added without a split are left");
}

}  // namespace

int main() {
    for (std::uint64_t seed = 1; seed <= 60; ++seed)
        check_random_changes(seed);
    check_ids_are_reused();
    for (std::uint64_t seed = 1; seed <= 40; ++seed)
        check_undo(seed);
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
        check_short_of_memory(seed);
    return testing::report();
}
