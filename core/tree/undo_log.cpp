#include "core/tree/undo_log.hpp"

#include <utility>

namespace entrostream::tree {

namespace {

// Whatever is allocated while this lives does not count for the tree.
class SetAside {
  public:
    SetAside(Meter& all, Meter& nodes) noexcept
        : all_(all), nodes_(nodes), all_before_(all.bytes()), nodes_before_(nodes.bytes()) {}
    ~SetAside() {
        all_.set_aside(all_.bytes() - all_before_);
        nodes_.set_aside(nodes_.bytes() - nodes_before_);
    }
    SetAside(const SetAside&) = delete;
    SetAside& operator=(const SetAside&) = delete;

  private:
    Meter& all_;
    Meter& nodes_;
    std::size_t all_before_;
    std::size_t nodes_before_;
};

}  // namespace

UndoLog::UndoLog(const TreeParts& parts)
    : tree_(parts),
      is_saved_(parts.model.end_id(), false),
      single_{parts.work,
              parts.predictor.default_against_all,
              parts.memory.next_comparison,
              parts.next_renewal,
              parts.model.generation(),
              none} {
    parts.window.hold();
    for (NodeId id = 0; id < is_saved_.size(); ++id) {
        if (!parts.model.is_free(id)) continue;
        nodes_.push_back({id, none, none, nullptr});
        is_saved_[id] = true;
    }
}

UndoLog::~UndoLog() {
    forget();
}

void UndoLog::forget() noexcept {
    tree_.window.release();
    nodes_.clear();
    pairs_.clear();
    structure_.reset();
    tree_.meters.all.clear_aside();
    tree_.meters.nodes.clear_aside();
}

std::size_t UndoLog::save_pair(const std::shared_ptr<BayesPair>& pair) {
    if (!pair) return none;
    // The address cannot have been reused: a node that is not saved yet holds the pair.
    if (const auto found = places_of_pairs_.find(pair.get()); found != places_of_pairs_.end())
        return found->second;
    pairs_.push_back({pair, std::make_shared<BayesPair>(*pair)});
    places_of_pairs_.emplace(pair.get(), pairs_.size() - 1);
    return pairs_.size() - 1;
}

void UndoLog::save_common_pair() {
    const SetAside aside(tree_.meters.all, tree_.meters.nodes);
    single_.common_pair = save_pair(tree_.memory.common_pair);
}

void UndoLog::save(NodeId id) {
    if (id >= is_saved_.size() || is_saved_[id]) return;
    const SetAside aside(tree_.meters.all, tree_.meters.nodes);
    const NodeData& data = tree_.model.node(id);
    SavedNode saved{id, save_pair(data.pair), data.leaf ? save_pair(data.leaf->pair()) : none,
                    std::make_unique<NodeData>(data)};
    saved.copy->pair = nullptr;  // so that an unused pair is released as without the log
    if (saved.copy->leaf) saved.copy->leaf->restore_pair(nullptr);
    nodes_.push_back(std::move(saved));
    is_saved_[id] = true;
}

void UndoLog::save_all() {
    for (NodeId id = 0; id < is_saved_.size(); ++id)
        save(id);
}

void UndoLog::save_schema() {
    if (!schema_) schema_ = tree_.schema;
}

void UndoLog::save_structure() {
    if (structure_) return;
    const SetAside aside(tree_.meters.all, tree_.meters.nodes);
    structure_ = {tree_.model.split_nodes_, tree_.model.alternates_, tree_.changes,
                  tree_.model.has_reused_ids_};
}

std::shared_ptr<BayesPair> UndoLog::pair_at(std::size_t place) const noexcept {
    return place == none ? nullptr : pairs_[place].copy;
}

// From then on `copy` is the pair that nodes must have.
void UndoLog::restore_pairs() noexcept {
    for (SavedPair& saved : pairs_) {
        std::shared_ptr<BayesPair> original = saved.original.lock();
        if (!original) continue;
        *original = std::move(*saved.copy);
        saved.copy = std::move(original);
    }
    tree_.memory.common_pair = pair_at(single_.common_pair);
}

void UndoLog::restore_nodes() noexcept {
    tree_.model.nodes_.resize(is_saved_.size());  // only ever shorter
    for (SavedNode& saved : nodes_) {
        if (saved.copy) saved.copy->pair = pair_at(saved.pair);
        if (saved.copy && saved.copy->leaf)
            saved.copy->leaf->restore_pair(pair_at(saved.pair_of_leaf));
        tree_.model.nodes_[saved.id] = std::move(saved.copy);
    }
}

void UndoLog::restore_structure() noexcept {
    if (!structure_) return;
    tree_.model.split_nodes_ = std::move(structure_->split_nodes);
    tree_.model.alternates_ = std::move(structure_->alternates);
    tree_.changes = std::move(structure_->changes);
    tree_.model.has_reused_ids_ = structure_->has_reused_ids;
    tree_.model.count_free();
    // Not the generation of before: an id found since must not be taken for one found later.
    if (tree_.model.generation_ != single_.generation) ++tree_.model.generation_;
}

void UndoLog::undo() noexcept {
    tree_.window.roll_back();
    restore_pairs();
    restore_nodes();
    restore_structure();
    if (schema_) tree_.schema = std::move(*schema_);
    tree_.work = single_.work;
    tree_.predictor.default_against_all = single_.default_against_all;
    tree_.memory.next_comparison = single_.next_comparison;
    tree_.next_renewal = single_.next_renewal;
    forget();
}

void TransactionLog::begin() {
    auto log = std::make_unique<UndoLog>(parts_);
    log->save_common_pair();
    log_ = std::move(log);
}

void TransactionLog::roll_back() noexcept {
    if (log_) log_->undo();
    log_ = nullptr;
}

}  // namespace entrostream::tree
