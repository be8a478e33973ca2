// Contents of RowWindows: labels, weighted labels, pairs of labels.
//
// Codes are dense over all streams: equal labels of different streams have different codes. A
// row without a label (no_code) occupies a row of the window and adds nothing.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/trace.hpp"
#include "core/counts/weighted_counts.hpp"
#include "core/exact/sums.hpp"
#include "core/tables/table_sums.hpp"

namespace entrostream {

// The cells of the codes that remain, at their new codes; a code not in `to` has an empty cell.
template <class AnyCell>
void renumber_cells(std::vector<AnyCell>& cells, const Renumbering& to, std::size_t new_size) {
    std::vector<AnyCell> moved(new_size);
    for (std::size_t code = 0; code < to.size(); ++code) {
        if (to[code] != no_code) moved[to[code]] = cells[code];
    }
    cells = std::move(moved);
}

// The counts by code.
class RowCells {
  public:
    void grow(std::size_t codes) {
        if (codes > cells_.size()) cells_.resize(codes);
    }
    [[nodiscard]] Cell& operator[](Code code) noexcept { return cells_[code]; }
    void renumber(const Renumbering& to, std::size_t new_size) {
        renumber_cells(cells_, to, new_size);
    }
    void clear() noexcept { std::fill(cells_.begin(), cells_.end(), Cell{}); }

  private:
    std::vector<Cell> cells_;
};

struct RowLabels {
    using Item = Code;
    using Sums = ExactSums;
    using Measure = entrostream::Measure;

    void enter(Sums& sums, Code code) {
        if (code != no_code) sums.insert(cells[code]);
    }
    void leave(Sums& sums, Code code) noexcept {
        if (code != no_code) sums.remove(cells[code]);
    }
    // The number of rows in the window that have a label.
    [[nodiscard]] static std::uint64_t rows(const Sums& sums) noexcept { return sums.n(); }
    [[nodiscard]] double value(const Sums& sums, Measure measure) const noexcept {
        return read(sums, measure);
    }

    RowCells cells;
};

// Each row adds some units to its label, as in a WeightedTally.
struct RowWeights {
    struct Item {
        Code code;
        std::uint64_t units;
    };
    struct Sums {
        ExactSums weights;
        std::uint64_t rows = 0;
    };
    using Measure = entrostream::Measure;

    explicit RowWeights(const WeightedCounts& weight_scale) : scale(weight_scale) {}

    void enter(Sums& sums, const Item& row) {
        if (row.code == no_code) return;
        sums.weights.add(cells[row.code], row.units);
        ++sums.rows;
    }
    void leave(Sums& sums, const Item& row) noexcept {
        if (row.code == no_code) return;
        sums.weights.take(cells[row.code], row.units);
        --sums.rows;
    }
    [[nodiscard]] static std::uint64_t rows(const Sums& sums) noexcept { return sums.rows; }
    [[nodiscard]] double value(const Sums& sums, Measure measure) const noexcept {
        if (measure == Measure::n) return scale.weight(sums.weights.n());
        return read(sums.weights, measure);
    }

    RowCells cells;
    WeightedCounts scale;  // empty: used for its unit
};

// x, y and the pair, each with its own cells.
struct RowPairs {
    struct Item {
        Code x, y, pair;  // no_code in `pair` if either has no label
    };
    struct Sums {
        ExactSums x, y, pairs;
    };
    using Measure = TableMeasure;

    void enter(Sums& sums, const Item& row) {
        if (row.pair == no_code) return;
        sums.x.insert(x_cells[row.x]);
        sums.y.insert(y_cells[row.y]);
        sums.pairs.insert(cells[row.pair]);
    }
    void leave(Sums& sums, const Item& row) noexcept {
        if (row.pair == no_code) return;
        sums.x.remove(x_cells[row.x]);
        sums.y.remove(y_cells[row.y]);
        sums.pairs.remove(cells[row.pair]);
    }
    [[nodiscard]] static std::uint64_t rows(const Sums& sums) noexcept { return sums.pairs.n(); }
    // Not for the Gini measures, which need more than these sums.
    [[nodiscard]] double value(const Sums& sums, Measure measure) const noexcept {
        return read(TableSums(sums.x, sums.y, sums.pairs, 0), measure);
    }

    RowCells cells;  // of the pairs
    RowCells x_cells;
    RowCells y_cells;
};

}  // namespace entrostream
