// Labels on their way into states and out of them, in one of two forms.
//
// Bytes hold the labels themselves, as values of a closed list of types. A pickle carries labels
// of any type: its bytes hold a number in place of each label, and the objects follow in a list.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "core/state/label.hpp"

namespace entrostream {

namespace nb = nanobind;

// Stands for an object in a state; in the order of the numbers, as labels are sorted in states.
[[nodiscard]] Label numbered_label(std::uint32_t number);

class LabelsToState {
  public:
    [[nodiscard]] static LabelsToState by_value() { return LabelsToState(false); }
    [[nodiscard]] static LabelsToState by_number() { return LabelsToState(true); }

    // By value: throws TypeError, naming the type, for a label that a state cannot represent.
    [[nodiscard]] Label operator()(nb::handle label);
    // By number: an object that is not a label but belongs to the state, or None.
    void attach(nb::handle object);

    // By number: all objects so far.
    [[nodiscard]] const nb::list& objects() const noexcept { return objects_; }

  private:
    explicit LabelsToState(bool by_number) : by_number_(by_number) {}

    bool by_number_;
    nb::list objects_;
};

class LabelsFromState {
  public:
    // By value.
    LabelsFromState() = default;
    // By number.
    explicit LabelsFromState(nb::list objects);

    // Throws StateError if there is no such label.
    [[nodiscard]] nb::object operator()(const Label& label);
    [[nodiscard]] nb::list operator()(const std::vector<Label>& labels);
    // The object attached before all labels.
    [[nodiscard]] nb::object attached();

    // Throws StateError unless every object was used.
    void require_all_used() const;

  private:
    [[nodiscard]] nb::object object(std::uint64_t number);

    std::optional<nb::list> objects_;
    std::vector<bool> used_;
    std::size_t unused_ = 0;
};

}  // namespace entrostream
