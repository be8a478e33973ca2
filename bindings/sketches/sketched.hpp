// A sketch of the core with Python's labels: the basis of both public classes.
//
// Labels become keys; the core sees nothing else of them but the serialised form of the frequent
// ones. Bulk calls change a copy, which is small by nature, and so apply completely or not at all.
#pragma once
#include <nanobind/nanobind.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bindings/input/batches/key_columns.hpp"
#include "bindings/labels/label_key.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/interruptible.hpp"
#include "bindings/runtime/reentrancy_guard.hpp"
#include "bindings/sketches/sketch_arguments.hpp"
#include "core/fading/decayed_weight.hpp"
#include "core/math/double_double.hpp"
#include "core/sketch/key.hpp"
#include "core/sketch/label_hash.hpp"
#include "core/sketch/label_names.hpp"
#include "core/state/missing.hpp"

namespace entrostream {

namespace nb = nanobind;

// The label of a single event.
class OneLabel : public LabelSource {
  public:
    explicit OneLabel(nb::handle label) : label_(label) {}
    [[nodiscard]] std::string label(std::size_t) const override { return serialised_any(label_); }

  private:
    nb::handle label_;
};

// Adds the rows of a column to a core.
template <class Core>
class AddingSink : public KeySink {
  public:
    AddingSink(Core& core, const SketchWeights& weights, Missing missing)
        : core_(core), weights_(weights), skips_(missing == Missing::skip) {}

    void take(std::span<const Key> keys, const LabelSource& labels) override {
        require_rows(rows_ + keys.size());
        if (weights_.each.empty() && !skips_) {
            core_.add_many(keys, &labels);
        } else if (weights_.each.empty()) {
            add_between_skipped(keys, labels);
        } else {
            for (std::size_t row = 0; row < keys.size(); ++row) {
                const double weight = weights_.at(rows_ + row);
                if (keys[row] != 0 && weight > 0.0) core_.add(keys[row], weight, &labels, row);
            }
        }
        rows_ += keys.size();
    }
    void finish() const {
        if (needs_each() && weights_.each.size() != rows_) throw_lengths(rows_);
    }

  private:
    // Skipped rows have the key 0: what is between them is added at once.
    void add_between_skipped(std::span<const Key> keys, const LabelSource& labels) {
        struct From : LabelSource {
            const LabelSource& labels;
            std::size_t first;
            From(const LabelSource& all, std::size_t from) : labels(all), first(from) {}
            [[nodiscard]] std::string label(std::size_t row) const override {
                return labels.label(first + row);
            }
        };
        for (std::size_t first = 0; first < keys.size();) {
            std::size_t end = first;
            while (end < keys.size() && keys[end] != 0) {
                ++end;
            }
            const From from(labels, first);
            if (end > first) core_.add_many(keys.subspan(first, end - first), &from);
            first = end + 1;
        }
    }
    [[nodiscard]] bool needs_each() const noexcept {
        return !weights_.each.empty() && !weights_.one_for_all;
    }
    void require_rows(std::size_t rows) const {
        if (needs_each() && rows > weights_.each.size()) throw_lengths(rows);
    }
    [[noreturn]] void throw_lengths(std::size_t rows) const {
        throw nb::value_error(("labels and weights must have the same length, got " +
                               std::to_string(rows) + " and " +
                               std::to_string(weights_.each.size()))
                                  .c_str());
    }

    Core& core_;
    const SketchWeights& weights_;
    bool skips_;
    std::size_t rows_ = 0;
};

// Adds events with growing weights, and scales them all down before they are too large: by a power
// of two, which rounds nothing.
template <class Core>
class FadingSink : public KeySink {
  public:
    FadingSink(Core& core, double weight, double growth)
        : core_(core), weight_(weight), growth_(growth) {}

    void take(std::span<const Key> keys, const LabelSource& labels) override {
        for (std::size_t row = 0; row < keys.size(); ++row) {
            if (keys[row] == 0) continue;
            core_.add(keys[row], weight_, &labels, row);
            weight_ *= growth_;
            if (weight_ >= most) scale_down();
        }
    }
    [[nodiscard]] double weight() const noexcept { return weight_; }

  private:
    static constexpr double most = detail::power_of_two(most_halvings);

    void scale_down() {
        const double factor = detail::power_of_two(-std::ilogb(weight_));
        core_.scale(factor);
        weight_ *= factor;
    }

    Core& core_;
    double weight_;
    double growth_;
};

template <class Core>
class Sketched {
  public:
    Sketched(Core core, Missing missing)
        : core_(std::move(core)), hash_(core_.seed()), missing_(missing) {}
    Sketched(const Sketched& other)
        : core_(other.core_), hash_(other.hash_), missing_(other.missing_) {}
    Sketched(Sketched&&) noexcept = default;
    Sketched& operator=(const Sketched&) = delete;

    [[nodiscard]] const Core& core() const noexcept { return core_; }
    [[nodiscard]] Core& content() noexcept { return core_; }
    [[nodiscard]] Missing missing() const noexcept { return missing_; }
    [[nodiscard]] bool busy() const noexcept { return busy_; }
    [[nodiscard]] ReentrancyGuard work(nb::handle self) { return ReentrancyGuard(busy_, self); }

    // Hot path: strings and integers run no foreign code, and are not missing.
    void update(nb::handle self, nb::handle label, double weight) {
        require_idle(busy_);
        if (PyUnicode_CheckExact(label.ptr()) || PyLong_CheckExact(label.ptr())) [[likely]] {
            const OneLabel labels(label);
            if (weight > 0.0) core_.add(label_key(hash_, label), weight, &labels, 0);
        } else {
            update_any(self, label, weight);
        }
    }
    void update_any(nb::handle self, nb::handle label, double weight) {
        const ReentrancyGuard at_work = work(self);
        const Key key = reader().key(label);
        if (key == 0 || weight == 0.0) return;
        const OneLabel labels(label);
        core_.add(key, weight, &labels, 0);
    }
    void update_many(nb::handle self, nb::handle labels, nb::handle weights);
    // The first event has this weight, each later one `growth` times the one before, at most
    // 2^1000. Returns the weight of the next.
    double update_fading(nb::handle self, nb::handle labels, double weight, double growth);
    void update_counts(nb::handle self, nb::handle counts);
    void remove(nb::handle self, nb::handle label, double weight);
    void merge(nb::handle self, nb::handle other_object, Sketched& other);
    void clear(nb::handle self) {
        const ReentrancyGuard at_work = work(self);
        core_.clear();
    }

  private:
    [[nodiscard]] KeyReader reader() const { return {hash_, missing_}; }

    Core core_;
    LabelHash hash_;
    Missing missing_;
    bool busy_ = false;
};

template <class Core>
void Sketched<Core>::update_many(nb::handle self, nb::handle labels, nb::handle weights) {
    const ReentrancyGuard at_work = work(self);
    Interruptible open;
    const SketchWeights each = sketch_weights(weights, missing_);
    Core trial = core_;
    AddingSink<Core> sink(trial, each, missing_);
    KeyReader keys = reader();
    keys.read(labels, sink);
    sink.finish();
    core_ = std::move(trial);
}

template <class Core>
double Sketched<Core>::update_fading(nb::handle self, nb::handle labels, double weight,
                                     double growth) {
    const ReentrancyGuard at_work = work(self);
    Interruptible open;
    Core trial = core_;
    FadingSink<Core> sink(trial, weight, growth);
    KeyReader keys = reader();
    keys.read(labels, sink);
    core_ = std::move(trial);
    return sink.weight();
}

template <class Core>
void Sketched<Core>::update_counts(nb::handle self, nb::handle counts) {
    const ReentrancyGuard at_work = work(self);
    Interruptible open;
    InterruptPoll<1024> poll;
    Core trial = core_;
    KeyReader keys = reader();
    for (const nb::handle item : items_of(counts)) {
        poll();
        const nb::object label = item[0];
        const double weight = sketch_weight(item[1], missing_);
        const Key key = keys.key(label);
        const OneLabel labels(label);
        if (key != 0 && weight > 0.0) trial.add(key, weight, &labels, 0);
    }
    core_ = std::move(trial);
}

template <class Core>
void Sketched<Core>::remove(nb::handle self, nb::handle label, double weight) {
    const ReentrancyGuard at_work = work(self);
    const Key key = reader().key(label);
    if (key == 0 || weight == 0.0) return;
    try {
        core_.remove(key, weight);
    } catch (const std::invalid_argument& error) {
        throw nb::value_error(("cannot remove " + repr_short(label) + ": " + error.what()).c_str());
    }
}

template <class Core>
void Sketched<Core>::merge(nb::handle self, nb::handle other_object, Sketched& other) {
    const ReentrancyGuard at_work = work(self);
    std::optional<ReentrancyGuard> other_at_work;
    if (&other != this) other_at_work.emplace(other.busy_, other_object);
    if (core_.seed() != other.core_.seed()) {
        throw nb::value_error(("sketches with seeds " + std::to_string(core_.seed()) + " and " +
                               std::to_string(other.core_.seed()) +
                               " cannot merge: their labels have different keys")
                                  .c_str());
    }
    Core merged = core_;
    merged.merge(other.core_);
    core_ = std::move(merged);
}

}  // namespace entrostream
