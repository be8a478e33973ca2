// Class counts of the values of an attribute with many values: only of those seen.
//
// A leaf deep in the tree sees few of a thousand tail numbers. Values are stored in order of
// first appearance, at most `most` of them. All further values share one row, as if they were one
// value, so that identifiers cannot fill the memory.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/counts/code.hpp"
#include "core/tree/memory/metered.hpp"

namespace entrostream::tree {

class WideCounts {
  public:
    // Rows of `row_size` words: the class counts, then whatever the owner stores there.
    WideCounts(Meter& meter, std::uint32_t row_size, std::uint32_t most);

    // The row of a value, or that of the other values; nullptr if neither was seen.
    [[nodiscard]] const std::uint32_t* find(Code value) const noexcept;
    // The same, creating it if needed.
    [[nodiscard]] std::uint32_t* row(Code value);
    // Bytes that row(value) may allocate.
    [[nodiscard]] std::size_t growth(Code value) const noexcept;
    [[nodiscard]] std::size_t bytes() const noexcept {
        return taken_by(values_) + taken_by(rows_) + taken_by(places_);
    }

    [[nodiscard]] std::uint32_t size() const noexcept {
        return static_cast<std::uint32_t>(values_.size());
    }
    // The value of a row, or other_values.
    [[nodiscard]] Code value(std::uint32_t place) const { return values_[place]; }
    [[nodiscard]] const std::uint32_t* at(std::uint32_t place) const {
        return rows_.data() + std::size_t{place} * row_size_;
    }
    [[nodiscard]] std::uint32_t* at(std::uint32_t place) {
        return rows_.data() + std::size_t{place} * row_size_;
    }

    // Changes the row size; `copy(from, to)` fills each new row.
    template <class Copy>
    void resize_rows(std::uint32_t row_size, Copy copy) {
        WideCounts other(values_.get_allocator().meter(), row_size, most_);
        for (std::uint32_t place = 0; place < size(); ++place) {
            copy(at(place), other.row(values_[place]));
        }
        *this = std::move(other);
    }

    static constexpr Code other_values = no_code;

    // `values`: how many the attribute has.
    template <class Archive, class VisitRow>
    void visit(Archive& archive, std::uint32_t values, VisitRow visit_row) {
        std::size_t read = 0;
        archive.items(values_, [&](Code& value) {
            archive.number(value);
            archive.require(read++ < most_ ? value < values : value == other_values,
                            "a value is unknown");
        });
        archive.require(values_.size() <= std::size_t{most_} + 1, "it holds too many values");
        if (archive.reading) {
            extend(rows_, values_.size() * row_size_, 0u);
            archive.require(reindex(), "a value is there twice");
        }
        for (std::uint32_t place = 0; place < size(); ++place)
            visit_row(at(place));
    }

  private:
    [[nodiscard]] std::size_t place_of(Code value) const noexcept;
    [[nodiscard]] bool is_full() const noexcept { return size() >= most_; }
    void index(std::uint32_t place);
    [[nodiscard]] bool reindex();

    MeterShare share_;
    std::uint32_t row_size_;
    std::uint32_t most_;
    Metered<Code> values_;
    Metered<std::uint32_t> rows_;
    Metered<std::uint32_t> places_;  // hash table, 2^k slots, at most half full: place + 1, or 0
};

}  // namespace entrostream::tree
