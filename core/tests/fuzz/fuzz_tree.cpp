// Like fuzz_state, for trees: an accepted tree learns, predicts, is traversed and saved.
#include <memory>
#include <optional>

#include "core/state/state_error.hpp"
#include "core/state/tree_state.hpp"
#include "core/tests/fuzz/state_seeds.hpp"
#include "core/tests/fuzz/target.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

// A small tree that has split, in which something is missing.
TreeState seed_tree(const std::vector<Label>& labels) {
    tree::Options options;
    options.bins = {.n_bins = 4, .warm_up = 20};
    TreeState state{.tree = std::make_unique<tree::Vfdt>(options)};
    state.tree->add_nominal();
    state.tree->add_numeric();
    for (Code i = 0; i < 200; ++i) {
        const Code value = i % 3;
        const double x = i % 7;
        state.tree->learn({{&x, i % 11 == 0 ? 0u : 1u}, {&value, 1}}, value == 2 ? 1 : 0);
    }
    state.labels = {.attributes = {labels[3], labels[0]},
                    .values = {{labels[0], labels[1], labels[3]}},
                    .classes = {labels[1], labels[2]},
                    .nominal = {labels[3]}};
    return state;
}

// Numbers and values of all attributes; every seventh row lacks the last ones.
struct SomeRow {
    std::vector<double> numbers;
    std::vector<Code> values;

    SomeRow(const TreeState& state, std::size_t place) {
        for (std::uint32_t i = 0; i < state.labels.attributes.size(); ++i) {
            const tree::Attribute attribute = state.tree->schema().attribute(i);
            if (attribute.kind == tree::AttributeKind::numeric) {
                numbers.push_back(static_cast<double>(place * place % 17) - 3.0);
            } else {
                const std::size_t known = state.labels.values[attribute.slot].size();
                values.push_back(known == 0 ? no_code : static_cast<Code>(place % known));
            }
        }
        if (place % 7 == 0 && !numbers.empty()) numbers.pop_back();
        if (place % 7 == 0 && !values.empty()) values.pop_back();
    }

    [[nodiscard]] tree::Row row() const { return {numbers, values}; }
};

void walk(const tree::Vfdt& tree) {
    std::size_t leaves = 0;
    for (tree::NodeId id = 0; id < tree.model().size(); ++id) {
        const tree::NodeView node = tree.model().view(id);
        leaves += static_cast<std::size_t>(node.kind == tree::NodeKind::leaf);
        for (const tree::BranchView& branch : tree.model().branches(id)) {
            require(branch.child < tree.model().size(), "a branch leads nowhere");
        }
        require(tree.model().entropy(id) >= 0.0, "an entropy is below 0");
        require(tree.model().class_weights(id).size() <= tree.schema().classes(),
                "a class is unknown");
    }
    require(leaves == tree.model().leaves(), "the leaves are not counted right");
    require(tree.model().importances().size() == tree.schema().attributes(),
            "an importance is missing");
}

void use(const TreeState& state) {
    tree::Vfdt& tree = *state.tree;
    walk(tree);
    const std::size_t classes = state.labels.classes.size();
    std::vector<double> votes(classes);
    for (std::size_t place = 0; place < 30; ++place) {
        const SomeRow some(state, place);
        const Code predicted = tree.predict(some.row());
        require(predicted == no_code || predicted < classes, "a class is unknown");
        tree.predict_votes(some.row(), votes);
        require(!tree.explain(some.row()).path.empty(), "an explanation has no path");
        if (classes == 0) continue;
        try {
            tree.learn(some.row(), static_cast<Code>(place % classes), 1 + place % 3);
        } catch (const std::overflow_error&) {
            break;  // it is full
        }
    }
    walk(tree);
    const StateBytes bytes = encode(state);
    require(encode(decode_tree(bytes)) == bytes, "a tree is lost");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return -1;
    const StateBytes bytes = framed(StateKind::tree, {data, size});
    std::optional<TreeState> state;
    try {
        state.emplace(decode_tree(bytes));
    } catch (const StateError&) {
        return -1;
    }
    require(encode(*state) == bytes, "what was read is not what was written");
    use(*state);
    return 0;
}

const char* fuzz_part(const std::uint8_t*, std::size_t) {
    return nullptr;
}

std::vector<Input> fuzz_seeds() {
    return inputs_for(encode(seed_tree(seed_labels())), 0);
}
