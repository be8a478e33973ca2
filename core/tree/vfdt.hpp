// A decision tree that learns from a stream, row by row.
//
// A row is scored once: learn() returns what predict() would have returned just before, and
// predicting a row right before learning it does not score it twice. Splits are made by evidence
// that stays valid however often a split is attempted (regret.hpp), and attempted when it can
// matter (schedule.hpp). The tree is a function of the rows, bit for bit, on every machine.
//
// Nothing must be known in advance: values and classes come with the rows, attributes are added at
// any time. Missing values are left out of the statistics. At a split on a missing value, rows are
// learned down the default branch, and predicted by that or by all branches (tree_predictor.hpp).
// A value that a split has not seen gets a branch when it is learned, and the node's own
// prediction when it is only predicted.
//
// Weights say how important a row is, and evidence counts no row more than once
// (importance_scale.hpp); or, by option, how many equal rows it stands for. A leaf that has counted
// 2^31 of them halves its counts and continues: what it learned before counts half.
//
// A row that is rejected changes nothing, nor does one that fails for lack of memory or because a
// user's own criterion throws. A Transaction guarantees the same for many rows. If a single row was
// learned and memory is insufficient for the split that it would cause, the split is postponed, as
// it is at a memory limit.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/tree/alternates.hpp"
#include "core/tree/leaf/leaf.hpp"
#include "core/tree/leaf/options.hpp"
#include "core/tree/leaf_splitter.hpp"
#include "core/tree/memory_budget.hpp"
#include "core/tree/model/tree_model.hpp"
#include "core/tree/rows/example.hpp"
#include "core/tree/rows/last_row.hpp"
#include "core/tree/rows/row.hpp"
#include "core/tree/rows/row_window.hpp"
#include "core/tree/rows/schema.hpp"
#include "core/tree/schema_growth.hpp"
#include "core/tree/tree_parts.hpp"
#include "core/tree/tree_predictor.hpp"
#include "core/tree/undo_log.hpp"
#include "core/tree/work.hpp"

namespace entrostream::tree {

// Why a row gets its prediction.
struct Explanation {
    std::vector<NodeId> path;  // from the root to the node that predicts
    Predictor predictor;       // which of the node's predictors
    Code label;
};

class Vfdt {
  public:
    static constexpr std::uint32_t max_weight = 1u << 30;  // if weights are frequencies

    // Throws std::invalid_argument if an option is invalid.
    explicit Vfdt(const Options& options);

    Vfdt(const Vfdt&) = delete;
    Vfdt& operator=(const Vfdt&) = delete;

    // Adds attributes; returns the number of the first. Numbers and slots are assigned in the order
    // of the calls. Adding many at once costs one growth.
    std::uint32_t add_attributes(std::span<const AttributeKind> kinds);
    std::uint32_t add_numeric();
    std::uint32_t add_nominal();

    // Labels are stored by their owner, who reports their size before the tree sees them: all names
    // of attributes and values, which must not exceed label_budget() of the options; and all
    // classes. Room for them is made when the tree sees the new ones.
    void charge_labels(std::size_t bytes) noexcept { memory_.charge_labels(bytes); }
    void charge_classes(std::size_t bytes) noexcept { memory_.charge_classes(bytes); }
    // Whether the tree has room for one more class whose label takes this many bytes. Every node
    // counts it, and nodes and labels are never released.
    [[nodiscard]] bool has_room_for_class(std::size_t label_bytes) const noexcept {
        return memory_.has_room_for_class(label_bytes);
    }

    // Learns a row. Returns the class that the tree would have predicted before, no_code if it had
    // seen none. Throws std::invalid_argument if a number is infinite, if there are more numbers or
    // values than attributes, if the slots of a sparse row are not ascending, if the label is
    // no_code, if the weight is not finite and above 0 or, as a frequency, not an integer from 1
    // to max_weight, or if times go back in a window. A row costs what it has, besides its path
    // down the tree and the classes.
    Code learn(const Row& row, Code label, double weight = 1);

    // The class of a row, no_code if the tree has seen none.
    [[nodiscard]] Code predict(const Row& row);
    // The shares of all classes, which sum to 1; all 0 if the tree has seen none.
    void predict_votes(const Row& row, std::span<double> votes);
    [[nodiscard]] Explanation explain(const Row& row);

    [[nodiscard]] const Schema& schema() const noexcept { return schema_; }
    [[nodiscard]] const Options& options() const noexcept { return options_; }
    [[nodiscard]] const Work& work() const noexcept { return work_; }
    // Of everything that grows: statistics, models, nodes, and labels as far as they were charged.
    [[nodiscard]] std::size_t bytes() const noexcept { return meters_.all.bytes(); }

    [[nodiscard]] const TreeModel& model() const noexcept { return model_; }
    // What an adaptive tree has replaced.
    [[nodiscard]] const TreeChanges& changes() const noexcept { return changes_; }
    [[nodiscard]] std::uint64_t window_size() const noexcept { return window_.size(); }

    // What is learned from now on can be undone until commit(): see Transaction.
    void begin() { log_.begin(); }
    // To be called before add_attributes(kinds) for a row that is learned next: begins if either
    // may fail, which is rare. Otherwise there is nothing to undo, and no cost.
    void begin_if_needed(std::span<const AttributeKind> kinds, const Row& row, Code label,
                         double weight = 1);
    void commit() noexcept { log_.commit(); }
    void roll_back() noexcept;

    // For what saves the whole tree.
    [[nodiscard]] TreeParts parts() noexcept {
        return {options_,      schema_, meters_,    model_,   work_,
                next_renewal_, memory_, predictor_, changes_, window_};
    }

  private:
    void check(const Row& row) const;
    void check_weight(double weight) const;
    void take_weight(double weight) noexcept;

    // Nodes.
    [[nodiscard]] NodeId leaf_at(NodeId id);
    [[nodiscard]] NodeId new_branch(NodeId id, Code value);
    [[nodiscard]] bool open(NodeId id);
    void prefetch(NodeId id);
    [[nodiscard]] NodeId find_path();
    [[nodiscard]] bool may_fail(const Row& row);
    [[nodiscard]] bool may_fail_at(NodeId id) const;
    [[nodiscard]] Code predict_to_learn(NodeId from, NodeId& id, bool known, bool news);
    [[nodiscard]] Code learn_on_path(const Row& row, bool known, bool news);
    [[nodiscard]] Code learn_with_alternates(bool news);
    void learn_at(NodeId id);
    void adapt();
    [[nodiscard]] bool adapting_may_fail() const;
    // Inner nodes that keep statistics, and the rows of a window.
    void count_at_inner_nodes();
    void re_evaluate_splits();
    void keep_row(const Row& row, double weight);
    [[nodiscard]] bool oldest_leaves(std::int64_t now) const noexcept;
    void remove_oldest_row();
    void remove_at(NodeId id);
    void fetch_statistics(NodeId id, const Example& example) const noexcept;
    void learn_inactive(NodeData& data);
    void renew_counts();

    // Predictions.
    void predict_example(NodeId from);
    [[nodiscard]] bool is_last_row(const Row& row) const;
    void keep_prediction(const Row& row);

    Options options_;
    Schema schema_;
    Meters meters_;
    TreeModel model_{meters_.nodes, schema_};
    Work work_;
    std::uint64_t next_renewal_ = 0;  // of the counts of inner nodes
    TreeChanges changes_;
    RowWindow window_{meters_.rows};
    TransactionLog log_{parts()};
    MemoryBudget memory_{options_, schema_, meters_, model_, work_, log_};

    // Scratch, not part of the state.
    const CountLogTable* logs_;
    Example example_;
    TreePredictor predictor_{options_, schema_, model_, example_};
    Prediction prediction_;
    LastRow last_row_;
    bool has_prediction_ = false;
    std::vector<PathStep> path_;    // of the example, if there are alternates
    Code by_tree_ = no_code;        // predicted by the tree without alternates
    std::vector<NodeId> counting_;  // inner nodes on all its paths that keep statistics
    NodeId end_of_path_ = no_node;
    bool has_path_ = false;        // whether path_ is that of the row to learn
    Example removed_;              // the row that leaves the window
    std::vector<NodeId> leaving_;  // nodes whose statistics it leaves

    SchemaGrowth growth_{options_, schema_, model_, memory_, predictor_, log_};
    LeafSplitter splitter_{options_, schema_, example_, model_, memory_, work_, log_};
    Alternates alternates_{options_, model_, memory_, work_, log_, changes_};
};

// Rows that are learned as a whole or not at all: rolled back on destruction unless committed.
class Transaction {
  public:
    explicit Transaction(Vfdt& tree) : tree_(tree) { tree.begin(); }
    ~Transaction() {
        if (!kept_) tree_.roll_back();
    }
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    void commit() noexcept {
        tree_.commit();
        kept_ = true;
    }

  private:
    Vfdt& tree_;
    bool kept_ = false;
};

}  // namespace entrostream::tree
