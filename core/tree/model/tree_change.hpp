// A subtree that an adaptive tree has replaced.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/tree/model/tree_model.hpp"

namespace entrostream::tree {

struct TreeChange {
    std::uint64_t row = 0;    // rows learned when the alternate took over
    std::uint64_t since = 0;  // and when it was started
    DriftReason reason = DriftReason::error;
    std::vector<PathTest> path;   // to the node
    std::uint32_t attribute = 0;  // of the split that was replaced
    double accuracy_before = 0;   // recent: of the subtree, and of the alternate
    double accuracy_after = 0;
    std::uint64_t leaves_before = 0;
    std::uint64_t leaves_after = 0;

    friend bool operator==(const TreeChange&, const TreeChange&) = default;

    template <class Archive>
    void visit(Archive& archive) {
        archive.number(row);
        archive.number(since);
        archive.choice(reason, drift_reasons);
        archive.items(path, [&](PathTest& test) { test.visit(archive); });
        archive.number(attribute);
        archive.share(accuracy_before);
        archive.share(accuracy_after);
        archive.number(leaves_before);
        archive.number(leaves_after);
    }
};

// All that happened, and the details of the latest.
struct TreeChanges {
    static constexpr std::size_t most = 1000;

    void add(TreeChange change) {
        if (latest.size() == most) latest.erase(latest.begin());
        latest.push_back(std::move(change));
        ++count;
    }

    std::uint64_t count = 0;
    std::uint64_t started = 0;  // alternates
    std::uint64_t dropped = 0;
    std::vector<TreeChange> latest;
};

}  // namespace entrostream::tree
