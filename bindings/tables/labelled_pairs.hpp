// A table of pairs of the core together with Python labels, those of x and those of y.
//
// The counterpart of Labelled for pairs: calls that add pairs either apply completely or leave
// everything as it was. If missing values are skipped, so is a pair that contains one.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/input/batches/batch.hpp"
#include "bindings/labels/label_reader.hpp"
#include "bindings/labels/label_table.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/gil.hpp"
#include "bindings/runtime/interruptible.hpp"
#include "bindings/runtime/reentrancy_guard.hpp"
#include "bindings/summaries/trace_arrays.hpp"
#include "bindings/tables/pair_arguments.hpp"
#include "core/counts/code.hpp"
#include "core/counts/code_pair.hpp"
#include "core/state/missing.hpp"
#include "core/tables/contingency.hpp"

namespace entrostream {

namespace nb = nanobind;

// What accompanies the pairs of a bulk call, row by row: nothing, or times. It is read
// (`read`) after the labels; `with(use)` then passes it to the core.
struct NothingWithPairs {
    void read(const Batch&) {}
    template <class Use>
    void with(Use&& use) const {
        use();
    }
};

template <class Core>
class LabelledPairs {
  public:
    explicit LabelledPairs(Core core, Missing missing)
        : core_(std::move(core)), missing_(missing) {}
    LabelledPairs(const LabelledPairs& other)
        : core_(other.core_), x_(other.x_), y_(other.y_), missing_(other.missing_) {}
    LabelledPairs(LabelledPairs&& other) noexcept = default;
    LabelledPairs& operator=(const LabelledPairs&) = delete;

    [[nodiscard]] const Core& core() const noexcept { return core_; }
    [[nodiscard]] const LabelTable& x() const noexcept { return x_; }
    [[nodiscard]] const LabelTable& y() const noexcept { return y_; }
    [[nodiscard]] Missing missing() const noexcept { return missing_; }
    [[nodiscard]] bool busy() const noexcept { return busy_; }
    // The two labels as a tuple.
    [[nodiscard]] nb::tuple labels(CodePair pair) const {
        return nb::make_tuple(x_.label(pair.x), y_.label(pair.y));
    }

    // Held by every call that may run foreign code or release the GIL.
    [[nodiscard]] ReentrancyGuard work(nb::handle self) { return ReentrancyGuard(busy_, self); }

    // The core's other argument of an event, its time, follows the labels as `more`.
    //
    // Hot path: known strings and small integers need nothing else.
    template <class... More>
    void update(nb::handle self, nb::handle x, nb::handle y, More... more) {
        require_idle(busy_);
        const CodePair known{x_.find_simple(x.ptr()), y_.find_simple(y.ptr())};
        if (known.x != no_code && known.y != no_code) [[likely]] {
            core_.update(known, more...);
        } else {
            update_any(self, x, y, more...);
        }
    }

    template <class Others = NothingWithPairs>
    void update_many(nb::handle self, nb::handle xs, nb::handle ys, Others others = {});
    // One array per measure, with the values after each row.
    template <class Others = NothingWithPairs>
    [[nodiscard]] std::vector<nb::object> trace(nb::handle self, nb::handle xs, nb::handle ys,
                                                const std::vector<TableMeasure>& measures,
                                                Others others = {});
    template <class... More>
    void update_counts(nb::handle self, nb::handle counts, More... more);
    void remove(nb::handle self, nb::handle x, nb::handle y);
    void remove_counts(nb::handle self, nb::handle counts);
    // Like update_counts with the other's counts, or by the core's own merge.
    void merge(nb::handle self, nb::handle other_object, LabelledPairs& other);
    void clear(nb::handle self);
    // Releases all labels without a busy check: for the garbage collector.
    void forget() noexcept;

    // For a table restored from a state: label i gets code i. Throws StateError if two labels
    // of x, or of y, are equal.
    void set_labels(const nb::list& xs, const nb::list& ys);
    [[nodiscard]] Core& content() noexcept { return core_; }

    int traverse(visitproc visit, void* arg) const noexcept {
        const int stop = x_.traverse(visit, arg);
        return stop != 0 ? stop : y_.traverse(visit, arg);
    }

  protected:
    // As in Labelled, for x and y separately.
    void sweep_if_many_dead() noexcept { sweep(many_x_are_dead(), many_y_are_dead()); }
    [[nodiscard]] bool many_are_dead() const noexcept {
        return many_x_are_dead() || many_y_are_dead();
    }

  private:
    [[nodiscard]] bool many_x_are_dead() const noexcept {
        return x_.size() > 2 * core_.sums().x().distinct() + 64;
    }
    [[nodiscard]] bool many_y_are_dead() const noexcept {
        return y_.size() > 2 * core_.sums().y().distinct() + 64;
    }
    // The labels of x and y that a call added.
    struct Both {
        explicit Both(LabelledPairs& owner) : x(owner.x_), y(owner.y_) {}
        void keep() noexcept {
            x.keep();
            y.keep();
        }
        Additions x;
        Additions y;
    };
    struct Readers {
        LabelReader x;
        LabelReader y;

        // Assigned now if they are new; no_code in either if the pair is skipped.
        [[nodiscard]] CodePair codes(nb::handle x_label, nb::handle y_label) {
            const Code code = x.code(x_label);
            return {code, y.code(y_label)};
        }
        [[nodiscard]] bool skips(nb::handle x_label, nb::handle y_label) const {
            return x.skips(x_label) || y.skips(y_label);
        }
    };
    [[nodiscard]] static bool is_event(CodePair pair) noexcept {
        return pair.x != no_code && pair.y != no_code;
    }

    [[nodiscard]] Readers readers() { return {{x_, missing_}, {y_, missing_}}; }
    void grow_core() { core_.grow(x_.size(), y_.size()); }
    template <class... More>
    void update_any(nb::handle self, nb::handle x, nb::handle y, More... more);
    // Reads two columns and what accompanies them, and lets `count(batch, xs, ys)` count them;
    // `batch` knows which rows are skipped.
    template <class Others, class Count>
    void feed(nb::handle self, nb::handle xs, nb::handle ys, Others& others, Count&& count);
    // The count of this pair of labels, and its codes if it is known.
    [[nodiscard]] PairCount find(Readers& names, nb::handle x, nb::handle y) const;
    void sweep(bool x, bool y) noexcept;

    Core core_;
    LabelTable x_;
    LabelTable y_;
    Missing missing_;
    bool busy_ = false;
};

template <class Core>
template <class... More>
void LabelledPairs<Core>::update_any(nb::handle self, nb::handle x, nb::handle y, More... more) {
    const ReentrancyGuard at_work = work(self);
    sweep_if_many_dead();
    Both additions(*this);
    const CodePair pair = readers().codes(x, y);
    if (!is_event(pair)) return;
    grow_core();
    core_.update(pair, more...);
    additions.keep();
}

template <class Core>
template <class Others, class Count>
void LabelledPairs<Core>::feed(nb::handle self, nb::handle xs, nb::handle ys, Others& others,
                               Count&& count) {
    const ReentrancyGuard at_work = work(self);
    Both additions(*this);
    Interruptible open;
    Readers names = readers();
    Batch x_batch = read_batch(xs, names.x);
    Batch y_batch = read_batch(ys, names.y);
    require_same_length(x_batch.rows(), y_batch.rows());
    const std::span<Code> x_codes = x_batch.store();
    const std::span<Code> y_codes = y_batch.store();
    if (missing_ == Missing::skip) skip_together(x_codes, y_codes);
    x_batch.finish();
    y_batch.finish();
    others.read(std::as_const(x_batch));
    grow_core();
    const std::size_t events = x_batch.events();
    count(std::as_const(x_batch), Codes(x_codes.first(events)), Codes(y_codes.first(events)));
    additions.keep();
    sweep_if_many_dead();
}

template <class Core>
template <class Others>
void LabelledPairs<Core>::update_many(nb::handle self, nb::handle xs, nb::handle ys,
                                      Others others) {
    feed(self, xs, ys, others, [&](const Batch&, Codes x_codes, Codes y_codes) {
        const GilReleased unlocked;
        change_core(core_, x_codes.size(), [&](Core& core) {
            others.with([&](auto... more) { core.update_many(x_codes, y_codes, more...); });
        });
    });
}

template <class Core>
template <class Others>
std::vector<nb::object> LabelledPairs<Core>::trace(nb::handle self, nb::handle xs, nb::handle ys,
                                                   const std::vector<TableMeasure>& measures,
                                                   Others others) {
    std::vector<nb::object> arrays;
    feed(self, xs, ys, others, [&](const Batch& batch, Codes x_codes, Codes y_codes) {
        const auto before = [&](TableMeasure measure) { return read(core_.sums(), measure); };
        const TraceArraysOf<TableColumn> traced(measures, batch.rows(), before);
        arrays = traced.arrays();
        const GilReleased unlocked;
        change_core(core_, x_codes.size(), [&](Core& core) {
            others.with(
                [&](auto... more) { core.trace(x_codes, y_codes, traced.columns(), more...); });
        });
        traced.spread(batch);
    });
    return arrays;
}

template <class Core>
template <class... More>
void LabelledPairs<Core>::update_counts(nb::handle self, nb::handle counts, More... more) {
    const ReentrancyGuard at_work = work(self);
    Both additions(*this);
    Interruptible open;
    InterruptPoll<1024> poll;
    Readers names = readers();
    std::vector<PairCount> added;
    for (const nb::handle item : items_of(counts)) {
        poll();
        const nb::object key = item[0];
        const auto [x, y] = pair_argument(key);
        const std::uint64_t amount = natural_number(item[1], "count of " + repr_short(key));
        const CodePair pair = names.codes(x, y);
        if (is_event(pair)) added.push_back({pair, amount});
    }
    grow_core();
    change_core(core_, added.size(), [&](Core& core) { core.add_many(added, more...); });
    additions.keep();
    sweep_if_many_dead();
}

template <class Core>
void LabelledPairs<Core>::merge(nb::handle self, nb::handle other_object, LabelledPairs& other) {
    const ReentrancyGuard at_work = work(self);
    // The other table must not change meanwhile; it may be this one.
    std::optional<ReentrancyGuard> other_at_work;
    if (&other != this) other_at_work.emplace(other.busy_, other_object);
    Both additions(*this);
    Interruptible open;
    InterruptPoll<1024> poll;
    Readers names = readers();
    std::vector<PairCount> more;
    Renumbering x_to(other.x_.size(), no_code);
    Renumbering y_to(other.y_.size(), no_code);
    for (const PairCount& each : other.core_.held()) {
        poll();
        const nb::tuple labels = other.labels(each.pair);
        const CodePair pair = names.codes(labels[0], labels[1]);
        x_to[each.pair.x] = pair.x;
        y_to[each.pair.y] = pair.y;
        if (is_event(pair)) more.push_back({pair, each.amount});
    }
    grow_core();
    if constexpr (requires { core_.merge(other.core_, x_to, y_to); }) {
        core_.merge(other.core_, x_to, y_to);
    } else {
        change_core(core_, more.size(), [&](Core& core) { core.add_many(more); });
    }
    additions.keep();
    sweep_if_many_dead();
}

template <class Core>
PairCount LabelledPairs<Core>::find(Readers& names, nb::handle x, nb::handle y) const {
    const Code x_code = names.x.find(x);
    const CodePair pair{x_code, names.y.find(y)};
    return {pair, is_event(pair) ? core_.count(pair) : 0};
}

template <class Core>
void LabelledPairs<Core>::remove(nb::handle self, nb::handle x, nb::handle y) {
    const ReentrancyGuard at_work = work(self);
    Readers names = readers();
    if (names.skips(x, y)) return;
    const PairCount held = find(names, x, y);
    if (held.amount == 0) throw_not_held("remove", nb::make_tuple(x, y), nb::int_(1), nb::int_(0));
    const PairCount less{held.pair, 1};
    core_.take_many({&less, 1});
    sweep_if_many_dead();
}

template <class Core>
void LabelledPairs<Core>::remove_counts(nb::handle self, nb::handle counts) {
    const ReentrancyGuard at_work = work(self);
    Interruptible open;
    InterruptPoll<1024> poll;
    Readers names = readers();
    std::vector<PairCount> less;
    PairAmounts taken;
    for (const nb::handle item : items_of(counts)) {
        poll();
        const nb::object key = item[0];
        const auto [x, y] = pair_argument(key);
        const std::uint64_t amount = natural_number(item[1], "count of " + repr_short(key));
        if (amount == 0 || names.skips(x, y)) continue;
        const PairCount held = find(names, x, y);
        std::uint64_t& gone = taken[{held.pair.x, held.pair.y}];  // a pair may occur twice
        const std::uint64_t left = held.amount - gone;
        if (amount > left) throw_not_held("remove", key, nb::int_(amount), nb::int_(left));
        gone += amount;
        less.push_back({held.pair, amount});
    }
    change_core(core_, less.size(), [&](Core& core) { core.take_many(less); });
    sweep_if_many_dead();
}

template <class Core>
void LabelledPairs<Core>::clear(nb::handle self) {
    const ReentrancyGuard at_work = work(self);
    core_.clear();
    sweep(true, true);
}

template <class Core>
void LabelledPairs<Core>::forget() noexcept {
    core_.clear();
    x_.clear();
    y_.clear();
}

template <class Core>
void LabelledPairs<Core>::sweep(bool x, bool y) noexcept {
    const auto used_of = [](const LabelTable& labels, const Counts& counts, Renumbering& to) {
        return labels.swept([&](Code code) { return counts.count(code) != 0; }, to);
    };
    try {
        Renumbering to;
        if (x) {
            LabelTable used = used_of(x_, core_.counts().x(), to);
            core_.renumber_x(to, used.size());
            x_ = std::move(used);
        }
        if (y) {
            LabelTable used = used_of(y_, core_.counts().y(), to);
            core_.renumber_y(to, used.size());
            y_ = std::move(used);
        }
    } catch (const std::bad_alloc&) {
        return;  // out of memory: they stay for now
    }
}

template <class Core>
void LabelledPairs<Core>::set_labels(const nb::list& xs, const nb::list& ys) {
    restore_labels(x_, missing_, xs);
    restore_labels(y_, missing_, ys);
    grow_core();
}

}  // namespace entrostream
