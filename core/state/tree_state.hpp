// What the state of a streaming tree holds, and how it becomes bytes and back.
//
// All of it: learning goes on bit for bit as if the tree had never been saved. The names of
// attributes, values and classes stand in the order of their codes, because the tree is a
// function of it.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/state/label.hpp"
#include "core/state/state_labels.hpp"
#include "core/tree/vfdt.hpp"

namespace entrostream {

struct TreeLabels {
    std::vector<Label> attributes = {};  // by number
    // By nominal slot; None: all values that a memory limit has no room for.
    std::vector<std::vector<Label>> values = {};
    std::vector<Label> classes = {};
    // Names of attributes whose values are labels whatever they look like, met or not; last None
    // if a memory limit has no room for new attributes.
    std::vector<Label> nominal = {};
};

struct TreeState {
    std::unique_ptr<tree::Vfdt> tree;
    TreeLabels labels = {};
};

// Throws std::invalid_argument if there is not a label for every code.
[[nodiscard]] StateBytes encode(tree::Vfdt& tree, const TreeLabels& labels);

[[nodiscard]] inline StateBytes encode(const TreeState& state) {
    return encode(*state.tree, state.labels);
}

// Throws StateError for anything that encode does not write. A tree with a criterion of the
// user's own needs that criterion again.
[[nodiscard]] TreeState decode_tree(std::span<const std::uint8_t> bytes,
                                    const tree::Criterion* custom = nullptr);

}  // namespace entrostream
