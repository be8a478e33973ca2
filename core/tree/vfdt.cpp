#include "core/tree/vfdt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/tree/model/node_units.hpp"
#include "core/tree/rows/known_part.hpp"
#include "core/tree/tuning/tuning.hpp"

namespace entrostream::tree {

namespace {

// Whether the slots ascend and are below `slots`.
template <class Item>
bool are_slots(std::span<const Item> items, std::uint32_t slots) {
    for (std::size_t i = 0; i < items.size(); ++i)
        if (items[i].slot >= slots || (i != 0 && items[i].slot <= items[i - 1].slot)) return false;
    return true;
}

}  // namespace

Vfdt::Vfdt(const Options& options)
    : options_((options.check(), options)), logs_(&CountLogTable::table()) {
    model_.add(no_node);
    if (options_.rule == Rule::evidence && options_.explore != 0)
        model_.node(root).explore_at = options_.explore;
}

// Transactions.

void Vfdt::roll_back() noexcept {
    if (!log_.is_open()) return;
    log_.roll_back();
    // Scratch that depends on the schema and could refer to attributes that are gone.
    has_prediction_ = false;
    example_ = {};
    splitter_.forget_attributes();
}

void Vfdt::begin_if_needed(std::span<const AttributeKind> kinds, const Row& row, Code label,
                           double weight) {
    const auto new_numeric =
        static_cast<std::uint32_t>(std::ranges::count(kinds, AttributeKind::numeric));
    const auto new_nominal = static_cast<std::uint32_t>(kinds.size()) - new_numeric;
    has_prediction_ = false;  // the example changes
    take_weight(weight);
    const KnownPart known(row, schema_);
    if (known.is_finite_beyond()) {
        example_.take_numbers(schema_, known.row());
        example_.take_values(schema_, known.row());
        example_.label = label;
        const Leaf* const leaf = model_.node(model_.route(example_, root)).leaf.get();
        const bool starts = leaf != nullptr && new_numeric != 0 && !leaf->can_start_numbers();
        const bool adapts = options_.has_alternates() && new_numeric != 0;
        if (!starts && !adapts && !may_fail(row) && !growth_.may_fail(example_, new_nominal) &&
            !growth_.attributes_may_fail(example_, new_numeric, new_nominal))
            return;
    }
    begin();
}

// Growth.

std::uint32_t Vfdt::add_attributes(std::span<const AttributeKind> kinds) {
    has_prediction_ = false;
    return growth_.add_attributes(kinds);
}

std::uint32_t Vfdt::add_numeric() {
    constexpr AttributeKind kind[] = {AttributeKind::numeric};
    return add_attributes(kind);
}

std::uint32_t Vfdt::add_nominal() {
    constexpr AttributeKind kind[] = {AttributeKind::nominal};
    return add_attributes(kind);
}

// Nodes.

void Vfdt::check(const Row& row) const {
    if (row.sparse != nullptr) {
        if (are_slots(row.sparse->numbers, schema_.numeric()) &&
            are_slots(row.sparse->values, schema_.nominal()))
            return;
        throw std::invalid_argument("the slots of a sparse row must ascend, below " +
                                    std::to_string(schema_.numeric()) + " for numbers and " +
                                    std::to_string(schema_.nominal()) + " for values");
    }
    if (row.numbers.size() <= schema_.numeric() && row.values.size() <= schema_.nominal()) return;
    throw std::invalid_argument("a row has " + std::to_string(row.numbers.size()) +
                                " numbers and " + std::to_string(row.values.size()) +
                                " values, the tree has " + std::to_string(schema_.numeric()) +
                                " numeric and " + std::to_string(schema_.nominal()) +
                                " nominal attributes; add them first");
}

// The leaf that learns a row whose path ends here, opened if there is room. Without room for a new
// branch it is that of the default branch; no_node if rows leave a window, for later the branch of
// the row could be made, and its path would be another.
NodeId Vfdt::leaf_at(NodeId id) {
    while (!model_.is_leaf(id)) {
        const NodeId next = model_.next(id, example_);
        id = next != no_node ? next : new_branch(id, example_.value(model_.split(id).slot));
        if (id == no_node) return id;
    }
    if (!model_.node(id).leaf) static_cast<void>(open(id));
    return id;
}

NodeId Vfdt::new_branch(NodeId id, Code value) {
    const std::size_t bytes = model_.bytes_of_new(1) +
                              growth_to(model_.node(id).branching.children, std::size_t{value} + 1);
    if (!memory_.has_room_for_nodes(bytes) || !memory_.make_room(bytes, no_node))
        return options_.has_window() ? no_node : model_.split(id).default_child;
    log_.save(id);
    log_.save_structure();
    const NodeId made = model_.add(id);
    NodeData& parent = model_.node(id);
    NodeData& data = model_.node(made);
    data.counts = parent.counts;
    data.scale = parent.scale;
    data.borrowed = true;
    data.pair = parent.pair;
    data.explored = parent.explored;
    data.explore_at = parent.explore_at;
    const bool full = parent.branching.size >= options_.max_values;
    parent.branching.add(full ? no_code : value, made);
    return made;
}

bool Vfdt::open(NodeId id) {
    log_.save(id);
    NodeData& data = model_.node(id);
    const bool with_pair = has_pairs(options_);
    const bool new_pair = with_pair && !data.pair;
    const bool can_split = options_.splits_at(data.depth);
    const std::size_t bytes = Leaf::bytes(schema_, options_, can_split) +
                              (new_pair ? Leaf::pair_bytes(schema_, options_) : 0);
    if (data.inactive && !memory_.may_reactivate()) return false;
    if (!memory_.make_room(bytes, id)) {
        data.inactive = true;
        return false;
    }
    data.leaf = std::make_unique<Leaf>(meters_.all, schema_, options_, can_split);
    data.leaf->set_shift(data.scale.shift());
    data.leaf->set_counts_from(example_.row_number);
    if (with_pair) data.leaf->set_pair(schema_, options_, std::move(data.pair));
    data.pair = nullptr;
    data.inactive = false;
    if (options_.parent_counts && !with_pair && !data.borrowed)
        data.leaf->own().set_prior(data.counts);
    return true;
}

// Scores.

bool Vfdt::is_last_row(const Row& row) const {
    return has_prediction_ && last_row_.is(row);
}

void Vfdt::keep_prediction(const Row& row) {
    last_row_.keep(row);
    has_prediction_ = true;
}

Code Vfdt::predict(const Row& row) {
    check(row);
    if (is_last_row(row)) return prediction_.label;
    has_prediction_ = false;
    example_.take_numbers(schema_, row);
    example_.take_values(schema_, row);
    predict_example(row.from);
    keep_prediction(row);
    return prediction_.label;
}

void Vfdt::predict_example(NodeId from) {
    if (!model_.has_alternates()) [[likely]]
        return predictor_.predict(root, model_.route(example_, from), prediction_);
    const TreeModel::PathEnd path = model_.route_to_leading(example_);
    predictor_.predict(path.root, path.end, prediction_);
}

void Vfdt::predict_votes(const Row& row, std::span<double> votes) {
    if (votes.size() != schema_.classes())
        throw std::invalid_argument("votes must have room for every class");
    static_cast<void>(predict(row));
    predictor_.votes(prediction_, votes);
}

Explanation Vfdt::explain(const Row& row) {
    const Code predicted = predict(row);
    const bool by_branches = prediction_.predictor == Predictor::branches;
    std::vector<NodeId> path =
        model_.path_to(by_branches ? prediction_.missing_at : prediction_.node);
    if (prediction_.root != root) {  // an alternate predicts: the path of the node that carries it
        const std::vector<NodeId> above = model_.path_to(model_.carrier(prediction_.root));
        path.insert(path.begin(), above.begin(), above.end());
    }
    return {std::move(path), prediction_.predictor, predicted};
}

// Learning.

void Vfdt::check_weight(double weight) const {
    if (options_.weight_type == WeightType::importance) {
        if (weight > 0 && std::isfinite(weight)) [[likely]]
            return;
        throw std::invalid_argument("weight must be a finite number above 0, got " +
                                    std::to_string(weight));
    }
    if (weight >= 1 && weight <= max_weight && weight == std::floor(weight)) return;
    throw std::invalid_argument("weight must be an integer from 1 to " +
                                std::to_string(max_weight) + ", got " + std::to_string(weight));
}

// The units of an importance are those of the node that learns it; until then, the maximum is used.
void Vfdt::take_weight(double weight) noexcept {
    example_.by_importance = options_.weight_type == WeightType::importance;
    example_.weight =
        example_.by_importance ? 1u << ImportanceScale::finest : static_cast<std::uint32_t>(weight);
    example_.importance = weight;
    example_.part = 1;
    example_.row_number = work_.examples;
}

Code Vfdt::learn(const Row& row, Code label, double weight) {
    if (label == no_code) throw std::invalid_argument("the label is missing");
    if (weight != 1) check_weight(weight);
    check(row);
    bool known = is_last_row(row);
    has_prediction_ = false;
    if (!known) {
        example_.take_numbers(schema_, row);
        example_.take_values(schema_, row);
    }
    const bool news = label >= schema_.classes() || !example_.unmet_values().empty();
    example_.label = label;
    take_weight(weight);
    if (options_.has_window()) {
        if (window_.size() != 0 && row.time < window_.newest_time())
            throw std::invalid_argument("the times of rows must not go back");
        window_.reserve(row);
        removed_.reserve(schema_.numeric_room(), schema_.nominal());
    }
    std::optional<Transaction> transaction;
    if (!log_.is_open() && ((news && growth_.may_fail(example_)) || may_fail(row)))
        transaction.emplace(*this);
    Code predicted = no_code;
    if (news) [[unlikely]] {
        // A new label or value must not influence its own prediction.
        if (!known) predict_example(row.from);
        known = true;
        predicted = prediction_.label;
        prefetch(model_.route(example_, row.from));  // allocates its scratch before changes
        growth_.add_unmet(example_);
        example_.take_values(schema_, row);
    }
    const Code learned =
        options_.has_alternates() ? learn_with_alternates(news) : learn_on_path(row, known, news);
    if (options_.has_alternates()) {
        // Saving the statistics of inner nodes for an undo would cost most of the time.
        if (transaction && !adapting_may_fail()) {
            transaction->commit();
            transaction.reset();
        }
        adapt();
    }
    if (options_.has_window()) keep_row(row, weight);
    if (work_.examples >= next_renewal_) [[unlikely]]
        renew_counts();
    if (transaction) transaction->commit();
    return news ? predicted : learned;
}

Code Vfdt::learn_on_path(const Row& row, bool known, bool news) {
    NodeId id = model_.route(example_, row.from);
    const Code predicted = predict_to_learn(root, id, known, news);
    ++work_.examples;
    learn_at(id);
    return predicted;
}

// The tree learns the row, and so does every alternate on its path. What an alternate predicts
// counts if it leads.
Code Vfdt::learn_with_alternates(bool news) {
    NodeId id = news || !has_path_ ? find_path() : end_of_path_;
    has_path_ = false;
    by_tree_ = predict_to_learn(root, id, false, news);
    ++work_.examples;
    learn_at(id);
    Code predicted = by_tree_;
    bool led = false;
    for (PathStep& step : path_) {
        if (step.end == no_node) continue;
        const bool leads = model_.node(step.node).drift->alternate.leads();
        NodeId end = step.end;
        step.predicted = predict_to_learn(model_.alternate(step.node), end, false, news);
        learn_at(end);
        if (leads && !led) predicted = step.predicted;
        led |= leads;
    }
    return predicted;
}

// What a row changes in an adaptive tree besides the leaves that learn it.
void Vfdt::adapt() {
    count_at_inner_nodes();
    alternates_.follow(path_, by_tree_, example_.label);
    if (options_.re_evaluates_splits()) re_evaluate_splits();
}

bool Vfdt::adapting_may_fail() const {
    if (options_.split_criterion.kind() == CriterionKind::custom) return true;
    return std::ranges::any_of(counting_, [&](NodeId id) {
        const Owned<Leaf>& statistics = model_.node(id).drift->statistics;
        return statistics && statistics->may_need_memory(schema_, example_);
    });
}

// What is predicted at the end of a path, in the tree with this root; `known`: it was predicted
// just before. Afterwards `id` is the node that learns the example, opened if there is room, and
// the prediction is that of this node.
Code Vfdt::predict_to_learn(NodeId from, NodeId& id, bool known, bool news) {
    const bool active = model_.node(id).leaf != nullptr;
    prefetch(id);
    if (!known) predictor_.predict(from, id, prediction_);
    predictor_.record(prediction_, example_.label);
    const Code predicted = prediction_.label;
    if (!active) id = leaf_at(id);
    if (id == no_node) return predicted;
    const bool opened = !active && model_.node(id).leaf;
    if (news || opened || id != prediction_.node) [[unlikely]] {
        prefetch(id);
        predictor_.predict_at(
            id, prediction_);  // by the current tree: the leaf records these predictions
    }
    return predicted;
}

// The inner nodes on the path of the example, with the ends of its paths in their alternates.
// Returns the end of its path in the tree.
NodeId Vfdt::find_path() {
    path_.clear();
    counting_.clear();
    const auto note = [&](NodeId id) {
        if (model_.node(id).drift->statistics) counting_.push_back(id);
    };
    return model_.walk(example_, root, [&](NodeId id) {
        note(id);
        const NodeId other = model_.alternate(id);
        path_.push_back({id, other == no_node ? no_node : model_.walk(example_, other, note)});
    });
}

bool Vfdt::may_fail(const Row& row) {
    if (!options_.has_alternates()) [[likely]]
        return may_fail_at(model_.route(example_, row.from));
    end_of_path_ = find_path();
    has_path_ = true;
    if (may_fail_at(end_of_path_) || adapting_may_fail()) return true;
    return std::ranges::any_of(
        path_, [&](const PathStep& step) { return step.end != no_node && may_fail_at(step.end); });
}

// Whether learning a row at a node may allocate, or call a user's own criterion. Most rows only
// count, and need no undo log.
bool Vfdt::may_fail_at(NodeId id) const {
    const NodeData& data = model_.node(id);
    const bool custom = options_.split_criterion.kind() == CriterionKind::custom;
    const bool fits = data.scale.is_row(example_.importance) || !example_.by_importance ||
                      data.scale.takes(example_.importance, data.counted());
    return custom || !fits || !data.leaf || data.leaf->may_need_memory(schema_, example_);
}

void Vfdt::prefetch(NodeId id) {
    if (const Leaf* const leaf = model_.node(id).leaf.get()) leaf->prefetch(schema_, example_);
}

// The statistics of inner nodes on the paths that the example took.
void Vfdt::count_at_inner_nodes() {
    const bool limited = options_.memory_limit != Options::no_limit;
    for (std::size_t i = 0; i < counting_.size(); ++i) {
        const NodeId id = counting_[i];
        log_.save(id);
        if (i + 1 < counting_.size()) fetch_statistics(counting_[i + 1], example_);
        Owned<Leaf>& statistics = model_.node(id).drift->statistics;
        if (!statistics) continue;  // released to make room
        if (limited && !memory_.make_room(statistics->growth(schema_, example_), id)) {
            statistics = nullptr;
            continue;
        }
        if (!statistics->own().has_room(example_)) [[unlikely]] {
            statistics->halve(schema_);
            ++statistics->halvings;
        }
        statistics->prefetch(schema_, example_);
        statistics->count(schema_, example_, *logs_);
    }
}

// Not below a node that has an alternate, nor in one: the alternate decides first.
void Vfdt::re_evaluate_splits() {
    for (const PathStep& step : path_) {
        if (model_.is_free(step.node) || model_.alternate(step.node) != no_node) return;
        NodeDrift* const drift = model_.node(step.node).drift.get();
        if (drift == nullptr) return;  // an alternate was promoted: the path has changed
        if (!drift->statistics) continue;
        if (++drift->rows_since_evaluation < drift->wait(options_.re_evaluation_period)) continue;
        drift->rows_since_evaluation = 0;
        if (!alternates_.is_outdated(step.node, splitter_)) continue;
        alternates_.start(step.node, DriftReason::split);
        return;
    }
}

void Vfdt::keep_row(const Row& row, double weight) {
    window_.add(row, {.label = example_.label,
                      .weight = static_cast<std::uint32_t>(weight),
                      .number = example_.row_number,
                      .time = row.time});
    const bool limited = options_.memory_limit != Options::no_limit;
    const std::size_t most =
        limited ? options_.memory_limit / tuning::window_part : Options::no_limit;
    while (window_.bytes() > most || oldest_leaves(row.time))
        remove_oldest_row();
}

// A window of length s holds the rows of the times above now - s.
bool Vfdt::oldest_leaves(std::int64_t now) const noexcept {
    if (window_.size() == 0) return false;
    if (options_.window_span == 0) return window_.size() > options_.window;
    constexpr std::int64_t earliest = std::numeric_limits<std::int64_t>::min();
    const bool has_start = now >= earliest + options_.window_span;
    return has_start && window_.oldest().time <= now - options_.window_span;
}

void Vfdt::remove_oldest_row() {
    const Row row = window_.oldest_row();
    removed_.take_numbers(schema_, row);
    removed_.take_values(schema_, row);
    removed_.label = window_.oldest().label;
    removed_.weight = window_.oldest().weight;
    removed_.row_number = window_.oldest().number;
    leaving_.clear();
    const auto note = [&](NodeId id) {
        const Leaf* const statistics = model_.node(id).statistics();
        if (statistics != nullptr && statistics->counts_from() <= removed_.row_number)
            leaving_.push_back(id);
    };
    model_.walk_all(removed_, note);
    for (std::size_t i = 0; i < leaving_.size(); ++i) {
        if (i + 1 < leaving_.size()) fetch_statistics(leaving_[i + 1], removed_);
        remove_at(leaving_[i]);
    }
    window_.remove_oldest();
}

// The statistics of a node that has counted the row.
void Vfdt::remove_at(NodeId id) {
    log_.save(id);
    NodeData& data = model_.node(id);
    data.statistics()->prefetch(schema_, removed_);
    if (data.leaf)
        data.leaf->remove(schema_, options_, removed_, *logs_);
    else
        static_cast<void>(data.drift->statistics->remove_counts(schema_, removed_));
}

void Vfdt::fetch_statistics(NodeId id, const Example& example) const noexcept {
    if (const Leaf* const statistics = model_.node(id).statistics())
        statistics->fetch_counts(example);
}

void Vfdt::learn_at(NodeId id) {
    if (id == no_node) return;
    log_.save(id);
    NodeData& data = model_.node(id);
    if (example_.by_importance) find_units(schema_, data, example_);
    const bool limited = options_.memory_limit != Options::no_limit;
    if (limited && prediction_.leaf.majority != example_.label)
        memory_.remember_miss(data, example_.by_importance ? example_.part : example_.weight);
    if (limited && data.leaf && !memory_.make_room(data.leaf->growth(schema_, example_), id))
        memory_.deactivate(id);
    if (!data.leaf) return learn_inactive(data);
    Leaf& leaf = *data.leaf;
    if (!leaf.own().has_room(example_)) [[unlikely]]
        make_room_to_count(schema_, data, example_);
    const bool counts = example_.weight != 0;
    const bool founds = leaf.learn(schema_, options_, example_, prediction_.leaf, *logs_);
    if (founds && memory_.make_room(leaf.founding_bytes(schema_, options_), id))
        leaf.found_pair(schema_, options_, data.scale);
    if (counts && splitter_.is_due(data)) splitter_.attempt(id);
}

// Only the class counts and the pair go on learning.
void Vfdt::learn_inactive(NodeData& data) {
    data.own_counts();
    data.count(example_.label, example_.weight);
    if (!data.pair || !memory_.make_room(data.pair->growth(schema_, example_), no_node)) return;
    if (!data.pair) return;  // released to make room
    const LeafLabels& predictions = prediction_.leaf;
    const bool pair_right = data.pair->choose(predictions.pair) == example_.label;
    const double share = example_.part;
    data.right_majority = data.right_majority * tuning::inactive_fade +
                          (predictions.majority == example_.label ? share : 0);
    data.right_pair = data.right_pair * tuning::inactive_fade + (pair_right ? share : 0);
    data.pair->learn(schema_, example_, predictions.pair, *logs_);
}

// Inner nodes get the sums of what is below them whenever the tree has seen a sixteenth more.
void Vfdt::renew_counts() {
    model_.renew_counts([&](NodeId id) { log_.save(id); });
    next_renewal_ = work_.examples + work_.examples / tuning::renewal_part + tuning::renewal_least;
}

}  // namespace entrostream::tree
