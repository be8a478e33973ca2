#include "core/tree/statistics/quantile_bins.hpp"

#include <algorithm>
#include <limits>

#include "core/simd/dispatch.hpp"
#include "core/tree/rows/edge_choice.hpp"
#include "core/tree/statistics/halving.hpp"

namespace entrostream::tree {

namespace {

constexpr double beyond = std::numeric_limits<double>::infinity();

}  // namespace

QuantileBins::QuantileBins(Meter& meter, const Schema& schema, const BinOptions& options)
    : options_(options),
      attributes_(schema.numeric()),
      classes_(schema.class_room()),
      choosing_left_(attributes_),
      edge_counts_(MeteredAllocator<std::uint32_t>(meter)),
      first_(meter, schema, options.warm_up),
      edges_(MeteredAllocator<double>(meter)),
      counts_(edge_counts_.get_allocator()) {
    resize_in_steps(edge_counts_, attributes_, choosing);
}

void QuantileBins::make_counts() {
    const std::size_t bins = in_steps(attributes_) * options_.n_bins;
    edges_.reserve(bins);
    counts_.reserve(bins * classes_);
    edges_.resize(std::size_t{attributes_} * options_.n_bins, beyond);
    counts_.resize(std::size_t{attributes_} * options_.n_bins * classes_, 0u);
}

void QuantileBins::restore(bool counts) {
    if (counts) make_counts();
    choosing_left_ =
        static_cast<std::uint32_t>(std::count(edge_counts_.begin(), edge_counts_.end(), choosing));
}

bool QuantileBins::arrays_suffice() const {
    for (std::uint32_t slot = 0; slot < attributes_; ++slot) {
        if (first_.kept(slot) != 0 && has_edges(slot)) return false;
        if (has_edges(slot) && counts_.empty()) return false;
    }
    return true;
}

void QuantileBins::add_attributes(const Schema& schema) {
    choosing_left_ += schema.numeric() - attributes_;
    attributes_ = schema.numeric();
    resize_in_steps(edge_counts_, attributes_, choosing);
    first_.add_attributes(schema);
    if (!counts_.empty()) make_counts();
}

void QuantileBins::grow_classes(const Schema& schema) {
    const std::uint32_t before = classes_;
    classes_ = schema.class_room();
    if (counts_.empty()) return;
    Metered<std::uint32_t> grown(counts_.get_allocator());
    grown.reserve(in_steps(attributes_) * options_.n_bins * classes_);
    grown.resize(std::size_t{attributes_} * options_.n_bins * classes_, 0u);
    for (std::size_t bin = 0; bin * before < counts_.size(); ++bin)
        std::copy_n(counts_.data() + bin * before, before, grown.data() + bin * classes_);
    counts_ = std::move(grown);
}

// A branch-free search: the searches for different attributes overlap.
std::uint32_t QuantileBins::bin_of(std::uint32_t slot, double x) const {
    const double* const edges = edges_.data() + std::size_t{slot} * options_.n_bins;
    const auto search = [&](std::uint32_t half) __attribute__((always_inline)) {
        std::uint32_t bin = 0;
        for (; half != 0; half /= 2)
            bin += half * static_cast<std::uint32_t>(x > edges[bin + half - 1]);
        return bin;
    };
    return options_.n_bins == 32 ? search(16) : search(options_.n_bins / 2);
}

void QuantileBins::prefetch(Example& example) const {
    if (!is_simple(example)) return;
    std::size_t* const places = example.places(attributes_);
    if (options_.n_bins == 32)
        find_bins<32>(example.numbers(), places);
    else
        for (std::uint32_t slot = 0; slot < attributes_; ++slot)
            places[slot] = bin_of(slot, example.number(slot));
    for (std::uint32_t slot = 0; slot < attributes_; ++slot) {
        places[slot] = (std::size_t{slot} * options_.n_bins + places[slot]) * classes_;
        __builtin_prefetch(counts_.data() + places[slot], 1);
    }
}

// Comparing with all edges at once is faster than a binary search: its steps wait for each other.
template <std::uint32_t n_bins>
void QuantileBins::find_bins(const double* numbers, std::size_t* bins) const {
    simd::dispatch([&]() __attribute__((always_inline)) {
        const double* edges = edges_.data();
        for (std::uint32_t slot = 0; slot < attributes_; ++slot, edges += n_bins) {
            const double x = numbers[slot];
            std::uint64_t below = 0;
            for (std::uint32_t i = 0; i < n_bins; ++i)
                below += x > edges[i] ? 1 : 0;
            bins[slot] = below;
        }
    });
}

bool QuantileBins::learn(const Schema& schema, const Example& example) {
    if (is_simple(example)) [[likely]] {
        for (const std::size_t place : example.places())
            counts_[place + example.label] += example.weight;
        return false;
    }
    const std::uint32_t before = choosing_left_;
    if (keeps_rows(example))
        keep_whole(example);
    else
        keep_or_count(schema, example);
    if (choosing_left_ == 0) first_.forget_all();
    return choosing_left_ != before;
}

bool QuantileBins::holds(const Schema& schema, const Example& example) const {
    bool found = true;
    example.each_number(schema, [&](std::uint32_t slot) {
        if (has_edges(slot))
            found &=
                counts(slot, bin_of(slot, example.number(slot)))[example.label] >= example.weight;
        else
            found &= first_.begins_with(slot, example);
    });
    return found;
}

void QuantileBins::remove(const Schema& schema, const Example& example) noexcept {
    if (is_simple(example)) [[likely]] {
        for (const std::size_t place : example.places())
            counts_[place + example.label] -= example.weight;
        return;
    }
    if (choosing_left_ == attributes_ && first_.is_level()) {
        // An example with some of the numbers would have parted them: it had all, or none.
        if (attributes_ != 0 && example.has_all_numbers()) first_.remove_row();
        return;
    }
    example.each_number(schema, [&](std::uint32_t slot) {
        if (!has_edges(slot)) return first_.remove_oldest(slot);
        const std::size_t bin =
            std::size_t{slot} * options_.n_bins + bin_of(slot, example.number(slot));
        counts_[bin * classes_ + example.label] -= example.weight;
    });
}

void QuantileBins::keep_whole(const Example& example) {
    first_.keep_row(example);
    if (first_.rows() < options_.warm_up) return;
    EdgeChoice& choice = example.edge_choice();
    for (std::uint32_t slot = 0; slot < attributes_; slot += lanes)
        choose_edges(slot, std::min(lanes, attributes_ - slot), choice);
}

void QuantileBins::keep_or_count(const Schema& schema, const Example& example) {
    EdgeChoice& choice = example.edge_choice();
    example.each_number(schema, [&](std::uint32_t slot) {
        if (has_edges(slot)) {
            const std::size_t bin =
                std::size_t{slot} * options_.n_bins + bin_of(slot, example.number(slot));
            counts_[bin * classes_ + example.label] += example.weight;
            return;
        }
        first_.keep(slot, example);
        if (first_.kept(slot) < options_.warm_up) return;
        choose_edges(slot, 1, choice);
        first_.forget(slot);
    });
}

void QuantileBins::choose_edges(std::uint32_t first, std::uint32_t count, EdgeChoice& choice) {
    if (counts_.empty()) make_counts();
    choice.sort(first_.columns(first, count));
    for (std::uint32_t slot = first; slot < first + count; ++slot) {
        choice.choose(slot - first, options_.n_bins);
        double* edge = edges_.data() + std::size_t{slot} * options_.n_bins;
        for (const std::uint32_t start : choice.starts())
            *edge++ = choice.edge(start);
        edge_counts_[slot] = static_cast<std::uint32_t>(choice.starts().size());
        count_first(slot, choice);
        --choosing_left_;
    }
}

// The numbers that chose the edges are sorted: their bins need no search.
void QuantileBins::count_first(std::uint32_t slot, const EdgeChoice& choice) {
    std::uint32_t* counts = counts_.data() + std::size_t{slot} * options_.n_bins * classes_;
    const auto order = choice.order();
    std::size_t place = 0;
    const auto count_up_to = [&](std::size_t end) {
        for (; place < end; ++place) {
            const FirstNumbers::Owner& owner = first_.owner(slot, order[place]);
            counts[owner.label] += owner.weight;
        }
        counts += classes_;
    };
    for (const std::uint32_t start : choice.starts())
        count_up_to(start);
    count_up_to(order.size());
}

bool QuantileBins::may_need_memory(const Schema& schema, const Example& example) const {
    if (choosing_left_ == 0) return false;
    example.edge_choice().reserve(options_.warm_up);
    const auto needs = [&](std::uint32_t kept) {
        return first_.is_full(kept) || (counts_.empty() && kept + 1 >= options_.warm_up);
    };
    if (keeps_rows(example)) return needs(first_.rows());
    bool found = false;
    example.each_number(schema, [&](std::uint32_t slot) {
        found |= !has_edges(slot) && (first_.is_level() || needs(first_.kept(slot)));
    });
    return found;
}

void QuantileBins::halve(std::uint32_t slot) {
    if (!has_edges(slot)) return first_.halve(slot, classes_);
    ClassHalving halving(classes_);
    std::uint32_t* counts = counts_.data() + std::size_t{slot} * options_.n_bins * classes_;
    for (std::uint32_t bin = 0; bin < options_.n_bins; ++bin, counts += classes_)
        halving.halve(counts);
}

void QuantileBins::refine(std::uint32_t by) noexcept {
    for (std::uint32_t& count : counts_)
        count <<= by;
    first_.refine(by);
}

std::uint32_t QuantileBins::edges_up_to(std::uint32_t slot, double threshold) const {
    std::uint32_t found = 0;
    while (found < edges(slot) && edge(slot, found) <= threshold)
        ++found;
    return found;
}

void QuantileBins::sum_first(std::uint32_t slot, std::uint32_t bins, std::uint32_t* sums) const {
    const std::uint32_t* const first = counts(slot, 0);
    for (std::uint32_t c = 0; c < classes_; c += lanes) {
        std::uint32_t found[lanes] = {};
        for (std::size_t b = 0; b < bins; ++b)
            for (std::uint32_t lane = 0; lane < lanes; ++lane)
                found[lane] += first[b * classes_ + c + lane];
        std::copy_n(found, lanes, sums + c);
    }
}

std::uint64_t QuantileBins::counted(std::uint32_t slot, Code label) const {
    std::uint64_t sum = 0;
    for (std::uint32_t bin = 0; bin < options_.n_bins && !counts_.empty(); ++bin)
        sum += counts(slot, bin)[label];
    for (std::uint32_t i = 0; i < first_.kept(slot); ++i)
        sum += first_.owner(slot, i).label == label ? first_.owner(slot, i).weight : 0;
    return sum;
}

std::size_t QuantileBins::growth(const Schema& schema, const Example& example) const {
    if (choosing_left_ == 0) return 0;
    const std::size_t bins = counts_.empty() ? in_steps(attributes_) * options_.n_bins : 0;
    const std::size_t first =
        keeps_rows(example) ? first_.row_growth() : first_.growth(schema, example);
    return first + taken(bins * sizeof(double)) + taken(bins * classes_ * sizeof(std::uint32_t));
}

}  // namespace entrostream::tree
