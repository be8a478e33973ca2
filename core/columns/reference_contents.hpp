// Contents of RowWindows for the divergence of windows from a fixed reference.
//
// `cell` is the code of a row's label in its stream, `label` its code in the reference, which all
// streams share.
//
// A live window of one stream also drops codes (`renumber`) and begins anew (`clear`); its cells
// and labels have the same codes, and those of the reference come first and stay.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/columns/divergence.hpp"
#include "core/columns/divergence_measure.hpp"
#include "core/columns/labels_held.hpp"
#include "core/columns/labels_not_in_reference.hpp"
#include "core/columns/reference.hpp"
#include "core/columns/reference_logs.hpp"
#include "core/columns/row_contents.hpp"
#include "core/count_log/count_log.hpp"
#include "core/count_log/count_log_cache.hpp"
#include "core/count_log/steps.hpp"
#include "core/counts/code.hpp"
#include "core/exact/sums.hpp"

namespace entrostream {

struct ReferenceItem {
    Code cell;
    Code label;
};

// Jensen-Shannon with equal weights. While the window has as many rows as at the last read, a row
// costs one F; otherwise each label on both sides costs one. `cached`: how many F are kept.
template <std::size_t cached>
class ReferenceShannonOf {
  public:
    using Item = ReferenceItem;
    using Measure = DivergenceMeasure;
    struct Sums {
        std::uint64_t n = 0;
        ExactSums shared;          // of the window's labels that the reference has
        std::uint64_t others = 0;  // of the reference's labels that the window has: sum d,
        uint128 others_log = 0;    // sum F(d)
        uint128 products = 0;      // sum c d
        LabelsHeld<Item> labels;   // on both sides
        // Functions of the counts and the scale, cached between reads.
        mutable Scale scale;
        mutable uint128 both_log = 0;
    };

    explicit ReferenceShannonOf(const std::vector<std::uint64_t>& counts)
        : reference_(counts, count_log) {}

    void grow(std::size_t codes) {
        if (codes > cells_.size()) cells_.resize(codes);
    }
    void renumber(Sums& sums, const Renumbering& to, std::size_t new_size) {
        renumber_cells(cells_, to, new_size);
        sums.labels.rename_all([&](Item& row) { row = {to[row.cell], to[row.label]}; });
    }
    void clear(Sums& sums) noexcept {
        sums = Sums{};
        std::fill(cells_.begin(), cells_.end(), LabelState{});
    }

    void enter(Sums& sums, const Item& row) {
        if (row.cell == no_code) return;
        if (sums.n == reference_.max_rows()) require_scale(sums.n + 1, reference_.n());
        const Label label = reference_[row.label];
        if (label.count != 0) {
            LabelState& cell = cells_[row.cell];
            if (cell.counted.count == 0) {
                cell.place = sums.labels.add(row);
                sums.others += label.count;
                sums.others_log += label.log;
            }
            sums.shared.insert(cell.counted);
            sums.products += label.count;
            follow(sums, cell, label.count);
        }
        ++sums.n;
    }

    void leave(Sums& sums, const Item& row) noexcept {
        if (row.cell == no_code) return;
        --sums.n;
        const Label label = reference_[row.label];
        if (label.count == 0) return;
        LabelState& cell = cells_[row.cell];
        sums.shared.remove(cell.counted);
        sums.products -= label.count;
        follow(sums, cell, label.count);
        if (cell.counted.count == 0) {
            sums.labels.remove(cell.place,
                               [&](const Item& last) -> auto& { return cells_[last.cell].place; });
            sums.others -= label.count;
            sums.others_log -= label.log;
        }
    }

    [[nodiscard]] static std::uint64_t rows(const Sums& sums) noexcept { return sums.n; }

    [[nodiscard]] double value(const Sums& sums, Measure) const noexcept {
        if (sums.n == 0) return nothing_to_compare;
        if (sums.scale.n != sums.n) rescale(sums);
        return jensen_shannon(
            {sums.shared.n(), sums.others, sums.shared.log_sum(), sums.others_log, sums.both_log},
            {sums.shared.square_sum(), reference_.square_sum(), sums.products}, sums.scale);
    }

  private:
    using Label = Reference<uint128>::Label;
    // A count, and F(x + y) of its label on the scale of the stream; 0 if the count is 0.
    struct LabelState {
        uint128 both_log = 0;
        Cell counted;
        std::uint32_t place = 0;
    };

    // Updates the sum after a change of the count.
    void follow(Sums& sums, LabelState& cell, std::uint64_t other) noexcept {
        if (sums.scale.n == 0) return;  // nothing has been read yet
        const std::uint64_t count = cell.counted.count;
        const uint128 both_log = count == 0 ? 0 : logs_(sums.scale.both(count, other));
        sums.both_log += both_log - cell.both_log;
        cell.both_log = both_log;
    }

    void rescale(const Sums& sums) const noexcept {
        sums.scale = Scale(sums.n, reference_.n());
        sums.both_log = 0;
        for (const Item& row : sums.labels) {
            LabelState& cell = cells_[row.cell];
            cell.both_log = logs_(sums.scale.both(cell.counted.count, reference_[row.label].count));
            sums.both_log += cell.both_log;
        }
    }

    Reference<uint128> reference_;
    mutable std::vector<LabelState> cells_;  // by cell; see Sums
    mutable CountLogCache<cached> logs_;
};
using ReferenceShannon = ReferenceShannonOf<2048>;

// Jensen-Shannon, each side weighted by its rows.
class ReferencePooled {
  public:
    using Item = ReferenceItem;
    using Measure = DivergenceMeasure;
    struct Sums {
        ExactSums window;
        uint128 shared = 0;                          // sum F(c + d) - F(c) - F(d)
        uint128 products = 0;                        // sum c d
        mutable std::uint64_t max_computed_for = 0;  // the n that `max` was computed for
        mutable uint128 max = 0;
    };

    explicit ReferencePooled(const std::vector<std::uint64_t>& counts)
        : reference_(counts, [](std::uint64_t) { return std::uint64_t{0}; }) {}

    void grow(std::size_t codes) { cells_.grow(codes); }
    void renumber(Sums&, const Renumbering& to, std::size_t new_size) {
        cells_.renumber(to, new_size);
    }
    void clear(Sums& sums) noexcept {
        sums = Sums{};
        cells_.clear();
    }

    void enter(Sums& sums, const Item& row) {
        if (row.cell == no_code) return;
        if (sums.window.n() == reference_.max_rows()) {
            require_scale(sums.window.n() + 1, reference_.n());
        }
        Cell& cell = cells_[row.cell];
        const std::uint64_t other = reference_[row.label].count;
        sums.shared += uint128{count_log_step(cell.count + other)} - count_log_step(cell.count);
        sums.products += other;
        sums.window.insert(cell);
    }

    void leave(Sums& sums, const Item& row) noexcept {
        if (row.cell == no_code) return;
        Cell& cell = cells_[row.cell];
        const std::uint64_t other = reference_[row.label].count;
        sums.window.remove(cell);
        sums.products -= other;
        sums.shared -= uint128{count_log_step(cell.count + other)} - count_log_step(cell.count);
    }

    [[nodiscard]] static std::uint64_t rows(const Sums& sums) noexcept { return sums.window.n(); }

    [[nodiscard]] double value(const Sums& sums, Measure) const noexcept {
        const std::uint64_t n = sums.window.n();
        if (n == 0) return nothing_to_compare;
        if (sums.max_computed_for != n) {
            sums.max_computed_for = n;
            sums.max = max_divergence(n, reference_.n());
        }
        return pooled_divergence(sums.max, sums.shared,
                                 {sums.window.square_sum(), reference_.square_sum(), sums.products},
                                 n, reference_.n());
    }

  private:
    Reference<std::uint64_t> reference_;
    RowCells cells_;
};

// Kullback-Leibler of the window from the reference. If the reference is smoothed, the labels that
// it lacks are treated as one.
class ReferenceKullback {
  public:
    using Item = ReferenceItem;
    using Measure = DivergenceMeasure;
    struct Sums {
        ExactSums window;
        LabelsNotInReference unseen;
        int128 cross = 0;      // sum c log2(d + s)
        uint128 products = 0;  // sum c d
    };

    // pseudo_count: 0 for none; see ReferenceLogs.
    ReferenceKullback(const std::vector<std::uint64_t>& counts, double pseudo_count)
        : logs_(pseudo_count),
          reference_(counts, logs_),
          log_of_none_(logs_(0)),
          log_of_all_(logs_.of_all(reference_.n(), reference_.distinct())) {}

    void grow(std::size_t codes) { cells_.grow(codes); }
    void renumber(Sums&, const Renumbering& to, std::size_t new_size) {
        cells_.renumber(to, new_size);
    }
    void clear(Sums& sums) noexcept {
        sums = Sums{};
        cells_.clear();
    }

    void enter(Sums& sums, const Item& row) {
        if (row.cell == no_code) return;
        if (sums.window.n() == reference_.max_rows()) {
            require_scale(sums.window.n() + 1, reference_.n());
        }
        Cell& cell = cells_[row.cell];
        const auto label = reference_[row.label];
        if (label.count == 0) sums.unseen.enter(cell.count);
        sums.window.insert(cell);
        sums.cross += label.count == 0 ? log_of_none_ : label.log;
        sums.products += label.count;
    }

    void leave(Sums& sums, const Item& row) noexcept {
        if (row.cell == no_code) return;
        Cell& cell = cells_[row.cell];
        const auto label = reference_[row.label];
        sums.window.remove(cell);
        if (label.count == 0) sums.unseen.leave(cell.count);
        sums.cross -= label.count == 0 ? log_of_none_ : label.log;
        sums.products -= label.count;
    }

    [[nodiscard]] static std::uint64_t rows(const Sums& sums) noexcept { return sums.window.n(); }

    [[nodiscard]] double value(const Sums& sums, Measure) const noexcept {
        const std::uint64_t n = sums.window.n();
        if (n == 0) return nothing_to_compare;
        const int128 cross = sums.cross - log_of_all_ * static_cast<int128>(n);
        const uint128 excess = sums.window.excess();
        if (logs_.smooths()) return kullback_leibler(sums.unseen.as_one(excess), cross, n);
        if (sums.unseen.rows != 0) return std::numeric_limits<double>::infinity();
        return kullback_leibler(excess, cross,
                                {sums.window.square_sum(), reference_.square_sum(), sums.products},
                                n, reference_.n());
    }

  private:
    ReferenceLogs logs_;
    Reference<int128> reference_;
    int128 log_of_none_;
    int128 log_of_all_;
    RowCells cells_;
};

}  // namespace entrostream
