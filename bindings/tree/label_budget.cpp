#include "bindings/tree/label_budget.hpp"

#include "bindings/labels/label_state.hpp"
#include "core/state/label_bytes.hpp"

namespace entrostream {

namespace {

// On average: 24 bytes in the slots of a table and as many in its index; both grow by doubling.
constexpr std::size_t place_bytes = least_entry_bytes;
// Vectors of the schema that grow by doubling: 12 bytes per attribute, 20 more if nominal.
constexpr std::size_t schema_bytes = 24;
constexpr std::size_t nominal_schema_bytes = 40;
// A table for four values, the totals of this file, and the entry for values that do not fit.
constexpr std::size_t table_bytes = 184;

std::size_t object_bytes(nb::handle label) {
    try {
        return label_bytes(to_state(label));
    } catch (const nb::builtin_exception&) {  // TypeError: no state can represent it
        return unknown_label_bytes;
    }
}

}  // namespace

std::size_t entry_bytes(nb::handle label) {
    return place_bytes + object_bytes(label);
}

std::size_t attribute_bytes(nb::handle name, tree::AttributeKind kind) {
    const bool nominal = kind == tree::AttributeKind::nominal;
    return entry_bytes(name) + schema_bytes + (nominal ? nominal_schema_bytes + table_bytes : 0);
}

bool LabelBudget::fits_name(std::size_t bytes) const noexcept {
    return names_.all() + nominal_names_.all() + bytes <= budget_of_names() &&
           used_ + bytes <= budget_;
}

bool LabelBudget::fits_value(std::uint32_t slot, std::size_t bytes) const noexcept {
    const std::size_t own = values_[slot].all();
    const std::size_t others = used_ - own;
    return others < budget_ && own + bytes <= (budget_ - others) / 2;
}

void LabelBudget::add(Totals& group, std::size_t bytes) {
    group.add(bytes);
    used_ += bytes;
}

void LabelBudget::shrink(Totals& group, Code size) noexcept {
    used_ -= group.all();
    group.shrink(size);
    used_ += group.all();
}

void LabelBudget::shrink_nominal(std::uint32_t slots) noexcept {
    while (values_.size() > slots) {
        used_ -= values_.back().all();
        values_.pop_back();
    }
}

}  // namespace entrostream
