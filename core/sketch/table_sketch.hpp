// Exact counts while they fit, then a table of heavy hitters in front of a linear sketch.
//
// The common part of the entropy sketch and of the Gini sketch. While all keys fit into the memory
// their counts are exact. Then the heaviest keys of each set stay in the table, with exact counts,
// and all others are pushed into the linear sketch behind it, the `Tail`, which loses nothing: it
// is a sum over all weights that it was given.
//
// Weights are positive and sum to less than 2^53, so that whole weights are exact. A method that
// throws changes nothing.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/counts/require.hpp"
#include "core/sketch/exact_counts.hpp"
#include "core/sketch/heavy_hitters.hpp"
#include "core/sketch/key.hpp"
#include "core/sketch/label_names.hpp"

namespace entrostream {

// How the memory of a sketch is divided.
struct SketchLayout {
    std::uint32_t cells = 0;  // of the linear sketch: buckets or counters
    std::uint32_t sets = 0;   // of the table
    std::size_t names = 0;    // bytes for labels
    std::size_t exact = 0;    // slots of the exact counts

    friend bool operator==(const SketchLayout&, const SketchLayout&) = default;
};

// A key that may be among the most frequent: its serialised label, and bounds of its weight.
struct FrequentLabel {
    std::string text;
    double lower = 0.0;
    double upper = 0.0;
};

template <class Tail>
class TableSketch {
  public:
    static constexpr double most_weight = 0x1p53;

    TableSketch(std::size_t memory, std::uint64_t seed, const SketchLayout& layout)
        : memory_(memory),
          seed_(seed),
          layout_(layout),
          exact_(layout.exact),
          names_(layout.names) {}

    [[nodiscard]] std::size_t memory() const noexcept { return memory_; }
    [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }
    [[nodiscard]] double n() const noexcept { return n_; }
    [[nodiscard]] bool is_whole() const noexcept { return whole_; }  // all weights are integers
    [[nodiscard]] bool is_exact() const noexcept { return !sketch_; }
    [[nodiscard]] std::size_t nbytes() const noexcept {
        return sizeof(*this) + exact_.nbytes() + names_.nbytes() +
               (sketch_ ? sketch_->table.nbytes() + sketch_->tail.nbytes() : 0);
    }

    // `labels`, if any, has the serialised label of a row, in case that it is to be stored.
    void add(Key key, double weight, const LabelSource* labels = nullptr, std::size_t row = 0);
    void add_many(std::span<const Key> keys, const LabelSource* labels = nullptr);
    // Throws std::invalid_argument if this much of the key was certainly not added.
    void remove(Key key, double weight);
    // Precondition: the same seed. Sketches of different memory merge at the smaller one; throws
    // std::invalid_argument if its cells do not divide those of the larger.
    void merge(const TableSketch& other);
    void scale(double factor);
    void clear() noexcept;

    // The labels stored, by decreasing lower bound.
    [[nodiscard]] std::vector<FrequentLabel> most_common() const;

    // For the estimates and the codec.
    struct Sketch {
        HeavyHitters table;
        Tail tail;
        friend bool operator==(const Sketch&, const Sketch&) = default;
    };
    [[nodiscard]] const SketchLayout& layout() const noexcept { return layout_; }
    [[nodiscard]] const ExactCounts& exact() const noexcept { return exact_; }
    [[nodiscard]] const Sketch& sketch() const noexcept { return *sketch_; }
    [[nodiscard]] const LabelNames& names() const noexcept { return names_; }
    // Restores what the codec read into a new sketch.
    void restore(double n, bool whole, const std::vector<KeyCount>& exact,
                 std::optional<Sketch> sketch, const LabelNames& names);

  private:
    void require_room(double weight) const;
    void add_unchecked(Key key, double weight, const LabelSource* labels, std::size_t row);
    void add_in_sketch(Key key, double weight, const LabelSource* labels, std::size_t row);
    std::size_t add_exactly(std::span<const Key> keys, const LabelSource* labels);
    void add_counts(const std::vector<KeyCount>& counts);
    void begin_sketch(const std::vector<KeyCount>& counts);
    void merge_sketch(const TableSketch& other);
    [[nodiscard]] static HeavyEntry known_of(Key key, const HeavyHitters& table, const Tail& tail);
    void sort_sets();
    void shrink(std::size_t memory, const SketchLayout& layout);
    void name(Key key, const std::string& text);
    void mark_names();
    [[nodiscard]] std::vector<RankedName> ranked_names() const;
    void merge_names(std::vector<RankedName> own, const TableSketch& other);
    [[nodiscard]] double lower_bound(Key key) const;
    [[nodiscard]] auto pushing() {
        return [this](Key key, double count) { sketch_->tail.push(key, count); };
    }

    std::size_t memory_;
    std::uint64_t seed_;
    SketchLayout layout_;
    double n_ = 0.0;
    bool whole_ = true;
    ExactCounts exact_;
    LabelNames names_;
    std::optional<Sketch> sketch_;  // none while the counts are exact
};

// ------------------------------------------------------------------ adding

template <class Tail>
void TableSketch<Tail>::require_room(double weight) const {
    if (!(n_ + weight < most_weight)) {
        throw std::overflow_error("the weights of a sketch must sum to less than 2^53");
    }
}

template <class Tail>
void TableSketch<Tail>::add(Key key, double weight, const LabelSource* labels, std::size_t row) {
    require_room(weight);
    add_unchecked(key, weight, labels, row);
    n_ += weight;
    whole_ = whole_ && weight == std::floor(weight);
}

template <class Tail>
void TableSketch<Tail>::add_unchecked(Key key, double weight, const LabelSource* labels,
                                      std::size_t row) {
    if (!sketch_) {
        if (KeyCount* slot = exact_.find_or_add(key)) {
            slot->count += weight;
            if (labels != nullptr && slot->count >= names_.threshold() && !exact_.is_named(slot)) {
                name(key, labels->label(row));
            }
            return;
        }
        begin_sketch(exact_.sorted());
    }
    add_in_sketch(key, weight, labels, row);
}

template <class Tail>
void TableSketch<Tail>::add_in_sketch(Key key, double weight, const LabelSource* labels,
                                      std::size_t row) {
    HeavyHitters& table = sketch_->table;
    HeavyHitters::Place place = table.find(key);
    if (place.held) {
        table.add(place, weight);
    } else {
        place = table.insert(key, weight, pushing());
    }
    if (labels != nullptr && table.count(place) >= names_.threshold() && !table.is_named(place)) {
        name(key, labels->label(row));
    }
}

// Stops when the counts are no longer exact; returns the number of keys added.
template <class Tail>
std::size_t TableSketch<Tail>::add_exactly(std::span<const Key> keys, const LabelSource* labels) {
    std::size_t row = 0;
    while (row < keys.size() && !sketch_) {
        const std::size_t run = detail::run_at(keys.data(), row, keys.size());
        add_unchecked(keys[row], static_cast<double>(run), labels, row);
        row += run;
    }
    return row;
}

template <class Tail>
void TableSketch<Tail>::add_many(std::span<const Key> keys, const LabelSource* labels) {
    require_room(static_cast<double>(keys.size()));
    std::size_t row = add_exactly(keys, labels);
    while (row < keys.size()) {
        const double threshold =
            labels != nullptr ? names_.threshold() : std::numeric_limits<double>::infinity();
        row += sketch_->tail.add_keys(sketch_->table, keys.subspan(row), threshold);
        if (labels == nullptr) continue;
        const HeavyHitters::Place place = sketch_->table.find(keys[row - 1]);
        if (sketch_->table.count(place) >= threshold && !sketch_->table.is_named(place)) {
            name(keys[row - 1], labels->label(row - 1));
        }
    }
    n_ += static_cast<double>(keys.size());
}

// All keys come with their exact counts, sorted: those that stay have no error.
template <class Tail>
void TableSketch<Tail>::begin_sketch(const std::vector<KeyCount>& counts) {
    Sketch begun{HeavyHitters(layout_.sets), Tail(layout_.cells)};
    const auto push = [&](Key key, double count) { begun.tail.push(key, count); };
    std::vector<HeavyEntry> set;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::uint32_t place = set_of(counts[i].key, layout_.sets);
        set.push_back({counts[i].key, counts[i].count, 0.0});
        const bool last =
            i + 1 == counts.size() || set_of(counts[i + 1].key, layout_.sets) != place;
        if (!last) continue;
        begun.table.refill(place, set, push);
        set.clear();
    }
    sketch_.emplace(std::move(begun));
    exact_.clear();
    mark_names();
}

// ------------------------------------------------------------------ removing, scaling

template <class Tail>
void TableSketch<Tail>::remove(Key key, double weight) {
    // Sums of fractions are rounded: what was added may be removed all the same.
    const double rounding = whole_ && weight == std::floor(weight) ? 0.0 : 1e-9 * weight;
    const auto require_held = [&](double held) {
        require(weight <= held + rounding, "no more can be removed than was added");
    };
    if (!sketch_) {
        KeyCount* slot = exact_.find(key);
        require_held(slot == nullptr ? 0.0 : slot->count);
        slot->count -= weight;
        if (slot->count <= rounding) exact_.erase(key);
    } else {
        // What the table holds goes first: no key may have a negative weight in the tail.
        const HeavyHitters::Place place = sketch_->table.find(key);
        const double held = place.held ? sketch_->table.count(place) : 0.0;
        const double from_table = std::min(weight, held);
        require_held(held + std::max(0.0, sketch_->tail.mass_around(key)));
        if (place.held && sketch_->table.add(place, -from_table) == 0.0 &&
            sketch_->table.entry(place.set, place.slot).error == 0.0) {
            sketch_->table.free(place);
        }
        if (weight > from_table + rounding) sketch_->tail.push(key, from_table - weight);
    }
    n_ = std::max(0.0, n_ - weight);
    whole_ = whole_ && weight == std::floor(weight);
}

template <class Tail>
void TableSketch<Tail>::scale(double factor) {
    n_ *= factor;
    whole_ = false;
    names_.scale(factor);
    exact_.scale(factor);
    if (!sketch_) return;
    sketch_->table.scale(factor);
    sketch_->tail.scale(factor);
}

template <class Tail>
void TableSketch<Tail>::clear() noexcept {
    n_ = 0.0;
    whole_ = true;
    exact_.clear();
    names_.clear();
    sketch_.reset();
}

// ------------------------------------------------------------------ merging

template <class Tail>
void TableSketch<Tail>::merge(const TableSketch& other) {
    require_room(other.n_);
    const TableSketch copy = other;  // it may be this one
    const bool smaller = copy.memory_ < memory_;
    const std::uint32_t most = std::max(layout_.cells, copy.layout_.cells);
    const std::uint32_t least = std::min(layout_.cells, copy.layout_.cells);
    require(most % least == 0, "sketches of " + std::to_string(memory_) + " and " +
                                   std::to_string(copy.memory_) +
                                   " bytes cannot merge: one must be a multiple of the other");
    if (smaller) shrink(copy.memory_, copy.layout_);
    std::vector<RankedName> names = ranked_names();
    if (!copy.is_exact()) {
        merge_sketch(copy);
    } else if (!sketch_) {
        add_counts(copy.exact_.sorted());
    } else {
        sort_sets();
        for (const KeyCount& each : copy.exact_.sorted()) {
            add_in_sketch(each.key, each.count, nullptr, 0);
        }
    }
    n_ += copy.n_;
    whole_ = whole_ && copy.whole_;
    merge_names(std::move(names), copy);
}

// To exact counts. If there are too many keys, the sketch begins with the sums of both, so that it
// does not depend on which of them were there before.
template <class Tail>
void TableSketch<Tail>::add_counts(const std::vector<KeyCount>& counts) {
    const std::vector<KeyCount> all = summed(exact_.sorted(), counts);
    for (const KeyCount& each : counts) {
        KeyCount* slot = exact_.find_or_add(each.key);
        if (slot == nullptr) return begin_sketch(all);
        slot->count += each.count;
    }
}

// The order of the slots decides between equal priorities: a merge does not depend on it.
template <class Tail>
void TableSketch<Tail>::sort_sets() {
    std::vector<HeavyEntry> entries;
    for (std::uint32_t set = 0; set < layout_.sets; ++set) {
        entries.clear();
        for (std::uint32_t slot = 0; slot < HeavyHitters::slots; ++slot) {
            const Key key = sketch_->table.entry(set, slot).key;
            if (key != 0) entries.push_back(known_of(key, sketch_->table, sketch_->tail));
        }
        sketch_->table.refill(set, entries, pushing());
    }
}

// What one part of a merge knows about a key. What is not in its table is in its registers, which
// bound it as well, more tightly than those of all parts together will.
template <class Tail>
HeavyEntry TableSketch<Tail>::known_of(Key key, const HeavyHitters& table, const Tail& tail) {
    const HeavyHitters::Place place = table.find(key);
    HeavyEntry known = place.held ? table.entry(place.set, place.slot)
                                  : HeavyEntry{key, 0.0, table.offset(place.set)};
    known.error = std::min(known.error, std::max(0.0, tail.most(key)));
    return known;
}

template <class Tail>
void TableSketch<Tail>::merge_sketch(const TableSketch& other) {
    if (!sketch_) {
        const std::vector<KeyCount> counts = exact_.sorted();
        exact_.clear();
        sketch_.emplace(Sketch{HeavyHitters(layout_.sets), Tail(layout_.cells)});
        merge_sketch(other);
        for (const KeyCount& each : counts) {
            add_in_sketch(each.key, each.count, nullptr, 0);
        }
        return;
    }
    const HeavyHitters& others = other.sketch_->table;
    const Tail theirs = layout_.cells == other.layout_.cells
                            ? other.sketch_->tail
                            : other.sketch_->tail.folded(layout_.cells);
    const HeavyHitters own = sketch_->table;
    std::vector<std::vector<HeavyEntry>> sets(own.sets());
    const auto add_up = [&](Key key) {
        const HeavyEntry mine = known_of(key, own, sketch_->tail);
        const HeavyEntry also = known_of(key, others, theirs);
        sets[set_of(key, own.sets())].push_back(
            {key, mine.count + also.count, mine.error + also.error});
    };
    own.for_each([&](const HeavyEntry& entry) { add_up(entry.key); });
    others.for_each([&](const HeavyEntry& entry) {
        if (!own.find(entry.key).held) add_up(entry.key);
    });
    sketch_->tail.merge(theirs);
    // A key that neither holds has at most both offsets. A set of the smaller table lies across
    // sets of the other.
    for (std::uint32_t set = 0; set < own.sets(); ++set) {
        const std::uint64_t first = std::uint64_t{set} * others.sets() / own.sets();
        const std::uint64_t last = ((set + std::uint64_t{1}) * others.sets() - 1) / own.sets();
        double offset = 0.0;
        for (std::uint64_t i = first; i <= last; ++i) {
            offset = std::max(offset, others.offset(static_cast<std::uint32_t>(i)));
        }
        sketch_->table.raise_offset(set, own.offset(set) + offset);
        sketch_->table.refill(set, sets[set], pushing());
    }
}

template <class Tail>
void TableSketch<Tail>::shrink(std::size_t memory, const SketchLayout& layout) {
    const TableSketch larger = *this;
    *this = TableSketch(memory, seed_, layout);
    if (larger.is_exact()) {
        add_counts(larger.exact_.sorted());
    } else {
        merge_sketch(larger);
    }
    n_ = larger.n_;
    whole_ = larger.whole_;
    merge_names({}, larger);
}

// ------------------------------------------------------------------ labels

template <class Tail>
double TableSketch<Tail>::lower_bound(Key key) const {
    if (!sketch_) {
        const KeyCount* slot = exact_.find(key);
        return slot == nullptr ? 0.0 : slot->count;
    }
    const HeavyHitters::Place place = sketch_->table.find(key);
    return place.held ? sketch_->table.count(place) : 0.0;
}

template <class Tail>
void TableSketch<Tail>::name(Key key, const std::string& text) {
    if (!names_.admits(text)) return;
    if (!names_.fits(text)) {
        names_.drop_smaller_half([&](Key each) { return lower_bound(each); });
        mark_names();
        if (lower_bound(key) < names_.threshold() || !names_.fits(text)) return;
    }
    names_.add(key, text);
    if (!sketch_) {
        exact_.set_named(exact_.find(key), true);
    } else {
        sketch_->table.set_named(sketch_->table.find(key), true);
    }
}

template <class Tail>
void TableSketch<Tail>::mark_names() {
    exact_.forget_names();
    if (sketch_) sketch_->table.forget_names();
    for (const LabelName& each : names_.all()) {
        if (!sketch_) {
            if (const KeyCount* slot = exact_.find(each.key)) exact_.set_named(slot, true);
            continue;
        }
        const HeavyHitters::Place place = sketch_->table.find(each.key);
        if (place.held) sketch_->table.set_named(place, true);
    }
}

template <class Tail>
std::vector<RankedName> TableSketch<Tail>::ranked_names() const {
    return names_.ranked([this](Key key) { return lower_bound(key); });
}

// `own`: the labels as they were ranked before the counts were merged.
template <class Tail>
void TableSketch<Tail>::merge_names(std::vector<RankedName> own, const TableSketch& other) {
    names_.merge(std::move(own), other.ranked_names(), other.names_,
                 [this](Key key) { return lower_bound(key); });
    mark_names();
}

template <class Tail>
std::vector<FrequentLabel> TableSketch<Tail>::most_common() const {
    std::vector<FrequentLabel> labels;
    for (LabelName& each : names_.all()) {
        const double lower = lower_bound(each.key);
        if (lower <= 0.0) continue;
        double error = 0.0;
        if (sketch_) {
            const HeavyHitters::Place place = sketch_->table.find(each.key);
            error = std::min(sketch_->table.entry(place.set, place.slot).error,
                             std::max(0.0, sketch_->tail.most(each.key)));
        }
        labels.push_back({std::move(each.text), lower, lower + error});
    }
    std::ranges::stable_sort(labels, std::greater<>(), &FrequentLabel::lower);
    return labels;
}

template <class Tail>
void TableSketch<Tail>::restore(double n, bool whole, const std::vector<KeyCount>& exact,
                                std::optional<Sketch> sketch, const LabelNames& names) {
    for (const KeyCount& each : exact) {
        KeyCount* slot = exact_.find_or_add(each.key);
        require(slot != nullptr, "the exact counts do not fit");
        slot->count = each.count;
    }
    n_ = n;
    whole_ = whole;
    sketch_ = std::move(sketch);
    names_ = names;
    mark_names();
}

}  // namespace entrostream
