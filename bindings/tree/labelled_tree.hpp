// A tree of the core together with Python's names: attributes, values, classes.
//
// A name is what a dict calls one key. An attribute is numeric or nominal by the first value that
// is met of it, and stays so; an open attribute is nominal and takes numbers for labels too.
// Attributes that come together are numbered in the order of their names, so that the tree does
// not depend on the order of a dict or of columns. Calls that learn first read all they are given:
// what is refused changes nothing.
//
// With a memory limit only labels that fit are registered (label_budget.hpp); label_admission.cpp
// has what becomes of the others.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bindings/labels/label_table.hpp"
#include "bindings/runtime/reentrancy_guard.hpp"
#include "bindings/tree/attribute_value.hpp"
#include "bindings/tree/label_budget.hpp"
#include "bindings/tree/row_values.hpp"
#include "core/counts/code.hpp"
#include "core/state/tree_state.hpp"
#include "core/tree/vfdt.hpp"

namespace entrostream {

namespace nb = nanobind;

class LabelledTree {
  public:
    // `criterion`: the user's own, which `options` borrow, or None. `open`: names.
    LabelledTree(const tree::Options& options, nb::object criterion, const nb::list& open);
    LabelledTree(const LabelledTree& other);
    LabelledTree(LabelledTree&& other) noexcept = default;
    LabelledTree& operator=(const LabelledTree&) = delete;

    [[nodiscard]] tree::Vfdt& core() const noexcept { return *core_; }
    [[nodiscard]] bool busy() const noexcept { return busy_; }
    [[nodiscard]] ReentrancyGuard work(nb::handle self) { return ReentrancyGuard(busy_, self); }
    [[nodiscard]] nb::handle criterion() const noexcept { return criterion_; }
    [[nodiscard]] const LabelTable& attributes() const noexcept { return attributes_; }
    [[nodiscard]] const LabelTable& values(std::uint32_t slot) const { return values_[slot].table; }
    [[nodiscard]] const LabelTable& classes() const noexcept { return classes_; }
    [[nodiscard]] const LabelTable& open() const noexcept { return open_; }
    // The code of all values of an attribute that were not registered; no_code if all were.
    [[nodiscard]] Code other_values(std::uint32_t slot) const { return values_[slot].other; }
    // The open names for a state, with a mark if new attributes are ignored.
    [[nodiscard]] nb::list open_names() const;
    // Of the core and the labels.
    [[nodiscard]] std::size_t bytes() const;

    // The state of the tree with numbers in the place of the names.
    [[nodiscard]] StateBytes core_bytes() const;

    // The label of a class, None for no_code.
    [[nodiscard]] nb::object class_label(Code code) const;

    // One row: a mapping of names to values. Those that follow keep what they read until the
    // next call; `self` must be marked as at work.
    //
    // For learning: names, values and the class that are new have their codes then. Where the
    // core was told of a new attribute, that can be undone until it commits.
    [[nodiscard]] Code read_to_learn(nb::handle x, nb::handle y, double weight);
    // For prediction: what is new is told apart from what is missing, and forgotten.
    void read_to_ask(nb::handle x);
    [[nodiscard]] tree::Row row() const noexcept { return row_.row(); }

    // For columns. Whether an attribute is known, and as what.
    struct Known {
        std::uint32_t number = no_code;
        tree::Attribute attribute{};
        bool is_open = false;

        [[nodiscard]] bool is_met() const noexcept { return number != no_code; }
    };
    [[nodiscard]] Known known(nb::handle name) const;
    // Gives a name the next number, and a nominal one its table of values. The core must be told
    // too, with add_to_core, in the same order.
    Known add_name(const nb::object& name, tree::AttributeKind kind, bool is_open);
    void add_to_core(std::span<const tree::AttributeKind> kinds) {
        static_cast<void>(core_->add_attributes(kinds));
    }
    // Forgets names that the core was not told, or never met: of attributes and classes; of the
    // values of a slot.
    void settle() noexcept;
    void settle_values(std::uint32_t slot) noexcept;
    [[nodiscard]] LabelTable& values_of(std::uint32_t slot) { return values_[slot].table; }
    [[nodiscard]] LabelTable& class_table() noexcept { return classes_; }

    // With a memory limit. Whether there is one.
    [[nodiscard]] bool is_limited() const noexcept {
        return core_->options().memory_limit != tree::Options::no_limit;
    }
    [[nodiscard]] const LabelBudget& budget() const noexcept { return budget_; }
    // From the first name that does not fit, new attributes are ignored.
    [[nodiscard]] bool is_closed() const noexcept { return closed_; }
    void close() noexcept { closed_ = true; }
    // As add_name, if the name fits; not met otherwise: then the tree is to be closed.
    Known admit_name(const nb::object& name, tree::AttributeKind kind, bool is_open);
    // The code of a value in rows that are learned: its own if it has one or fits, else that of
    // the other values.
    Code admit_value(std::uint32_t slot, nb::handle label);
    // The same in rows that are only asked about; unmet_value if there are no other values.
    [[nodiscard]] Code known_value(std::uint32_t slot, nb::handle label) const;
    // The new classes of the table, those that the core has not met.
    void count_new_classes();
    // ValueError, from a core that has no room for a class.
    [[noreturn]] void refuse_class(nb::handle label, std::size_t row) const;

    // For a call that fails: when the core has been rolled back, labels that came since go too.
    struct Before {
        Code open;
        bool closed;
    };
    [[nodiscard]] Before before() const noexcept { return {open_.size(), closed_}; }
    void go_back(const Before& before) noexcept;

    // For one restored from a state: StateError unless there is a label for each code.
    LabelledTree(std::unique_ptr<tree::Vfdt> core, nb::object criterion, const nb::list& attributes,
                 const nb::list& values, const nb::list& classes, const nb::list& open);

    int traverse(visitproc visit, void* arg) const noexcept;
    void forget() noexcept;

  private:
    struct Values {
        LabelTable table;
        bool is_open = false;
        Code other = no_code;  // of all values that were not registered
    };
    // A value that a row brings, not registered yet.
    struct NewValue {
        std::uint32_t slot;
        nb::object label;
    };
    // An attribute that a row brings, not added yet.
    struct News {
        nb::object name;
        ValueKind kind;
        double number;
        Values values;
    };
    // A table that got labels, and how many it had.
    struct Grown {
        std::uint32_t slot;
        Code before;
    };
    class Reading;

    [[nodiscard]] std::uint32_t number_of(nb::handle name, std::size_t place);
    template <class Use>
    void each_item(nb::handle x, Use&& use);
    void fetch_names(PyObject* dict);
    void read_known(std::uint32_t number, nb::handle name, nb::handle value, bool learning);
    [[nodiscard]] Code value_code(std::uint32_t slot, const AttributeValue& value, nb::handle name,
                                  bool learning);
    void read_news(nb::handle name, nb::handle value);
    [[nodiscard]] std::vector<tree::AttributeKind> add_news();
    void undo() noexcept;
    [[nodiscard]] Code add_row(const nb::object& label, double weight);

    // With a memory limit.
    class Admission;
    [[nodiscard]] Code admit_row(const nb::object& label);
    [[nodiscard]] Code admit_class(const nb::object& label);
    void count_labels(LabelBudget& budget) const;
    void start_budget();
    void require_room_for_names() const;
    void settle_budget() noexcept;
    void charge_core() noexcept;

    std::unique_ptr<tree::Vfdt> core_;
    nb::object criterion_;
    LabelTable attributes_;       // by number
    std::uint32_t numeric_ = 0;   // how many of them are
    std::vector<Values> values_;  // by nominal slot
    LabelTable classes_;
    LabelTable open_;  // names of open attributes, met or not
    LabelBudget budget_;
    bool closed_ = false;
    bool busy_ = false;

    // The row that was read last.
    RowValues row_;
    std::vector<News> news_;
    std::vector<Grown> grown_;
    std::vector<NewValue> new_values_;
    std::vector<std::uint32_t> places_;  // which attribute stood where
    struct ItemHash {
        Py_hash_t name;
        Py_hash_t value;       // -1: not known
        std::uint32_t number;  // of the attribute
    };
    std::vector<ItemHash> hashes_;
};

// A value that no row had that was learned: only a question has it.
inline constexpr Code unmet_value = no_code - 1;

// All labels, by code.
[[nodiscard]] nb::list labels_in(const LabelTable& table);

// The places of names in the order of the names.
[[nodiscard]] std::vector<std::size_t> name_order(const std::vector<nb::object>& names);

// The class of a row as a label: ValueError if it is missing.
[[nodiscard]] nb::object class_argument(nb::handle y);

}  // namespace entrostream
