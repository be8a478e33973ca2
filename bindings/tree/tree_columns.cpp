#include "bindings/tree/tree_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "bindings/labels/label_reader.hpp"
#include "bindings/labels/plain_label.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/gil.hpp"

namespace entrostream {

namespace {

using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::device::cpu>;

constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();

bool is_learned(std::span<const double> weights, std::size_t row) {
    return weights.empty() || row >= weights.size() || weights[row] != 0;
}

// The new codes (from `before` on) in the order of their first occurrence in learned rows;
// codes that do not occur there are left out.
std::vector<Code> order_of_new(std::span<const Code> codes, Code before, Code size,
                               std::span<const double> weights) {
    std::vector<Code> order;
    std::vector<bool> met(size - before);
    for (std::size_t row = 0; row < codes.size(); ++row) {
        const Code code = codes[row];
        if (!is_learned(weights, row) || code == no_code || code < before || met[code - before])
            continue;
        met[code - before] = true;
        order.push_back(code);
        if (order.size() == met.size()) break;
    }
    return order;
}

// Assigns the new labels of a table the codes that single rows would have assigned.
void renumber_new(LabelTable& table, Code before, std::span<Code> codes,
                  std::span<const double> weights) {
    const std::vector<Code> order = order_of_new(codes, before, table.size(), weights);
    std::vector<Code> to(table.size() - before, unmet_value);
    std::vector<nb::object> labels;
    for (const Code code : order) {
        to[code - before] = before + static_cast<Code>(labels.size());
        labels.push_back(nb::borrow(table.label(code)));
    }
    if (std::is_sorted(order.begin(), order.end()) && order.size() == to.size()) return;
    table.shrink(before);
    for (const nb::object& label : labels) {
        static_cast<void>(table.find_or_add(label));
    }
    for (Code& code : codes) {
        if (code != no_code && code >= before) code = to[code - before];
    }
}

bool is_infinite(double x) noexcept {
    return std::abs(x) > std::numeric_limits<double>::max();  // false for NaN
}

void require_finite(const double* first, std::ptrdiff_t step, std::size_t rows, nb::handle name) {
    const auto number = [&](std::size_t row) {
        return first[static_cast<std::ptrdiff_t>(row) * step];
    };
    std::size_t found = 0;
    {
        const GilReleased unlocked;
        for (std::size_t row = 0; row < rows; ++row)  // no early exit: uses SIMD
            found += is_infinite(number(row)) ? 1 : 0;
    }
    if (found == 0) return;
    std::size_t bad = 0;
    while (bad < rows && !is_infinite(number(bad)))
        ++bad;
    if (bad == rows) return;  // another thread wrote to the array meanwhile
    throw_infinite(nb::float_(number(bad)), {name, bad});
}

[[noreturn]] void throw_other_column(nb::handle name, tree::AttributeKind known) {
    const bool was_numeric = known == tree::AttributeKind::numeric;
    throw nb::type_error(
        ("attribute " + repr_short(name) + " is " + (was_numeric ? "numeric" : "nominal") +
         " since its first value, got a column of " + (was_numeric ? "labels" : "numbers") +
         "; name it in nominal_attributes of a new tree to take every value "
         "of it as a label")
            .c_str());
}

// Names the attribute and the row in the error for an unhashable label.
template <class Read>
Batch hashed(nb::handle name, nb::handle data, const Read& read) {
    try {
        return read();
    } catch (const nb::python_error& error) {
        if (!error.matches(PyExc_TypeError)) throw;
        std::size_t row = 0;
        for (const nb::handle value : list_of(data)) {
            if (PyObject_Hash(value.ptr()) == -1) {
                PyErr_Clear();
                throw_no_hash(value, {name, row});
            }
            ++row;
        }
        throw;
    }
}

// A column without values still has a type: that of a chunk of strings may be float.
bool has_values(tree::AttributeKind kind, nb::handle data) {
    if (kind == tree::AttributeKind::numeric) {
        const auto array = nb::cast<Numbers>(data);
        for (std::size_t row = 0; row < array.shape(0); ++row) {
            if (!std::isnan(array.data()[static_cast<std::ptrdiff_t>(row) * array.stride(0)]))
                return true;
        }
        return false;
    }
    LabelTable labels;
    const Batch read = read_codes(data, labels, {});
    const std::span<const Code> codes = read.all();
    return std::any_of(codes.begin(), codes.end(), [](Code code) { return code != no_code; });
}

}  // namespace

Batch read_codes(nb::handle column, LabelTable& table, std::span<const double> weights) {
    const Code before = table.size();
    LabelReader reader(table, Missing::skip);
    Batch batch = read_batch(column, reader);
    const std::span<Code> codes = batch.store();
    if (table.size() > before) renumber_new(table, before, codes, weights);
    return batch;
}

TreeColumns::TreeColumns(LabelledTree& owner, nb::handle columns, const Auxiliary& auxiliary)
    : owner_(owner), rows_(auxiliary.rows), weights_(auxiliary.weights), what_(auxiliary.what) {
    if (!weights_.empty() && weights_.size() != rows_) {
        throw nb::value_error(("weights and y differ in length: " +
                               std::to_string(weights_.size()) + " and " + std::to_string(rows_))
                                  .c_str());
    }
    try {
        for (const nb::handle column : list_of(columns)) {
            read(column[0], text_of(column[1]), column[2]);
        }
    } catch (...) {
        forget_new_values();
        throw;
    }
    for (Column& column : columns_) {
        if (!column.is_new) known_.push_back(&column);
    }
    clear_block();
}

TreeColumns::~TreeColumns() {
    if (accepted_) {
        for (const Column& column : columns_) {
            if (column.kind == tree::AttributeKind::nominal) owner_.settle_values(column.slot);
        }
        owner_.settle();
    } else {
        forget_new_values();
    }
}

void TreeColumns::forget_new_values() noexcept {
    for (const auto& [slot, before] : grown_) {
        owner_.values_of(slot).shrink(before);
    }
}

// Must be called after a change of the columns or the schema.
void TreeColumns::clear_block() {
    block_first_ = block_end_ = 0;
    is_sparse_ = RowValues::are_few(known_.size(), owner_.core().schema());
}

void TreeColumns::require_rows(nb::handle name, std::size_t found) const {
    if (found == rows_) return;
    throw nb::value_error(("attribute " + repr_short(name) + " and y differ in length: " +
                           std::to_string(found) + " and " + std::to_string(rows_))
                              .c_str());
}

void TreeColumns::read(nb::handle name, const std::string& kind, nb::handle data) {
    const LabelledTree::Known known = owner_.known(name);
    const bool ignored = what_ == For::predicting || owner_.is_closed();
    if (!known.is_met() && ignored) return;
    if (kind == "objects") return read_objects(name, data);
    const bool is_declared_nominal = known.is_declared_nominal || kind == "categories";
    Column column{
        .name = plain_label(name),
        .kind = kind == "numbers" ? tree::AttributeKind::numeric : tree::AttributeKind::nominal,
        .is_new = !known.is_met(),
        .is_declared_nominal = is_declared_nominal,
        .slot = known.attribute.slot};
    if (known.is_met() && known.attribute.kind != column.kind) {
        if (!has_values(column.kind, data)) return;
        throw_other_column(name, known.attribute.kind);
    }
    if (column.kind == tree::AttributeKind::numeric) return read_numbers(std::move(column), data);
    read_labels(std::move(column), data);
}

void TreeColumns::read_numbers(Column column, nb::handle data) {
    column.array = nb::borrow(data);
    const auto array = nb::cast<Numbers>(data);
    require_rows(column.name, array.shape(0));
    column.first = array.data();
    column.step = array.stride(0);
    require_finite(column.first, column.step, rows_, column.name);
    columns_.push_back(std::move(column));
}

void TreeColumns::read_labels(Column column, nb::handle data) {
    const bool limited = owner_.is_limited();
    const bool apart = column.is_new || limited;
    LabelTable& table = apart ? column.labels : owner_.values_of(column.slot);
    if (!apart) grown_.emplace_back(column.slot, table.size());
    const auto weights = limited ? std::span<const double>() : weights_;
    column.read = hashed(column.name, data, [&] { return read_codes(data, table, weights); });
    column.codes = column.read->all();
    require_rows(column.name, column.codes.size());
    if (limited) find_values(column);
    if (limited && what_ == For::predicting) translate_values(column);
    columns_.push_back(std::move(column));
}

// Value by value, like single rows.
void TreeColumns::read_objects(nb::handle name, nb::handle data) {
    const LabelledTree::Known known = owner_.known(name);
    const nb::list values = list_of(data);
    require_rows(name, nb::len(values));
    ValueKind kind = ValueKind::missing;
    if (known.is_met()) {
        const bool numeric = known.attribute.kind == tree::AttributeKind::numeric;
        kind = numeric ? ValueKind::number : ValueKind::label;
    }
    std::vector<double> numbers(rows_, missing_number);
    nb::list labels;
    for (std::size_t row = 0; row < rows_; ++row) {
        const nb::object value = values[row];
        const ValuePlace place{name, row};
        AttributeValue read =
            known.is_declared_nominal ? read_label(value) : read_value(value, place);
        if (kind == ValueKind::missing && is_learned(weights_, row)) kind = read.kind;
        if (kind != ValueKind::missing && read.kind != ValueKind::missing && read.kind != kind) {
            throw_other_kind(kind, value, place);
        }
        if (read.kind == ValueKind::number) numbers[row] = read.number;
        labels.append(read.kind == ValueKind::label ? read.label : nb::object(nb::none()));
    }
    if (kind == ValueKind::missing) return;  // its kind is still unknown
    Column column{.name = plain_label(name),
                  .kind = kind == ValueKind::number ? tree::AttributeKind::numeric
                                                    : tree::AttributeKind::nominal,
                  .is_new = !known.is_met(),
                  .is_declared_nominal = known.is_declared_nominal,
                  .slot = known.attribute.slot};
    if (kind == ValueKind::label) return read_labels(std::move(column), labels);
    column.own = std::move(numbers);
    column.first = column.own.data();
    column.step = 1;
    columns_.push_back(std::move(column));
}

std::size_t TreeColumns::first_row(const Column& column) const noexcept {
    const auto has_value = [&](std::size_t row) {
        return column.kind == tree::AttributeKind::numeric ? !std::isnan(column.number(row))
                                                           : column.codes[row] != no_code;
    };
    std::size_t row = 0;
    while (row < rows_ && !(is_learned(weights_, row) && has_value(row)))
        ++row;
    return row;
}

// The new columns that have a value, in the order in which rows would have added them.
std::vector<TreeColumns::Column*> TreeColumns::new_columns() {
    std::vector<Column*> found;
    std::vector<nb::object> names;
    for (Column& column : columns_) {
        if (!column.is_new) continue;
        column.first_row = first_row(column);
        if (column.first_row == rows_) continue;
        found.push_back(&column);
        names.push_back(column.name);
    }
    std::vector<Column*> ordered;
    for (const std::size_t place : name_order(names)) {
        ordered.push_back(found[place]);
    }
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const Column* a, const Column* b) { return a->first_row < b->first_row; });
    return ordered;
}

void TreeColumns::accept() {
    if (owner_.is_limited()) return accept_within_limit();
    to_tell_ = new_columns();
    accepted_ = true;
    for (Column* column : to_tell_) {
        const auto added = owner_.add_name(column->name, column->kind, column->is_declared_nominal);
        column->slot = added.attribute.slot;
        if (column->kind == tree::AttributeKind::nominal) {
            owner_.values_of(column->slot) = std::move(column->labels);
        }
    }
    std::reverse(to_tell_.begin(), to_tell_.end());
}

void TreeColumns::tell_core(std::size_t row) {
    std::vector<tree::AttributeKind> kinds;
    while (!to_tell_.empty() && to_tell_.back()->first_row <= row) {
        kinds.push_back(to_tell_.back()->kind);
        known_.push_back(to_tell_.back());
        to_tell_.pop_back();
    }
    owner_.add_to_core(kinds);
    clear_block();
}

// Gathers rows from this one up to the next one that adds an attribute.
void TreeColumns::take_block(std::size_t row) {
    block_first_ = row;
    block_end_ = std::min(rows_, row + block);
    if (!to_tell_.empty())
        block_end_ = std::min(block_end_, std::max(row + 1, to_tell_.back()->first_row));
    const std::size_t numeric = owner_.core().schema().numeric();
    const std::size_t nominal = owner_.core().schema().nominal();
    const std::size_t taken = block_end_ - row;
    numbers_.resize(std::max(numbers_.size(), taken * numeric));
    codes_.resize(std::max(codes_.size(), taken * nominal));
    if (known_.size() < numeric + nominal) {  // some attributes have no column
        std::fill_n(numbers_.begin(), taken * numeric, missing_number);
        std::fill_n(codes_.begin(), taken * nominal, tree::missing_value);
    }
    for (const Column* const column : known_) {
        if (column->kind == tree::AttributeKind::numeric) {
            double* to = numbers_.data() + column->slot;
            for (std::size_t at = row; at < block_end_; ++at, to += numeric) {
                *to = column->number(at);
            }
        } else {
            Code* to = codes_.data() + column->slot;
            for (std::size_t at = row; at < block_end_; ++at, to += nominal) {
                *to = column->codes[at];
            }
        }
    }
    const tree::TreeModel& model = owner_.core().model();
    model.route_block(numbers_.data(), block_end_ - block_first_, nodes_);
    generation_ = model.generation();
}

tree::Row TreeColumns::row(std::size_t at) {
    if (brings_attributes(at)) [[unlikely]]
        tell_core(at);
    return known_row(at);
}

tree::Row TreeColumns::known_row(std::size_t at) {
    if (is_sparse_) return sparse_row(at);
    if (at < block_first_ || at >= block_end_) take_block(at);
    const std::size_t numeric = owner_.core().schema().numeric();
    const std::size_t nominal = owner_.core().schema().nominal();
    const bool routed = generation_ == owner_.core().model().generation();
    return {{numbers_.data() + (at - block_first_) * numeric, numeric},
            {codes_.data() + (at - block_first_) * nominal, nominal},
            routed ? nodes_[at - block_first_] : tree::root};
}

// For few columns among many attributes: only the values present.
tree::Row TreeColumns::sparse_row(std::size_t at) {
    sparse_values_.begin(owner_.core().schema(), known_.size());
    for (const Column* const column : known_) {
        if (column->kind == tree::AttributeKind::numeric) {
            if (const double x = column->number(at); x == x)
                sparse_values_.set_number(column->slot, x);
        } else if (const Code code = column->codes[at]; code != no_code) {
            sparse_values_.set_value(column->slot, code);
        }
    }
    sparse_values_.finish();
    return sparse_values_.row();
}

}  // namespace entrostream
