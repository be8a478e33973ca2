// The growth of a tree: attributes, values and classes that were not declared in advance.
//
// The schema gets them, and then the statistics of every leaf and every model. Where all of these
// have room, nothing is allocated or copied.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/tree/leaf/options.hpp"
#include "core/tree/memory_budget.hpp"
#include "core/tree/model/tree_model.hpp"
#include "core/tree/rows/example.hpp"
#include "core/tree/rows/schema.hpp"
#include "core/tree/tree_predictor.hpp"

namespace entrostream::tree {

class TransactionLog;

class SchemaGrowth {
  public:
    SchemaGrowth(const Options& options, Schema& schema, TreeModel& model, MemoryBudget& memory,
                 TreePredictor& predictor, TransactionLog& log)
        : options_(options),
          schema_(schema),
          model_(model),
          memory_(memory),
          predictor_(predictor),
          log_(log) {}

    // Returns the number of the first.
    std::uint32_t add_attributes(std::span<const AttributeKind> kinds);
    // Adds the label and the values of an example that the schema does not have yet.
    void add_unmet(const Example& example);

    // Whether adding what is new in an example may allocate, plus `new_nominal` nominal attributes
    // with a value each. If there is room, it costs what the row has.
    [[nodiscard]] bool may_fail(const Example& example, std::uint32_t new_nominal = 0);
    // The same for new attributes, except for their values. Makes room in the example.
    [[nodiscard]] bool attributes_may_fail(Example& example, std::uint32_t new_numeric,
                                           std::uint32_t new_nominal);

  private:
    void add_values(std::uint32_t slot, std::uint32_t values);
    void add_classes(std::uint32_t classes);
    template <class Change>
    void each_leaf(Change change);
    template <class Change>
    void each_model(Change change);

    const Options& options_;
    Schema& schema_;
    TreeModel& model_;
    MemoryBudget& memory_;
    TreePredictor& predictor_;
    TransactionLog& log_;
    std::vector<BayesPair*> pairs_;  // scratch: each once
};

}  // namespace entrostream::tree
