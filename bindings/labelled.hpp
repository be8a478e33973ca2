// A summary of the core together with Python's labels: what each public class is.
//
// The core counts codes, the table knows which label has which code. Calls that
// add labels either apply wholly or leave everything as it was.
#pragma once
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/arguments.hpp"
#include "bindings/batches/batch.hpp"
#include "bindings/busy.hpp"
#include "bindings/label_reader.hpp"
#include "bindings/label_table.hpp"
#include "bindings/plain_label.hpp"
#include "core/counts/code.hpp"
#include "core/counts/trace.hpp"
#include "core/state/missing.hpp"
#include "core/state/state_error.hpp"

namespace entrostream {

namespace nb = nanobind;

// Calls `use(label, count)` for each item of a mapping of labels to numbers.
template <class Use>
void for_each_count(nb::handle counts, Use&& use) {
    for (const nb::handle item : items_of(counts)) {
        const nb::object label = item[0];
        use(label, natural_number(item[1], "count of " + shown(label)));
    }
}

// Where the numbers of a new NumPy array of float64 are.
[[nodiscard]] inline double* memory_of(nb::handle array) {
    const nb::object memory = array.attr("__array_interface__")["data"];
    return reinterpret_cast<double*>(nb::cast<std::uintptr_t>(nb::object(memory[0])));
}

template <class Core>
class Labelled {
  public:
    explicit Labelled(Core core, Missing missing) : core_(std::move(core)), missing_(missing) {}
    Labelled(const Labelled& other)
        : core_(other.core_), labels_(other.labels_), missing_(other.missing_) {}
    Labelled(Labelled&& other) noexcept = default;
    Labelled& operator=(const Labelled&) = delete;

    [[nodiscard]] const Core& core() const noexcept { return core_; }
    [[nodiscard]] const LabelTable& labels() const noexcept { return labels_; }
    [[nodiscard]] Missing missing() const noexcept { return missing_; }
    [[nodiscard]] bool busy() const noexcept { return busy_; }

    // Every call that may run foreign code or let go of the lock holds one of these.
    [[nodiscard]] Busy work(nb::handle self) { return Busy(busy_, self); }

    // Hot: strings and small integers seen before need nothing else.
    void update(nb::handle self, nb::handle label) {
        require_idle(busy_);
        const Code known = labels_.find_simple(label.ptr());
        if (known != no_code) [[likely]] {
            core_.update(known);
        } else {
            update_any(self, label);
        }
    }

    void update_many(nb::handle self, nb::handle labels);
    // Fills one column a measure with the values after each row.
    [[nodiscard]] std::vector<nb::object> trace(nb::handle self, nb::handle labels,
                                                const std::vector<Measure>& measures);
    void update_counts(nb::handle self, nb::handle counts);
    void remove(nb::handle self, nb::handle label) { take(self, label, "remove", false); }
    void drop(nb::handle self, nb::handle label) { take(self, label, "drop", true); }
    void remove_counts(nb::handle self, nb::handle counts);
    // As update_counts with the other's counts.
    void merge(nb::handle self, nb::handle other_object, Labelled& other);
    void clear(nb::handle self);
    // Lets go of all labels without a question: for the garbage collector.
    void forget() noexcept;

    // The labels now held with their counts, in the order of their codes.
    [[nodiscard]] std::vector<CodeCount> held() const;

    // For a summary restored from a state: label i gets code i. Throws StateError
    // if two of the labels are equal.
    void set_labels(const nb::list& labels);
    [[nodiscard]] Core& content() noexcept { return core_; }

    int traverse(visitproc visit, void* arg) const noexcept { return labels_.traverse(visit, arg); }

  private:
    // Labels that a call added are forgotten again unless it succeeds.
    class Additions {
      public:
        explicit Additions(Labelled& owner) : owner_(owner), before_(owner.labels_.size()) {}
        ~Additions() {
            if (!kept_) owner_.labels_.shrink(before_);
        }
        Additions(const Additions&) = delete;
        Additions& operator=(const Additions&) = delete;

        void keep() noexcept { kept_ = true; }

      private:
        Labelled& owner_;
        Code before_;
        bool kept_ = false;
    };

    [[nodiscard]] LabelReader reader() { return {labels_, missing_}; }
    void grow_core() {
        if (core_.codes() < labels_.size()) core_.grow(labels_.size());
    }
    void update_any(nb::handle self, nb::handle label);
    void add_many(const std::vector<CodeCount>& more);
    void take(nb::handle self, nb::handle label, const char* verb, bool all);
    // Labels whose count fell to 0 stay until they outnumber the others: one that
    // returns soon costs nothing, and memory stays in proportion to what is held.
    void sweep_if_many_dead() {
        if (labels_.size() > 2 * core_.sums().distinct() + 64) sweep();
    }
    void sweep();

    Core core_;
    LabelTable labels_;
    Missing missing_;
    bool busy_ = false;
};

template <class Core>
void Labelled<Core>::update_any(nb::handle self, nb::handle label) {
    const Busy at_work = work(self);
    sweep_if_many_dead();
    Additions additions(*this);
    const Code code = reader().code(label);
    if (code == no_code) return;
    grow_core();
    core_.update(code);
    additions.keep();
}

template <class Core>
void Labelled<Core>::update_many(nb::handle self, nb::handle labels) {
    const Busy at_work = work(self);
    Additions additions(*this);
    LabelReader names = reader();
    Batch batch = read_batch(labels, names);
    batch.finish();
    grow_core();
    {
        const nb::gil_scoped_release unlocked;
        core_.prepare(batch.events());
        batch.for_each_piece([&](Codes codes, std::size_t) { core_.update_many(codes); });
    }
    additions.keep();
    sweep_if_many_dead();
}

template <class Core>
std::vector<nb::object> Labelled<Core>::trace(nb::handle self, nb::handle labels,
                                              const std::vector<Measure>& measures) {
    const Busy at_work = work(self);
    Additions additions(*this);
    LabelReader names = reader();
    Batch batch = read_batch(labels, names);
    batch.finish();
    const nb::object empty = nb::module_::import_("numpy").attr("empty");
    std::vector<nb::object> arrays;
    std::vector<TraceColumn> columns;
    std::vector<double> before;
    for (const Measure measure : measures) {
        arrays.push_back(empty(batch.rows()));
        columns.push_back({measure, memory_of(arrays.back())});
        before.push_back(read(core_.sums(), measure));
    }
    grow_core();
    {
        const nb::gil_scoped_release unlocked;
        core_.begin_column(batch.events(), columns);
        batch.for_each_piece(
            [&](Codes codes, std::size_t first) { core_.trace(codes, columns, first); });
        core_.end_column();
        for (std::size_t i = 0; i < columns.size(); ++i) {
            batch.spread(columns[i].values, before[i]);
        }
    }
    additions.keep();
    sweep_if_many_dead();
    return arrays;
}

template <class Core>
void Labelled<Core>::update_counts(nb::handle self, nb::handle counts) {
    const Busy at_work = work(self);
    Additions additions(*this);
    LabelReader names = reader();
    std::vector<CodeCount> more;
    for_each_count(counts, [&](nb::handle label, std::uint64_t count) {
        const Code code = names.code(label);
        if (code != no_code) more.push_back({code, count});
    });
    add_many(more);
    additions.keep();
    sweep_if_many_dead();
}

template <class Core>
void Labelled<Core>::merge(nb::handle self, nb::handle other_object, Labelled& other) {
    const Busy at_work = work(self);
    // The other one must stay as it is meanwhile; it may be this one.
    std::optional<Busy> other_at_work;
    if (&other != this) other_at_work.emplace(other.busy_, other_object);
    Additions additions(*this);
    LabelReader names = reader();
    std::vector<CodeCount> more;
    for (const CodeCount& each : other.held()) {
        const nb::object label = nb::borrow(other.labels_.label(each.code));
        const Code code = names.code(label);
        if (code != no_code) more.push_back({code, each.count});
    }
    add_many(more);
    additions.keep();
}

template <class Core>
void Labelled<Core>::add_many(const std::vector<CodeCount>& more) {
    grow_core();
    core_.add_many(more);
}

template <class Core>
void Labelled<Core>::remove_counts(nb::handle self, nb::handle counts) {
    const Busy at_work = work(self);
    LabelReader names = reader();
    std::vector<CodeCount> less;
    std::map<Code, std::uint64_t> left;  // of the labels named so far
    for_each_count(counts, [&](nb::handle label, std::uint64_t count) {
        if (count == 0 || names.skips(label)) return;
        const Code code = names.find(label);
        if (code == no_code) throw_not_held("remove", label, count, 0);
        const auto [place, first] = left.emplace(code, core_.count(code));
        if (count > place->second) throw_not_held("remove", label, count, place->second);
        place->second -= count;
        less.push_back({code, count});
    });
    core_.take_many(less);
    sweep_if_many_dead();
}

template <class Core>
void Labelled<Core>::take(nb::handle self, nb::handle label, const char* verb, bool all) {
    const Busy at_work = work(self);
    LabelReader names = reader();
    if (names.skips(label)) return;
    const Code code = names.find(label);
    const std::uint64_t count = code == no_code ? 0 : core_.count(code);
    if (count == 0) throw_not_held(verb, label, 1, 0);
    const CodeCount less{code, all ? count : 1};
    core_.take_many({&less, 1});
    sweep_if_many_dead();
}

template <class Core>
void Labelled<Core>::clear(nb::handle self) {
    const Busy at_work = work(self);
    core_.clear();
    core_.renumber(Renumbering(core_.codes(), no_code), 0);
    labels_.clear();
}

template <class Core>
void Labelled<Core>::forget() noexcept {
    core_.clear();
    labels_.clear();
}

template <class Core>
void Labelled<Core>::sweep() {
    const Renumbering to = labels_.sweep([&](Code code) { return core_.count(code) != 0; });
    core_.renumber(to, labels_.size());
}

template <class Core>
void Labelled<Core>::set_labels(const nb::list& labels) {
    for (const nb::handle label : labels) {
        const Code expected = labels_.size();
        const bool is_missing = !plain_label(label).is_valid();
        if (is_missing && (missing_ != Missing::label || !label.is_none())) {
            throw StateError("state is damaged: it holds a missing value against its own rule");
        }
        if (labels_.find_or_add(label) != expected) {
            throw StateError("state is damaged: it holds a label twice");
        }
    }
    grow_core();
}

template <class Core>
std::vector<CodeCount> Labelled<Core>::held() const {
    std::vector<CodeCount> held;
    held.reserve(core_.sums().distinct());
    for (Code code = 0; code < labels_.size(); ++code) {
        if (core_.count(code) != 0) held.push_back({code, core_.count(code)});
    }
    return held;
}

}  // namespace entrostream
