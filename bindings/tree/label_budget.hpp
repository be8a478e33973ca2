// How much of a tree's memory limit its labels take, and which new labels fit.
//
// Attribute names and values share a budget (tree::Options::label_budget). Names may take
// three quarters of it, the values of an attribute half of what all others leave: neither ever
// new names nor an attribute of identifiers can starve the others. Whether a label fits
// depends on the labels before it and their order, not on the tree, so that a batch can be
// decided before it is learned. Classes are not part of the budget: the tree itself decides
// whether another one fits.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/counts/code.hpp"
#include "core/tree/rows/schema.hpp"

namespace entrostream {

namespace nb = nanobind;

// The bytes of a label and its table entry. Throws what the label throws.
[[nodiscard]] std::size_t entry_bytes(nb::handle label);
// The bytes of an attribute: its name, its entry in the schema, its table of values.
[[nodiscard]] std::size_t attribute_bytes(nb::handle name, tree::AttributeKind kind);
// A lower bound of entry_bytes.
inline constexpr std::size_t least_entry_bytes = 48;

class LabelBudget {
  public:
    explicit LabelBudget(std::size_t budget) : budget_(budget) {}

    [[nodiscard]] std::size_t budget() const noexcept { return budget_; }
    [[nodiscard]] std::size_t budget_of_names() const noexcept { return budget_ / 4 * 3; }
    [[nodiscard]] bool fits_name(std::size_t bytes) const noexcept;
    [[nodiscard]] bool fits_value(std::uint32_t slot, std::size_t bytes) const noexcept;

    // Add the next code of each group. Nominal names are those declared nominal, seen or not.
    void add_nominal_name(std::size_t bytes) { add(nominal_names_, bytes); }
    void add_name(std::size_t bytes) { add(names_, bytes); }
    void add_nominal() { values_.emplace_back(); }
    void add_value(std::uint32_t slot, std::size_t bytes) { add(values_[slot], bytes); }
    void add_class(std::size_t bytes) { classes_.add(bytes); }

    // The bytes of all names and values.
    [[nodiscard]] std::size_t labels() const noexcept { return used_; }
    // The bytes of the first `size` classes.
    [[nodiscard]] std::size_t classes(Code size) const noexcept { return classes_.of_first(size); }

    // Forget all but the first `size` or `slots`.
    void shrink_nominal_names(Code size) noexcept { shrink(nominal_names_, size); }
    void shrink_names(Code size) noexcept { shrink(names_, size); }
    void shrink_nominal(std::uint32_t slots) noexcept;
    void shrink_values(std::uint32_t slot, Code size) noexcept { shrink(values_[slot], size); }
    void shrink_classes(Code size) noexcept { classes_.shrink(size); }

  private:
    // Running totals, indexed by code.
    class Totals {
      public:
        void add(std::size_t bytes) { totals_.push_back(all() + bytes); }
        [[nodiscard]] std::size_t all() const noexcept {
            return totals_.empty() ? 0 : totals_.back();
        }
        [[nodiscard]] std::size_t of_first(Code size) const noexcept {
            return size == 0 ? 0 : totals_[size - 1];
        }
        void shrink(Code size) noexcept {
            if (size < totals_.size()) totals_.resize(size);
        }

      private:
        std::vector<std::size_t> totals_;
    };

    void add(Totals& group, std::size_t bytes);
    void shrink(Totals& group, Code size) noexcept;

    std::size_t budget_;
    std::size_t used_ = 0;  // by names and values
    Totals nominal_names_;
    Totals names_;
    std::vector<Totals> values_;  // indexed by nominal slot
    Totals classes_;
};

}  // namespace entrostream
