// A sketch for each group of rows of a column, for entrostream.columns.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bindings/columns/arrays.hpp"
#include "bindings/columns/rows.hpp"
#include "bindings/input/batches/key_columns.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/interruptible.hpp"
#include "bindings/sketches/sketch_arguments.hpp"
#include "core/sketch/gini_sketch.hpp"
#include "core/sketch/hcc.hpp"

namespace entrostream {

namespace {

// Of entropy or of the Gini index. A sketch of few labels takes few bytes, whatever its memory.
class AnyGroups {
  public:
    AnyGroups() = default;
    AnyGroups(const AnyGroups&) = delete;
    AnyGroups& operator=(const AnyGroups&) = delete;
    virtual ~AnyGroups() = default;
    virtual void grow(std::size_t groups) = 0;
    virtual void add(Code group, Key key, double weight) = 0;
    [[nodiscard]] virtual double value(std::size_t group) const = 0;
    [[nodiscard]] virtual std::size_t size() const = 0;
};

template <class Sketch>
class Groups : public AnyGroups {
  public:
    explicit Groups(const Sketch& empty) : empty_(empty) {}

    void grow(std::size_t groups) override {
        if (sketches_.size() < groups) sketches_.resize(groups, empty_);
    }
    void add(Code group, Key key, double weight) override { sketches_[group].add(key, weight); }
    [[nodiscard]] double value(std::size_t group) const override {
        const Sketch& sketch = sketches_[group];
        if (sketch.n() <= 0.0) return std::numeric_limits<double>::quiet_NaN();
        if constexpr (requires { sketch.entropy(); }) {
            return sketch.entropy().value;
        } else {
            return sketch.gini().value;
        }
    }
    [[nodiscard]] std::size_t size() const override { return sketches_.size(); }

  private:
    Sketch empty_;
    std::vector<Sketch> sketches_;
};

// Adds the rows of a column to the sketches of their groups.
class GroupSink : public KeySink {
  public:
    GroupSink(AnyGroups& groups, std::span<const Code> streams,
              std::span<const std::uint64_t> units, double unit)
        : groups_(groups), streams_(streams), units_(units), unit_(unit) {}

    void take(std::span<const Key> keys, const LabelSource&) override {
        for (const Key key : keys) {
            const Code group = streams_.empty() ? 0 : streams_[row_];
            const double weight = units_.empty() ? 1.0 : static_cast<double>(units_[row_]) * unit_;
            ++row_;
            if (key != 0 && group != no_code && weight > 0.0) groups_.add(group, key, weight);
        }
    }

  private:
    AnyGroups& groups_;
    std::span<const Code> streams_;
    std::span<const std::uint64_t> units_;
    double unit_;
    std::size_t row_ = 0;
};

class GroupSketches {
  public:
    GroupSketches(const std::string& measure, nb::handle memory, nb::handle missing)
        : missing_(missing_rule(missing)) {
        const std::size_t bytes = memory_argument(memory);
        if (measure == "entropy") {
            groups_ = std::make_unique<Groups<Hcc>>(Hcc(bytes, 0));
        } else {
            groups_ = std::make_unique<Groups<GiniSketch>>(GiniSketch(bytes, 0));
        }
    }

    void push(nb::handle labels, const Streams& streams, const std::optional<UnitArray>& units,
              double unit) {
        const std::span<const Code> of_rows = streams ? numbers(*streams) : Codes();
        groups_->grow(streams ? end_of_codes(of_rows) : 1);
        Interruptible open;
        GroupSink sink(*groups_, of_rows,
                       units ? numbers(*units) : std::span<const std::uint64_t>(), unit);
        KeyReader reader(LabelHash(0), missing_);
        reader.read(labels, sink);
    }

    void totals(const ArrayOut<double>& output) const {
        for (std::size_t group = 0; group < groups_->size() && group < output.shape(0); ++group) {
            output(group) = groups_->value(group);
        }
    }

  private:
    Missing missing_;
    std::unique_ptr<AnyGroups> groups_;
};

}  // namespace

void bind_group_sketches(nb::module_& module) {
    nb::class_<GroupSketches>(module, "GroupSketches",
                              "A sketch of the labels of each group of rows.")
        .def(nb::init<const std::string&, nb::handle, nb::handle>(), nb::arg("measure"),
             nb::arg("memory").none(), nb::arg("missing").none())
        .def("push", &GroupSketches::push, nb::arg("labels").none(),
             nb::arg("streams").none() = nb::none(), nb::arg("units").none() = nb::none(),
             nb::arg("unit") = 1.0, "Add rows: their labels, groups and weights in units.")
        .def("totals", &GroupSketches::totals, nb::arg("output"),
             "Write the value of each group; NaN if it has no label.");
}

}  // namespace entrostream
