#include "core/tree/quantile_bins.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "core/tree/four.hpp"

namespace entrostream::tree {

namespace {

constexpr double beyond = std::numeric_limits<double>::infinity();

// At least a, below b.
double between(double a, double b) {
    const double middle = a / 2 + b / 2;  // their difference may be too large for a double
    return middle >= a && middle < b ? middle : a;
}

constexpr std::size_t few = 256;
constexpr std::uint32_t first_room = 24;

// How many numbers are less than each, by comparing all with all: for a hundred of them, four
// at a time, faster than to sort, whose branches nobody can foretell.
std::vector<std::uint32_t> smaller(std::span<const double> numbers) {
    std::vector<std::uint32_t> found(numbers.size());
    std::vector<double, LaneAllocator<double>> padded(numbers.begin(), numbers.end());
    padded.resize((numbers.size() + lanes - 1) / lanes * lanes, beyond);
    in_lanes_of_four([&](auto vectors) __attribute__((always_inline)) {
        using Lanes = decltype(vectors);
        using Words = typename Lanes::Words;
        const double* const all = padded.data();
        for (std::size_t i = 0; i < found.size(); ++i) {
            const auto here = typename Lanes::Doubles{} + all[i];
            Words less = {};
            for (std::size_t j = 0; j < padded.size(); j += width<Lanes>)
                less -= reinterpret_cast<Words>(at<Lanes>(all + j) < here);
            std::uint64_t sum = 0;
            for (std::uint32_t l = 0; l < width<Lanes>; ++l)
                sum += less[l];
            found[i] = static_cast<std::uint32_t>(sum);
        }
    });
    return found;
}

// The place of each number in ascending order; equal ones keep theirs.
std::vector<std::uint32_t> ranks(std::span<const double> numbers) {
    std::vector<std::uint32_t> places(numbers.size());
    if (numbers.size() <= few) {
        places = smaller(numbers);
        std::vector<std::uint32_t> equals(numbers.size(), 0);
        for (std::uint32_t& place : places)
            place += equals[place]++;
        return places;
    }
    std::vector<std::uint32_t> order(numbers.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return numbers[a] < numbers[b]; });
    for (std::uint32_t place = 0; place < order.size(); ++place)
        places[order[place]] = place;
    return places;
}

// Places i where sorted[i - 1] < sorted[i].
std::vector<std::uint32_t> changes(std::span<const double> sorted) {
    std::vector<std::uint32_t> places;
    for (std::uint32_t i = 1; i < sorted.size(); ++i)
        if (sorted[i] > sorted[i - 1]) places.push_back(i);
    return places;
}

// Of the changes, those nearest above equal shares; all if they are few enough.
std::vector<std::uint32_t> equal_shares(const std::vector<std::uint32_t>& places, std::size_t size,
                                        std::uint32_t bins) {
    if (places.size() < bins) return places;
    std::vector<std::uint32_t> chosen;
    std::size_t next = 0;
    for (std::size_t bin = 1; bin < bins && next < places.size(); ++bin) {
        const std::size_t wanted = size * bin / bins;
        while (next + 1 < places.size() && places[next] < wanted)
            ++next;
        if (places[next] < wanted) break;
        chosen.push_back(places[next++]);
    }
    return chosen;
}

}  // namespace

QuantileBins::QuantileBins(Meter& meter, const Schema& schema, const BinOptions& options)
    : options_(options),
      attributes_(0),
      classes_(schema.class_room()),
      edge_counts_(MeteredAllocator<std::uint32_t>(meter)),
      kept_(edge_counts_.get_allocator()),
      first_(MeteredAllocator<double>(meter)),
      labels_(MeteredAllocator<Kept>(meter)),
      edges_(first_.get_allocator()),
      counts_(edge_counts_.get_allocator()) {
    add_attributes(schema);
}

void QuantileBins::make_counts() {
    resize_exactly(edges_, std::size_t{attributes_} * options_.bins, beyond);
    resize_exactly(counts_, std::size_t{attributes_} * options_.bins * classes_, 0u);
}

// Many leaves never see many: room for the first numbers comes in two steps.
std::uint32_t QuantileBins::next_room() const noexcept {
    return room_ == 0 ? std::min(options_.warm, first_room) : options_.warm;
}

std::uint32_t QuantileBins::most_kept() const noexcept {
    return kept_.empty() ? 0 : *std::max_element(kept_.begin(), kept_.end());
}

void QuantileBins::make_kept(std::uint32_t room) {
    Metered<double> first(first_.get_allocator());
    Metered<Kept> labels(labels_.get_allocator());
    resize_exactly(first, std::size_t{attributes_} * room, 0.0);
    resize_exactly(labels, std::size_t{attributes_} * room, Kept{0, 0});
    for (std::size_t slot = 0; slot * room_ < first_.size(); ++slot) {
        std::copy_n(first_.data() + slot * room_, kept_[slot], first.data() + slot * room);
        std::copy_n(labels_.data() + slot * room_, kept_[slot], labels.data() + slot * room);
    }
    first_ = std::move(first);
    labels_ = std::move(labels);
    room_ = room;
}

void QuantileBins::restore(bool counts) {
    if (room_ != 0) {
        resize_exactly(first_, std::size_t{attributes_} * room_, 0.0);
        resize_exactly(labels_, std::size_t{attributes_} * room_, Kept{0, 0});
    }
    if (counts) make_counts();
    choosing_left_ =
        static_cast<std::uint32_t>(std::count(edge_counts_.begin(), edge_counts_.end(), choosing));
}

bool QuantileBins::arrays_suffice(const Schema& schema) const {
    for (std::uint32_t slot = 0; slot < schema.numeric(); ++slot) {
        if (kept_[slot] != 0 && (first_.empty() || has_edges(slot))) return false;
        if (edges(slot) != 0 && counts_.empty()) return false;
    }
    return true;
}

void QuantileBins::add_attributes(const Schema& schema) {
    const auto before = static_cast<std::uint32_t>(edge_counts_.size());
    attributes_ = schema.numeric();
    choosing_left_ += attributes_ - before;
    resize_exactly(edge_counts_, attributes_, choosing);
    resize_exactly(kept_, attributes_, 0u);
    if (room_ != 0) make_kept(room_);
    if (!counts_.empty()) make_counts();
}

void QuantileBins::grow_classes(const Schema& schema) {
    const std::uint32_t before = classes_;
    classes_ = schema.class_room();
    if (counts_.empty()) return;
    Metered<std::uint32_t> grown(counts_.get_allocator());
    resize_exactly(grown, std::size_t{attributes_} * options_.bins * classes_, 0u);
    for (std::size_t bin = 0; bin * before < counts_.size(); ++bin)
        std::copy_n(counts_.data() + bin * before, before, grown.data() + bin * classes_);
    counts_ = std::move(grown);
}

// A search without branches: the bins of different attributes are found at the same time.
std::uint32_t QuantileBins::bin_of(std::uint32_t slot, double x) const {
    const double* const edges = edges_.data() + std::size_t{slot} * options_.bins;
    const auto search = [&](std::uint32_t half) __attribute__((always_inline)) {
        std::uint32_t bin = 0;
        for (; half != 0; half /= 2)
            bin += half * static_cast<std::uint32_t>(x > edges[bin + half - 1]);
        return bin;
    };
    return options_.bins == 32 ? search(16) : search(options_.bins / 2);
}

void QuantileBins::count(std::uint32_t slot, double x, Code label, std::uint32_t weight) {
    const std::size_t bin = std::size_t{slot} * options_.bins + bin_of(slot, x);
    counts_[bin * classes_ + label] += weight;
}

void QuantileBins::foresee(Example& example) const {
    if (!is_simple(example)) return;
    std::size_t* const places = example.places(attributes_);
    for (std::uint32_t slot = 0; slot < attributes_; ++slot) {
        const std::size_t bin =
            std::size_t{slot} * options_.bins + bin_of(slot, example.number(slot));
        places[slot] = bin * classes_;
        __builtin_prefetch(counts_.data() + places[slot], 1);
    }
}

bool QuantileBins::learn(const Schema& schema, const Example& example) {
    if (is_simple(example)) [[likely]] {
        for (const std::size_t place : example.places())
            counts_[place + example.label] += example.weight;
        return false;
    }
    const std::uint32_t before = choosing_left_;
    for (std::uint32_t slot = 0; slot < schema.numeric(); ++slot) {
        const double x = example.number(slot);
        if (x != x) continue;
        if (has_edges(slot))
            count(slot, x, example.label, example.weight);
        else
            keep(slot, x, example);
    }
    if (choosing_left_ == 0 && !first_.empty()) {
        release(first_);
        release(labels_);
        room_ = 0;
    }
    return choosing_left_ != before;
}

void QuantileBins::keep(std::uint32_t slot, double x, const Example& example) {
    if (kept_[slot] == room_) make_kept(next_room());
    const std::size_t place = std::size_t{slot} * room_ + kept_[slot]++;
    first_[place] = x;
    labels_[place] = {example.label, example.weight};
    if (kept_[slot] >= options_.warm) choose_edges(slot);
}

void QuantileBins::choose_edges(std::uint32_t slot) {
    if (counts_.empty()) make_counts();
    const std::size_t from = std::size_t{slot} * room_;
    const std::span<const double> kept(first_.data() + from, kept_[slot]);
    const std::vector<std::uint32_t> order = ranks(kept);
    std::vector<double> sorted(kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i)
        sorted[order[i]] = kept[i];
    const std::vector<std::uint32_t> places =
        equal_shares(changes(sorted), sorted.size(), options_.bins);
    double* const edges = edges_.data() + std::size_t{slot} * options_.bins;
    for (std::size_t i = 0; i < places.size(); ++i)
        edges[i] = between(sorted[places[i] - 1], sorted[places[i]]);
    edge_counts_[slot] = static_cast<std::uint32_t>(places.size());
    // The bin of each place: no search is needed for those that are kept.
    std::vector<std::uint32_t> bins(kept.size(), 0);
    for (const std::uint32_t place : places)
        ++bins[place];
    for (std::size_t i = 1; i < bins.size(); ++i)
        bins[i] += bins[i - 1];
    std::uint32_t* const counts = counts_.data() + std::size_t{slot} * options_.bins * classes_;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const Kept& label = labels_[from + i];
        counts[std::size_t{bins[order[i]]} * classes_ + label.label] += label.weight;
    }
    kept_[slot] = 0;
    --choosing_left_;
}

std::size_t QuantileBins::growth(const Schema& schema) const {
    if (choosing_left_ == 0) return 0;
    const std::uint32_t kept = most_kept();
    const std::size_t bin = sizeof(double) + schema.class_room() * sizeof(std::uint32_t);
    const std::size_t number = sizeof(double) + sizeof(Kept);
    return attributes_ * ((kept == room_ ? next_room() * number : 0) +
                          (counts_.empty() && kept + 1 >= options_.warm ? options_.bins * bin : 0));
}

}  // namespace entrostream::tree
