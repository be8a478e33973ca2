#include "core/tree/row_removal.hpp"

#include <limits>
#include <stdexcept>
#include <string>

#include "core/tree/tuning/tuning.hpp"
#include "core/tree/undo_log.hpp"

namespace entrostream::tree {

void RowRemoval::reserve(const Row& row, double weight) {
    if (window_.size() != 0 && row.time < window_.newest_time())
        throw std::invalid_argument("the times of rows must not go back");
    if (static_cast<double>(window_.weight()) + weight > NaiveBayes::most_examples)
        throw std::invalid_argument("the weights of the rows of a window must not exceed " +
                                    std::to_string(NaiveBayes::most_examples) + " in total");
    window_.reserve(row);
    removed_.reserve(schema_.numeric_room(), schema_.nominal());
}

void RowRemoval::keep(const Row& row, const Example& example) {
    window_.add(row, {.label = example.label,
                      .weight = example.weight,
                      .number = example.row_number,
                      .time = row.time});
    const bool limited = options_.memory_limit != Options::no_limit;
    const std::size_t most =
        limited ? options_.memory_limit / tuning::window_part : Options::no_limit;
    while (window_.bytes() > most || oldest_leaves(row.time))
        remove_oldest();
}

// A window of length s holds the rows of the times above now - s.
bool RowRemoval::oldest_leaves(std::int64_t now) const noexcept {
    if (window_.size() == 0) return false;
    if (options_.window_span == 0) return window_.size() > options_.window;
    constexpr std::int64_t earliest = std::numeric_limits<std::int64_t>::min();
    const bool has_start = now >= earliest + options_.window_span;
    return has_start && window_.oldest().time <= now - options_.window_span;
}

void RowRemoval::remove_oldest() {
    const Row row = window_.oldest_row();
    removed_.take_numbers(schema_, row);
    removed_.take_values(schema_, row);
    removed_.label = window_.oldest().label;
    removed_.weight = window_.oldest().weight;
    removed_.row_number = window_.oldest().number;
    nodes_.clear();
    model_.walk_all(removed_, [&](NodeId id) {
        const Leaf* const statistics = model_.node(id).statistics();
        if (statistics != nullptr && statistics->counts_from() <= removed_.row_number)
            nodes_.push_back(id);
    });
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (i + 1 < nodes_.size()) model_.node(nodes_[i + 1]).statistics()->fetch_counts(removed_);
        remove_at(nodes_[i]);
    }
    window_.remove_oldest();
}

void RowRemoval::remove_at(NodeId id) {
    log_.save(id);
    NodeData& data = model_.node(id);
    data.statistics()->prefetch(schema_, removed_);
    if (data.leaf)
        data.leaf->remove(schema_, options_, removed_, logs_);
    else
        static_cast<void>(data.drift->statistics->remove_counts(schema_, removed_));
}

}  // namespace entrostream::tree
