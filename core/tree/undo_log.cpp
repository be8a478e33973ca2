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

UndoLog::UndoLog(Vfdt& tree)
    : tree_(tree),
      is_saved_(tree.model_.size(), false),
      single_{tree.work_, tree.predictor_.default_against_all, tree.memory_.next_comparison,
              tree.next_renewal_, none} {}

UndoLog::~UndoLog() {
    forget();
}

void UndoLog::forget() noexcept {
    nodes_.clear();
    pairs_.clear();
    split_nodes_.reset();
    tree_.meters_.all.clear_aside();
    tree_.meters_.nodes.clear_aside();
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
    const SetAside aside(tree_.meters_.all, tree_.meters_.nodes);
    single_.common_pair = save_pair(tree_.memory_.common_pair);
}

void UndoLog::save(NodeId id) {
    if (id >= is_saved_.size() || is_saved_[id]) return;
    const SetAside aside(tree_.meters_.all, tree_.meters_.nodes);
    const NodeData& data = *tree_.model_.nodes_[id];
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
    if (!schema_) schema_ = tree_.schema_;
}

void UndoLog::save_split_nodes() {
    const SetAside aside(tree_.meters_.all, tree_.meters_.nodes);
    if (!split_nodes_) split_nodes_ = tree_.model_.split_nodes_;
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
    tree_.memory_.common_pair = pair_at(single_.common_pair);
}

void UndoLog::restore_nodes() noexcept {
    for (SavedNode& saved : nodes_) {
        saved.copy->pair = pair_at(saved.pair);
        if (saved.copy->leaf) saved.copy->leaf->restore_pair(pair_at(saved.pair_of_leaf));
        tree_.model_.nodes_[saved.id] = std::move(saved.copy);
    }
    while (tree_.model_.nodes_.size() > is_saved_.size())
        tree_.model_.nodes_.pop_back();
}

void UndoLog::undo() noexcept {
    restore_pairs();
    restore_nodes();
    if (split_nodes_) tree_.model_.split_nodes_ = std::move(*split_nodes_);
    if (schema_) tree_.schema_ = std::move(*schema_);
    tree_.work_ = single_.work;
    tree_.predictor_.default_against_all = single_.default_against_all;
    tree_.memory_.next_comparison = single_.next_comparison;
    tree_.next_renewal_ = single_.next_renewal;
    // Scratch that depends on the schema and could refer to attributes that are gone.
    tree_.has_prediction_ = false;
    tree_.example_ = {};
    tree_.search_.forget_attributes();
    forget();
}

}  // namespace entrostream::tree
