// A tree of the core together with Python names: attributes, values, classes.
//
// Names are equal if they are the same key of a dict. The first value of an attribute makes it
// numeric or nominal for good; one that was declared nominal takes numbers as labels too.
// Attributes that arrive together are numbered in the order of their names, so that the tree
// does not depend on the order of a dict or of columns. Calls that learn read all their input
// first: rejected input changes nothing.
//
// With a memory limit, only labels that fit are registered (label_budget.hpp);
// label_admission.cpp handles the others.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bindings/input/batches/column_buffer.hpp"
#include "bindings/input/times/times.hpp"
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
    // `criterion`: the user's own, which `options` borrow, or None. `nominal`: names of attributes
    // declared nominal.
    LabelledTree(const tree::Options& options, nb::object criterion, const nb::list& nominal);
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
    [[nodiscard]] const LabelTable& nominal() const noexcept { return nominal_; }
    // The code shared by all unregistered values of an attribute; no_code if there are none.
    [[nodiscard]] Code other_values(std::uint32_t slot) const { return values_[slot].other; }
    // The time of a row for a window with a length of time: TypeError or ValueError if there is one
    // and the window has none, or the reverse, or for times of another kind than before.
    // `parameter` is the name under which it may be given.
    [[nodiscard]] Time row_time(nb::handle at, const char* parameter);
    [[nodiscard]] ColumnBuffer<Time> row_times(nb::handle times, std::size_t rows);
    // The bytes of the core and the labels.
    [[nodiscard]] std::size_t bytes() const;

    // The state of the tree with numbers in place of names.
    [[nodiscard]] StateBytes core_bytes() const;

    // The label of a class, None for no_code.
    [[nodiscard]] nb::object class_label(Code code) const;

    // Read one row, a mapping of names to values, and hold it until the next call; the
    // re-entrancy guard must be held.
    //
    // For learning: new names, values and the class have codes afterwards. If the core was
    // told of a new attribute, that can be undone until it commits.
    [[nodiscard]] Code read_to_learn(nb::handle x, nb::handle y, double weight);
    // For prediction: unseen values are distinguished from missing ones, and not registered.
    void read_to_predict(nb::handle x);
    [[nodiscard]] tree::Row row() const noexcept { return row_.row(); }

    // For columns: whether an attribute is known, and as what.
    struct Known {
        std::uint32_t number = no_code;
        tree::Attribute attribute{};
        bool is_declared_nominal = false;

        [[nodiscard]] bool is_met() const noexcept { return number != no_code; }
    };
    [[nodiscard]] Known known(nb::handle name) const;
    // Gives a name the next number, and a nominal one its table of values. The core must be
    // updated too, with add_to_core, in the same order.
    Known add_name(const nb::object& name, tree::AttributeKind kind, bool is_declared_nominal);
    void add_to_core(std::span<const tree::AttributeKind> kinds) {
        static_cast<void>(core_->add_attributes(kinds));
    }
    // Forget what the core does not know: names of attributes and classes; the values of a
    // slot.
    void settle() noexcept;
    void settle_values(std::uint32_t slot) noexcept;
    [[nodiscard]] LabelTable& values_of(std::uint32_t slot) { return values_[slot].table; }
    [[nodiscard]] LabelTable& class_table() noexcept { return classes_; }

    // Whether there is a memory limit.
    [[nodiscard]] bool is_limited() const noexcept {
        return core_->options().memory_limit != tree::Options::no_limit;
    }
    [[nodiscard]] const LabelBudget& budget() const noexcept { return budget_; }
    // From the first name that does not fit on, new attributes are ignored.
    [[nodiscard]] bool is_closed() const noexcept { return closed_; }
    void close() noexcept { closed_ = true; }
    // Like add_name if the name fits; otherwise not met: the caller must then close the tree.
    Known admit_name(const nb::object& name, tree::AttributeKind kind, bool is_declared_nominal);
    // The code of a value in rows to learn: its own if it has one or fits, else that of the
    // other values.
    Code admit_value(std::uint32_t slot, nb::handle label);
    // The same in rows to predict; unmet_value if there are no other values.
    [[nodiscard]] Code known_value(std::uint32_t slot, nb::handle label) const;
    // Adds the new classes of the table, unknown to the core, to the budget.
    void count_new_classes();
    // ValueError: the core has no room for the class.
    [[noreturn]] void refuse_class(nb::handle label, std::size_t row) const;

    // For a failed call: once the core is rolled back, forgets the labels added since `before`.
    struct Before {
        Code nominal;
        bool closed;
    };
    [[nodiscard]] Before before() const noexcept { return {nominal_.size(), closed_}; }
    void go_back(const Before& before) noexcept;

    // StateError if this class of Python is that of another learner.
    void require_class(nb::handle type) const;

    // For a tree restored from a state: StateError unless there is a label for each code.
    LabelledTree(std::unique_ptr<tree::Vfdt> core, nb::object criterion, const nb::list& attributes,
                 const nb::list& values, const nb::list& classes, const nb::list& nominal);

    int traverse(visitproc visit, void* arg) const noexcept;
    // For the garbage collector: releases all Python objects and becomes an empty tree.
    void forget() noexcept;

  private:
    LabelledTree& operator=(LabelledTree&&) noexcept = default;

    struct Values {
        LabelTable table;
        bool is_declared_nominal = false;
        Code other = no_code;  // of all unregistered values
    };
    // A value in a row, not registered yet.
    struct NewValue {
        std::uint32_t slot;
        nb::object label;
    };
    // An attribute in a row, not added yet.
    struct NewAttribute {
        nb::object name;
        ValueKind kind;
        double number;
        Values values;
    };
    // A table that has grown, and its size before.
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
    void read_new_attribute(nb::handle name, nb::handle value);
    [[nodiscard]] std::vector<tree::AttributeKind> add_new_attributes();
    void undo() noexcept;
    [[nodiscard]] Code add_row(const nb::object& label, double weight);

    // With a memory limit.
    class Admission;
    [[nodiscard]] Code admit_row(const nb::object& label);
    [[nodiscard]] Code admit_class(const nb::object& label);
    void count_labels(LabelBudget& budget) const;
    void start_budget();
    void require_room_for_names() const;
    [[nodiscard]] bool takes_times(nb::handle given, const char* parameter) const;
    void settle_budget() noexcept;
    void charge_core() noexcept;

    std::unique_ptr<tree::Vfdt> core_;
    nb::object criterion_;
    LabelTable attributes_;       // indexed by number
    std::uint32_t numeric_ = 0;   // the number of numeric ones
    std::vector<Values> values_;  // indexed by nominal slot
    LabelTable classes_;
    LabelTable nominal_;  // names of attributes declared nominal, seen or not
    LabelBudget budget_;
    Clock clock_ = Clock::unset;  // of the times of rows; a state does not have it
    bool closed_ = false;
    bool busy_ = false;

    // The last row read.
    RowValues row_;
    std::vector<NewAttribute> new_attributes_;
    std::vector<Grown> grown_;
    std::vector<NewValue> new_values_;
    std::vector<std::uint32_t> places_;  // the attribute last seen at each position
    struct ItemHash {
        Py_hash_t name;
        Py_hash_t value;       // -1: unknown
        std::uint32_t number;  // of the attribute
    };
    std::vector<ItemHash> hashes_;
};

// A value that no learned row had; occurs only in rows to predict.
inline constexpr Code unmet_value = no_code - 1;

// All labels, ordered by code.
[[nodiscard]] nb::list labels_in(const LabelTable& table);

// The indices of names in the order of the names.
[[nodiscard]] std::vector<std::size_t> name_order(const std::vector<nb::object>& names);

// The class of a row as a label: ValueError if it is missing.
[[nodiscard]] nb::object class_argument(nb::handle y);

}  // namespace entrostream
