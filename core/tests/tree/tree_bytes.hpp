// The state of a tree whose names are numbers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/state/tree_state.hpp"

namespace entrostream::testing {

inline std::vector<Label> numbered(std::size_t size) {
    std::vector<Label> labels(size);
    for (std::size_t i = 0; i < size; ++i)
        labels[i] = {.kind = LabelKind::text, .text = std::to_string(i)};
    return labels;
}

inline TreeLabels labels_of(const tree::Schema& schema) {
    TreeLabels labels{.attributes = numbered(schema.attributes()),
                      .classes = numbered(schema.classes()),
                      .nominal = numbered(2)};
    for (std::uint32_t slot = 0; slot < schema.nominal(); ++slot)
        labels.values.push_back(numbered(schema.values(slot)));
    return labels;
}

inline StateBytes bytes_of(tree::Vfdt& tree) {
    return encode(tree, labels_of(tree.schema()));
}

}  // namespace entrostream::testing
