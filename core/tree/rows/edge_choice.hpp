// Chooses the edges of bins between numbers that a leaf has seen, so that the bins hold equal
// shares, or between all neighbours if few are distinct.
//
// Every leaf of a tree does this once for all its attributes, and most of the work is sorting. Up
// to 128 numbers of four attributes are sorted at once by a sorting network: it has no branches,
// which would be unpredictable.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/tree/memory/metered.hpp"
#include "core/tree/rows/schema.hpp"

namespace entrostream::tree {

// Numbers in row-major order: number i of a column is at data[i * stride + column].
struct Columns {
    const double* data;
    std::size_t stride;
    std::uint32_t rows;
    std::uint32_t columns;  // at most four
};

class EdgeChoice {
  public:
    // What follows does not allocate for up to this many rows.
    void reserve(std::uint32_t rows);
    // To be called first; the numbers must stay valid until the last choice.
    void sort(const Columns& columns);
    // Finds the edges of a column, for at most `bins` bins.
    void choose(std::uint32_t column, std::uint32_t bins);

    // For the chosen column: its rows in ascending order of their numbers; ties in any order.
    [[nodiscard]] std::span<const std::uint32_t> order() const noexcept { return order_; }
    // The places in that order where a bin begins, except the first bin.
    [[nodiscard]] std::span<const std::uint32_t> starts() const noexcept { return starts_; }
    // The edge below such a place.
    [[nodiscard]] double edge(std::uint32_t start) const;

  private:
    void sort_keys();
    void take_order_of_keys(std::uint32_t column);
    void sort_alone(std::uint32_t column);
    void find_changes();
    void take_equal_shares(std::uint32_t bins);

    Columns columns_{};
    std::vector<double, LaneAllocator<double>> keys_;  // [row][lane], each column in order
    std::vector<std::uint32_t> order_;
    std::vector<double> sorted_;
    std::vector<std::uint32_t> starts_;
};

}  // namespace entrostream::tree
