// Exact class counts of every number, in bins specific to a leaf: thresholds are found with them.
//
// The first numbers of each attribute are buffered (first_numbers.hpp). When there are enough,
// edges are put between them (edge_choice.hpp), the buffered numbers are counted, and from then on
// counts are only incremented. Children choose their own edges, so the bins get finer the deeper
// the tree is.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/tree/memory/metered.hpp"
#include "core/tree/rows/example.hpp"
#include "core/tree/rows/schema.hpp"
#include "core/tree/statistics/first_numbers.hpp"

namespace entrostream::tree {

struct BinOptions {
    std::uint32_t n_bins = 32;    // a power of two, at least 2
    std::uint32_t warm_up = 100;  // numbers that choose the edges

    friend bool operator==(const BinOptions&, const BinOptions&) = default;
};

class QuantileBins {
  public:
    QuantileBins(Meter& meter, const Schema& schema, const BinOptions& options);

    // Finds the bins of an example that will be learned soon, and prefetches their counts.
    void prefetch(Example& example) const;
    // Prefetches what is needed to store or count the number.
    void fetch(std::uint32_t slot) const noexcept {
        __builtin_prefetch(edge_counts_.data() + slot);
        first_.fetch(slot);
    }
    // Prefetches the edges of all attributes.
    void fetch_edges() const noexcept {
        for (std::size_t i = 0; i < edges_.size(); i += 8)
            __builtin_prefetch(edges_.data() + i);
    }
    // Returns whether an attribute has just got its edges. Precondition: prefetch(example) was
    // called.
    bool learn(const Schema& schema, const Example& example);

    // Whether an example can have been learned, as the oldest of those that are left.
    [[nodiscard]] bool holds(const Schema& schema, const Example& example) const;
    // Removes an example that was learned, the oldest of those that are left. Precondition:
    // prefetch(example) was called.
    void remove(const Schema& schema, const Example& example) noexcept;

    // 0 as long as the attribute has no edges, and if all its numbers are equal.
    [[nodiscard]] std::uint32_t edges(std::uint32_t slot) const {
        return edge_counts_[slot] == choosing ? 0 : edge_counts_[slot];
    }
    [[nodiscard]] bool has_edges(std::uint32_t slot) const {
        return edge_counts_[slot] != choosing;
    }
    // Ascending; bin b holds the numbers above edge b - 1, up to and including edge b.
    [[nodiscard]] double edge(std::uint32_t slot, std::uint32_t place) const {
        return edges_[std::size_t{slot} * options_.n_bins + place];
    }
    // Class counts of a bin, with the schema's class_room().
    [[nodiscard]] const std::uint32_t* counts(std::uint32_t slot, std::uint32_t bin) const {
        return counts_.data() + (std::size_t{slot} * options_.n_bins + bin) * classes_;
    }
    [[nodiscard]] std::uint32_t class_room() const noexcept { return classes_; }
    // The number of edges <= threshold: that many bins hold the numbers up to the threshold.
    [[nodiscard]] std::uint32_t edges_up_to(std::uint32_t slot, double threshold) const;
    // Class counts summed over the first `bins` bins; `sums` has room for class_room() of them.
    void sum_first(std::uint32_t slot, std::uint32_t bins, std::uint32_t* sums) const;

    // How many examples of a class are in the bins of the slot, or buffered for them.
    [[nodiscard]] std::uint64_t counted(std::uint32_t slot, Code label) const;

    // Halves the counts of a slot.
    void halve(std::uint32_t slot);
    // Counts are in units of 2^-by of the former ones.
    void refine(std::uint32_t by) noexcept;

    void add_attributes(const Schema& schema);
    void grow_classes(const Schema& schema);
    // Whether, if the schema has room, attributes can be added without allocating; and whether the
    // first number of a new one can be learned without allocating.
    [[nodiscard]] bool can_add_attributes() const noexcept { return first_.rows() == 0; }
    [[nodiscard]] bool can_start_numbers() const noexcept {
        return !first_.is_level() && !first_.is_full(0) &&
               !(counts_.empty() && options_.warm_up <= 1);
    }
    // Bytes that the next call of learn may allocate.
    [[nodiscard]] std::size_t growth(const Schema& schema, const Example& example) const;
    // Whether that call may allocate at all.
    [[nodiscard]] bool may_need_memory(const Schema& schema, const Example& example) const;

    template <class Archive>
    void visit(Archive& archive, const Schema& schema) {
        for (std::uint32_t& edges : edge_counts_) {
            archive.number(edges);
            archive.require(edges == choosing || edges < options_.n_bins, "it has too many edges");
        }
        first_.visit(archive, schema);
        bool counts = !counts_.empty();
        archive.flag(counts);
        if (counts) archive.expect(std::size_t{attributes_} * options_.n_bins * classes_);
        if (archive.reading) restore(counts);
        archive.require(counts == !counts_.empty(), "it has no numbers to count");
        archive.require(arrays_suffice(), "a part of it is not there");
        for (std::uint32_t slot = 0; slot < attributes_; ++slot)
            visit_edges(archive, slot);
        archive.counts(counts_, counts_.size());
    }

  private:
    static constexpr std::uint32_t choosing = 0xffff;

    template <class Archive>
    void visit_edges(Archive& archive, std::uint32_t slot) {
        double* const own = edges_.data() + std::size_t{slot} * options_.n_bins;
        for (std::uint32_t i = 0; i < edges(slot); ++i) {
            archive.real(own[i]);
            archive.require(i == 0 || own[i - 1] < own[i], "its edges are not in order");
        }
    }

    void keep_whole(const Example& example);
    void keep_or_count(const Schema& schema, const Example& example);
    void choose_edges(std::uint32_t first, std::uint32_t count, EdgeChoice& choice);
    void count_first(std::uint32_t slot, const EdgeChoice& choice);
    void make_counts();
    void restore(bool counts);
    [[nodiscard]] bool arrays_suffice() const;
    [[nodiscard]] bool is_simple(const Example& example) const noexcept {
        return choosing_left_ == 0 && example.has_all_numbers();
    }
    [[nodiscard]] bool keeps_rows(const Example& example) const noexcept {
        return choosing_left_ == attributes_ && first_.is_level() && example.has_all_numbers();
    }
    [[nodiscard]] std::uint32_t bin_of(std::uint32_t slot, double x) const;
    template <std::uint32_t n_bins>
    void find_bins(const double* numbers, std::size_t* bins) const;

    BinOptions options_;
    std::uint32_t attributes_;
    std::uint32_t classes_;        // room
    std::uint32_t choosing_left_;  // attributes without edges
    Metered<std::uint32_t> edge_counts_;
    FirstNumbers first_;             // empty once all attributes have edges
    Metered<double> edges_;          // [attribute][bins], infinity beyond the last
    Metered<std::uint32_t> counts_;  // [attribute][bin][class]
};

}  // namespace entrostream::tree
