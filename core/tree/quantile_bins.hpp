// Exact class counts of every number in bins of a leaf's own: what thresholds are found with.
//
// The first numbers of each attribute are kept; when there are enough, edges are put between
// them so that the bins hold equal shares (between all neighbours if few are distinct), the
// kept ones are counted, and from then on only counts go up. Children choose their own edges,
// so the bins get finer the deeper the tree is.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tree/example.hpp"
#include "core/tree/metered.hpp"
#include "core/tree/schema.hpp"

namespace entrostream::tree {

struct BinOptions {
    std::uint32_t bins = 32;   // a power of two, at least 2
    std::uint32_t warm = 100;  // numbers that choose the edges

    friend bool operator==(const BinOptions&, const BinOptions&) = default;
};

class EdgeChoice;

class QuantileBins {
  public:
    QuantileBins(Meter& meter, const Schema& schema, const BinOptions& options);

    // Finds the bins of an example that is to be learned soon, and fetches their counts from
    // far memory meanwhile.
    void foresee(Example& example) const;
    // Returns whether some attribute has just got its edges. Precondition: foreseen.
    bool learn(const Schema& schema, const Example& example);

    // 0 as long as the attribute has no edges, and if all its numbers are equal.
    [[nodiscard]] std::uint32_t edges(std::uint32_t slot) const {
        return edge_counts_[slot] == choosing ? 0 : edge_counts_[slot];
    }
    [[nodiscard]] bool has_edges(std::uint32_t slot) const {
        return edge_counts_[slot] != choosing;
    }
    // Ascending; bin b holds the numbers above edge b - 1, up to edge b.
    [[nodiscard]] double edge(std::uint32_t slot, std::uint32_t place) const {
        return edges_[std::size_t{slot} * options_.bins + place];
    }
    // Class counts of a bin, as many as the schema has room for.
    [[nodiscard]] const std::uint32_t* counts(std::uint32_t slot, std::uint32_t bin) const {
        return counts_.data() + (std::size_t{slot} * options_.bins + bin) * classes_;
    }

    // How many examples of a class are in the bins of the slot.
    [[nodiscard]] std::uint64_t counted(std::uint32_t slot, Code label) const;

    void add_attributes(const Schema& schema);
    void grow_classes(const Schema& schema);
    // Bytes that learn may allocate at its next call.
    [[nodiscard]] std::size_t growth(const Schema& schema) const;

    template <class Archive>
    void visit(Archive& archive, const Schema& schema) {
        for (std::uint32_t slot = 0; slot < schema.numeric(); ++slot) {
            archive.number(edge_counts_[slot]);
            archive.require(edge_counts_[slot] == choosing || edge_counts_[slot] < options_.bins,
                            "it has too many edges");
            archive.number(kept_[slot]);
            archive.require(kept_[slot] < options_.warm, "it keeps too many numbers");
        }
        bool counts = !counts_.empty();
        archive.number(room_);
        archive.require(room_ <= options_.warm && most_kept() <= room_, "it keeps too much");
        archive.flag(counts);
        if (counts) archive.expect(std::size_t{attributes_} * options_.bins * classes_);
        if (archive.reading) restore(counts);
        archive.require(arrays_suffice(schema), "a part of it is not there");
        visit_numbers(archive, schema);
    }

  private:
    struct Kept {
        Code label;
        std::uint32_t weight;
    };
    static constexpr std::uint32_t choosing = 0xffff;

    void keep(std::uint32_t slot, double x, const Example& example, EdgeChoice& choice);
    void choose_edges(std::uint32_t slot, EdgeChoice& choice);
    void count(std::uint32_t slot, double x, Code label, std::uint32_t weight);
    void make_counts();
    void make_kept(std::uint32_t room);
    [[nodiscard]] std::uint32_t next_room() const noexcept;
    [[nodiscard]] std::uint32_t most_kept() const noexcept;
    void restore(bool counts);
    [[nodiscard]] bool arrays_suffice(const Schema& schema) const;
    [[nodiscard]] bool is_simple(const Example& example) const noexcept {
        return choosing_left_ == 0 && example.missing_numbers().empty();
    }
    [[nodiscard]] std::uint32_t bin_of(std::uint32_t slot, double x) const;

    template <class Archive>
    void visit_numbers(Archive& archive, const Schema& schema) {
        for (std::uint32_t slot = 0; slot < schema.numeric(); ++slot) {
            const std::size_t from = std::size_t{slot} * room_;
            for (std::uint32_t i = 0; i < kept_[slot]; ++i) {
                archive.real(first_[from + i]);
                archive.require(first_[from + i] == first_[from + i], "a number is missing");
                archive.number(labels_[from + i].label);
                archive.number(labels_[from + i].weight);
                archive.require(labels_[from + i].label < schema.classes(), "a class is unknown");
            }
            const std::size_t bins = std::size_t{slot} * options_.bins;
            for (std::uint32_t i = 0; i < edges(slot); ++i) {
                archive.real(edges_[bins + i]);
                archive.require(i == 0 || edges_[bins + i - 1] < edges_[bins + i],
                                "its edges are not in order");
            }
        }
        archive.counts(counts_, counts_.size());
    }

    BinOptions options_;
    std::uint32_t attributes_;         // room
    std::uint32_t classes_;            // room
    std::uint32_t room_ = 0;           // for kept numbers of an attribute, up to `warm`
    std::uint32_t choosing_left_ = 0;  // attributes without edges
    Metered<std::uint32_t> edge_counts_;
    Metered<std::uint32_t> kept_;    // how many are kept, by attribute
    Metered<double> first_;          // [attribute][room], empty once all have edges
    Metered<Kept> labels_;           // alike
    Metered<double> edges_;          // [attribute][bins], infinity beyond the last
    Metered<std::uint32_t> counts_;  // [attribute][bin][class]
};

}  // namespace entrostream::tree
