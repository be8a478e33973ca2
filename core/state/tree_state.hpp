// The state of a streaming tree, and its serialisation.
//
// It is complete: learning continues bit for bit as if the tree had never been saved. The names
// of attributes, values and classes are in the order of their codes, because the tree depends
// on that order.
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
    // By nominal slot; None stands for all values that do not fit a memory limit.
    std::vector<std::vector<Label>> values = {};
    std::vector<Label> classes = {};
    // Names of attributes declared nominal whatever their values look like, seen or not; the last
    // is None if new attributes do not fit a memory limit.
    std::vector<Label> nominal = {};
};

struct TreeState {
    std::unique_ptr<tree::Vfdt> tree;
    TreeLabels labels = {};
};

// Throws std::invalid_argument unless there is a label for every code.
[[nodiscard]] StateBytes encode(tree::Vfdt& tree, const TreeLabels& labels);

[[nodiscard]] inline StateBytes encode(const TreeState& state) {
    return encode(*state.tree, state.labels);
}

// Throws StateError for anything that encode does not produce. A tree with a user-defined
// criterion needs that criterion again.
[[nodiscard]] TreeState decode_tree(std::span<const std::uint8_t> bytes,
                                    const tree::Criterion* custom = nullptr);

}  // namespace entrostream
