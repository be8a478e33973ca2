// The growth of a tree: attributes, values and classes that were not declared in advance.
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/tree/memory/reserve.hpp"
#include "core/tree/vfdt.hpp"

namespace entrostream::tree {

namespace {

// The part of a row that the schema knows.
class KnownPart {
  public:
    KnownPart(const Row& row, const Schema& schema)
        : numbers_(row.numbers.first(std::min<std::size_t>(row.numbers.size(), schema.numeric()))),
          values_(row.values.first(std::min<std::size_t>(row.values.size(), schema.nominal()))) {
        for (const double number : row.numbers.subspan(numbers_.size()))
            is_finite_beyond_ &= !std::isinf(number);
        if (row.sparse == nullptr) return;
        is_sparse_ = true;
        sparse_ = {known(row.sparse->numbers, schema.numeric()),
                   known(row.sparse->values, schema.nominal())};
        for (const NumberAt& item : row.sparse->numbers.subspan(sparse_.numbers.size()))
            is_finite_beyond_ &= !std::isinf(item.number);
    }

    // Valid as long as this object.
    [[nodiscard]] Row row() const noexcept {
        return {numbers_, values_, root, is_sparse_ ? &sparse_ : nullptr};
    }
    // Whether the rest has no infinite number.
    [[nodiscard]] bool is_finite_beyond() const noexcept { return is_finite_beyond_; }

  private:
    template <class Item>
    [[nodiscard]] static std::span<const Item> known(std::span<const Item> items,
                                                     std::uint32_t slots) {
        const auto end = std::ranges::partition_point(
            items, [&](const Item& item) { return item.slot < slots; });
        return items.first(static_cast<std::size_t>(end - items.begin()));
    }

    std::span<const double> numbers_;
    std::span<const Code> values_;
    SparseRow sparse_;
    bool is_sparse_ = false;
    bool is_finite_beyond_ = true;
};

}  // namespace

template <class Change>
void Vfdt::each_leaf(Change change) {
    for (NodeData& data : model_.nodes())
        if (data.leaf) change(*data.leaf);
}

// The models of pairs; leaves handle their own.
template <class Change>
void Vfdt::each_model(Change change) {
    pairs_.clear();
    if (memory_.common_pair) pairs_.push_back(memory_.common_pair.get());
    for (NodeData& data : model_.nodes()) {
        if (data.pair) pairs_.push_back(data.pair.get());
        if (data.leaf && data.leaf->pair()) pairs_.push_back(data.leaf->pair().get());
    }
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    for (BayesPair* const pair : pairs_)
        pair->each_model(change);
}

std::uint32_t Vfdt::add_attributes(std::span<const AttributeKind> kinds) {
    if (kinds.empty()) return schema_.attributes();
    will_change_schema();
    will_change_all();
    const std::uint32_t before = schema_.attributes();
    const std::uint32_t numeric_before = schema_.numeric();
    for (const AttributeKind kind : kinds)
        schema_.add(kind);
    each_leaf([&](Leaf& leaf) { leaf.add_attributes(schema_, before, numeric_before); });
    each_model([&](NaiveBayes& model) { model.add_attributes(schema_, before, numeric_before); });
    static_cast<void>(memory_.make_room(0, no_node));
    return before;
}

std::uint32_t Vfdt::add_numeric() {
    constexpr AttributeKind kind[] = {AttributeKind::numeric};
    return add_attributes(kind);
}

std::uint32_t Vfdt::add_nominal() {
    constexpr AttributeKind kind[] = {AttributeKind::nominal};
    return add_attributes(kind);
}

void Vfdt::meet_values(std::uint32_t slot, std::uint32_t values) {
    const Block before = schema_.block(slot);
    will_change_schema();
    if (!before.is_wide() && values > before.cells) will_change_all();
    schema_.see_values(slot, values);
    const Block& now = schema_.block(slot);
    if (now == before) return;
    each_leaf([&](Leaf& leaf) { leaf.move_block(schema_, before, now); });
    each_model([&](NaiveBayes& model) { model.move_block(schema_, before, now); });
    static_cast<void>(memory_.make_room(0, no_node));
}

void Vfdt::meet_classes(std::uint32_t classes) {
    const std::uint32_t before = schema_.class_room();
    will_change_schema();
    if (classes > before) will_change_all();
    schema_.see_classes(classes);
    predictor_.grow_classes();
    if (schema_.class_room() == before) return;
    for (NodeData& data : model_.nodes())
        resize_exactly(data.counts, schema_.class_room(), 0u);
    each_leaf([&](Leaf& leaf) { leaf.grow_classes(schema_); });
    each_model([&](NaiveBayes& model) { model.grow_classes(schema_); });
    static_cast<void>(memory_.make_room(0, no_node));
}

// Adds what is new in the example.
void Vfdt::meet(Code label) {
    if (label >= schema_.classes()) meet_classes(label + 1);
    for (const ValueAt& unmet : example_.unmet_values())
        meet_values(unmet.slot, unmet.value + 1);
    static_cast<void>(memory_.make_room(0, no_node));  // for their labels
}

// What may fail.

// Whether the tree may allocate to add what is new in the example, a label and values, plus
// `new_nominal` nominal attributes with a value each. If there is room, it costs what the row has.
bool Vfdt::news_may_fail(Code label, std::uint32_t new_nominal) {
    const bool limited = options_.memory_limit != Options::no_limit;
    if (limited || label >= schema_.class_room()) return true;
    std::uint32_t cells = schema_.cells() + new_nominal * Schema::cells_for(1, {});
    for (const ValueAt& unmet : example_.unmet_values()) {
        const Block& block = schema_.block(unmet.slot);
        const std::uint32_t values = unmet.value + 1;
        if (block.is_wide() || values > Schema::widest_block) return true;
        if (values > block.cells) cells += Schema::cells_for(values, block);
    }
    schema_.reserve_groups(example_.unmet_values().size() + new_nominal);
    reserve_to(pairs_, 1 + 2 * model_.size());
    return Schema::cell_room(cells) != schema_.cell_room();
}

// The same for new attributes, except for their values.
bool Vfdt::attributes_may_fail(std::uint32_t new_numeric, std::uint32_t new_nominal) {
    if (!schema_.has_room_for(new_numeric, new_nominal)) return true;
    bool may_fail = false;
    each_leaf([&](const Leaf& leaf) { may_fail |= !leaf.can_add_attributes(); });
    each_model([&](const NaiveBayes& model) { may_fail |= !model.can_add_attributes(); });
    schema_.reserve(new_numeric + new_nominal);
    example_.reserve(schema_.numeric_room(), schema_.nominal() + new_nominal);
    return may_fail;
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
        const NodeId id = model_.route(example_, root);
        const Leaf* const leaf = model_.node(id).leaf.get();
        const bool starts = leaf != nullptr && new_numeric != 0 && !leaf->can_start_numbers();
        if (!starts && !may_fail(id) && !news_may_fail(label, new_nominal) &&
            !attributes_may_fail(new_numeric, new_nominal))
            return;
    }
    begin();
}

}  // namespace entrostream::tree
