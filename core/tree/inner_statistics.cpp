#include "core/tree/inner_statistics.hpp"

#include <algorithm>

#include "core/tree/undo_log.hpp"

namespace entrostream::tree {

bool InnerStatistics::may_need_memory(const Example& example) const {
    return std::ranges::any_of(nodes_, [&](NodeId id) {
        const Owned<Leaf>& statistics = model_.node(id).drift->statistics;
        return statistics && statistics->may_need_memory(schema_, example);
    });
}

void InnerStatistics::count(Example& example) {
    const bool limited = options_.memory_limit != Options::no_limit;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        log_.save(nodes_[i]);
        if (i + 1 < nodes_.size())
            if (const Leaf* const next = model_.node(nodes_[i + 1]).statistics())
                next->fetch_counts(example);
        Owned<Leaf>& statistics = model_.node(nodes_[i]).drift->statistics;
        if (!statistics) continue;  // released to make room
        if (limited && !memory_.make_room(statistics->growth(schema_, example), nodes_[i])) {
            statistics = nullptr;
            continue;
        }
        if (!statistics->own().has_room(example)) [[unlikely]] {
            statistics->halve(schema_);
            ++statistics->halvings;
        }
        statistics->prefetch(schema_, example);
        statistics->count(schema_, example, logs_);
    }
}

}  // namespace entrostream::tree
