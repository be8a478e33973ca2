// The first numbers of every attribute of a leaf, buffered until the edges of its bins are chosen.
//
// They are stored row by row, each row with one class, so that storing a row is one copy. They are
// level as long as all attributes have the same rows. Once a number is missing, or an attribute
// was added later, they are not: from then on every number has its own class.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/tree/memory/metered.hpp"
#include "core/tree/rows/edge_choice.hpp"
#include "core/tree/rows/example.hpp"
#include "core/tree/rows/schema.hpp"

namespace entrostream::tree {

class FirstNumbers {
  public:
    struct Owner {
        Code label;
        std::uint32_t weight;
    };

    // At most `most` numbers per attribute.
    FirstNumbers(Meter& meter, const Schema& schema, std::uint32_t most);

    // Stores the numbers of all attributes. Precondition: is_level(), and none is missing.
    void keep_row(const Example& example);
    // Stores the number of one attribute; is_level() is false from then on.
    void keep(std::uint32_t slot, const Example& example);

    [[nodiscard]] bool is_level() const noexcept { return kept_.empty(); }
    [[nodiscard]] std::uint32_t kept(std::uint32_t slot) const {
        return is_level() ? rows_ : kept_[slot];
    }
    [[nodiscard]] std::uint32_t rows() const noexcept { return rows_; }  // if is_level()
    [[nodiscard]] bool is_full(std::uint32_t kept) const noexcept { return kept == room_; }
    [[nodiscard]] Columns columns(std::uint32_t slot, std::uint32_t count) const {
        return {numbers_.data() + slot, stride_, kept(slot), count};
    }
    [[nodiscard]] const Owner& owner(std::uint32_t slot, std::uint32_t place) const {
        return owners_[place_of_owner(slot, place)];
    }

    // Whether the oldest number of a slot is that of the example.
    [[nodiscard]] bool begins_with(std::uint32_t slot, const Example& example) const {
        if (kept(slot) == 0 || numbers_[slot] != example.number(slot)) return false;
        const Owner& first = owner(slot, 0);
        return first.label == example.label && first.weight == example.weight;
    }
    // Removes the oldest row. Precondition: is_level().
    void remove_row() noexcept;
    // Removes the oldest number of a slot. Precondition: !is_level().
    void remove_oldest(std::uint32_t slot) noexcept;

    // Halves the weights of a slot; if is_level(), slot 0 halves those of all slots.
    void halve(std::uint32_t slot, std::uint32_t classes);
    // All weights are in units of 2^-by of the former ones.
    void refine(std::uint32_t by) noexcept;

    void fetch(std::uint32_t slot) const noexcept {
        if (!is_level()) __builtin_prefetch(kept_.data() + slot, 1);
    }
    // Precondition: !is_level().
    void forget(std::uint32_t slot) { kept_[slot] = 0; }
    void forget_all();

    void add_attributes(const Schema& schema);
    // Bytes that one more row may allocate, by keep_row or by keep.
    [[nodiscard]] std::size_t row_growth() const;
    [[nodiscard]] std::size_t growth(const Schema& schema, const Example& example) const;

    template <class Archive>
    void visit(Archive& archive, const Schema& schema) {
        bool level = is_level();
        archive.flag(level);
        archive.require(level || attributes_ != 0, "its rows are level");
        archive.number(room_);
        archive.require(room_ <= most_, "it keeps too much");
        if (archive.reading) restore(level);
        archive.number(rows_);
        archive.require(level || rows_ == 0, "its rows are not level");
        for (std::uint32_t& kept : kept_)
            archive.number(kept);
        archive.require(most_kept() <= room_ && most_kept() < most_, "it keeps too many numbers");
        for (std::uint32_t slot = 0; slot < attributes_; ++slot)
            for (std::uint32_t i = 0; i < kept(slot); ++i)
                visit_number(archive, numbers_[i * stride_ + slot]);
        for (std::uint32_t slot = 0; slot < (level ? 1 : attributes_); ++slot)
            for (std::uint32_t i = 0; i < kept(slot); ++i)
                visit_owner(archive, owners_[place_of_owner(slot, i)], schema);
    }

  private:
    template <class Archive>
    static void visit_number(Archive& archive, double& number) {
        archive.real(number);
        archive.require(number - number == 0, "a number is missing or infinite");
    }
    template <class Archive>
    static void visit_owner(Archive& archive, Owner& owner, const Schema& schema) {
        archive.number(owner.label);
        archive.number(owner.weight);
        archive.require(owner.label < schema.classes(), "a class is unknown");
    }
    [[nodiscard]] std::size_t place_of_owner(std::uint32_t slot, std::uint32_t place) const {
        return is_level() ? place : std::size_t{place} * stride_ + slot;
    }
    void part();
    void move_to(std::uint32_t room, std::uint32_t stride);
    void restore(bool level);
    [[nodiscard]] std::uint32_t next_room() const noexcept;
    [[nodiscard]] std::uint32_t most_kept() const noexcept;

    std::uint32_t most_;
    std::uint32_t attributes_;
    std::uint32_t stride_;  // attributes, rounded up to whole SIMD lanes
    std::uint32_t room_ = 0;
    std::uint32_t rows_ = 0;
    Metered<std::uint32_t> kept_;  // by attribute; empty as long as is_level()
    Metered<double> numbers_;      // [room][stride]
    Metered<Owner> owners_;        // [room], or [room][stride] if !is_level()
};

}  // namespace entrostream::tree
