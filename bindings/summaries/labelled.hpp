// A summary of the core together with Python labels: the basis of each public class.
//
// The core counts codes, the table maps labels to codes. Calls that add labels either apply
// completely or leave everything as it was.
#pragma once
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/input/amounts.hpp"
#include "bindings/input/auxiliary_columns.hpp"
#include "bindings/input/batches/batch.hpp"
#include "bindings/labels/label_reader.hpp"
#include "bindings/labels/label_table.hpp"
#include "bindings/labels/plain_label.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/gil.hpp"
#include "bindings/runtime/interruptible.hpp"
#include "bindings/runtime/reentrancy_guard.hpp"
#include "bindings/summaries/trace_arrays.hpp"
#include "core/counts/code.hpp"
#include "core/counts/trace.hpp"
#include "core/state/missing.hpp"
#include "core/state/state_error.hpp"

namespace entrostream {

namespace nb = nanobind;

// Whether a code must keep its label, and how many must: those that are counted, unless the core
// also refers to others.
template <class Core>
[[nodiscard]] bool is_used(const Core& core, Code code) noexcept {
    if constexpr (requires { core.uses(code); }) {
        return core.uses(code);
    } else {
        return core.count(code) != 0;
    }
}
template <class Core>
[[nodiscard]] std::size_t codes_used(const Core& core) noexcept {
    if constexpr (requires { core.used(); }) {
        return core.used();
    } else {
        return core.sums().distinct();
    }
}

template <class Core>
class Labelled {
  public:
    using Amount = Core::Amount;
    using Held = CodeAmount<Amount>;

    explicit Labelled(Core core, Missing missing) : core_(std::move(core)), missing_(missing) {}
    Labelled(const Labelled& other)
        : core_(other.core_), labels_(other.labels_), missing_(other.missing_) {}
    Labelled(Labelled&& other) noexcept = default;
    Labelled& operator=(const Labelled&) = delete;

    [[nodiscard]] const Core& core() const noexcept { return core_; }
    [[nodiscard]] const LabelTable& labels() const noexcept { return labels_; }
    [[nodiscard]] Missing missing() const noexcept { return missing_; }
    [[nodiscard]] bool busy() const noexcept { return busy_; }

    // Held by every call that may run foreign code or release the GIL.
    [[nodiscard]] ReentrancyGuard work(nb::handle self) { return ReentrancyGuard(busy_, self); }

    // Attributes of an event besides its label (its time, its weight) follow the label and are
    // forwarded to the core unchanged.
    //
    // Hot path: known strings and small integers need nothing else.
    template <class... More>
    void update(nb::handle self, nb::handle label, More... more) {
        require_idle(busy_);
        const Code known = labels_.find_simple(label.ptr());
        if (known != no_code) [[likely]] {
            core_.update(known, more...);
        } else {
            update_any(self, label, more...);
        }
    }

    template <class Auxiliary>
    void update_many(nb::handle self, nb::handle labels, Auxiliary auxiliary);
    // One array per measure, with the values after each row.
    template <class Auxiliary>
    [[nodiscard]] std::vector<nb::object> trace(nb::handle self, nb::handle labels,
                                                const std::vector<Measure>& measures,
                                                Auxiliary auxiliary);
    template <class... More>
    void update_counts(nb::handle self, nb::handle counts, More... more);
    // Removes this much of one label, or all of it.
    void remove(nb::handle self, nb::handle label, Amount amount);
    void drop(nb::handle self, nb::handle label);
    void remove_counts(nb::handle self, nb::handle counts);
    // Increases or decreases: `read(value)` returns the change of a label, a pair (up, down)
    // of which one is 0.
    template <class Read>
    void change(nb::handle self, nb::handle changes, Read&& read);
    // Like update_counts with the other's counts, or by the core's own merge.
    void merge(nb::handle self, nb::handle other_object, Labelled& other);
    void clear(nb::handle self);
    // Releases all labels without a busy check: for the garbage collector.
    void forget() noexcept;

    // The labels now held with their amounts, ordered by code.
    [[nodiscard]] std::vector<Held> held() const;
    // An amount as a Python object. Unqualified call: a core may have its own overload.
    [[nodiscard]] auto as_object(Amount amount) const { return shown_amount(core_, amount); }

    // For a summary restored from a state: label i gets code i. Throws StateError if two
    // labels are equal.
    void set_labels(const nb::list& labels);
    [[nodiscard]] Core& content() noexcept { return core_; }

    int traverse(visitproc visit, void* arg) const noexcept { return labels_.traverse(visit, arg); }

  protected:
    // Labels whose count fell to 0 stay until they outnumber the others: one that returns soon
    // costs nothing, and memory stays proportional to what is held. The re-entrancy guard must
    // be held: destroying labels may run Python code.
    void sweep_if_many_dead() noexcept {
        if (many_are_dead()) sweep();
    }
    [[nodiscard]] bool many_are_dead() const noexcept {
        return labels_.size() > 2 * codes_used(core_) + 64;
    }
    // Reads the labels and the auxiliary columns, and lets `count` count them.
    template <class Auxiliary, class Count>
    void feed(nb::handle self, nb::handle labels, Auxiliary& auxiliary, Wanted wanted,
              Count&& count);
    // The number of events to count at once. On a copy, a few milliseconds of work, so that it
    // can be interrupted.
    [[nodiscard]] std::size_t piece_of(const Core& core, double nanoseconds) const noexcept {
        if (&core == &core_) return std::numeric_limits<std::size_t>::max();
        return static_cast<std::size_t>(5e6 / nanoseconds) + 1;
    }

  private:
    [[nodiscard]] LabelReader reader() { return {labels_, missing_}; }
    void grow_core() {
        if (core_.codes() < labels_.size()) core_.grow(labels_.size());
    }
    template <class... More>
    void update_any(nb::handle self, nb::handle label, More... more);
    // Measures that are read event by event cost more.
    [[nodiscard]] double nanoseconds_traced(TraceColumns columns) const noexcept {
        const double read = fits_blocks(columns) ? 0.0 : 100.0;
        return core_.nanoseconds() + read * static_cast<double>(columns.size());
    }
    [[noreturn]] void throw_not_held(const char* verb, nb::handle label, Amount wanted,
                                     Amount held) const {
        entrostream::throw_not_held(verb, label, as_object(wanted), as_object(held));
    }
    void sweep() noexcept;

    Core core_;
    LabelTable labels_;
    Missing missing_;
    bool busy_ = false;
};

template <class Core>
template <class... More>
void Labelled<Core>::update_any(nb::handle self, nb::handle label, More... more) {
    const ReentrancyGuard at_work = work(self);
    sweep_if_many_dead();
    Additions additions(labels_);
    const Code code = reader().code(label);
    if (code == no_code) return;
    grow_core();
    core_.update(code, more...);
    additions.keep();
}

template <class Core>
template <class Auxiliary, class Count>
void Labelled<Core>::feed(nb::handle self, nb::handle labels, Auxiliary& auxiliary, Wanted wanted,
                          Count&& count) {
    const ReentrancyGuard at_work = work(self);
    Additions additions(labels_);
    Interruptible open;
    LabelReader names = reader();
    Batch batch = read_batch(labels, names, wanted);
    batch.finish();
    auxiliary.read(batch);
    grow_core();
    count(std::as_const(batch));
    additions.keep();
    if constexpr (requires { auxiliary.finish(); }) auxiliary.finish();
    sweep_if_many_dead();
}

template <class Core>
template <class Auxiliary>
void Labelled<Core>::update_many(nb::handle self, nb::handle labels, Auxiliary auxiliary) {
    const Wanted wanted = Auxiliary::template wanted<Core>();
    feed(self, labels, auxiliary, wanted, [&](const Batch& batch) {
        const GilReleased unlocked;
        const std::size_t steps = batch.counts() ? batch.counts()->size() : batch.events();
        change_core(core_, steps, [&](Core& core) {
            auxiliary.prepare(core, batch);
            if constexpr (Auxiliary::template wanted<Core>() == Wanted::counts) {
                if (batch.counts()) return core.add_many(*batch.counts());
            }
            const std::size_t piece = piece_of(core, core.nanoseconds());
            batch.for_each_piece(piece, [&](Codes codes, std::size_t first) {
                auxiliary.update(core, codes, first);
            });
            auxiliary.counted(core);
        });
    });
}

template <class Core>
template <class Auxiliary>
std::vector<nb::object> Labelled<Core>::trace(nb::handle self, nb::handle labels,
                                              const std::vector<Measure>& measures,
                                              Auxiliary auxiliary) {
    std::vector<nb::object> arrays;
    feed(self, labels, auxiliary, Wanted::codes, [&](const Batch& batch) {
        const nb::object memory = auxiliary.template memory<Core>();  // lives as long as needed
        const auto before = [&](Measure measure) { return read_of(core_, measure); };
        const TraceArrays traced(measures, batch.rows(), before, memory);
        arrays = traced.arrays();
        const GilReleased unlocked;
        const double each = nanoseconds_traced(traced.columns());
        change_core(core_, BulkSteps{batch.events(), each}, [&](Core& core) {
            auxiliary.begin_trace(core, batch, traced.columns());
            const std::size_t piece = piece_of(core, each);
            batch.for_each_piece(piece, [&](Codes codes, std::size_t first) {
                auxiliary.trace(core, codes, first, traced.columns());
            });
            auxiliary.end_trace(core);
            auxiliary.counted(core);
        });
        traced.spread(batch);
    });
    return arrays;
}

template <class Core>
template <class... More>
void Labelled<Core>::update_counts(nb::handle self, nb::handle counts, More... more) {
    const ReentrancyGuard at_work = work(self);
    Additions additions(labels_);
    Interruptible open;
    InterruptPoll<1024> poll;
    LabelReader names = reader();
    std::vector<Held> added;
    for (const nb::handle item : items_of(counts)) {
        poll();
        const nb::object label = item[0];
        const Amount amount = amount_from(core_, item[1], label);
        const Code code = names.code(label);
        if (code != no_code) added.push_back({code, amount});
    }
    grow_core();
    change_core(core_, added.size(), [&](Core& core) { core.add_many(added, more...); });
    additions.keep();
    sweep_if_many_dead();
}

template <class Core>
void Labelled<Core>::merge(nb::handle self, nb::handle other_object, Labelled& other) {
    const ReentrancyGuard at_work = work(self);
    // The other summary must not change meanwhile; it may be this one.
    std::optional<ReentrancyGuard> other_at_work;
    if (&other != this) other_at_work.emplace(other.busy_, other_object);
    Additions additions(labels_);
    Interruptible open;
    InterruptPoll<1024> poll;
    LabelReader names = reader();
    std::vector<Held> more;
    Renumbering to(other.labels_.size(), no_code);
    for (const Held& each : other.held()) {
        poll();
        const nb::object label = nb::borrow(other.labels_.label(each.code));
        to[each.code] = names.code(label);
        if (to[each.code] != no_code) more.push_back({to[each.code], each.amount});
    }
    grow_core();
    if constexpr (requires { core_.merge(other.core_, to); }) {
        core_.merge(other.core_, to);
    } else {
        change_core(core_, more.size(), [&](Core& core) { core.add_many(more); });
    }
    additions.keep();
}

template <class Core>
void Labelled<Core>::remove_counts(nb::handle self, nb::handle counts) {
    const ReentrancyGuard at_work = work(self);
    Interruptible open;
    InterruptPoll<1024> poll;
    LabelReader names = reader();
    std::vector<Held> less;
    std::map<Code, Amount> left;  // of the labels seen so far
    for (const nb::handle item : items_of(counts)) {
        poll();
        const nb::object label = item[0];
        const Amount amount = amount_from(core_, item[1], label);
        if (amount == 0 || names.skips(label)) continue;
        const Code code = names.find(label);
        if (code == no_code) throw_not_held("remove", label, amount, 0);
        const auto [place, first] = left.emplace(code, core_.count(code));
        if (amount > place->second) throw_not_held("remove", label, amount, place->second);
        place->second -= amount;
        less.push_back({code, amount});
    }
    change_core(core_, less.size(), [&](Core& core) { core.take_many(less); });
    sweep_if_many_dead();
}

template <class Core>
template <class Read>
void Labelled<Core>::change(nb::handle self, nb::handle changes, Read&& read) {
    const ReentrancyGuard at_work = work(self);
    Additions additions(labels_);
    Interruptible open;
    InterruptPoll<1024> poll;
    LabelReader names = reader();
    std::map<Code, Amount> after;  // of the labels seen so far
    for (const nb::handle item : items_of(changes)) {
        poll();
        const nb::object label = item[0];
        const auto [up, down] = read(item[1]);
        if ((up == 0 && down == 0) || names.skips(label)) continue;
        const Code code = up == 0 ? names.find(label) : names.code(label);
        const bool known = code != no_code && code < core_.codes();
        const Amount held = known ? core_.count(code) : 0;
        Amount& amount = after.emplace(code, held).first->second;
        if (amount < down) throw_not_held("remove", label, down, amount);
        amount = amount + up - down;
    }
    grow_core();
    std::vector<Held> more;
    std::vector<Held> less;
    for (const auto& [code, amount] : after) {
        const Amount held = core_.count(code);
        if (amount > held) more.push_back({code, amount - held});
        if (amount < held) less.push_back({code, held - amount});
    }
    change_core(core_, after.size(), [&](Core& core) {
        core.add_many(more);  // may throw, so before anything is removed
        core.take_many(less);
    });
    additions.keep();
    sweep_if_many_dead();
}

template <class Core>
void Labelled<Core>::remove(nb::handle self, nb::handle label, Amount amount) {
    const ReentrancyGuard at_work = work(self);
    LabelReader names = reader();
    if (names.skips(label)) return;
    const Code code = names.find(label);
    const Amount count = code == no_code ? 0 : core_.count(code);
    if (count < amount) throw_not_held("remove", label, amount, count);
    const Held less{code, amount};
    core_.take_many({&less, 1});
    sweep_if_many_dead();
}

template <class Core>
void Labelled<Core>::drop(nb::handle self, nb::handle label) {
    const ReentrancyGuard at_work = work(self);
    LabelReader names = reader();
    if (names.skips(label)) return;
    const Code code = names.find(label);
    const Amount count = code == no_code ? 0 : core_.count(code);
    if (count == 0) throw_not_held("drop", label, count, 0);
    const Held less{code, count};
    core_.take_many({&less, 1});
    sweep_if_many_dead();
}

template <class Core>
void Labelled<Core>::clear(nb::handle self) {
    const ReentrancyGuard at_work = work(self);
    core_.clear();
    sweep();
}

template <class Core>
void Labelled<Core>::forget() noexcept {
    core_.clear();
    labels_.clear();
}

template <class Core>
void Labelled<Core>::sweep() noexcept {
    try {
        Renumbering to;
        LabelTable used = labels_.swept([&](Code code) { return is_used(core_, code); }, to);
        core_.renumber(to, used.size());
        labels_ = std::move(used);
    } catch (const std::bad_alloc&) {
        return;  // out of memory: they stay for now
    }
}

template <class Core>
void Labelled<Core>::set_labels(const nb::list& labels) {
    restore_labels(labels_, missing_, labels);
    grow_core();
}

template <class Core>
auto Labelled<Core>::held() const -> std::vector<Held> {
    std::vector<Held> held;
    held.reserve(codes_used(core_));
    for (Code code = 0; code < labels_.size(); ++code) {
        if (core_.count(code) != 0) held.push_back({code, core_.count(code)});
    }
    return held;
}

}  // namespace entrostream
