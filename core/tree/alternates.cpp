#include "core/tree/alternates.hpp"

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "core/tree/tuning/tuning.hpp"
#include "core/tree/undo_log.hpp"

namespace entrostream::tree {

// Each change is made wholly or not at all (TreeModel), so a failure leaves nothing to undo.
template <class Change>
void Alternates::try_to(Change change) {
    if (log_.is_open()) return change();
    try {
        change();
    } catch (const std::bad_alloc&) {  // at a later row
    }
}

void Alternates::follow(std::span<const PathStep> path, Code predicted, Code label) {
    const bool right = predicted == label;
    const std::size_t watched = watched_nodes(path);
    NodeId winner = no_node;
    for (std::size_t i = path.size(); i-- > 0;) {
        const PathStep& step = path[i];
        log_.save(step.node);
        NodeDrift& drift = *model_.node(step.node).drift;
        drift.errors.record(!right);
        if (step.end == no_node) {
            if (i < watched && drift.errors.rows() > drift.wait(tuning::least_error_rows) &&
                drift.errors.is_high())
                start(step.node, DriftReason::error);
            continue;
        }
        drift.alternate.record(right, step.predicted == label);
        if (drift.alternate.wins())
            winner = step.node;  // the highest of several
        else if (has_failed(drift.alternate))
            try_to([&] { drop(step.node); });
    }
    if (winner != no_node) try_to([&] { promote(winner); });
}

// How many nodes of the path, from the root on, may get an alternate because of errors. None is
// started below one that leads: it predicts, whatever is below. Where inner nodes keep statistics
// alternates are expensive: none is started below any other.
std::size_t Alternates::watched_nodes(std::span<const PathStep> path) const noexcept {
    if (!options_.watches_errors()) return 0;
    const auto shields = [&](const PathStep& step) {
        return step.end != no_node &&
               (options_.re_evaluates_splits() || model_.node(step.node).drift->alternate.leads());
    };
    return static_cast<std::size_t>(std::ranges::find_if(path, shields) - path.begin());
}

// Alternates for a better split get all their time: their trees may be as accurate and smaller.
bool Alternates::has_failed(const AlternateRecord& record) const noexcept {
    return record.is_over() || (!options_.re_evaluates_splits() && record.falls_behind());
}

// If there is room.
void Alternates::start(NodeId id, DriftReason reason) {
    try_to([&] {
        const std::size_t bytes = model_.bytes_of_new(1);
        if (!memory_.has_room_for_nodes(bytes) || !memory_.make_room(bytes, no_node)) return;
        log_.save(id);
        log_.save_structure();
        NodeData& made = model_.node(model_.add_alternate(id));
        if (options_.rule == Rule::evidence && options_.explore != 0)
            made.explore_at = options_.explore;
        model_.node(id).drift->alternate = {reason, work_.examples};
        ++changes_.started;
    });
}

void Alternates::re_evaluate(std::span<const PathStep> path, const LeafSplitter& splitter) {
    for (const PathStep& step : path) {
        if (model_.is_free(step.node) || model_.alternate(step.node) != no_node) return;
        NodeDrift* const drift = model_.node(step.node).drift.get();
        if (drift == nullptr) return;  // an alternate was promoted: the path has changed
        if (!drift->statistics) continue;
        if (++drift->rows_since_evaluation < drift->wait(options_.re_evaluation_period)) continue;
        drift->rows_since_evaluation = 0;
        bool outdated = false;
        try_to([&] { outdated = splitter.is_outdated(step.node); });
        if (!outdated) continue;
        start(step.node, DriftReason::split);
        return;
    }
}

void Alternates::drop(NodeId id) {
    log_.save_structure();
    model_.drop_alternate(id, [&](NodeId each) { log_.save(each); });
    NodeDrift& drift = *model_.node(id).drift;
    drift.errors.restart();
    ++drift.failures;
    ++changes_.dropped;
}

void Alternates::promote(NodeId id) {
    TreeChange change = describe(id);
    changes_.latest.reserve(changes_.latest.size() + 1);
    log_.save_structure();
    model_.promote_alternate(id, [&](NodeId each) { log_.save(each); });
    changes_.add(std::move(change));
}

TreeChange Alternates::describe(NodeId id) const {
    const AlternateRecord& record = model_.node(id).drift->alternate;
    return {.row = work_.examples,
            .since = record.since(),
            .reason = record.reason(),
            .path = model_.tests_to(id),
            .attribute = model_.node(id).attribute,
            .accuracy_before = record.accuracy_of_subtree(),
            .accuracy_after = record.accuracy(),
            .leaves_before = model_.leaves_below(id),
            .leaves_after = model_.leaves_below(model_.alternate(id))};
}

}  // namespace entrostream::tree
