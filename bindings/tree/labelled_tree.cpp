#include "bindings/tree/labelled_tree.hpp"

#include <string>
#include <unordered_map>
#include <utility>

#include "bindings/labels/label_forms.hpp"
#include "bindings/labels/label_reader.hpp"
#include "bindings/labels/plain_label.hpp"
#include "bindings/labels/top_labels.hpp"
#include "bindings/runtime/arguments.hpp"
#include "core/state/state_error.hpp"

namespace entrostream {

namespace {

void fill(LabelTable& table, const nb::list& labels) {
    restore_labels(table, Missing::label, labels);
}

[[noreturn]] void throw_no_mapping(nb::handle x) {
    throw nb::type_error(
        ("x must be a dict of attributes and their values, got " + repr_with_type(x)).c_str());
}

[[noreturn]] void throw_no_name(nb::handle name) {
    throw nb::value_error(("an attribute must have a name, got " + repr_short(name)).c_str());
}

std::vector<Label> numbered(std::uint32_t size) {
    std::vector<Label> labels(size);
    for (std::uint32_t i = 0; i < size; ++i) {
        labels[i] = numbered_label(i);
    }
    return labels;
}

// For a state of the core alone.
TreeLabels numbers_for_labels(const tree::Schema& schema) {
    TreeLabels labels{.attributes = numbered(schema.attributes()),
                      .values = {},
                      .classes = numbered(schema.classes())};
    for (std::uint32_t slot = 0; slot < schema.nominal(); ++slot) {
        labels.values.push_back(numbered(schema.values(slot)));
    }
    return labels;
}

// No attribute is named None: as the last nominal name, it marks that new attributes are ignored.
bool take_mark_of_closed(LabelTable& nominal) {
    const bool closed = nominal.size() > 0 && nominal.label(nominal.size() - 1).is_none();
    if (closed) nominal.shrink(nominal.size() - 1);
    return closed;
}

// Names the attribute in the error for an unhashable label.
template <class Find>
Code hashed(nb::handle name, nb::handle label, const Find& find) {
    try {
        return find();
    } catch (const nb::python_error& error) {
        if (!error.matches(PyExc_TypeError) || PyObject_Hash(label.ptr()) != -1) throw;
        PyErr_Clear();
        throw_no_hash(label, {name});
    }
}

}  // namespace

nb::list labels_in(const LabelTable& table) {
    nb::list labels;
    for (Code code = 0; code < table.size(); ++code) {
        labels.append(table.label(code));
    }
    return labels;
}

std::vector<std::size_t> name_order(const std::vector<nb::object>& names) {
    nb::list all;
    for (const nb::object& name : names) {
        all.append(name);
    }
    std::unordered_map<PyObject*, std::size_t> places;  // the first index of each object
    for (std::size_t place = 0; place < names.size(); ++place) {
        places.emplace(names[place].ptr(), place);
    }
    std::vector<std::size_t> order;
    for (const nb::handle name : in_order(all)) {
        order.push_back(places.at(name.ptr()));
    }
    return order;
}

nb::object class_argument(nb::handle y) {
    nb::object label = plain_label(y);
    if (label.is_valid()) return label;
    throw nb::value_error(
        ("y is missing (" + repr_short(y) + "); leave rows without a class out").c_str());
}

LabelledTree::LabelledTree(const tree::Options& options, nb::object criterion,
                           const nb::list& nominal)
    : core_(std::make_unique<tree::Vfdt>(options)),
      criterion_(std::move(criterion)),
      budget_(options.label_budget()) {
    for (const nb::handle name : nominal) {
        if (is_missing(name)) throw_no_name(name);
        static_cast<void>(nominal_.find_or_add(name));
    }
    start_budget();
    require_room_for_names();
}

LabelledTree::LabelledTree(std::unique_ptr<tree::Vfdt> core, nb::object criterion,
                           const nb::list& attributes, const nb::list& values,
                           const nb::list& classes, const nb::list& nominal)
    : core_(std::move(core)),
      criterion_(std::move(criterion)),
      budget_(core_->options().label_budget()) {
    const tree::Schema& schema = core_->schema();
    numeric_ = schema.numeric();
    fill(attributes_, attributes);
    fill(classes_, classes);
    fill(nominal_, nominal);
    closed_ = take_mark_of_closed(nominal_);
    bool fits = attributes_.size() == schema.attributes() && nb::len(values) == schema.nominal() &&
                classes_.size() == schema.classes();
    values_.resize(fits ? schema.nominal() : 0);
    for (std::uint32_t slot = 0; slot < values_.size(); ++slot) {
        fill(values_[slot].table, list_of(values[slot]));
        fits = fits && values_[slot].table.size() == schema.values(slot);
        const nb::object name = nb::borrow(attributes_.label(schema.nominal_number(slot)));
        values_[slot].is_declared_nominal = nominal_.find(name) != no_code;
        values_[slot].other = values_[slot].table.find(nb::none());
    }
    if (!fits) throw StateError("state is damaged: a label is missing, or for nothing");
    start_budget();
}

LabelledTree::LabelledTree(const LabelledTree& other)
    : core_(decode_tree(other.core_bytes(), &other.core().options().split_criterion).tree),
      criterion_(other.criterion_),
      attributes_(other.attributes_),
      numeric_(other.numeric_),
      values_(other.values_),
      classes_(other.classes_),
      nominal_(other.nominal_),
      budget_(other.budget_),
      closed_(other.closed_) {
    charge_core();
}

StateBytes LabelledTree::core_bytes() const {
    return encode(*core_, numbers_for_labels(core_->schema()));
}

nb::object LabelledTree::class_label(Code code) const {
    return code == no_code ? nb::none() : nb::borrow(classes_.label(code));
}

// ------------------------------------------------------------------ rows

// Undoes what a call has read unless the call completes.
class LabelledTree::Reading {
  public:
    explicit Reading(LabelledTree& owner) : owner_(owner) {
        owner.new_attributes_.clear();
        owner.grown_.clear();
        owner.new_values_.clear();
    }
    ~Reading() {
        if (!kept_) owner_.undo();
    }
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

    void keep() noexcept { kept_ = true; }

  private:
    LabelledTree& owner_;
    bool kept_ = false;
};

void LabelledTree::undo() noexcept {
    for (const Grown& grown : grown_) {
        values_[grown.slot].table.shrink(grown.before);
    }
    grown_.clear();
    new_attributes_.clear();
}

// Rows usually have the same names in the same order, and a name is usually the same object.
std::uint32_t LabelledTree::number_of(nb::handle name, std::size_t place) {
    if (place >= places_.size()) places_.resize(place + 1, no_code);
    const std::uint32_t expected = places_[place];
    if (expected < attributes_.size() && attributes_.label(expected).is(name)) [[likely]]
        return expected;
    std::uint32_t known = attributes_.find_simple(name.ptr());
    if (known == no_code) {
        const nb::object plain = plain_label(name);
        known = plain.is_valid() ? attributes_.find(plain) : no_code;
    }
    places_[place] = known;
    return known;
}

// With few of many attributes, the names are not in cache, and each is at the end of a chain
// of pointers: following all chains at once takes about as long as one. Runs no Python code.
void LabelledTree::fetch_names(PyObject* dict) {
    const auto kept_hash = [](PyObject* label) {
        return PyUnicode_CheckExact(label) ? reinterpret_cast<PyASCIIObject*>(label)->hash : -1;
    };
    hashes_.clear();
    Py_ssize_t at = 0;
    PyObject* name = nullptr;
    PyObject* value = nullptr;
    while (PyDict_Next(dict, &at, &name, &value) != 0) {
        const ItemHash item{kept_hash(name), kept_hash(value), no_code};
        if (item.name == -1) continue;
        attributes_.fetch_place(item.name);
        hashes_.push_back(item);
    }
    const tree::Schema& schema = core_->schema();
    for (const ItemHash& item : hashes_) {
        attributes_.fetch_slot(item.name);
    }
    for (ItemHash& item : hashes_) {
        item.number = attributes_.fetch_label(item.name);
        if (item.number != no_code) schema.fetch_attribute(item.number);
    }
    const auto values_of_item = [&](const ItemHash& item) -> const Values* {
        if (item.number == no_code || item.value == -1) return nullptr;
        const tree::Attribute attribute = schema.attribute(item.number);
        const bool nominal = attribute.kind == tree::AttributeKind::nominal;
        return nominal ? &values_[attribute.slot] : nullptr;
    };
    for (const ItemHash& item : hashes_) {
        if (const Values* const values = values_of_item(item)) __builtin_prefetch(values);
    }
    for (const ItemHash& item : hashes_) {
        if (const Values* const values = values_of_item(item))
            values->table.fetch_small(item.value);
    }
}

// Reading a value may run Python code that changes the dict: holds each item while in use.
template <class Use>
void LabelledTree::each_item(nb::handle x, Use&& use) {
    std::size_t place = 0;
    const auto use_item = [&](const nb::object& name, const nb::object& value) {
        use(number_of(name, place++), name, value);
    };
    if (PyDict_CheckExact(x.ptr())) {
        row_.begin(core_->schema(), static_cast<std::size_t>(PyDict_GET_SIZE(x.ptr())));
        if (row_.is_sparse()) fetch_names(x.ptr());
        Py_ssize_t at = 0;
        PyObject* name = nullptr;
        PyObject* value = nullptr;
        while (PyDict_Next(x.ptr(), &at, &name, &value) != 0) {
            use_item(nb::borrow(name), nb::borrow(value));
        }
        return;
    }
    if (PyMapping_Check(x.ptr()) == 0 || !nb::hasattr(x, "items")) throw_no_mapping(x);
    const nb::list items = list_of(x.attr("items")());
    row_.begin(core_->schema(), nb::len(items));
    for (const nb::handle item : items) {
        use_item(item[0], item[1]);
    }
}

Code LabelledTree::value_code(std::uint32_t slot, const AttributeValue& value, nb::handle name,
                              bool learning) {
    LabelTable& table = values_[slot].table;
    return hashed(name, value.label, [&] {
        const Code found = table.find(value.label);
        if (found != no_code) return found;
        if (!learning) return values_[slot].other == no_code ? unmet_value : values_[slot].other;
        if (is_limited()) {
            new_values_.push_back({slot, value.label});
            return tree::missing_value;  // until the row is admitted
        }
        grown_.push_back({slot, table.size()});
        return table.find_or_add(value.label);
    });
}

void LabelledTree::read_known(std::uint32_t number, nb::handle name, nb::handle value,
                              bool learning) {
    const tree::Attribute attribute = core_->schema().attribute(number);
    const std::uint32_t slot = attribute.slot;
    if (attribute.kind == tree::AttributeKind::numeric) {
        const AttributeValue read = read_value(value, {name});
        if (read.kind == ValueKind::label) throw_other_kind(ValueKind::number, value, {name});
        if (read.kind == ValueKind::number) row_.set_number(slot, read.number);
        return;
    }
    const bool is_text = PyUnicode_CheckExact(value.ptr()) != 0;
    const Code simple = is_text ? values_[slot].table.find_simple(value.ptr()) : no_code;
    if (simple != no_code) {
        row_.set_value(slot, simple);
        return;
    }
    const AttributeValue read =
        values_[slot].is_declared_nominal ? read_label(value) : read_value(value, {name});
    if (read.kind == ValueKind::number) throw_other_kind(ValueKind::label, value, {name});
    if (read.kind == ValueKind::label) row_.set_value(slot, value_code(slot, read, name, learning));
}

void LabelledTree::read_new_attribute(nb::handle name, nb::handle value) {
    nb::object plain = plain_label(name);
    if (!plain.is_valid()) throw_no_name(name);
    if (closed_) return;
    const bool is_declared_nominal = nominal_.find(plain) != no_code;
    const AttributeValue read = is_declared_nominal ? read_label(value) : read_value(value, {name});
    if (read.kind == ValueKind::missing) return;
    NewAttribute fresh{std::move(plain), read.kind, read.number, {{}, is_declared_nominal}};
    if (read.kind == ValueKind::label) {
        static_cast<void>(
            hashed(name, read.label, [&] { return fresh.values.table.find_or_add(read.label); }));
    }
    new_attributes_.push_back(std::move(fresh));
}

// The core does not know them yet.
std::vector<tree::AttributeKind> LabelledTree::add_new_attributes() {
    std::vector<nb::object> names;
    for (const NewAttribute& fresh : new_attributes_) {
        names.push_back(fresh.name);
    }
    std::vector<tree::AttributeKind> kinds;
    for (const std::size_t place : name_order(names)) {
        NewAttribute& fresh = new_attributes_[place];
        if (attributes_.find(fresh.name) != no_code) continue;  // the mapping has it twice
        const bool is_number = fresh.kind == ValueKind::number;
        const auto kind = is_number ? tree::AttributeKind::numeric : tree::AttributeKind::nominal;
        const std::uint32_t slot =
            add_name(fresh.name, kind, fresh.values.is_declared_nominal).attribute.slot;
        kinds.push_back(kind);
        if (is_number) {
            row_.set_number(slot, fresh.number);
        } else {
            values_[slot] = std::move(fresh.values);
            row_.set_value(slot, 0);
        }
    }
    new_attributes_.clear();
    return kinds;
}

Code LabelledTree::add_row(const nb::object& label, double weight) {
    const Code code = classes_.find_or_add(label);
    std::vector<tree::AttributeKind> added;
    if (!new_attributes_.empty()) added = add_new_attributes();
    row_.finish();
    if (added.empty()) return code;
    core_->begin_if_needed(added, row_.row(), code, weight);
    add_to_core(added);
    return code;
}

Code LabelledTree::read_to_learn(nb::handle x, nb::handle y, double weight) {
    Reading reading(*this);
    const nb::object label = class_argument(y);
    each_item(x, [&](std::uint32_t number, nb::handle name, nb::handle value) {
        if (number == no_code) [[unlikely]]
            return read_new_attribute(name, value);
        read_known(number, name, value, true);
    });
    const Code code = is_limited() ? admit_row(label) : add_row(label, weight);
    reading.keep();
    return code;
}

void LabelledTree::read_to_predict(nb::handle x) {
    const Reading reading(*this);
    each_item(x, [&](std::uint32_t number, nb::handle name, nb::handle value) {
        if (number == no_code) return;  // unknown to the tree
        read_known(number, name, value, false);
    });
    row_.finish();
}

// ------------------------------------------------------------------ attributes

LabelledTree::Known LabelledTree::known(nb::handle name) const {
    const nb::object plain = plain_label(name);
    if (!plain.is_valid()) throw_no_name(name);
    const std::uint32_t number = attributes_.find(plain);
    if (number == no_code) return {.is_declared_nominal = nominal_.find(plain) != no_code};
    const tree::Attribute attribute = core_->schema().attribute(number);
    const bool nominal = attribute.kind == tree::AttributeKind::nominal;
    return {number, attribute, nominal && values_[attribute.slot].is_declared_nominal};
}

LabelledTree::Known LabelledTree::add_name(const nb::object& name, tree::AttributeKind kind,
                                           bool is_declared_nominal) {
    const bool nominal = kind == tree::AttributeKind::nominal;
    Additions names(attributes_);
    const Code number = attributes_.find_or_add(name);
    if (is_declared_nominal) static_cast<void>(nominal_.find_or_add(name));
    const std::uint32_t slot = nominal ? static_cast<std::uint32_t>(values_.size()) : numeric_;
    if (nominal) {
        values_.push_back({{}, is_declared_nominal});
    } else {
        ++numeric_;
    }
    names.keep();
    return {number, {kind, slot}, is_declared_nominal};
}

void LabelledTree::settle() noexcept {
    const tree::Schema& schema = core_->schema();
    attributes_.shrink(schema.attributes());
    numeric_ = schema.numeric();
    values_.resize(schema.nominal());
    classes_.shrink(schema.classes());
    if (is_limited()) settle_budget();
}

void LabelledTree::go_back(const Before& before) noexcept {
    nominal_.shrink(before.nominal);
    budget_.shrink_nominal_names(before.nominal);
    closed_ = before.closed;
    for (std::uint32_t slot = 0; slot < values_.size(); ++slot) {
        settle_values(slot);
    }
    settle();
}

void LabelledTree::settle_values(std::uint32_t slot) noexcept {
    if (slot >= core_->schema().nominal()) return;
    const Code known = core_->schema().values(slot);
    values_[slot].table.shrink(known);
    if (values_[slot].other != no_code && values_[slot].other >= known)
        values_[slot].other = no_code;
}

// ------------------------------------------------------------------ garbage

int LabelledTree::traverse(visitproc visit, void* arg) const noexcept {
    const auto visit_all = [&](const LabelTable& table) { return table.traverse(visit, arg); };
    int stop = criterion_.is_valid() ? visit(criterion_.ptr(), arg) : 0;
    if (stop == 0) stop = visit_all(attributes_);
    if (stop == 0) stop = visit_all(classes_);
    if (stop == 0) stop = visit_all(nominal_);
    for (std::size_t slot = 0; slot < values_.size() && stop == 0; ++slot) {
        stop = visit_all(values_[slot].table);
    }
    return stop;
}

void LabelledTree::forget() noexcept {
    try {
        tree::Options options = core_->options();
        if (!criterion_.is_none()) options.split_criterion = tree::Options{}.split_criterion;
        LabelledTree empty(options, nb::none(), nb::list());
        // Releasing labels may run code that uses this tree, so it is an empty one before.
        const LabelledTree released(std::move(*this));
        *this = std::move(empty);
    } catch (const std::exception&) {
        return;  // out of memory: they stay for now
    }
}

}  // namespace entrostream
