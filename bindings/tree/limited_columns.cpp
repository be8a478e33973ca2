// Columns for a tree with a memory limit.
//
// Which labels fit depends on the order in which rows bring them, but columns bring them one
// attribute after another. So the labels of a batch are held separately from those of the tree
// until all columns are read, then admitted in row order. Only those that fit enter the tables
// of the tree.
#include <algorithm>

#include "bindings/tree/tree_columns.hpp"

namespace entrostream {

// Looks up the values that the tree knows.
void TreeColumns::find_values(Column& column) const {
    column.admitted.assign(column.labels.size(), unmet_value);
    for (Code code = 0; code < column.labels.size() && !column.is_new; ++code) {
        column.admitted[code] = owner_.known_value(column.slot, column.labels.label(code));
    }
}

// Unregistered values get the code of the attribute's other values, if it has one.
void TreeColumns::translate_values(Column& column) const {
    const Code other = owner_.other_values(column.slot);
    const Code unregistered = other == no_code ? unmet_value : other;
    for (Code& code : column.read->all()) {
        if (code == no_code) continue;
        code = column.admitted[code] == unmet_value ? unregistered : column.admitted[code];
    }
    column.labels = {};
}

// The new values of a column; only the first ones if there are more than could fit.
void TreeColumns::add_new_values(Column& column, std::uint32_t number,
                                 std::vector<NewLabel>& found) const {
    std::size_t room = owner_.budget().budget() / least_entry_bytes + 2;
    std::vector<bool> met(column.labels.size());
    for (std::size_t row = 0; row < rows_ && room > 0; ++row) {
        const Code code = column.codes[row];
        if (code == no_code || column.admitted[code] != unmet_value || met[code]) continue;
        if (!weights_.empty() && weights_[row] == 0) continue;
        met[code] = true;
        found.push_back({row, true, number, &column, code});
        --room;
    }
}

std::vector<TreeColumns::NewLabel> TreeColumns::new_labels(std::span<Column* const> new_columns) {
    std::vector<NewLabel> found;
    std::uint32_t number = owner_.attributes().size();
    for (Column* const column : new_columns) {
        found.push_back({column->first_row, false, number, column, no_code});
        if (column->kind == tree::AttributeKind::nominal) add_new_values(*column, number, found);
        ++number;
    }
    for (Column& column : columns_) {
        if (column.is_new || column.kind == tree::AttributeKind::numeric) continue;
        add_new_values(column, owner_.core().schema().nominal_number(column.slot), found);
    }
    std::sort(found.begin(), found.end(),
              [](const NewLabel& a, const NewLabel& b) { return a.order() < b.order(); });
    return found;
}

void TreeColumns::admit(const NewLabel& label) {
    Column& column = *label.column;
    const bool was_closed = !charges_.empty() && charges_.back().closes;
    bool closes = was_closed;
    if (label.is_value) {
        if (column.is_new) return;  // its attribute is ignored
        column.admitted[label.code] =
            owner_.admit_value(column.slot, column.labels.label(label.code));
    } else if (!was_closed) {
        const auto added = owner_.admit_name(column.name, column.kind, column.is_declared_nominal);
        closes = !added.is_met();
        column.is_new = closes;
        column.slot = added.attribute.slot;
        if (!closes) to_tell_.push_back(&column);
    }
    if (charges_.empty() || charges_.back().row != label.row)
        charges_.push_back({label.row, 0, false});
    charges_.back().labels = owner_.budget().labels();
    charges_.back().closes = closes;
}

void TreeColumns::accept_within_limit() {
    accepted_ = true;
    const std::vector<Column*> added = new_columns();
    for (const NewLabel& label : new_labels(added)) {
        admit(label);
    }
    for (Column& column : columns_) {
        if (column.is_new || column.kind == tree::AttributeKind::numeric) continue;
        translate_values(column);
    }
    std::reverse(to_tell_.begin(), to_tell_.end());
}

void TreeColumns::charge_now() noexcept {
    const Charge& now = charges_[next_charge_++];
    owner_.core().charge_labels(now.labels);
    if (now.closes) owner_.close();
}

}  // namespace entrostream
