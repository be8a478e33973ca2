// Which labels a tree with a memory limit registers, and how it treats the others.
//
// Labels are admitted in the order in which rows bring them; within a row, first its class, then
// new attributes in the order of their names, then new values in the order of their attributes. A
// class that does not fit is rejected. From the first attribute that does not fit on, new
// attributes are ignored. From the first value of an attribute that does not fit on, its new
// values share one code, whose label is None: no value is None, since missing values are left out.
#include <algorithm>
#include <string>
#include <utility>

#include "bindings/runtime/arguments.hpp"
#include "bindings/tree/labelled_tree.hpp"

namespace entrostream {

// ------------------------------------------------------------------ memory of labels

void LabelledTree::count_labels(LabelBudget& budget) const {
    const tree::Schema& schema = core_->schema();
    for (Code code = 0; code < nominal_.size(); ++code) {
        budget.add_nominal_name(entry_bytes(nominal_.label(code)));
    }
    for (Code number = 0; number < attributes_.size(); ++number) {
        budget.add_name(attribute_bytes(attributes_.label(number), schema.attribute(number).kind));
    }
    for (std::uint32_t slot = 0; slot < values_.size(); ++slot) {
        const LabelTable& table = values_[slot].table;
        budget.add_nominal();
        for (Code code = 0; code < table.size(); ++code) {
            const bool is_other = code == values_[slot].other;  // charged to the attribute
            budget.add_value(slot, is_other ? 0 : entry_bytes(table.label(code)));
        }
    }
    for (Code code = 0; code < classes_.size(); ++code) {
        budget.add_class(entry_bytes(classes_.label(code)));
    }
}

void LabelledTree::start_budget() {
    if (!is_limited()) return;
    count_labels(budget_);
    charge_core();
}

void LabelledTree::require_room_for_names() const {
    if (!is_limited() || budget_.fits_name(0)) return;
    throw nb::value_error(("nominal_attributes take " + std::to_string(budget_.labels()) +
                           " bytes, names may take " + std::to_string(budget_.budget_of_names()) +
                           " of memory_limit=" + std::to_string(core_->options().memory_limit) +
                           "; raise memory_limit")
                              .c_str());
}

void LabelledTree::charge_core() noexcept {
    if (!is_limited()) return;
    core_->charge_labels(budget_.labels());
    core_->charge_classes(budget_.classes(classes_.size()));
}

// Updates the budget to match the tables.
void LabelledTree::settle_budget() noexcept {
    budget_.shrink_names(attributes_.size());
    budget_.shrink_nominal(static_cast<std::uint32_t>(values_.size()));
    for (std::uint32_t slot = 0; slot < values_.size(); ++slot) {
        budget_.shrink_values(slot, values_[slot].table.size());
    }
    budget_.shrink_classes(classes_.size());
    charge_core();
}

// Labels count for all trees, but trees without a limit count them only here.
std::size_t LabelledTree::bytes() const {
    if (is_limited()) return core_->bytes();
    LabelBudget all(tree::Options::no_limit);
    count_labels(all);
    return core_->bytes() + all.labels() + all.classes(classes_.size());
}

// ------------------------------------------------------------------ one label

LabelledTree::Known LabelledTree::admit_name(const nb::object& name, tree::AttributeKind kind,
                                             bool is_declared_nominal) {
    const bool declares = is_declared_nominal && nominal_.find(name) == no_code;
    const std::size_t bytes = attribute_bytes(name, kind);
    const std::size_t open_bytes = declares ? entry_bytes(name) : 0;
    if (!budget_.fits_name(bytes + open_bytes)) return {};
    const Known added = add_name(name, kind, is_declared_nominal);
    if (declares) budget_.add_nominal_name(open_bytes);
    budget_.add_name(bytes);
    if (kind == tree::AttributeKind::nominal) budget_.add_nominal();
    return added;
}

Code LabelledTree::admit_value(std::uint32_t slot, nb::handle label) {
    Values& values = values_[slot];
    const Code known = known_value(slot, label);
    if (known != unmet_value) return known;
    const std::size_t bytes = entry_bytes(label);
    if (budget_.fits_value(slot, bytes)) {
        const Code code = values.table.find_or_add(label);
        budget_.add_value(slot, bytes);
        return code;
    }
    values.other = values.table.find_or_add(nb::none());
    budget_.add_value(slot, 0);
    return values.other;
}

Code LabelledTree::known_value(std::uint32_t slot, nb::handle label) const {
    const Values& values = values_[slot];
    const Code found = values.table.find(label);
    if (found != no_code) return found;
    return values.other != no_code ? values.other : unmet_value;
}

void LabelledTree::refuse_class(nb::handle label, std::size_t row) const {
    throw nb::value_error(
        ("class " + repr_short(label) + at_row(row) +
         " does not fit memory_limit=" + std::to_string(core_->options().memory_limit) + ": " +
         std::to_string(core_->model().size()) + " nodes would count " +
         std::to_string(core_->schema().classes() + 1) +
         " classes; raise memory_limit, or group rare classes")
            .c_str());
}

Code LabelledTree::admit_class(const nb::object& label) {
    const Code known = classes_.find(label);
    if (known != no_code) return known;
    const std::size_t bytes = entry_bytes(label);
    if (!core_->has_room_for_class(bytes)) refuse_class(label, no_row);
    const Code code = classes_.find_or_add(label);
    budget_.add_class(bytes);
    return code;
}

void LabelledTree::count_new_classes() {
    std::vector<std::size_t> sizes;  // all before any is counted: a label may throw
    for (Code code = core_->schema().classes(); code < classes_.size(); ++code) {
        sizes.push_back(entry_bytes(classes_.label(code)));
    }
    for (const std::size_t bytes : sizes) {
        budget_.add_class(bytes);
    }
}

// ------------------------------------------------------------------ one row

// Admits the row that was read. Its new labels are forgotten unless all are admitted.
class LabelledTree::Admission {
  public:
    explicit Admission(LabelledTree& owner) : owner_(owner) {}
    ~Admission() {
        if (!kept_) owner_.settle();
    }
    Admission(const Admission&) = delete;
    Admission& operator=(const Admission&) = delete;

    void add_names();
    void add_values();
    // Updates the core: charges the labels first, so that it can make room.
    void tell_core();

  private:
    LabelledTree& owner_;
    std::vector<tree::AttributeKind> added_;
    bool closes_ = false;
    bool kept_ = false;
};

void LabelledTree::Admission::add_names() {
    std::vector<nb::object> names;
    for (const NewAttribute& fresh : owner_.new_attributes_) {
        names.push_back(fresh.name);
    }
    for (const std::size_t place : name_order(names)) {
        const NewAttribute& fresh = owner_.new_attributes_[place];
        const bool is_number = fresh.kind == ValueKind::number;
        const auto kind = is_number ? tree::AttributeKind::numeric : tree::AttributeKind::nominal;
        if (owner_.attributes_.find(fresh.name) != no_code) continue;  // the mapping has it twice
        const Known added = owner_.admit_name(fresh.name, kind, fresh.values.is_declared_nominal);
        closes_ = !added.is_met();
        if (closes_) return;
        added_.push_back(kind);
        if (is_number) {
            owner_.row_.set_number(added.attribute.slot, fresh.number);
        } else {
            owner_.new_values_.push_back(
                {added.attribute.slot, nb::borrow(fresh.values.table.label(0))});
        }
    }
}

// Slots are in the order of attributes.
void LabelledTree::Admission::add_values() {
    std::vector<NewValue>& values = owner_.new_values_;
    std::stable_sort(values.begin(), values.end(),
                     [](const NewValue& a, const NewValue& b) { return a.slot < b.slot; });
    for (const NewValue& value : values) {
        owner_.row_.set_value(value.slot, owner_.admit_value(value.slot, value.label));
    }
}

void LabelledTree::Admission::tell_core() {
    owner_.core_->begin();
    owner_.charge_core();
    owner_.add_to_core(added_);
    if (closes_) owner_.close();
    kept_ = true;
}

Code LabelledTree::admit_row(const nb::object& label) {
    const Code known = classes_.find(label);
    if (known != no_code && new_attributes_.empty() && new_values_.empty()) [[likely]] {
        row_.finish();
        return known;
    }
    Admission row(*this);
    const Code code = admit_class(label);
    row.add_names();
    row.add_values();
    row_.finish();
    row.tell_core();
    new_values_.clear();
    new_attributes_ = {};  // frees memory: a row may have brought thousands
    return code;
}

}  // namespace entrostream
