// The attributes, values and classes seen so far, and where their counts are stored.
//
// Nothing must be known in advance: each of them may be added at any time. Arrays have spare room,
// so that growth seldom moves anything: classes and numeric attributes in SIMD lanes of four, the
// values of an attribute in blocks of cells that double. An attribute with many values has no
// cells: leaves store only the values they have seen (wide_counts.hpp).
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/named.hpp"
#include "core/simd/lanes.hpp"
#include "core/tree/memory/metered.hpp"
#include "core/tree/memory/reserve.hpp"

namespace entrostream::tree {

using simd::in_lanes;
using simd::lanes;

enum class AttributeKind : std::uint8_t { numeric, nominal };
inline constexpr std::array attribute_kinds{Named{"numeric", AttributeKind::numeric},
                                            Named{"nominal", AttributeKind::nominal}};

struct Attribute {
    AttributeKind kind;
    std::uint32_t slot;  // among those of its kind

    friend bool operator==(const Attribute&, const Attribute&) = default;
};

// Where the values of a nominal attribute are counted.
struct Block {
    std::uint32_t first_cell = 0;
    std::uint32_t cells = 0;    // room; 0 if wide
    std::uint32_t wide = none;  // which of the wide attributes

    static constexpr std::uint32_t none = 0xffffffff;
    [[nodiscard]] bool is_wide() const noexcept { return wide != none; }
    friend bool operator==(const Block&, const Block&) = default;
};

// How many nominal attributes have this many values: they share terms of naive Bayes.
// In ascending order of the values.
struct SameValues {
    std::uint32_t values;
    std::uint32_t attributes;
};

class Schema {
  public:
    static constexpr std::uint32_t widest_block = 32;  // more values: wide

    // Returns the number of the attribute; numbers are assigned in order of appearance.
    std::uint32_t add_numeric();
    std::uint32_t add_nominal();
    std::uint32_t add(AttributeKind kind) {
        return kind == AttributeKind::numeric ? add_numeric() : add_nominal();
    }
    // Nominal slot `slot` has at least this many values; there are at least this many classes.
    void see_values(std::uint32_t slot, std::uint32_t values);
    void see_classes(std::uint32_t classes);

    [[nodiscard]] std::uint32_t attributes() const noexcept {
        return static_cast<std::uint32_t>(attributes_.size());
    }
    [[nodiscard]] Attribute attribute(std::uint32_t number) const { return attributes_[number]; }
    // Prefetches for the above.
    void fetch_attribute(std::uint32_t number) const noexcept {
        __builtin_prefetch(attributes_.data() + number);
    }
    [[nodiscard]] std::uint32_t numeric() const noexcept {
        return static_cast<std::uint32_t>(numeric_numbers_.size());
    }
    [[nodiscard]] std::uint32_t nominal() const noexcept {
        return static_cast<std::uint32_t>(blocks_.size());
    }
    [[nodiscard]] std::uint32_t numeric_number(std::uint32_t slot) const {
        return numeric_numbers_[slot];
    }
    [[nodiscard]] std::uint32_t nominal_number(std::uint32_t slot) const {
        return nominal_numbers_[slot];
    }
    [[nodiscard]] std::uint32_t classes() const noexcept { return classes_; }
    [[nodiscard]] std::uint32_t values(std::uint32_t slot) const { return values_[slot]; }

    // The layout.
    [[nodiscard]] std::uint32_t numeric_room() const noexcept { return numeric_room_; }
    [[nodiscard]] std::uint32_t class_room() const noexcept { return class_room_; }
    // What it would be with this many classes.
    [[nodiscard]] std::uint32_t class_room_for(std::uint32_t classes) const noexcept;
    [[nodiscard]] const Block& block(std::uint32_t slot) const { return blocks_[slot]; }
    [[nodiscard]] std::uint32_t cells() const noexcept { return cells_; }
    // Arrays by attribute, and by cell, have room for this many.
    [[nodiscard]] std::size_t attribute_room() const noexcept { return in_steps(attributes()); }
    [[nodiscard]] std::size_t cell_room() const noexcept { return cell_room(cells_); }
    [[nodiscard]] static std::size_t cell_room(std::uint32_t cells) noexcept {
        return in_steps(cells, 8192);
    }
    // The number of cells of the block that replaces one too small for this many values.
    [[nodiscard]] static std::uint32_t cells_for(std::uint32_t values,
                                                 const Block& block) noexcept {
        return std::min(std::max({values, 2 * block.cells, 2u}), widest_block);
    }
    // After this, new values of this many attributes do not allocate in the schema itself.
    void reserve_groups(std::size_t attributes) {
        reserve_to(same_values_, same_values_.size() + attributes + 1);
    }
    // Whether all arrays by attribute have room in place for this many more.
    [[nodiscard]] bool has_room_for(std::uint32_t numeric, std::uint32_t nominal) const noexcept;
    // After this, adding this many attributes does not allocate in the schema itself.
    void reserve(std::size_t attributes);
    [[nodiscard]] std::uint32_t wide() const noexcept { return wide_; }
    // How many values each of the wide attributes has.
    [[nodiscard]] std::vector<std::uint32_t> wide_values() const;
    // By slot, for loops over all of them: the number of values, and the first cell, 0 if wide.
    [[nodiscard]] const std::vector<std::uint32_t>& values() const noexcept { return values_; }
    [[nodiscard]] const std::vector<std::uint32_t>& first_cells() const noexcept {
        return first_cells_;
    }
    [[nodiscard]] const std::vector<SameValues>& same_values() const noexcept {
        return same_values_;
    }

    friend bool operator==(const Schema& a, const Schema& b) {
        return a.attributes_ == b.attributes_ && a.blocks_ == b.blocks_ && a.values_ == b.values_ &&
               a.classes_ == b.classes_ && a.numeric_room_ == b.numeric_room_ &&
               a.class_room_ == b.class_room_ && a.cells_ == b.cells_;
    }

    template <class Archive>
    void visit(Archive& archive) {
        archive.items(attributes_, [&](Attribute& item) {
            archive.choice(item.kind, attribute_kinds);
            archive.number(item.slot);
        });
        archive.items(blocks_, [&](Block& item) {
            archive.number(item.first_cell);
            archive.number(item.cells);
            archive.number(item.wide);
        });
        archive.items(values_, [&](std::uint32_t& item) { archive.number(item); });
        archive.number(classes_);
        archive.number(numeric_room_);
        archive.number(class_room_);
        archive.number(cells_);
        archive.number(wide_);
        if (archive.reading) archive.require(restore(), "its attributes do not fit together");
    }

  private:
    [[nodiscard]] bool restore();

    std::vector<Attribute> attributes_;
    std::vector<std::uint32_t> numeric_numbers_;
    std::vector<std::uint32_t> nominal_numbers_;
    std::vector<Block> blocks_;
    std::vector<std::uint32_t> values_;
    std::vector<std::uint32_t> first_cells_;  // of the blocks
    std::vector<SameValues> same_values_;
    std::uint32_t classes_ = 0;
    std::uint32_t numeric_room_ = 0;
    std::uint32_t class_room_ = 0;
    std::uint32_t cells_ = 0;
    std::uint32_t wide_ = 0;
};

}  // namespace entrostream::tree
