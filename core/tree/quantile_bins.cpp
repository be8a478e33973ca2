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

}  // namespace

// Scratch for the choice of edges: made once for all attributes that choose at an example.
class EdgeChoice {
  public:
    // Finds the places in ascending order of `numbers`, and those where a bin begins.
    void choose(std::span<const double> numbers, std::uint32_t bins) {
        rank(numbers);
        sorted_.resize(numbers.size());
        for (std::size_t i = 0; i < numbers.size(); ++i)
            sorted_[ranks_[i]] = numbers[i];
        find_changes();
        if (changes_.size() >= bins) take_equal_shares(bins);
    }
    // The place of each number; equal ones keep theirs.
    [[nodiscard]] std::span<const std::uint32_t> ranks() const noexcept { return ranks_; }
    // The places where a bin begins but the first.
    [[nodiscard]] std::span<const std::uint32_t> starts() const noexcept { return changes_; }
    [[nodiscard]] double edge(std::uint32_t start) const {
        return between(sorted_[start - 1], sorted_[start]);
    }
    // The bin of each place.
    [[nodiscard]] std::span<const std::uint32_t> bins() {
        counts_.assign(sorted_.size(), 0);
        for (const std::uint32_t start : changes_)
            ++counts_[start];
        for (std::size_t i = 1; i < counts_.size(); ++i)
            counts_[i] += counts_[i - 1];
        return counts_;
    }

  private:
    void rank(std::span<const double> numbers) {
        ranks_.resize(numbers.size());
        if (numbers.size() > few) return sort(numbers);
        count_smaller(numbers);
        counts_.assign(numbers.size(), 0);
        for (std::uint32_t& place : ranks_)
            place += counts_[place]++;
    }

    // How many numbers are less than each, by comparing all with all: for a hundred of them,
    // some at a time, faster than to sort, whose branches nobody can foretell.
    void count_smaller(std::span<const double> numbers) {
        constexpr std::size_t at_once = 4;
        static_assert(at_once % lanes == 0);
        padded_.assign(numbers.begin(), numbers.end());
        padded_.resize((numbers.size() + at_once - 1) / at_once * at_once, beyond);
        ranks_.resize(padded_.size());
        const double* const all = padded_.data();
        const std::size_t size = padded_.size();
        std::uint32_t* const found = ranks_.data();
        in_lanes_of_four([=](auto vectors) __attribute__((always_inline)) {
            using Lanes = decltype(vectors);
            using Words = typename Lanes::Words;
            for (std::size_t i = 0; i < size; i += at_once) {
                typename Lanes::Doubles here[at_once];
                Words less[at_once] = {};
                for (std::size_t k = 0; k < at_once; ++k)
                    here[k] = typename Lanes::Doubles{} + all[i + k];
                for (std::size_t j = 0; j < size; j += width<Lanes>)
                    for (std::size_t k = 0; k < at_once; ++k)
                        less[k] -= reinterpret_cast<Words>(at<Lanes>(all + j) < here[k]);
                for (std::size_t k = 0; k < at_once; ++k) {
                    std::uint64_t sum = 0;
                    for (std::uint32_t l = 0; l < width<Lanes>; ++l)
                        sum += less[k][l];
                    found[i + k] = static_cast<std::uint32_t>(sum);
                }
            }
        });
        ranks_.resize(numbers.size());
    }

    void sort(std::span<const double> numbers) {
        counts_.resize(numbers.size());
        std::iota(counts_.begin(), counts_.end(), 0u);
        std::stable_sort(counts_.begin(), counts_.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return numbers[a] < numbers[b]; });
        for (std::uint32_t place = 0; place < counts_.size(); ++place)
            ranks_[counts_[place]] = place;
    }

    // Places i where sorted[i - 1] < sorted[i].
    void find_changes() {
        changes_.resize(sorted_.size());
        std::size_t found = 0;
        for (std::uint32_t i = 1; i < sorted_.size(); ++i) {
            changes_[found] = i;
            found += sorted_[i] > sorted_[i - 1] ? 1 : 0;
        }
        changes_.resize(found);
    }

    // Of the changes, those nearest above equal shares.
    void take_equal_shares(std::uint32_t bins) {
        std::size_t taken = 0;
        std::size_t next = 0;
        for (std::size_t bin = 1; bin < bins && next < changes_.size(); ++bin) {
            const std::size_t wanted = sorted_.size() * bin / bins;
            while (next + 1 < changes_.size() && changes_[next] < wanted)
                ++next;
            if (changes_[next] < wanted) break;
            changes_[taken++] = changes_[next++];
        }
        changes_.resize(taken);
    }

    std::vector<std::uint32_t> ranks_;
    std::vector<double, LaneAllocator<double>> padded_;
    std::vector<double> sorted_;
    std::vector<std::uint32_t> changes_;
    std::vector<std::uint32_t> counts_;
};

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
    make_room_for(first, std::size_t{attributes_} * room);
    make_room_for(labels, std::size_t{attributes_} * room);
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
    EdgeChoice choice;
    for (std::uint32_t slot = 0; slot < schema.numeric(); ++slot) {
        const double x = example.number(slot);
        if (x != x) continue;
        if (has_edges(slot))
            count(slot, x, example.label, example.weight);
        else
            keep(slot, x, example, choice);
    }
    if (choosing_left_ == 0 && !first_.empty()) {
        release(first_);
        release(labels_);
        room_ = 0;
    }
    return choosing_left_ != before;
}

void QuantileBins::keep(std::uint32_t slot, double x, const Example& example, EdgeChoice& choice) {
    if (kept_[slot] == room_) make_kept(next_room());
    const std::size_t place = std::size_t{slot} * room_ + kept_[slot]++;
    first_[place] = x;
    labels_[place] = {example.label, example.weight};
    if (kept_[slot] >= options_.warm) choose_edges(slot, choice);
}

void QuantileBins::choose_edges(std::uint32_t slot, EdgeChoice& choice) {
    if (counts_.empty()) make_counts();
    const std::size_t from = std::size_t{slot} * room_;
    choice.choose({first_.data() + from, kept_[slot]}, options_.bins);
    double* edge = edges_.data() + std::size_t{slot} * options_.bins;
    for (const std::uint32_t start : choice.starts())
        *edge++ = choice.edge(start);
    edge_counts_[slot] = static_cast<std::uint32_t>(choice.starts().size());
    // No search is needed for the bins of those that are kept.
    const auto ranks = choice.ranks();
    const auto bins = choice.bins();
    std::uint32_t* const counts = counts_.data() + std::size_t{slot} * options_.bins * classes_;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const Kept& label = labels_[from + i];
        counts[std::size_t{bins[ranks[i]]} * classes_ + label.label] += label.weight;
    }
    kept_[slot] = 0;
    --choosing_left_;
}

std::uint64_t QuantileBins::counted(std::uint32_t slot, Code label) const {
    std::uint64_t sum = 0;
    for (std::uint32_t bin = 0; bin < options_.bins && !counts_.empty(); ++bin)
        sum += counts(slot, bin)[label];
    return sum;
}

std::size_t QuantileBins::growth(const Schema& schema) const {
    if (choosing_left_ == 0) return 0;
    const std::uint32_t kept = most_kept();
    const std::size_t numbers = kept == room_ ? std::size_t{attributes_} * next_room() : 0;
    const bool makes_counts = counts_.empty() && kept + 1 >= options_.warm;
    const std::size_t bins = makes_counts ? std::size_t{attributes_} * options_.bins : 0;
    return taken(numbers * sizeof(double)) + taken(numbers * sizeof(Kept)) +
           taken(bins * sizeof(double)) + taken(bins * schema.class_room() * sizeof(std::uint32_t));
}

}  // namespace entrostream::tree
